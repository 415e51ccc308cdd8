// Rounds floats to formats with fewer bits, keeping their type.
#include "det/Math/Scalar.h"

#include "Expr.h"

#include "llvm/ADT/APFloat.h"

#include <algorithm>

namespace det::math {

mlir::Value buildReducePrecision(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, int64_t exponentBits,
                                 int64_t mantissaBits) {
  Expr x(builder, loc, value);
  if (!x.isFloat() || x.width() < 16 || exponentBits < 1 || mantissaBits < 0)
    return {};
  const llvm::fltSemantics &format = llvm::cast<mlir::FloatType>(x.element()).getFloatSemantics();
  int64_t fraction = llvm::APFloat::semanticsPrecision(format) - 1, exponent = x.width() - 1 - fraction;
  Expr raw = bits(x);
  Expr magnitude = raw & x.magnitudeMask();
  Expr sign = raw ^ magnitude;
  Expr infinity = bits(x.infinity());
  Expr isNaN = magnitude > infinity;
  if (mantissaBits < fraction) {
    // To nearest even on the bits; a carry moves into the exponent, up to infinity.
    unsigned drop = static_cast<unsigned>(fraction - mantissaBits);
    Expr even = shiftRightUnsigned(magnitude, drop) & 1;
    magnitude = (magnitude + even + ((int64_t(1) << (drop - 1)) - 1)) & ~((int64_t(1) << drop) - 1);
  }
  if (exponentBits < exponent) {
    int64_t bias = (int64_t(1) << (exponent - 1)) - 1, reduced = (int64_t(1) << (exponentBits - 1)) - 1;
    int64_t overflow = (bias + reduced + 1) << fraction, least = (bias - reduced + 1) << fraction;
    Expr tooGreat = magnitude >= overflow, tooSmall = magnitude < least;
    magnitude = select(tooSmall, 0, magnitude);
    magnitude = select(tooGreat, infinity, magnitude);
  }
  // A format without a fraction has no NaN.
  Expr ofNaN = mantissaBits ? raw.integer(x.magnitudeMask()) : infinity;
  return bitsToFloat(select(isNaN, ofNaN, magnitude | sign), x.element()).get();
}

} // namespace det::math
