// The expression of a reduction as the certificate's order says it, over terms that lie one after the other.
#ifndef DET_LIB_PROBE_TREE_H
#define DET_LIB_PROBE_TREE_H

#include "Kernels/Joins.h"
#include "Meaning.h"
#include "Order.h"

#include <cstring>
#include <functional>

namespace det::probe {

using verify::Box;
using verify::Index;
using verify::Ordered;
using verify::Range;

/// Leaves and joins of a node; terms are numbered row-major in the node's box.
struct Tree {
  bool lanes = false;
  std::vector<std::vector<int64_t>> leaves; ///< terms, in order
  std::vector<int> joins;                   ///< that follow each leaf
  int64_t terms = 0;

  Tree(const Ordered &order, const Box &node);

  /// The value of the node; nothing if it has no term. `term(i)` gives a term, or nothing where there is none; `step(acc, i,
  /// term)` adds a term to a chain, `join(left, right)` joins two values.
  template <class T, class Term, class Step, class Join> std::optional<T> evaluate(Term &&term, Step &&step, Join &&join) const {
    std::vector<std::optional<T>> stack;
    auto both = [&](const std::optional<T> &left, const std::optional<T> &right) {
      return !left ? right : !right ? left : std::optional<T>(join(*left, *right));
    };
    for (size_t leaf = 0; leaf < leaves.size(); ++leaf) {
      const size_t count = lanes ? 32 : 1;
      std::optional<T> lane[32];
      for (size_t i = 0; i < leaves[leaf].size(); ++i)
        if (auto value = term(leaves[leaf][i]))
          lane[i % count] = step(lane[i % count], *value);
      for (size_t half = count / 2; half; half /= 2)
        for (size_t i = 0; i < half; ++i)
          lane[i] = both(lane[i], lane[i + half]);
      stack.push_back(lane[0]);
      for (int joined = joins[leaf]; joined > 0; --joined) {
        std::optional<T> right = stack.back();
        stack.pop_back();
        stack.back() = both(stack.back(), right);
      }
    }
    return stack.empty() ? std::nullopt : stack.back();
  }

  /// The terms of the smallest node that has both: what a probe of two terms reveals. `exists` says which terms there are.
  int64_t meeting(int64_t a, int64_t b, const std::function<bool(int64_t)> &counts) const;
};

/// How a combiner joins elements of a type: booleans add by or and multiply by and.
std::optional<reference::Join> joinOf(const std::string &combiner, const std::string &type);

/// Calls f with a zero of the type that values of `acc` are joined in; false for types that nothing accumulates.
template <class F> bool withAccumulator(const std::string &acc, F f) {
  if (acc == "f32")
    return f(float()), true;
  if (acc == "f64")
    return f(double()), true;
  std::optional<Scalar> scalar = scalarOf(acc);
  if (!scalar || reference::isFloat(*scalar))
    return false;
  const bool plain = isUnsigned(acc);
  switch (reference::sizeOf(*scalar)) {
  case 1:
    return plain ? f(uint8_t()) : f(int8_t()), true;
  case 2:
    return plain ? f(uint16_t()) : f(int16_t()), true;
  case 4:
    return plain ? f(uint32_t()) : f(int32_t()), true;
  default:
    return plain ? f(uint64_t()) : f(int64_t()), true;
  }
}

} // namespace det::probe

#endif // DET_LIB_PROBE_TREE_H
