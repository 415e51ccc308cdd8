// Reductions and scatters by bodies against literal evaluations; the bodies do not commute, so that order shows.
#include "Check.h"
#include "det/Order/Program.h"
#include "det/Runtime/Host/GenericReduce.h"
#include "det/Runtime/Host/GenericScatter.h"

#include <algorithm>

using namespace det::rt::host;
namespace order = det::order;

namespace {

/// Two values that compose like x -> a x + b, in 32 and 64 bits: associative, but nothing commutes.
struct Pair {
  uint32_t a;
  uint64_t b;
};

Pair join(Pair left, Pair right) { return {left.a * 3 + right.a, left.b * 5 + right.b * 7 + left.a}; }

void body(void *const *buffers, const int64_t *, int64_t begin, int64_t end, void *) {
  const auto *la = static_cast<const uint32_t *>(buffers[0]), *ra = static_cast<const uint32_t *>(buffers[2]);
  const auto *lb = static_cast<const uint64_t *>(buffers[1]), *rb = static_cast<const uint64_t *>(buffers[3]);
  for (int64_t i = begin; i < end; ++i) {
    const Pair pair = join({la[i], lb[i]}, {ra[i], rb[i]});
    static_cast<uint32_t *>(buffers[4])[i] = pair.a;
    static_cast<uint64_t *>(buffers[5])[i] = pair.b;
  }
}

const Body kBody{body, {}, {4, 8, 4, 8}, {4, 8}, 0};

/// Reduces the dims that are not kept of a dense array.
void checkReduce(check::Random &random, const std::vector<int64_t> &shape, const std::vector<bool> &kept,
                 const std::vector<order::Level> &levels, bool lanes) {
  GenericReduce r;
  order::Order o;
  o.levels = levels;
  std::vector<int64_t> strides(shape.size(), 1), keptStrides, boxStrides;
  for (size_t d = shape.size(); d-- > 1;)
    strides[d - 1] = strides[d] * shape[d];
  order::Box box;
  for (size_t d = 0; d < shape.size(); ++d) {
    (kept[d] ? r.kept : r.box).push_back(shape[d]);
    (kept[d] ? keptStrides : boxStrides).push_back(strides[d]);
    if (!kept[d])
      box.push_back({0, shape[d]});
  }
  r.keptStrides = {keptStrides, keptStrides};
  r.boxStrides = {boxStrides, boxStrides};
  r.lanes = lanes;
  r.body = kBody;
  const order::Program program = order::program(o, box);
  for (const order::Box &leaf : program.leaves) {
    auto &ranges = r.leaves.emplace_back();
    for (order::Range range : leaf)
      ranges.push_back({range.begin, range.end});
  }
  r.pops = program.pops;
  const int64_t all = shape.empty() ? 1 : strides[0] * shape[0], results = r.results();
  std::vector<uint32_t> a = check::values<uint32_t>(random, all, false), outA(results), expectedA(results);
  std::vector<uint64_t> b = check::values<uint64_t>(random, all, false), outB(results), expectedB(results);
  const Pair init{uint32_t(random.next()), random.next()};

  for (int64_t result = 0; result < results; ++result) {
    int64_t base = 0, rest = result;
    for (size_t d = r.kept.size(); d-- > 0; rest /= r.kept[d])
      base += rest % r.kept[d] * keptStrides[d];
    std::vector<Pair> stack;
    for (size_t leaf = 0; leaf < r.leaves.size(); ++leaf) {
      int64_t count = 1;
      for (auto [begin, end] : r.leaves[leaf])
        count *= end - begin;
      std::vector<Pair> lane;
      for (int64_t e = 0; e < count; ++e) {
        int64_t at = base, left = e;
        for (size_t d = r.box.size(); d-- > 0;) {
          auto [begin, end] = r.leaves[leaf][d];
          at += (begin + left % (end - begin)) * boxStrides[d];
          left /= end - begin;
        }
        const int64_t width = lanes ? 32 : 1;
        if (e < width)
          lane.push_back({a[at], b[at]});
        else
          lane[e % width] = join(lane[e % width], {a[at], b[at]});
      }
      for (size_t half = 16; half; half /= 2)
        for (size_t l = 0; l < half && l + half < lane.size(); ++l)
          lane[l] = join(lane[l], lane[l + half]);
      stack.push_back(lane[0]);
      for (int pop = 0; pop < r.pops[leaf]; ++pop) {
        const Pair right = stack.back();
        stack.pop_back();
        stack.back() = join(stack.back(), right);
      }
    }
    const Pair root = stack.empty() ? init : join(init, stack[0]);
    expectedA[result] = root.a;
    expectedB[result] = root.b;
  }
  std::vector<std::byte> scratch(genericReduceScratch(r));
  const void *inputs[] = {a.data(), b.data()}, *inits[] = {&init.a, &init.b};
  void *outputs[] = {outA.data(), outB.data()};
  const int64_t grain = genericReduceGrain(r), cut = results / 2 / grain * grain;
  runGenericReduce(r, inputs, inits, outputs, cut, results, scratch.data());
  runGenericReduce(r, inputs, inits, outputs, 0, cut, scratch.data());
  std::string what = lanes ? "lanes" : "fold";
  for (size_t d = 0; d < shape.size(); ++d)
    what += (d ? "x" : " ") + std::to_string(shape[d]) + (kept[d] ? "k" : "");
  check::that(check::difference(outA, expectedA) < 0 && check::difference(outB, expectedB) < 0, what);
}

void checkScatter(check::Random &random, int64_t rows, int64_t columns, int64_t updates, int64_t width) {
  Scatter s;
  s.operandShape = {rows, columns};
  s.indicesShape = {updates, 2};
  s.updatesShape = {updates, width};
  s.updateWindowDims = {1};
  s.insertedWindowDims = {0};
  s.scatterDimsToOperandDims = {0, 1};
  s.indexVectorDim = 1;
  s.op = ScatterOp::assign;
  s.byElement = true;
  auto prepared = prepareScatter(s);
  check::that(bool(prepared), "a scatter is refused");
  if (!prepared)
    return;
  GenericScatter scatter{*prepared, {{0}, {updates}}, kBody};
  std::vector<uint32_t> a = check::values<uint32_t>(random, rows * columns, false),
                        ua = check::values<uint32_t>(random, updates * width, false);
  std::vector<uint64_t> b = check::values<uint64_t>(random, rows * columns, false),
                        ub = check::values<uint64_t>(random, updates * width, false);
  std::vector<int32_t> indices(updates * 2);
  for (int64_t i = 0; i < updates; ++i) {
    indices[2 * i] = int32_t(random.between(-1, rows));
    indices[2 * i + 1] = int32_t(random.between(-2, columns));
  }
  std::vector<uint32_t> expectedA = a;
  std::vector<uint64_t> expectedB = b;
  for (int64_t i = 0; i < updates; ++i)
    for (int64_t w = 0; w < width; ++w) {
      int64_t row = indices[2 * i], column = indices[2 * i + 1] + w;
      if (row < 0 || row >= rows || column < 0 || column >= columns)
        continue;
      Pair next =
          join({expectedA[row * columns + column], expectedB[row * columns + column]}, {ua[i * width + w], ub[i * width + w]});
      expectedA[row * columns + column] = next.a;
      expectedB[row * columns + column] = next.b;
    }
  std::vector<std::byte> scratch(genericScatterScratch(scatter));
  const void *sources[] = {ua.data(), ub.data()};
  void *values[] = {a.data(), b.data()};
  runGenericScatter(scatter, indices.data(), sources, values, scratch.data());
  check::that(check::difference(a, expectedA) < 0 && check::difference(b, expectedB) < 0,
              "scatter of " + std::to_string(updates) + " windows of " + std::to_string(width));
}

} // namespace

int main() {
  check::Random random{13};
  for (int64_t n : {0, 1, 2, 5, 31, 32, 33, 64, 100, 1000})
    for (int64_t kept : {0, 1, 3, 70}) {
      checkReduce(random, {kept, n}, {true, false}, {{0, 64}}, true);
      checkReduce(random, {n, kept}, {false, true}, {{0, 16}}, false);
      checkReduce(random, {n, kept, 5}, {false, true, false}, {{0, 1}}, false);
      checkReduce(random, {kept, 3, n}, {true, false, false}, {{0, 1}, {1, 64}}, true);
      checkReduce(random, {2, n, kept}, {true, false, true}, {}, false);
      checkReduce(random, {kept, n, 7}, {true, false, false}, {{0, 8}}, true);
    }
  for (int64_t updates : {0, 1, 10, 700})
    for (int64_t width : {1, 3})
      checkScatter(random, 6, 9, updates, width);
  return check::report("generic reduce");
}
