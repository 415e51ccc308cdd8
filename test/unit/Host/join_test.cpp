// Joins of node arrays and of programs: the bits of the recursive definition, for every operation and type.
#include "Check.h"

#include "det/Runtime/Host/Join.h"
#include "det/Runtime/Host/Postfix.h"

#include <bit>
#include <cmath>
#include <functional>

using namespace det::rt::host;
using check::Random;

namespace {

template <class T> T combined(JoinOp op, T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    const Bits x = std::bit_cast<Bits>(a), y = std::bit_cast<Bits>(b);
    switch (op) {
    case JoinOp::add:
      return a + b;
    case JoinOp::mul:
      return a * b;
    case JoinOp::max:
      if (std::isnan(a) || std::isnan(b))
        return std::numeric_limits<T>::quiet_NaN();
      return a == b ? (std::signbit(a) ? b : a) : a > b ? a : b;
    case JoinOp::min:
      if (std::isnan(a) || std::isnan(b))
        return std::numeric_limits<T>::quiet_NaN();
      return a == b ? (std::signbit(a) ? a : b) : a < b ? a : b;
    case JoinOp::bitAnd:
      return std::bit_cast<T>(static_cast<Bits>(x & y));
    case JoinOp::bitOr:
      return std::bit_cast<T>(static_cast<Bits>(x | y));
    case JoinOp::bitXor:
      return std::bit_cast<T>(static_cast<Bits>(x ^ y));
    default:
      return a;
    }
  } else {
    using U = std::make_unsigned_t<T>;
    switch (op) {
    case JoinOp::add:
      return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
    case JoinOp::mul:
      return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
    case JoinOp::max:
      return a > b ? a : b;
    case JoinOp::min:
      return a < b ? a : b;
    case JoinOp::maxUnsigned:
      return static_cast<U>(a) > static_cast<U>(b) ? a : b;
    case JoinOp::minUnsigned:
      return static_cast<U>(a) < static_cast<U>(b) ? a : b;
    case JoinOp::bitAnd:
      return static_cast<T>(a & b);
    case JoinOp::bitOr:
      return static_cast<T>(a | b);
    case JoinOp::bitXor:
      return static_cast<T>(a ^ b);
    }
  }
  return a;
}

template <class T> T canonical(T x) {
  if constexpr (std::is_floating_point_v<T>) {
    using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    if (std::isnan(x))
      return std::bit_cast<T>(static_cast<Bits>(static_cast<Bits>(-1) >> 1));
  }
  return x;
}

template <class T> void compare(Random &random, JoinOp op, Element type) {
  const int64_t count = random.below(4) == 0 ? random.below(2) : random.between(2, 40), n = random.between(1, 700),
                stride = n + random.below(3);
  std::vector<T> nodes(static_cast<size_t>(count * stride)), initial(static_cast<size_t>(n));
  for (auto *array : {&nodes, &initial})
    for (T &x : *array)
      if constexpr (std::is_floating_point_v<T>)
        x = check::value<T>(random, true);
      else
        x = static_cast<T>(random.next());
  std::vector<uint8_t> pops = treeProgram(count);
  std::function<T(int64_t, int64_t, int64_t)> tree = [&](int64_t first, int64_t m, int64_t i) -> T {
    if (m == 1)
      return nodes[first * stride + i];
    int64_t h = 1;
    while (2 * h < m)
      h *= 2;
    return combined(op, tree(first, h, i), tree(first + h, m - h, i));
  };
  const int kind = static_cast<int>(random.below(3));
  const Init init{static_cast<Init::Kind>(kind), kind == 0 ? nullptr : initial.data()};
  const int64_t begin = random.below(n), end = random.between(begin, n);
  std::vector<T> expected(static_cast<size_t>(n), T(7)), out = expected;
  for (int64_t i = begin; i < end; ++i) {
    const T left = kind == Init::scalar ? initial[0] : initial[i];
    if (count == 0)
      expected[i] = canonical(kind == 0 ? T(0) : left);
    else
      expected[i] = canonical(kind == 0 ? tree(0, count, i) : combined(op, left, tree(0, count, i)));
  }
  joinNodes(op, type, nodes.data(), stride, pops.data(), count, init, out.data(), begin, end);
  check::that(check::difference(expected, out) < 0, "op " + std::to_string(int(op)) + ", type " + std::to_string(int(type)) +
                                                        ", " + std::to_string(count) + " nodes, init " + std::to_string(kind));
}

void programs() {
  // T(m) by its definition.
  std::function<void(int64_t, std::vector<uint8_t> &)> define = [&](int64_t m, std::vector<uint8_t> &pops) {
    if (m == 1)
      return pops.push_back(0);
    int64_t h = 1;
    while (2 * h < m)
      h *= 2;
    define(h, pops);
    define(m - h, pops);
    ++pops.back();
  };
  for (int64_t m = 1; m < 300; ++m) {
    std::vector<uint8_t> pops;
    define(m, pops);
    check::that(pops == treeProgram(m), "program of T(" + std::to_string(m) + ")");
    check::that(postfixDepth(pops.data(), m) > 0, "depth of T(" + std::to_string(m) + ")");
  }
  check::that(nestPrograms(2, {0, 1}) == std::vector<uint8_t>({0, 1, 0, 2}), "nested program");
  const uint8_t under[] = {1}, over[] = {0, 0};
  check::that(postfixDepth(under, 1) == -1 && postfixDepth(over, 2) == -1 && postfixDepth(nullptr, 0) == 0,
              "malformed programs are seen");
}

} // namespace

int main() {
  programs();
  Random random{3};
  for (int round = 0; round < 60; ++round)
    for (int o = 0; o <= static_cast<int>(JoinOp::bitXor); ++o) {
      const JoinOp op = static_cast<JoinOp>(o);
      if (op != JoinOp::maxUnsigned && op != JoinOp::minUnsigned) {
        compare<float>(random, op, Element::f32);
        compare<double>(random, op, Element::f64);
      }
      compare<int8_t>(random, op, Element::i8);
      compare<int16_t>(random, op, Element::i16);
      compare<int32_t>(random, op, Element::i32);
      compare<int64_t>(random, op, Element::i64);
    }
  return check::report("join");
}
