// erf, erfc and the inverse of erf: for f32 by way of f64, for f64 with pairs where it matters.
#include "ExponentialPieces.h"
#include "Families.h"
#include "LogarithmPieces.h"

namespace det::math {

/// e^(-x^2) R(x) = erfc(x) for x >= 0. x^2 of a f32 is exact in f64. Beyond 10.06 the value rounds to 0 in f32.
static Expr erfcTail(Expr x) {
  constexpr double kLog2E = 0x1.71547652b82fep+0;
  Expr a = select(x > 10.5, 10.5, x);
  Expr t = (a - 3) / (a + 3);
  Expr series = polynomial(t, {0x1.40c522d7e49a9p+0, -0x1.15c084bba25dfp-3, -0x1.85a15c58f3cb0p-5, 0x1.098366a708637p-3,
                               -0x1.e88b8032bbe72p-4, 0x1.17ca283518655p-4, -0x1.8574c6a30d096p-6, 0x1.4b88a6f2bda26p-9,
                               0x1.ef1daa8077aadp-10, -0x1.98e218da837cfp-11, -0x1.b9bf388fcbc94p-14, 0x1.068aab693901bp-13,
                               0x1.6eb669001987p-18, -0x1.4f4dc8c9c67b8p-16, -0x1.999c7378fbba3p-20, 0x1.7f4cd2a3e7bf8p-19,
                               0x1.8d2a67b15efb3p-21});
  return exp2CoreF64(a * a * -kLog2E) * (series / fma(a, a.constant(2), a.constant(1)));
}

static Expr erfF32(Expr x) {
  // From 3.92 on erf rounds to 1.
  Expr narrow = absolute(x);
  Expr magnitude = toF64(select(narrow > 4, 4, narrow));
  Expr near = polynomial(magnitude * magnitude,
                         {0x1.20dd750429b6bp+0, -0x1.812746b037386p-2, 0x1.ce2f21a0027dep-4, -0x1.b82ce302c028ap-6,
                          0x1.565bcb10dc1fdp-8, -0x1.c02d68e6d3eadp-11, 0x1.f99c3bc3b18dcp-14, -0x1.f46916b4a441ap-17,
                          0x1.b5d96b0dcd222p-20, -0x1.463f29ee5b44fp-23, 0x1.44390bfa0d035p-27});
  Expr far =
      polynomial(magnitude - 2.5, {0x1.ffcaa8f4c94b3p-1,   0x1.1d8317308e5fap-9,   -0x1.64e3dcbd012c0p-8,  0x1.119d9fb2f2bb2p-7,
                                   -0x1.1a89ba3a0e499p-7,  0x1.90e8278850183p-8,   -0x1.6ecdac233fa50p-9,  0x1.1c5e1316ca953p-11,
                                   0x1.11531a63488ffp-12,  -0x1.06629daf0daf3p-12, 0x1.4a93f50030e99p-14,  0x1.531ca0b67f56ep-18,
                                   -0x1.d9094330a8562p-17, 0x1.4037f4e5665d0p-18,  0x1.a21416352b032p-23,  -0x1.7331e876de154p-21,
                                   0x1.7396fed83cec9p-23,  0x1.462d4ab6b7237p-25,  -0x1.7d2d82be0e61dp-26, -0x1.d36f85ecf72dfp-32,
                                   0x1.1f88eaa7d9d0ap-30});
  return flipSign(toF32(select(magnitude < 1, magnitude * near, far)), x);
}

static Expr erfcF32(Expr x) {
  Expr tail = erfcTail(toF64(absolute(x)));
  return toF32(select(x < 0, 2 - tail, tail));
}

/// erfinv(x) / x for w = -log2(1 - x^2) up to 7.5.
static Expr erfInvNear(Expr w) {
  return polynomial(w, {0x1.c5bf891b4fb5dp-1, 0x1.495bcbd9d8780p-3, 0x1.6ba75f01e4cddp-8, -0x1.97b628d746534p-11,
                        -0x1.efcf0937cefa7p-16, 0x1.f4082774ea02bp-18, 0x1.f05b67f89331cp-23, -0x1.63f4123def7b8p-24,
                        0x1.2e5185c2ca16ap-31, -0x1.63e22c1391b62p-34, 0x1.205064ca4a636p-32, -0x1.e253eecce4800p-35,
                        0x1.88c0435084e28p-38, -0x1.6ee8344410d2cp-42, 0x1.7cc5e008bd558p-47, -0x1.576a57805da3ap-53});
}

static Expr erfInvF32(Expr x) {
  // x P(w) with w = -log2(1 - x^2), after M. B. Giles (GPU Computing Gems, Jade edition, 2011): in w the function is smooth up to
  // x = 1. Near 1 it behaves like sqrt(w).
  Expr wide = toF64(x);
  Expr w = negate(log2CoreF64(fma(negate(wide), wide, wide.constant(1))));
  Expr far = polynomial(sqrt(w), {0x1.5c5a5476d192dp+3, -0x1.1f7495788e396p+5, 0x1.d4cb1e5acb6c0p+5, -0x1.c5a891d60fdf1p+5,
                                  0x1.235ddec37a296p+5, -0x1.033f5407e0dabp+4, 0x1.444bf137ac287p+2, -0x1.18cc88c711212p+0,
                                  0x1.37c5a0b29f9d4p-3, -0x1.335d6f78ce339p-7, -0x1.f07637d1c2b16p-11, 0x1.2b87e427f5eeap-12,
                                  -0x1.003835a41fd85p-15, 0x1.bec7dcb8639f2p-20, -0x1.49c9eec311592p-25});
  Expr result = toF32(wide * select(w < 7.5, erfInvNear(w), far));
  Expr magnitude = absolute(x);
  Expr outside = select(equal(magnitude, 1), flipSign(x.infinity(), x), x.nan());
  return select(magnitude < 1, result, outside);
}

//===-- f64 ----------------------------------------------------------------------------------------------------------===//

namespace {
/// erfc(a) = 2^exponent value, and e^(-a^2) = 2^exponent density.
struct Tail {
  Expr exponent;
  Pair value;
  Expr density;
};
} // namespace

/// For a >= 0: e^(-a^2) R(t) / (1 + 2a), t = (a - 4)/(a + 4). Beyond 27.3 the value rounds to 0.
static Tail tailF64(Expr a) {
  a = select(a > 27.5, 27.5, a);
  Exponential e = exponentialPieces(negate(twoProduct(a, a)));
  Pair density = addOne(e);
  Expr t = (a - 4) / (a + 4);
  Expr series = polynomial(t, {-0x1.1df1ad154a28ep-3,  0x1.f7f5df66fd7b8p-7,   0x1.16ecefcfa53a4p-4,   -0x1.9ddb23c3e90d8p-4,
                               0x1.7fee004e122d5p-4,   -0x1.0fb06dfe4904bp-4,  0x1.3079edf688ed9p-5,   -0x1.0962388532dadp-6,
                               0x1.49c67283e4bb6p-8,   -0x1.8d4a99ade5c84p-11, -0x1.a1df235191e66p-13, 0x1.3be03607ba1a6p-13,
                               -0x1.995999bceb47dp-16, -0x1.7882747d32b87p-17, 0x1.7f2d75bb4238dp-18,  0x1.38b7215500932p-22,
                               -0x1.bb71194956257p-21, 0x1.500edef00f0eep-24,  0x1.de2aa2af07543p-24,  -0x1.68aacdff8bf09p-26,
                               -0x1.0b9da89395aeep-26, 0x1.bc91e5ccf05d0p-29,  0x1.1ff772073c132p-29,  -0x1.047a4b883f61ap-32,
                               -0x1.6d7c5deb7969bp-33});
  Pair product = twoProduct(t, series);
  Pair sum = fastTwoSum(t.constant(0x1.3ba5916e9fd7fp+0), product.hi);
  Pair ratio = divide({sum.hi, sum.lo + product.lo}, twoSum(a + a, a.constant(1)));
  return {e.exponent, multiply(density, ratio), density.hi};
}

/// erf of [0, 1] as x (2/sqrt(pi) + z p(z)), z = x^2.
static Pair erfNear(Expr x) {
  Expr z = x * x;
  Expr series = polynomial(z, {-0x1.812746b0379e6p-2, 0x1.ce2f21a042b55p-4, -0x1.b82ce312856b1p-6, 0x1.565bcd0dccb51p-8,
                               -0x1.c02db3dda599cp-11, 0x1.f9a3222219bc0p-14, -0x1.f4d1e86409051p-17, 0x1.b9df61c5f6e4ap-20,
                               -0x1.5f20c67248d9ep-23, 0x1.f7c8f36a33db9p-27, -0x1.38d8d4f212331p-30, 0x1.0699f40cb4daap-34});
  Pair sum = fastTwoSum(x.constant(0x1.20dd750429b6dp+0), z * series);
  return multiply({sum.hi, sum.lo + 0x1.1ae3a914fed80p-56}, x);
}

static Expr erfF64(Expr x) {
  Expr magnitude = absolute(x);
  Expr limited = select(magnitude > 7, 7, magnitude);
  Tail tail = tailF64(limited);
  Expr power = powerOfTwo(tail.exponent);
  Pair far = fastTwoSum(x.constant(1), tail.value.hi * negate(power));
  Expr result = select(limited < 1, erfNear(limited).hi, far.hi + fma(tail.value.lo, negate(power), far.lo));
  // A subnormal has no low part to keep.
  return flipSign(select(limited < 0x1p-500, limited * 0x1.20dd750429b6dp+0, result), x);
}

static Expr erfcF64(Expr x) {
  Tail tail = tailF64(absolute(x));
  Expr positive = scaleOnce(tail.value, tail.exponent);
  Expr result = select(x < 0, 2 - positive, positive);
  // Near 0 an error of t would tell.
  Expr small = absolute(x) < 0.5;
  Pair near = erfNear(select(small, x, 0));
  Pair rest = fastTwoSum(x.constant(1), negate(near.hi));
  return select(small, rest.hi + (rest.lo - near.lo), result);
}

static Expr erfInvF64(Expr x) {
  // A start to 2^-22 at worst, then one step of third order from the exact difference.
  Expr a = absolute(x);
  Expr w = negate(log2CoreF64(fma(negate(a), a, a.constant(1))));
  Expr far = polynomial(sqrt(w), {-0x1.7f4978bb51589p-2, 0x1.1cbf367f7b908p+2, -0x1.8c424d3ab3b49p+2, 0x1.3e0ad6b5433ebp+2,
                                  -0x1.3210c361aa6f2p+1, 0x1.84377a3158983p-1, -0x1.51f296594863dp-3, 0x1.982cfb9387dbfp-6,
                                  -0x1.515088fa9da16p-9, 0x1.6cc814ffdf31dp-13, -0x1.d1e759d06a3c9p-18, 0x1.0abdb049d66cap-23});
  Expr start = a * select(w < 7.5, erfInvNear(w), far);
  Tail tail = tailF64(start);
  Pair near = erfNear(select(start > 1, 1, start));
  Expr power = powerOfTwo(tail.exponent);
  Expr excess = select(a > 0.5, ((1 - a) - tail.value.hi * power) - tail.value.lo * power, (near.hi - a) + near.lo);
  Expr first = excess / (tail.density * power) * 0x1.c5bf891b4ef6bp-1;
  Expr result = start - first * fma(negate(start), first, start.constant(1));
  Expr outside = select(equal(a, 1), a.infinity(), a.nan());
  return flipSign(select(a < 1, select(a < 0x1p-500, a * 0x1.c5bf891b4ef6bp-1, result), outside), x);
}

Expr errorFunction(Expr x) { return x.width() == 32 ? erfF32(x) : erfF64(x); }
Expr complementaryErrorFunction(Expr x) { return x.width() == 32 ? erfcF32(x) : erfcF64(x); }
Expr inverseErrorFunction(Expr x) { return x.width() == 32 ? erfInvF32(x) : erfInvF64(x); }

} // namespace det::math
