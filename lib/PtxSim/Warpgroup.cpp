// Tensor cores of warpgroups: wgmma.mma_async of operands that lie in shared memory, its fences, groups and waits.
//
// Each warp computes its own 16 of the 64 rows; that all four warps of a warpgroup do the same is checked at the end. Results come to registers when
// a wait ends the product, and not before; until then shared memory that it reads may not be written. How operands lie is as the PTX ISA's figures of
// the matrix descriptor and of its canonical layouts say.
#include "Lanes.h"

#include <algorithm>
#include <cstring>

namespace det::ptx {

namespace {

constexpr unsigned warpsOfGroup = 4, rows = 16, chunk = Memory::tensorBytes, stepBytes = 32; // of a warp; of a read; of the terms of an instruction

enum Factor : uint8_t { F16, BF16, E4M3, E5M2 };
constexpr tensorcore::Format formats[] = {tensorcore::f16, tensorcore::bf16, tensorcore::f8E4M3FN, tensorcore::f8E5M2};
constexpr uint8_t factorMask = 3, turnedA = 4, turnedB = 8;

/// A matrix descriptor: the swizzle of 128 bytes, the one that is modelled.
struct Descriptor {
  uint64_t start, leading, stride;

  /// Where chunk number `index` of a line lies: 16 bytes of terms of row (column) `line`, or (turned) of rows from `line` * 8 on of term `index`.
  uint64_t place(bool isTurned, unsigned line, unsigned index) const {
    const uint64_t at = isTurned ? start + line / 8 * leading + line % 8 * chunk + index / 8 * stride + index % 8 * 128
                                 : start + line / 8 * stride + line % 8 * 128 + index * chunk;
    return at ^ (at >> 3 & 0x70);
  }
};

Descriptor readDescriptor(Warp &warp, const Instruction &i, uint32_t place) {
  const uint64_t *bits = warp.at<uint64_t>(place);
  for (unsigned lane = 1; lane < lanes; ++lane)
    if (bits[lane] != bits[0])
      warp.fail(i, lane, "the lanes give different descriptors");
  const auto field = [&](unsigned shift) { return (bits[0] >> shift & 0x3fff) << 4; };
  if (bits[0] >> 62 != 1)
    warp.fail(i, 0, "a descriptor with swizzle mode " + std::to_string(bits[0] >> 62) + ": modelled is 1, of 128 bytes");
  if (bits[0] >> 49 & 7 || field(0) & 0x380)
    warp.fail(i, 0, "a matrix that does not begin in the first of eight lines of 128 bytes, at a multiple of 1024");
  return {field(0), field(16), field(32)};
}

/// Reads a matrix of `count` lines, a multiple of 8, and 32 bytes of terms, into lines of bits; `first` is the warp's first line.
void readMatrix(Warp &warp, const Instruction &i, const Descriptor &descriptor, bool isTurned, unsigned bytes, unsigned first, unsigned count,
                uint16_t *to, std::vector<uint64_t> &reads) {
  const unsigned terms = stepBytes / bytes;
  const auto read = [&](unsigned line, unsigned index) {
    reads.push_back(descriptor.place(isTurned, line, index));
    return warp.block->memory.beginRead(warp, i, reads.back());
  };
  if (isTurned) {
    for (unsigned group = 0; group < count / 8; ++group)
      for (unsigned k = 0; k < terms; ++k) {
        const std::byte *from = read(first / 8 + group, k);
        for (unsigned line = 0; line < 8; ++line)
          std::memcpy(&to[(group * 8 + line) * terms + k], from + 2 * line, 2);
      }
    return;
  }
  for (unsigned line = 0; line < count; ++line)
    for (unsigned part = 0; part < stepBytes / chunk; ++part) {
      const std::byte *from = read(first + line, part);
      for (unsigned k = 0; k < chunk / bytes; ++k)
        std::memcpy(&to[line * terms + part * chunk / bytes + k], from + k * bytes, bytes);
    }
}

void expectWholeWarp(Warp &warp, const Instruction &i, Mask mask) {
  if (mask != allLanes)
    warp.fail(i, firstLane(mask), "expected all 32 lanes of the warp");
}

void trace(Warp &warp, uint64_t value) { warp.productTrace = (warp.productTrace ^ value) * 0x9e3779b97f4a7c15u + 1; }

/// a, b: descriptors; d: a predicate, whether sums count; `list`: `target` registers of sums.
void multiply(Warp &warp, const Instruction &i, Mask mask) {
  expectWholeWarp(warp, i, mask);
  const tensorcore::Format format = formats[i.flags & factorMask];
  const tensorcore::Model &model = warp.block->setup.options.tensorCore;
  const unsigned count = i.target, columns = count * 2, bytes = format.bytes(), terms = stepBytes / bytes;
  if ((warp.number / warpsOfGroup + 1) * warpsOfGroup * lanes > warp.block->setup.threads())
    warp.fail(i, 0, "expected whole warpgroups of 128 threads");
  if (!tensorcore::takes(model, format))
    warp.fail(i, 0, "tensor cores of model " + std::string(model.name) + " do not take its factors");
  if (!warp.isFenced)
    warp.fail(i, 0, "expected wgmma.fence behind the last access of other instructions to the registers of its sums");
  const Mask counts = warp.predicate(i.d);
  if (counts != 0 && counts != allLanes)
    warp.fail(i, 0, "the lanes differ in whether sums count");
  const Descriptor a = readDescriptor(warp, i, i.a), b = readDescriptor(warp, i, i.b);
  trace(warp, warp.at<uint64_t>(i.a)[0]), trace(warp, warp.at<uint64_t>(i.b)[0]), trace(warp, i.line);

  PendingProduct made{warp.productGroup, warp.list(i), count, std::vector<uint32_t>(count * lanes), {}};
  const PendingProduct *before = nullptr;
  for (const PendingProduct &other : warp.products) {
    if (std::equal(made.places, made.places + count, other.places, other.places + other.count)) {
      before = &other;
      continue;
    }
    for (uint32_t place = 0; place < count; ++place)
      if (std::find(other.places, other.places + other.count, made.places[place]) != other.places + other.count)
        warp.fail(i, 0, "some of its registers, and not all, are those of a product that no wgmma.wait_group has ended");
  }
  std::vector<uint16_t> left(rows * terms), right(columns * terms);
  readMatrix(warp, i, a, i.flags & turnedA, bytes, warp.number % warpsOfGroup * rows, rows, left.data(), made.reads);
  readMatrix(warp, i, b, i.flags & turnedB, bytes, 0, columns, right.data(), made.reads);
  for (unsigned r = 0; r < count; ++r)
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const unsigned row = lane / 4 + r / 2 % 2 * 8, column = r / 4 * 8 + lane % 4 * 2 + r % 2;
      const uint32_t c = !counts ? 0 : before ? before->sums[r * lanes + lane] : warp.at<uint32_t>(made.places[r])[lane];
      made.sums[r * lanes + lane] = tensorcore::chain(model, format, {&left[row * terms], terms}, {&right[column * terms], terms}, c);
    }
  warp.products.push_back(std::move(made));
}

void fence(Warp &warp, const Instruction &i, Mask mask) {
  expectWholeWarp(warp, i, mask);
  warp.isFenced = true;
}

void commit(Warp &warp, const Instruction &i, Mask mask) {
  expectWholeWarp(warp, i, mask);
  ++warp.productGroup;
}

/// Ends all but the last `target` groups.
void wait(Warp &warp, const Instruction &i, Mask mask) {
  expectWholeWarp(warp, i, mask);
  trace(warp, i.line);
  while (!warp.products.empty() && warp.products.front().group + i.target < warp.productGroup) {
    const PendingProduct &product = warp.products.front();
    for (uint32_t r = 0; r < product.count; ++r)
      std::copy_n(&product.sums[r * lanes], lanes, warp.at<uint32_t>(product.places[r]));
    for (uint64_t offset : product.reads)
      warp.block->memory.setRead(offset, Memory::stampOf(warp, 0));
    warp.products.pop_front();
  }
  // What those that are left read may have been read by others, too.
  for (const PendingProduct &product : warp.products)
    for (uint64_t offset : product.reads)
      warp.block->memory.setRead(offset, Memory::stampOf(warp, 0) | inFlight);
}

void fenceProxy(Warp &warp, const Instruction &, Mask mask) { warp.block->fences[warp.number].note(warp.block->clocks.of(warp.number), mask); }

void decodeProduct(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  bool isSync = opcode.take("sync"), isAligned = opcode.take("aligned"), isSingle = opcode.take("f32");
  unsigned columns = 0, terms = 0;
  for (unsigned n = 8; n <= 256 && !columns; n += 8)
    for (unsigned k : {16u, 32u})
      if (opcode.take("m64n" + std::to_string(n) + "k" + std::to_string(k)))
        columns = n, terms = k;
  int factor = opcode.takeOneOf({"f16", "bf16", "e4m3", "e5m2"}), other = opcode.takeOneOf({"f16", "bf16", "e4m3", "e5m2"});
  const std::vector<Operand> &operands = statement.operands;
  if (!isSync || !isAligned || !isSingle || !columns || factor < 0 || factor != other || terms != unsigned(stepBytes / formats[factor].bytes()))
    opcode.fail("modelled are m64nNk16 of f16 or bf16 and m64nNk32 of e4m3 or e5m2, both factors of one type, with sums of f32");
  const bool isWide = factor <= BF16;
  opcode.expectOperands(isWide ? 8 : 6);
  if (operands[1].kind == Operand::Kind::List)
    opcode.fail("modelled is the first factor in shared memory, not in registers");
  for (size_t number = 4; number < operands.size(); ++number)
    if (operands[number].kind != Operand::Kind::Integer || (number < 6 ? operands[number].integer != 1 : operands[number].integer >> 1))
      opcode.fail(number < 6 ? "modelled are factors as they are, not negated" : "expected 0 or 1 for how a factor lies");
  std::vector<uint32_t> places;
  for (const Operand &element : decoder.elements(operands[0]))
    places.push_back(decoder.destination(element, 32));
  if (places.size() != columns / 2)
    opcode.fail("expected " + std::to_string(columns / 2) + " registers of sums");
  uint32_t list = decoder.addList(places), a = decoder.source(operands[1], Type::B64), b = decoder.source(operands[2], Type::B64),
           counts = decoder.source(operands[3], Type::Pred), all = decoder.constant(32, allLanes);
  Instruction &i = decoder.emit(multiply);
  i.flow = Flow::Sync;
  i.a = a, i.b = b, i.c = all, i.d = counts, i.list = list, i.target = places.size();
  i.flags = factor | (isWide && operands[6].integer ? turnedA : 0) | (isWide && operands[7].integer ? turnedB : 0);
  decoder.noteAccess(Space::Shared, 8);
  decoder.program.usesWarpgroups = true;
}

void emitTogether(Decoder &decoder, Handler handler, uint32_t target = 0) {
  uint32_t all = decoder.constant(32, allLanes);
  Instruction &i = decoder.emit(handler);
  i.flow = Flow::Sync;
  i.c = all, i.target = target;
}

} // namespace

bool isProduct(const Instruction &i) { return i.run == multiply; }

void Warp::checkSums(const Instruction &i, Mask active) {
  if (!active)
    return;
  isFenced = false;
  for (uint32_t place : program->sumsTouched.at(static_cast<uint32_t>(&i - program->code.data())))
    for (const PendingProduct &product : products)
      if (std::find(product.places, product.places + product.count, place) != product.places + product.count)
        fail(i, firstLane(active), "a register of the sums of a wgmma that no wgmma.wait_group has ended");
}

void Block::checkWarpgroups() const {
  for (const Warp &warp : warps) {
    if (!warp.products.empty())
      fail("kernel " + setup.program.name + ", block " + pointText(index) + ": warp " + std::to_string(warp.number) +
           " ends before a wgmma.wait_group has ended its products");
    if (warp.productTrace != warps[warp.number / warpsOfGroup * warpsOfGroup].productTrace)
      fail("kernel " + setup.program.name + ", block " + pointText(index) + ": warp " + std::to_string(warp.number) +
           " executes other wgmma instructions than the first of its warpgroup");
  }
}

bool decodeWarpgroup(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  if (opcode.name() == "fence" && opcode.has("proxy") && opcode.has("async")) {
    opcode.take("proxy"), opcode.take("async");
    opcode.ignore("shared::");
    opcode.expectOperands(0);
    decoder.emit(fenceProxy);
    return true;
  }
  if (opcode.name() != "wgmma")
    return false;
  if (opcode.take("mma_async")) {
    decodeProduct(decoder, opcode, statement);
    return true;
  }
  const bool isFence = opcode.take("fence"), isCommit = opcode.take("commit_group"), isWait = opcode.take("wait_group");
  if ((!isFence && !isCommit && !isWait) || !opcode.take("sync") || !opcode.take("aligned"))
    opcode.fail("not modelled");
  opcode.expectOperands(isWait);
  if (isWait && statement.operands[0].kind != Operand::Kind::Integer)
    opcode.fail("expected a number of groups");
  emitTogether(decoder, isFence ? fence : isCommit ? commit : wait, isWait ? static_cast<uint32_t>(statement.operands[0].integer) : 0);
  return true;
}

} // namespace det::ptx
