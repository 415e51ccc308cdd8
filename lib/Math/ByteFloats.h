// Floats of 8 bits and less, held by their bits in f32 and back.
#ifndef DET_LIB_MATH_BYTEFLOATS_H
#define DET_LIB_MATH_BYTEFLOATS_H

#include "Expr.h"

namespace det::math {

/// What the bits of a small float format mean, beside the usual.
struct ByteFormat {
  int width, fraction, bias;
  bool isSigned;     ///< E8M0FNU is not, and has no zero either
  bool hasInfinity;  ///< then all larger magnitudes are NaN
  bool hasNaN;       ///< the only NaN is `nan`, where there is no infinity
  int64_t nan;       ///< the NaN that is stored; where the format has none, what takes its place: -0
  int64_t greatest;  ///< of the finite magnitudes
  bool hasMinusZero; ///< "UZ" formats have not; its bits are their NaN
};
ByteFormat byteFormatOf(mlir::Type type);

/// True for float types of 8 bits and less.
bool isByteFloat(mlir::Type type);

/// The value as f32, exactly.
Expr widenByteFloat(Expr x);

/// An f32 rounded to nearest even; a format without a fraction (E8M0FNU) has no even digits, and a middle goes up. Beyond the
/// greatest finite number: infinity, where there is none NaN, where there is neither the greatest number itself.
Expr narrowToByteFloat(Expr x, mlir::Type to);

} // namespace det::math

#endif
