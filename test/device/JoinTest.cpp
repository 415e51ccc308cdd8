// Joins and scatters on a device against the host's kernels, byte for byte: every combiner of every type, trees of every form,
// rounding at the root, shards and nodes.
#include "../../lib/Runtime/Executor/Resolve/Narrow.h"
#include "../unit/Host/RandomScatter.h"
#include "SimDevice.h"

#include "det/Runtime/Host/Postfix.h"

#include <algorithm>
#include <numeric>

using namespace sim;
using host::Element;
using Op = host::ScatterOp;

namespace {

struct Type {
  Element element;
  const char *name;
};
const Type types[] = {{Element::f32, "f32"}, {Element::f64, "f64"}, {Element::i8, "i8"},
                      {Element::i16, "i16"}, {Element::i32, "i32"}, {Element::i64, "i64"}};
const char *const combiners[] = {"add", "mul", "max", "min", "maxu", "minu", "and", "or", "xor"};

bool takes(const Type &type, int combiner) {
  return (type.element != Element::f32 && type.element != Element::f64) || (combiner != 4 && combiner != 5);
}

/// Numbers of many magnitudes, special ones, and NaNs of every sign and payload.
std::vector<uint8_t> numbers(check::Random &random, Element type, int64_t count) {
  std::vector<uint8_t> bytes(static_cast<size_t>(count * host::elementSize(type)));
  const auto fill = [&]<class T>(T) {
    for (int64_t i = 0; i < count; ++i) {
      const T x = check::value<T>(random, true);
      std::memcpy(bytes.data() + i * int64_t(sizeof(T)), &x, sizeof(T));
    }
  };
  if (type == Element::f32)
    fill(float());
  else if (type == Element::f64)
    fill(double());
  else
    for (uint8_t &byte : bytes)
      byte = uint8_t(random.next());
  return bytes;
}

// Any program that leaves one value.
std::vector<uint8_t> randomProgram(check::Random &random, int64_t count) {
  if (random.below(2))
    return host::treeProgram(count);
  std::vector<uint8_t> pops;
  int height = 0;
  for (int64_t i = 0; i < count; ++i) {
    ++height;
    const int joins = i + 1 == count ? height - 1 : height > 40 ? height - 1 : int(random.below(height));
    pops.push_back(uint8_t(joins));
    height -= joins;
  }
  return pops;
}

void compareJoin(DeviceKernels &kernels, check::Random &random, const Type &type, int combiner) {
  const int64_t sizes[] = {1, 2, 255, 256, 257, 511, 512, 513, 1021},
                elements = random.below(30) == 0 ? 0 : sizes[random.below(9)];
  const int64_t count = random.below(10) == 0 ? 0 : random.between(1, random.below(6) == 0 ? 40 : 7),
                bytes = host::elementSize(type.element);
  const std::vector<uint8_t> nodes = numbers(random, type.element, count * elements),
                             init = numbers(random, type.element, std::max<int64_t>(elements, 1));
  const int kind = int(random.below(3));
  ElementType result = type.element == Element::f32   ? ElementType::f32
                       : type.element == Element::f64 ? ElementType::f64
                       : bytes == 1                   ? ElementType::i8
                       : bytes == 2                   ? ElementType::i16
                       : bytes == 4                   ? ElementType::i32
                                                      : ElementType::i64;
  if (random.below(2) && type.element == Element::f64)
    result = ElementType::f32;
  else if (random.below(2) && type.element == Element::f32)
    result = random.below(2) ? ElementType::bf16 : ElementType::f16;
  const bool rounds = elementBytes(result) != bytes;
  JoinOp op{host::JoinOp(combiner),       type.element, result, nodes.data(), elements, count,
            randomProgram(random, count), {},           nullptr};
  op.init = {kind == 0   ? host::Init::none
             : kind == 1 ? host::Init::scalar
                         : host::Init::array,
             kind == 0 ? nullptr : init.data()};
  std::vector<uint8_t> expected(static_cast<size_t>(elements * elementBytes(result)), 0x5a);
  // The result may lie on init, or on a node.
  const int64_t place = rounds ? 0 : random.below(3);
  std::vector<Memory> memories{Memory::of(nodes, Memory::both), Memory::of(init, Memory::both),
                               Memory::of(expected, Memory::output)};
  op.out = expected.data();
  if (rounds)
    joinAndRound(op, 0, elements);
  else
    host::joinNodes(op.combine, op.element, op.nodes, elements, op.pops.data(), count, op.init, op.out, 0, elements);
  const bool onInit = place == 1 && kind == 2, onNode = place == 2 && count > 0;
  const int64_t node = onNode ? random.below(count) : 0;
  const Status status = run(kernels, memories, [&](const Addresses &at, cuda::DeviceMemory &memory) {
    JoinOp moved = op;
    moved.nodes = reinterpret_cast<const void *>(at[0]);
    if (kind != 0)
      moved.init.data = reinterpret_cast<const void *>(at[1]);
    moved.out = reinterpret_cast<uint8_t *>(onInit ? at[1] : onNode ? at[0] + uint64_t(node * elements * bytes) : at[2]);
    return cuda::prepareJoin(moved, std::string(combiners[combiner]) + "_" + type.name, memory);
  });
  const std::string what = "join " + std::string(combiners[combiner]) + " of " + type.name + ", " + std::to_string(count) +
                           " nodes of " + std::to_string(elements) + " to " + std::string(elementName(result));
  if (!status)
    return check::that(false, what + ": " + status.error().message);
  std::vector<uint8_t> got = memories[onInit ? 1 : onNode ? 0 : 2].as<uint8_t>();
  if (onNode)
    got = {got.begin() + node * elements * bytes, got.begin() + (node + 1) * elements * bytes};
  got.resize(expected.size());
  check::that(check::difference(expected, got) < 0, what);
}

/// Whole numbers, whose sums are exact in every order.
std::vector<uint8_t> wholeNumbers(check::Random &random, Element type, int64_t count) {
  std::vector<uint8_t> made;
  for (int64_t i = 0; i < count; ++i) {
    const double value = double(random.between(1, 1000) * (random.below(2) ? 1 : -1));
    const float narrow = float(value);
    const auto *bytes = type == Element::f64 ? reinterpret_cast<const uint8_t *>(&value) : reinterpret_cast<const uint8_t *>(&narrow);
    made.insert(made.end(), bytes, bytes + host::elementSize(type));
  }
  return made;
}

/// `isFree`: as at level not_guaranteed, by atomics where there are some.
void compareScatter(DeviceKernels &kernels, check::Random &random, const host::Scatter &scatter,
                    const std::vector<host::ScatterNode> &nodes, const std::vector<int32_t> &indices, const std::string &combine,
                    bool withOperand, bool inPlace, bool isFree = false) {
  const auto prepared = host::prepareScatter(scatter);
  check::that(bool(prepared), "scatter");
  if (!prepared)
    return;
  const auto count = [](const std::vector<int64_t> &shape) {
    return std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>());
  };
  const int64_t bytes = host::elementSize(scatter.type), size = count(scatter.operandShape);
  const bool assigns = scatter.op == Op::assign;
  const bool isAtomic = isFree && !device::scatterAtomicKernel(combine).empty();
  const auto some = isAtomic ? wholeNumbers : numbers;
  const std::vector<uint8_t> operand = some(random, scatter.type, size), updates = some(random, scatter.type, count(scatter.updatesShape));
  const int64_t results = assigns ? 1 : int64_t(nodes.size());
  std::vector<uint8_t> expected(static_cast<size_t>(size * bytes * results), 0x5a);
  if (inPlace)
    expected = operand;
  std::vector<Memory> memories{Memory::of(expected, inPlace ? Memory::both : Memory::output), Memory::of(operand, Memory::input),
                               Memory::of(indices, Memory::input), Memory::of(updates, Memory::input)};
  std::vector<std::max_align_t> scratch(host::scatterScratch(*prepared, prepared->rows) / sizeof(std::max_align_t) + 1);
  for (size_t i = 0; i < nodes.size(); ++i) {
    uint8_t *out = expected.data() + (assigns ? 0 : int64_t(i) * size * bytes);
    const void *left = !withOperand ? nullptr : inPlace || (assigns && i > 0) ? out : operand.data();
    host::runScatter(*prepared, nodes[i], left, indices.data(), updates.data(), out, 0, prepared->rows, scratch.data());
  }
  const Status status = run(kernels, memories, [&](const Addresses &at, cuda::DeviceMemory &memory) {
    const ScatterOp op{*prepared,
                       nodes,
                       reinterpret_cast<const void *>(!withOperand ? 0
                                                      : inPlace    ? at[0]
                                                                   : at[1]),
                       reinterpret_cast<const void *>(at[2]),
                       reinterpret_cast<const void *>(at[3]),
                       reinterpret_cast<uint8_t *>(at[0]),
                       assigns ? 0 : size * bytes};
    return cuda::prepareScatter(op, combine, isFree, memory);
  });
  const std::string what = "scatter " + combine + ", " + std::to_string(prepared->items) + " updates, " +
                           std::to_string(prepared->rows) + " rows" + (prepared->windowed ? ", windows" : "") +
                           (withOperand ? ", operand" : "") + (inPlace ? ", in place" : "") + (isAtomic ? ", by atomics" : "");
  if (!status)
    return check::that(false, what + ": " + status.error().message);
  check::that(check::difference(expected, memories[0].as<uint8_t>()) < 0, what);
}

const char *const scatterNames[] = {"assign", "add", "mul", "max", "min", "maxu", "minu", "and", "or", "xor"};

void randomScatters(DeviceKernels &kernels, check::Random &random, const Type &type, int64_t rounds) {
  for (int64_t i = 0; i < rounds; ++i) {
    check::RandomScatter made = check::randomScatter(random, type.element);
    const auto volume = [](const std::vector<int64_t> &shape) {
      return std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>());
    };
    if (volume(made.scatter.updatesShape) > 1 << 20 || volume(made.scatter.operandShape) > 1 << 20)
      continue;
    Op op = random.below(2) ? Op::add : Op(random.below(10));
    if (op != Op::assign && !takes(type, int(op) - 1))
      op = Op::add;
    made.scatter.op = op;
    int64_t count = 1;
    for (int64_t size : made.scatter.indicesShape)
      count *= size;
    std::vector<int32_t> indices(static_cast<size_t>(count));
    const bool crowded = random.below(2);
    for (int32_t &x : indices)
      x = int32_t(crowded ? random.between(0, 1) : random.between(-1, 7));
    const bool assigns = op == Op::assign, withOperand = assigns || random.below(2), inPlace = withOperand && random.below(2);
    std::vector<host::ScatterNode> nodes{made.node};
    if ((assigns || !withOperand) && random.below(3) == 0 && !made.node.start.empty()) { // the node, and an empty one
      nodes.push_back(made.node);
      nodes.back().end = nodes.back().start;
    }
    compareScatter(kernels, random, made.scatter, nodes, indices, std::string(scatterNames[int(op)]) + "_" + type.name,
                   withOperand, inPlace);
    if (op == Op::add && (type.element == Element::f32 || type.element == Element::f64))
      compareScatter(kernels, random, made.scatter, nodes, indices, std::string("add_") + type.name, withOperand, inPlace, true);
  }
}

// Gradients of an embedding: more updates than a tile of the sort, rows of several elements, few or many targets.
void embedding(DeviceKernels &kernels, check::Random &random, int64_t updates, int64_t rows, int64_t width, int64_t most,
               bool hot) {
  host::Scatter s;
  s.operandShape = {rows, width};
  s.indicesShape = {updates};
  s.updatesShape = {updates, width};
  s.updateWindowDims = {1};
  s.insertedWindowDims = s.scatterDimsToOperandDims = {0};
  s.indexVectorDim = 1;
  std::vector<int32_t> indices(static_cast<size_t>(updates));
  for (int32_t &x : indices)
    x = hot && random.below(2) ? 3 : int32_t(random.between(-1, most));
  compareScatter(kernels, random, s, {{{0}, {updates}}}, indices, "add_f32", true, true);
  compareScatter(kernels, random, s, {{{0}, {updates}}}, indices, "add_f32", true, true, true);
  const int64_t half = updates / 128 * 64;
  compareScatter(kernels, random, s, {{{0}, {half}}, {{half}, {updates}}}, indices, "add_f32", false, false);
}

void cases(DeviceKernels &kernels, int times) {
  const bool brief = times == 0;
  check::Random random{9};
  for (const Type &type : types)
    for (int combiner = 0; combiner < 9; ++combiner)
      if (takes(type, combiner))
        for (int64_t i = 0; i < (brief ? (combiner == 0 ? 8 : 1)
                                       : (type.element == Element::f32 || type.element == Element::f64 ? 16 : 6) * times);
             ++i)
          compareJoin(kernels, random, type, combiner);
  for (const Type &type : types)
    randomScatters(kernels, random, type, brief ? 10 : (type.element == Element::f32 ? 500 : 120) * times);
  embedding(kernels, random, 300, 10, 33, 9, false);
  embedding(kernels, random, 2048, 40, 3, 60, true);
  embedding(kernels, random, 2049, 300, 2, 299, false);
  if (!brief) {
    embedding(kernels, random, 5000, 70000, 1, 69999, true);
    embedding(kernels, random, 4097, 257, 5, 256, true);
  }
}

} // namespace

int main(int argc, char **argv) {
  return runTests("device joins and scatters", argc, argv, cases,
                  {{"det_join_add_f32", "add.rn.f32", "add.rz.f32"},
                   {"det_scatter_add_f32", "add.rn.f32", "add.rz.f32"},
                   {"det_scatter_runs_add_f32", "add.rn.f32", "add.rz.f32"},
                   {"det_scatter_atomic_add_f32", "red.global.add.f32", "red.global.add.s32"},
                   {"det_radix_place", "popc.b32", "not.b32"}});
}
