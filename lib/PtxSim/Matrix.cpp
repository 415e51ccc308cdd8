// Tensor cores: mma.sync of f16 and bf16 with sums of f32, and ldmatrix. Which lane holds which element is as the PTX ISA's figures of
// the fragments say; the arithmetic is the model of the launch.
#include "Lanes.h"

#include <cstring>

namespace det::ptx {

namespace {

constexpr unsigned rows = 16, columns = 8;

void expectWholeWarp(Warp &warp, const Instruction &i, Mask mask) {
  if (mask != allLanes)
    warp.fail(i, firstLane(mask), "expected all 32 lanes of the warp");
}

/// `list`: 4 registers of d, 2 or 4 of a, 1 or 2 of b, 4 of c. `count` is k, `flags` says bf16.
void multiply(Warp &warp, const Instruction &i, Mask mask) {
  expectWholeWarp(warp, i, mask);
  const unsigned depth = i.count, aRegisters = depth / 4, bRegisters = depth / 8;
  const uint32_t *d = warp.list(i), *a = d + 4, *b = a + aRegisters, *c = b + bRegisters;
  uint16_t left[rows][16], right[columns][16];
  uint32_t sums[rows][columns];
  for (unsigned lane = 0; lane < lanes; ++lane) {
    unsigned group = lane / 4, pair = lane % 4 * 2;
    for (unsigned r = 0; r < aRegisters; ++r) { // registers 1 and 3: rows 8 to 15; 2 and 3: k 8 to 15
      uint32_t both = warp.at<uint32_t>(a[r])[lane];
      std::memcpy(&left[group + r % 2 * 8][pair + r / 2 * 8], &both, 4);
    }
    for (unsigned r = 0; r < bRegisters; ++r) {
      uint32_t both = warp.at<uint32_t>(b[r])[lane];
      std::memcpy(&right[group][pair + r * 8], &both, 4);
    }
    for (unsigned r = 0; r < 4; ++r)
      sums[group + r / 2 * 8][pair + r % 2] = warp.at<uint32_t>(c[r])[lane];
  }
  tensorcore::Format format = i.flags ? tensorcore::bf16 : tensorcore::f16;
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned column = 0; column < columns; ++column)
      sums[row][column] = tensorcore::chain(warp.block->setup.options.tensorCore, format, {left[row], depth}, {right[column], depth}, sums[row][column]);
  for (unsigned lane = 0; lane < lanes; ++lane)
    for (unsigned r = 0; r < 4; ++r)
      warp.at<uint32_t>(d[r])[lane] = sums[lane / 4 + r / 2 * 8][lane % 4 * 2 + r % 2];
}

/// `count` matrices of 8 rows of 16 bytes; lane 8 m + r gives the address of row r of matrix m. `flags`: transposed.
void loadMatrix(Warp &warp, const Instruction &i, Mask mask) {
  expectWholeWarp(warp, i, mask);
  uint64_t addresses[lanes];
  std::byte *places[lanes];
  addressesOf(warp, i, addresses);
  Mask giving = i.count == 4 ? allLanes : (Mask(1) << 8 * i.count) - 1;
  warp.block->memory.locate(warp, i, giving, i.space, Access::Read, 16, addresses, places);
  for (unsigned matrix = 0; matrix < i.count; ++matrix)
    for (unsigned lane = 0; lane < lanes; ++lane) {
      uint16_t both[2];
      for (unsigned element = 0; element < 2; ++element) {
        unsigned row = lane / 4, column = lane % 4 * 2 + element;
        if (i.flags)
          std::swap(row, column);
        std::memcpy(&both[element], places[8 * matrix + row] + 2 * column, 2);
      }
      std::memcpy(&warp.at<uint32_t>(warp.list(i)[matrix])[lane], both, 4);
    }
}

void decodeMma(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  bool isSync = opcode.take("sync"), isAligned = opcode.take("aligned");
  int shape = opcode.takeOneOf({"m16n8k8", "m16n8k16"});
  bool isLaidOut = opcode.take("row") && opcode.take("col");
  Type d = opcode.takeType(), a = opcode.takeType(), b = opcode.takeType(), c = opcode.takeType();
  if (!isSync || !isAligned || shape < 0 || !isLaidOut || d != Type::F32 || c != Type::F32 || a != b || (a != Type::F16 && a != Type::BF16))
    opcode.fail("modelled are m16n8k8 and m16n8k16, .row.col, of f16 or bf16 with sums of f32");
  opcode.expectOperands(4);
  size_t sizes[] = {4, shape ? 4u : 2u, shape ? 2u : 1u, 4};
  std::vector<uint32_t> places;
  for (unsigned operand = 0; operand < 4; ++operand) {
    std::vector<Operand> elements = decoder.elements(statement.operands[operand]);
    if (elements.size() != sizes[operand])
      opcode.fail("expected " + std::to_string(sizes[operand]) + " registers in operand " + std::to_string(operand + 1));
    for (const Operand &element : elements)
      places.push_back(operand ? decoder.source(element, operand == 3 ? Type::F32 : Type::B32) : decoder.destination(element, 32));
  }
  uint32_t list = decoder.addList(places), all = decoder.constant(32, allLanes);
  Instruction &i = decoder.emit(multiply);
  i.flow = Flow::Sync;
  i.c = all, i.list = list, i.count = shape ? 16 : 8, i.flags = a == Type::BF16;
}

void decodeLoadMatrix(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  bool isSync = opcode.take("sync"), isAligned = opcode.take("aligned"), isShape = opcode.take("m8n8");
  int number = opcode.takeOneOf({"x1", "x2", "x4"});
  bool isTransposed = opcode.take("trans");
  opcode.ignore("shared::");
  opcode.take("shared");
  if (!isSync || !isAligned || !isShape || number < 0 || opcode.takeType() != Type::B16)
    opcode.fail("modelled are m8n8 with x1, x2 or x4, of b16");
  opcode.expectOperands(2);
  std::vector<uint32_t> places;
  for (const Operand &element : decoder.elements(statement.operands[0]))
    places.push_back(decoder.destination(element, 32));
  if (places.size() != 1u << number)
    opcode.fail("expected " + std::to_string(1u << number) + " registers");
  bool isShared = statement.name.find(".shared") != std::string_view::npos;
  uint32_t list = decoder.addList(places), all = decoder.constant(32, allLanes);
  Instruction &i = decoder.emit(loadMatrix);
  decoder.setAddress(i, statement.operands[1], isShared ? Space::Shared : Space::Generic);
  i.flow = Flow::Sync;
  i.c = all, i.list = list, i.count = places.size(), i.flags = isTransposed;
}

} // namespace

bool decodeMatrix(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  if (opcode.name() == "mma")
    decodeMma(decoder, opcode, statement);
  else if (opcode.name() == "ldmatrix")
    decodeLoadMatrix(decoder, opcode, statement);
  else
    return false;
  return true;
}

} // namespace det::ptx
