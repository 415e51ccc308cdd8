// The builders of each family; Elementary.cpp chooses among them.
#ifndef DET_LIB_MATH_FAMILIES_H
#define DET_LIB_MATH_FAMILIES_H

#include "Expr.h"

namespace det::math {

// Exponential.cpp, on f32 and f64.
Expr exponential(Expr x);
Expr exponentialMinusOne(Expr x);
Expr logistic(Expr x);
Expr hyperbolicTangent(Expr x);
Expr exp2F64(Expr x);

// Logarithm.cpp
Expr logarithm(Expr x); // all three on f32 and f64
Expr logarithmOfOnePlus(Expr x);
Expr logarithmTo2(Expr x);
/// log2 of a positive, finite, normal f64 to about two ulps.
Expr log2CoreF64(Expr x);

// Power.cpp
Expr exponentialOf2(Expr x); ///< f32 and f64
Expr powF32(Expr x, Expr y);
Expr cbrtF32(Expr x);
Expr reciprocalRoot(Expr x); ///< f32 and f64
/// 2^t as f64 to about one ulp, for t clamped to [-300, 300]: beyond that every f32 is 0 or infinite.
Expr exp2CoreF64(Expr t);

// Trigonometric.cpp
Expr sinF32(Expr x);
Expr cosF32(Expr x);
Expr tanF32(Expr x);
Expr atan2F32(Expr y, Expr x);

// Error.cpp
Expr erfF32(Expr x);
Expr erfcF32(Expr x);
Expr erfInvF32(Expr x);

} // namespace det::math

#endif
