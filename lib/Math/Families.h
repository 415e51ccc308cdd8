// The builders of each family, on f32 and f64; Elementary.cpp chooses among them.
#ifndef DET_LIB_MATH_FAMILIES_H
#define DET_LIB_MATH_FAMILIES_H

#include "Expr.h"

namespace det::math {

// Exponential.cpp
Expr exponential(Expr x);
Expr exponentialMinusOne(Expr x);
Expr logistic(Expr x);
Expr hyperbolicTangent(Expr x);
Expr exp2F64(Expr x);

// Hyperbolic.cpp
Expr hyperbolicSine(Expr x);
Expr hyperbolicCosine(Expr x);

// InverseHyperbolic.cpp
Expr inverseHyperbolicSine(Expr x);
Expr inverseHyperbolicCosine(Expr x);
Expr inverseHyperbolicTangent(Expr x);

// Logarithm.cpp
Expr logarithm(Expr x);
Expr logarithmOfOnePlus(Expr x);
Expr logarithmTo2(Expr x);

// Power.cpp
Expr exponentialOf2(Expr x);
Expr power(Expr x, Expr y);
/// 2^t as f64 to about one ulp, for t clamped to [-300, 300]: beyond that every f32 is 0 or infinite.
Expr exp2CoreF64(Expr t);

// Roots.cpp
Expr reciprocalRoot(Expr x);
Expr cubeRoot(Expr x);

// Trigonometric.cpp and TrigonometricF64.cpp
Expr sine(Expr x);
Expr cosine(Expr x);
Expr tangent(Expr x);
Expr sinF64(Expr x);
Expr cosF64(Expr x);
Expr tanF64(Expr x);

// InverseTrigonometric.cpp
Expr arcSine(Expr x);
Expr arcCosine(Expr x);
Expr arcTangent(Expr x);
Expr arcTangent2(Expr y, Expr x);

// Error.cpp
Expr errorFunction(Expr x);
Expr complementaryErrorFunction(Expr x);
Expr inverseErrorFunction(Expr x);

// Gamma.cpp
Expr logarithmOfGamma(Expr x);
Expr digamma(Expr x);

} // namespace det::math

#endif
