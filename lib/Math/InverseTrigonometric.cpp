// asin, acos, atan and atan2: for f32 by way of f64, for f64 with the roundings of the last steps kept.
#include "Families.h"
#include "Pairs.h"

namespace det::math {

static constexpr double kPi = 0x1.921fb54442d18p+1, kPiLow = 0x1.1a62633145c07p-53;

//===-- asin and acos ------------------------------------------------------------------------------------------------===//

namespace {
/// asin |x| = angle for |x| <= 1/2 and pi/2 - 2 angle beyond.
struct Arc {
  Expr beyond;
  Pair angle;
};
} // namespace

/// Of the magnitude as f64; `exact` keeps what the root loses. NaN beyond 1.
static Arc arcSine(Expr a, llvm::ArrayRef<double> series, bool exact) {
  // asin s = s + s z p(z), z = s^2; beyond 1/2 with s = sqrt((1 - a)/2), since asin a = pi/2 - 2 asin s.
  Expr beyond = a > 0.5;
  Expr z = select(beyond, (1 - a) * 0.5, a * a);
  Expr root = sqrt(z);
  Expr s = select(beyond, root, a);
  Expr low = s * z * polynomial(z, series);
  if (exact) { // 0 / 0 at a = 1
    Expr lost = fma(negate(root), root, z) / select(equal(root, 0), 1, root + root);
    low = low + select(beyond, lost, 0);
  }
  return {beyond, fastTwoSum(s, low)};
}

static constexpr double kAsinF32[] = {0x1.55555555412d2p-3,  0x1.3333335128987p-4, 0x1.6db6cc09fd72ep-5, 0x1.f1cb0385fe4f6p-6,
                                      0x1.6e4331b15f452p-6,  0x1.1f88467641be6p-6, 0x1.9b3019de8f2e5p-7, 0x1.25fa525113b87p-6,
                                      -0x1.e286ee390ac5bp-8, 0x1.0282003af4318p-5};
static constexpr double kAsinF64[] = {0x1.5555555555553p-3,  0x1.3333333333a64p-4, 0x1.6db6db6d46758p-5,  0x1.f1c71ca934ecep-6,
                                      0x1.6e8b9ad1981cbp-6,  0x1.1c4f8820eaf02p-6, 0x1.c98094d0e0d43p-7,  0x1.7ba72aa5e1fa2p-7,
                                      0x1.36ae30ea700e1p-7,  0x1.486fdbd5b4ae9p-7, 0x1.4e11e47aec87bp-11, 0x1.9861ec76dc9b4p-6,
                                      -0x1.ae8c82538c392p-6, 0x1.14395dc77c8a9p-5};

static Arc arcSineOf(Expr x) {
  return x.width() == 32 ? arcSine(toF64(absolute(x)), kAsinF32, false) : arcSine(absolute(x), kAsinF64, true);
}

static Expr rounded(Expr like, Expr value) { return like.width() == 32 ? toF32(value) : value; }

Expr arcSine(Expr x) {
  Arc arc = arcSineOf(x);
  Pair other = addSmaller(pairOf(arc.angle.hi, kPi / 2, kPiLow / 2), scale(arc.angle, -2));
  Expr result = rounded(x, select(arc.beyond, other.hi, arc.angle.hi));
  return select(absolute(x) <= 1, flipSign(result, x), x.nan());
}

Expr arcCosine(Expr x) {
  // pi/2 -+ angle near 0; 2 angle for x > 1/2; pi - 2 angle for x < -1/2.
  Arc arc = arcSineOf(x);
  Expr negative = x < 0;
  Expr factor = select(arc.beyond, arc.angle.hi.constant(2), 1);
  Expr turned = select(negative, select(arc.beyond, negate(factor), factor), select(arc.beyond, factor, negate(factor)));
  Expr full = select(arc.beyond, select(negative, factor.constant(kPi), 0), kPi / 2);
  Expr fullLow = select(arc.beyond, select(negative, factor.constant(kPiLow), 0), kPiLow / 2);
  Pair sum = twoSum(full, arc.angle.hi * turned);
  Expr result = rounded(x, sum.hi + (sum.lo + fma(arc.angle.lo, turned, fullLow)));
  return select(absolute(x) <= 1, result, x.nan());
}

//===-- atan and atan2 -----------------------------------------------------------------------------------------------===//

static constexpr double kAtanF32[] = {-0x1.5555555555213p-2, 0x1.99999999396cep-3, -0x1.24924901e876bp-3, 0x1.c71c64ef31d1ap-4,
                                      -0x1.745bb2b05eed2p-4, 0x1.3afb72ab7dab8p-4, -0x1.0fff834c5e8a1p-4, 0x1.d221198dc949cp-5,
                                      -0x1.6493474bdcb9ep-5, 0x1.5b2c76f1ac4abp-6};
static constexpr double kAtanF64[] = {-0x1.5555555555554p-2, 0x1.999999999965ap-3, -0x1.2492492475d51p-3, 0x1.c71c71b778837p-4,
                                      -0x1.745d14bfc0d67p-4, 0x1.3b136ead2ae5ap-4, -0x1.110c79ba04a22p-4, 0x1.e17280690ef67p-5,
                                      -0x1.ab8093026a988p-5, 0x1.70f93a16bac56p-5, -0x1.125270bc2de66p-5, 0x1.f2512b6756e5cp-7};

/// The angle of the point (x, y) in the first quadrant, or pi less that where `mirrored`: x, y >= 0 as f64, not both infinite.
/// `exact` keeps all roundings.
static Expr angleOf(Expr y, Expr x, const Expr *mirrored, bool exact) {
  constexpr double kTanEighth = 0.41421356237309503;
  Expr steep = y > x;
  Expr larger = select(steep, y, x);
  Expr smaller = select(steep, x, y);
  // atan(q) = pi/4 + atan((q - 1)/(q + 1)) brings every quotient below tan(pi/8).
  Expr near = smaller > larger * kTanEighth;
  Pair numerator = {smaller, x.constant(0)}, denominator = {larger, x.constant(0)};
  if (exact) {
    numerator = select(near, twoSum(smaller, negate(larger)), numerator);
    denominator = select(near, fastTwoSum(larger, smaller), denominator);
  } else {
    numerator.hi = select(near, smaller - larger, smaller);
    denominator.hi = select(near, smaller + larger, larger);
  }
  denominator.hi = select(equal(denominator.hi, 0), 1, denominator.hi);
  Expr t = numerator.hi / denominator.hi;
  Expr square = t * t;
  Expr low = t * square * polynomial(square, exact ? llvm::ArrayRef<double>(kAtanF64) : kAtanF32);
  if (exact) {
    Expr left = fma(negate(t), denominator.hi, numerator.hi) + fma(negate(t), denominator.lo, numerator.lo);
    low = low + left / fma(denominator.hi, square, denominator.hi);
  }
  // Quarters of pi to start from, and the direction: pi/4 + t; pi/2 less that where steep; pi less that where mirrored.
  Expr quarters = select(near, t.constant(1), 0);
  Expr turned = select(steep, t.constant(-1), 1);
  quarters = select(steep, 2 - quarters, quarters);
  if (mirrored) {
    quarters = select(*mirrored, 4 - quarters, quarters);
    turned = select(*mirrored, negate(turned), turned);
  }
  Pair sum = fastTwoSum(quarters * (kPi / 4), t * turned);
  Expr lowest = fma(low, turned, sum.lo);
  return sum.hi + (exact ? fma(quarters, quarters.constant(kPiLow / 4), lowest) : lowest);
}

Expr arcTangent(Expr x) {
  Expr magnitude = absolute(x);
  // Infinity is as far out as 2^100.
  Expr limited = select(magnitude > 0x1p+100, 0x1p+100, magnitude);
  Expr result = x.width() == 32 ? toF32(angleOf(toF64(limited), toF64(limited).constant(1), nullptr, false))
                                : angleOf(limited, limited.constant(1), nullptr, true);
  // Keeps subnormals and NaN.
  return flipSign(select(magnitude > 0x1p-60, result, magnitude), x);
}

Expr arcTangent2(Expr y, Expr x) {
  bool isF32 = x.width() == 32;
  Expr ax = isF32 ? toF64(absolute(x)) : absolute(x);
  Expr ay = isF32 ? toF64(absolute(y)) : absolute(y);
  // Two infinities are as far out as each other: 1 stands for infinity and 0 for the finite.
  Expr infinite = ax.infinity();
  Expr far = equal(ax, infinite) | equal(ay, infinite);
  auto direction = [&](Expr a) { return select(far, select(equal(a, infinite), a.constant(1), 0), a); };
  ax = direction(ax);
  ay = direction(ay);
  if (!isF32) {
    // Away from overflow and from subnormals: only the quotient counts.
    Expr larger = select(ay > ax, ay, ax);
    Expr factor = select(larger > 0x1p+900, larger.constant(0x1p-200), select(larger < 0x1p-800, larger.constant(0x1p+200), 1));
    ax = ax * factor;
    ay = ay * factor;
  }
  Expr mirrored = bits(x) < 0;
  Expr angle = angleOf(ay, ax, &mirrored, !isF32);
  Expr result = flipSign(isF32 ? toF32(angle) : angle, y);
  return select(notEqual(x, x) | notEqual(y, y), x.nan(), result);
}

} // namespace det::math
