// Literal evaluation of an expression: slow and obvious, one output element at a time. A value may
// be absent: a missing operand does not exist, x + nothing = x.
#ifndef DET_ORDER_EVALUATE_H
#define DET_ORDER_EVALUATE_H

#include "det/Order/Number.h"
#include "det/Order/Order.h"

#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace det::order {

/// A position in the box, one index per reduced dim.
using Index = std::vector<int64_t>;

/// The meaning of the nodes of an expression.
template <class T> struct Reading {
  /// One more element of a chain: the new accumulator, or the old one where the element is absent.
  std::function<std::optional<T>(std::optional<T> acc, const Index &index)> step;
  /// The join of two values that exist; the first is the left operand.
  std::function<T(T, T)> join;

  std::optional<T> joined(std::optional<T> left, std::optional<T> right) const {
    return !left ? right : !right ? left : std::optional<T>(join(*left, *right));
  }
};

/// A sum of x over the box; `x` gives the operand at an index, or nothing.
template <class T> Reading<T> sumOf(std::function<std::optional<T>(const Index &)> x) {
  auto add = [](T a, T b) { return canonical(a + b); };
  return {[=](std::optional<T> acc, const Index &i) -> std::optional<T> {
            std::optional<T> value = x(i);
            return !value ? acc : acc ? add(*acc, *value) : *value;
          },
          add};
}

/// A sum of products: in every chain the first is a * b, each further one fma(a, b, acc).
template <class T> Reading<T> productOf(std::function<std::optional<std::pair<T, T>>(const Index &)> pair) {
  return {[=](std::optional<T> acc, const Index &i) -> std::optional<T> {
            auto p = pair(i);
            if (!p)
              return acc;
            return canonical(acc ? std::fma(p->first, p->second, *acc) : p->first * p->second);
          },
          [](T a, T b) { return canonical(a + b); }};
}

/// The elements of a box, row-major.
inline std::vector<Index> indicesOf(const Box &box) {
  std::vector<Index> all{{}};
  for (Range r : box) {
    std::vector<Index> longer;
    for (const Index &index : all)
      for (int64_t i = r.begin; i < r.end; ++i) {
        longer.push_back(index);
        longer.back().push_back(i);
      }
    all = std::move(longer);
  }
  return all;
}

/// A leaf: a fold, or 32 lanes joined by halving. Tensor-core leaves are not modelled here:
/// nothing.
template <class T> std::optional<T> evaluateLeaf(const Order &order, const Box &box, const Reading<T> &reading) {
  if (order.leaf == Leaf::Mma)
    return std::nullopt;
  std::vector<Index> indices = indicesOf(box);
  size_t count = order.leaf == Leaf::Fold ? 1 : 32;
  std::vector<std::optional<T>> lanes(count);
  for (size_t i = 0; i < indices.size(); ++i)
    lanes[i % count] = reading.step(lanes[i % count], indices[i]);
  for (size_t half = count / 2; half; half /= 2)
    for (size_t j = 0; j < half; ++j)
      lanes[j] = reading.joined(lanes[j], lanes[j + half]);
  return lanes[0];
}

/// The value of the expression over `box`; an empty box is absent.
template <class T> std::optional<T> evaluate(const Order &order, const Box &box, const Reading<T> &reading) {
  if (isEmpty(box))
    return std::nullopt;
  auto pair = children(order, box);
  if (!pair)
    return evaluateLeaf(order, box, reading);
  return reading.joined(evaluate(order, pair->first, reading), evaluate(order, pair->second, reading));
}

/// The finished value: init joined once, on the left of the root; nothing at all is +0.0. Rounding
/// to the result type is the caller's.
template <class T> T finish(std::optional<T> root, std::optional<T> init = std::nullopt) {
  std::optional<T> value = !init ? root : !root ? init : std::optional<T>(*init + *root);
  return canonical(value.value_or(T(0)));
}

/// All prefix sums of x (suffix sums if `reverse`): a fold inside each block (blocks at multiples
/// of `block`), block totals folded into a carry, result = init + (carry + local).
template <class T>
std::vector<T> cumulativeSum(std::span<const T> x, std::optional<T> init = std::nullopt, bool reverse = false,
                             int64_t block = 64) {
  auto add = [](std::optional<T> a, std::optional<T> b) { return !a ? b : !b ? a : std::optional<T>(canonical(*a + *b)); };
  int64_t n = static_cast<int64_t>(x.size()), count = ceilDiv(n, block);
  std::vector<T> results(x.size());
  std::optional<T> carry;
  for (int64_t step = 0; step < count; ++step) {
    int64_t k = reverse ? count - 1 - step : step;
    int64_t begin = k * block, end = std::min(n, begin + block);
    std::optional<T> local;
    for (int64_t j = begin; j < end; ++j) {
      int64_t i = reverse ? begin + end - 1 - j : j;
      local = add(local, x[i]);
      results[i] = canonical(*add(init, add(carry, local)));
    }
    carry = add(carry, local);
  }
  return results;
}

} // namespace det::order

#endif // DET_ORDER_EVALUATE_H
