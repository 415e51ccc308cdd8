// Scatters: bits of the recursive definition (order.md section 1, rows "scatter-add" and "scatter with overwrite"), for
// random dimension numbers, operations, nodes, shards and cuts of the work.
#include "RandomScatter.h"

#include "det/Runtime/Host/Scatter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>

using namespace det::rt::host;
using check::Random;

namespace {

using Dims = std::vector<int64_t>;

int64_t count(const Dims &shape) {
  int64_t n = 1;
  for (int64_t size : shape)
    n *= size;
  return n;
}

Dims unravel(int64_t index, const Dims &shape) {
  Dims at(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    at[d] = index % shape[d];
    index /= shape[d];
  }
  return at;
}

int64_t ravel(const Dims &at, const Dims &shape) {
  int64_t index = 0;
  for (size_t d = 0; d < shape.size(); ++d)
    index = index * shape[d] + at[d];
  return index;
}

bool has(const Dims &dims, int64_t d) { return std::find(dims.begin(), dims.end(), d) != dims.end(); }

template <class T> T canonical(T x) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(x))
      return sizeof(T) == 4 ? T(__builtin_nanf("0x7fffff")) : T(__builtin_nan("0xfffffffffffff"));
  return x;
}

template <class T> T joined(ScatterOp op, T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (op == ScatterOp::max || op == ScatterOp::min) {
      if (std::isnan(a) || std::isnan(b))
        return std::numeric_limits<T>::quiet_NaN();
      if (a == b)
        return std::signbit(a) == (op == ScatterOp::max) ? b : a;
      return (a > b) == (op == ScatterOp::max) ? a : b;
    }
    return op == ScatterOp::mul ? a * b : a + b;
  } else {
    switch (op) {
    case ScatterOp::mul:
      return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
    case ScatterOp::max:
      return std::max(a, b);
    case ScatterOp::min:
      return std::min(a, b);
    default:
      return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
    }
  }
}

template <class T> T identity(ScatterOp op) {
  using Limits = std::numeric_limits<T>;
  switch (op) {
  case ScatterOp::mul:
    return T(1);
  case ScatterOp::max:
    return Limits::has_infinity ? -Limits::infinity() : Limits::min();
  case ScatterOp::min:
    return Limits::has_infinity ? Limits::infinity() : Limits::max();
  default:
    return Limits::has_infinity ? static_cast<T>(-0.0) : T(0);
  }
}

// The expression E over the scatter positions of one target; `updates` holds those that exist.
template <class T> struct Definition {
  const std::map<Dims, T> &updates;
  ScatterOp op;
  Dims blocks;

  std::optional<T> join(std::optional<T> a, std::optional<T> b) const {
    return !a ? b : !b ? a : std::optional<T>(joined(op, *a, *b));
  }

  std::optional<T> tree(const Dims &low, const Dims &high, size_t level, int64_t first, int64_t m) const {
    if (m == 1) {
      Dims l = low, h = high;
      l[level] = std::max(low[level], first * blocks[level]);
      h[level] = std::min(high[level], (first + 1) * blocks[level]);
      return node(l, h, level + 1);
    }
    int64_t half = 1;
    while (2 * half < m)
      half *= 2;
    return join(tree(low, high, level, first, half), tree(low, high, level, first + half, m - half));
  }

  std::optional<T> node(const Dims &low, const Dims &high, size_t level) const {
    while (level < blocks.size() && blocks[level] == 0)
      ++level;
    if (level < blocks.size()) {
      const int64_t first = low[level] / blocks[level], last = (high[level] - 1) / blocks[level];
      return tree(low, high, level, first, last - first + 1);
    }
    std::optional<T> acc;
    for (auto next = updates.lower_bound(low); next != updates.end(); ++next) { // positions are in row-major order
      const auto &[at, value] = *next;
      if (at > high)
        break;
      bool inside = true;
      for (size_t d = 0; d < at.size(); ++d)
        inside &= at[d] >= low[d] && at[d] < high[d];
      if (inside)
        acc = join(acc, value);
    }
    return acc;
  }
};

template <class T> void compare(Random &random, Element type) {
  const check::RandomScatter made = check::randomScatter(random, type);
  const Scatter &s = made.scatter;
  const ScatterNode &node = made.node;
  const Dims &whole = made.whole, &scatterPositions = made.scatterPositions, &blocks = made.blocks;
  const int64_t rank = static_cast<int64_t>(whole.size());
  const size_t scatterDims = scatterPositions.size();

  const auto numbers = [&](int64_t n) {
    std::vector<T> values(static_cast<size_t>(n));
    for (T &x : values)
      if constexpr (std::is_floating_point_v<T>)
        x = canonical(check::value<T>(random, true));
      else
        x = static_cast<T>(random.next());
    return values;
  };
  const std::vector<T> operand = numbers(count(s.operandShape)), updates = numbers(count(s.updatesShape));
  std::vector<int32_t> indices(static_cast<size_t>(count(s.indicesShape)));
  const bool crowded = random.below(2); // many updates per target, so that trees have many leaves
  for (int32_t &x : indices)
    x = static_cast<int32_t>(crowded ? random.between(0, 1) : random.between(-1, 7));

  // Which updates hit which element, by the index equations of the specification.
  std::vector<std::map<Dims, T>> hits(operand.size());
  for (int64_t u = 0; u < count(s.updatesShape); ++u) {
    const Dims at = unravel(u, s.updatesShape);
    Dims position, window, scatterAt, full(static_cast<size_t>(rank), 0);
    for (int64_t d = 0; d < static_cast<int64_t>(at.size()); ++d)
      (has(s.updateWindowDims, d) ? window : position).push_back(at[d]);
    for (size_t i = 0; i < s.scatterDimsToOperandDims.size(); ++i) {
      Dims index = position;
      index.insert(index.begin() + s.indexVectorDim, static_cast<int64_t>(i));
      full[s.scatterDimsToOperandDims[i]] += indices[ravel(index, s.indicesShape)];
    }
    for (size_t i = 0; i < s.inputBatchingDims.size(); ++i) {
      const int64_t d = s.scatterIndicesBatchingDims[i];
      full[s.inputBatchingDims[i]] += position[d < s.indexVectorDim ? d : d - 1];
    }
    size_t next = 0;
    bool inside = true;
    for (int64_t d = 0; d < rank; ++d) {
      if (!has(s.insertedWindowDims, d) && !has(s.inputBatchingDims, d))
        full[d] += window[next++];
      inside &= full[d] >= 0 && full[d] < whole[d];
      full[d] -= s.operandStart.empty() ? 0 : s.operandStart[d];
      inside &= full[d] >= 0 && full[d] < s.operandShape[d];
    }
    for (size_t d = 0; d < scatterDims; ++d) {
      scatterAt.push_back(position[scatterPositions[d]] + s.updatesStart[d]);
      inside &= scatterAt[d] >= node.start[d] && scatterAt[d] < node.end[d];
    }
    if (inside)
      hits[ravel(full, s.operandShape)][scatterAt] = updates[u];
  }

  const bool withOperand = s.op == ScatterOp::assign || random.below(2);
  std::vector<T> expected(operand.size());
  for (size_t i = 0; i < operand.size(); ++i) {
    if (s.op == ScatterOp::assign) {
      expected[i] = hits[i].empty() ? operand[i] : hits[i].rbegin()->second;
      continue;
    }
    const std::optional<T> root =
        hits[i].empty() ? std::nullopt : Definition<T>{hits[i], s.op, blocks}.node(node.start, node.end, 0);
    if (withOperand)
      expected[i] = root ? canonical(joined(s.op, operand[i], *root)) : operand[i];
    else
      expected[i] = root ? canonical(*root) : identity<T>(s.op);
  }

  const auto prepared = prepareScatter(s);
  check::that(bool(prepared), prepared ? "" : prepared.error().message);
  if (!prepared)
    return;
  const bool inPlace = withOperand && random.below(2);
  std::vector<T> out = inPlace ? operand : std::vector<T>(operand.size(), T(3));
  for (int64_t begin = 0; begin < prepared->rows;) {
    const int64_t end = random.below(3) == 0 ? random.between(begin + 1, prepared->rows) : prepared->rows;
    std::vector<int64_t> scratch(scatterScratch(*prepared, end - begin) / 8 + 1);
    runScatter(*prepared, node,
               inPlace       ? out.data()
               : withOperand ? operand.data()
                             : nullptr,
               indices.data(), updates.data(), out.data(), begin, end, scratch.data());
    begin = end;
  }
  const int64_t at = check::difference(expected, out);
  check::that(at < 0, "op " + std::to_string(int(s.op)) + ", type " + std::to_string(int(type)) + ", rank " +
                          std::to_string(rank) + ", scatter dims " + std::to_string(scatterDims) +
                          (prepared->windowed ? ", windowed" : "") + (s.operandStart.empty() ? "" : ", shard") + ", at " +
                          std::to_string(at));
}

} // namespace

int main(int argc, char **argv) {
  Random random{13};
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 60;
  for (int round = 0; round < rounds; ++round) {
    compare<float>(random, Element::f32);
    compare<double>(random, Element::f64);
    compare<int32_t>(random, Element::i32);
    compare<int64_t>(random, Element::i64);
  }
  Scatter s;
  s.operandShape = {8, 4};
  s.indicesShape = {3, 1};
  s.updatesShape = {3, 4};
  s.updateWindowDims = {1};
  s.insertedWindowDims = {0};
  s.scatterDimsToOperandDims = {0};
  s.indexVectorDim = 1;
  check::that(bool(prepareScatter(s)), "an embedding gradient is accepted");
  s.blocks = {4, 1};
  check::that(!prepareScatter(s), "one block per scatter dim");
  return check::report("scatter");
}
