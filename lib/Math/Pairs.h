// Arithmetic on unevaluated sums: about twice the bits of the format.
#ifndef DET_LIB_MATH_PAIRS_H
#define DET_LIB_MATH_PAIRS_H

#include "Expr.h"

namespace det::math {

/// a * b exactly, away from under- and overflow.
inline Pair twoProduct(Expr a, Expr b) {
  Expr product = a * b;
  return {product, fma(a, b, negate(product))};
}

/// A constant of two parts.
inline Pair pairOf(Expr like, double hi, double lo) { return {like.constant(hi), like.constant(lo)}; }

inline Pair negate(Pair a) { return {negate(a.hi), negate(a.lo)}; }
inline Pair scale(Pair a, double power) { return {a.hi * power, a.lo * power}; }

// Each result below is within a few units of the square of the format's precision, relative to the greater operand of a sum.

inline Pair add(Pair a, Pair b) {
  Pair sum = twoSum(a.hi, b.hi);
  return fastTwoSum(sum.hi, sum.lo + (a.lo + b.lo));
}
inline Pair add(Pair a, Expr b) {
  Pair sum = twoSum(a.hi, b);
  return fastTwoSum(sum.hi, sum.lo + a.lo);
}
/// Where |a| >= |b|.
inline Pair addSmaller(Pair a, Pair b) {
  Pair sum = fastTwoSum(a.hi, b.hi);
  return fastTwoSum(sum.hi, sum.lo + (a.lo + b.lo));
}

inline Pair multiply(Pair a, Pair b) {
  Pair product = twoProduct(a.hi, b.hi);
  return fastTwoSum(product.hi, fma(a.hi, b.lo, fma(a.lo, b.hi, product.lo)));
}
inline Pair multiply(Pair a, Expr b) {
  Pair product = twoProduct(a.hi, b);
  return fastTwoSum(product.hi, fma(a.lo, b, product.lo));
}

inline Pair divide(Pair a, Pair b) {
  Expr quotient = a.hi / b.hi;
  Expr left = fma(negate(quotient), b.hi, a.hi) + fma(negate(quotient), b.lo, a.lo);
  return fastTwoSum(quotient, left / b.hi);
}

/// Of a positive number.
inline Pair squareRoot(Pair a) {
  Expr root = sqrt(a.hi);
  Expr left = fma(negate(root), root, a.hi) + a.lo;
  return fastTwoSum(root, left / (root + root));
}

inline Pair select(Expr condition, Pair yes, Pair no) {
  return {select(condition, yes.hi, no.hi), select(condition, yes.lo, no.lo)};
}

} // namespace det::math

#endif
