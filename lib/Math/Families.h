// The builders of each family, on one element type; Elementary.cpp chooses among them.
#ifndef DET_LIB_MATH_FAMILIES_H
#define DET_LIB_MATH_FAMILIES_H

#include "Expr.h"

namespace det::math {

// Exponential.cpp, f32 throughout.
Expr expF32(Expr x);
Expr expm1F32(Expr x);
Expr logisticF32(Expr x);
Expr tanhF32(Expr x);

/// e^x = 2^exponent * (1 + hi + lo), |hi| <= 0.42, lo below an ulp of hi: the shared start of the four above. `exponent` is i32.
struct Exponential {
  Expr exponent;
  Expr hi;
  Expr lo;
};
Exponential reduceExponential(Expr x);

/// 2^n as f32 for an i32 n in [-126, 127].
Expr powerOfTwoF32(Expr n);
/// x * 2^n for an i32 n in [-252, 254], rounded once but for subnormal results.
Expr scaleF32(Expr x, Expr n);

// Logarithm.cpp
Expr logF32(Expr x);
Expr log1pF32(Expr x);
Expr log2F32(Expr x);
/// log2 of a positive, finite, normal f64 to about two ulps.
Expr log2CoreF64(Expr x);

// Power.cpp
Expr exp2F32(Expr x);
Expr powF32(Expr x, Expr y);
Expr cbrtF32(Expr x);
Expr rsqrtF32(Expr x);
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
