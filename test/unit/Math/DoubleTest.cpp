// The f64 functions against MPFR, and the exact remainder of f32 against C's.
#include "Evaluate.h"

#include "det/Math/Canonical.h"
#include "det/Math/Elementary.h"
#include "det/Math/Scalar.h"

#include <cmath>
#include <mpfr.h>

using namespace det::math;
using namespace det::math::test;

namespace {

using Truth = void (*)(mpfr_t, mpfr_t);

void trueLogistic(mpfr_t out, mpfr_t x) {
  mpfr_neg(out, x, MPFR_RNDN);
  mpfr_exp(out, out, MPFR_RNDN);
  mpfr_add_ui(out, out, 1, MPFR_RNDN);
  mpfr_ui_div(out, 1, out, MPFR_RNDN);
}

/// IEEE 754 gives rSqrt(-0) the sign of zero, MPFR does not.
void trueRsqrt(mpfr_t out, mpfr_t x) {
  if (mpfr_zero_p(x))
    mpfr_set_inf(out, mpfr_signbit(x) ? -1 : 1);
  else
    mpfr_rec_sqrt(out, x, MPFR_RNDN);
}

/// Error in units of the spacing of f64 at the true value; 1e9 when a special value is missed.
double errorInUlps(mpfr_t truth, double result) {
  double rounded = mpfr_get_d(truth, MPFR_RNDN);
  if (std::isnan(rounded) || std::isnan(result) || std::isinf(rounded) || std::isinf(result) || rounded == 0)
    return std::bit_cast<F64>(rounded) == std::bit_cast<F64>(result) || (std::isnan(rounded) && std::isnan(result)) ? 0 : 1e9;
  int exponent = std::max(std::ilogb(rounded), -1022);
  mpfr_t difference;
  mpfr_init2(difference, 160);
  mpfr_sub_d(difference, truth, result, MPFR_RNDN);
  mpfr_mul_2si(difference, difference, 52 - exponent, MPFR_RNDN);
  double error = std::fabs(mpfr_get_d(difference, MPFR_RNDN));
  mpfr_clear(difference);
  return error;
}

void check(Function function, Truth truth, double most) {
  std::vector<F64> values = patterns<F64>(10000);
  uint64_t state = 5;
  for (int i = 0; i < 60000; ++i) {
    double unit = static_cast<double>(next(state) >> 11) * 0x1p-53;
    double scale = i % 3 == 0 ? 2 : i % 3 == 1 ? 40 : 1500;
    values.push_back(std::bit_cast<F64>((unit - 0.5) * scale));
  }
  for (double special : {0.0, -0.0, 1.0, 709.782712893384, 709.79, -745.13, -745.2, -708.4, 36.7, 37.5, 80.0, 80.1, 19.06, 20.0,
                         0.34657, 0.693147, 0x1p-28, 0x1p-55})
    values.push_back(std::bit_cast<F64>(special));
  auto build = [=](mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange v) {
    mlir::Value result = buildElementary(builder, loc, function, v);
    return result ? buildCanonicalNaN(builder, loc, result) : result;
  };
  auto out = evaluate<F64>({build, {"f64"}, "f64"}, values);
  mpfr_t x, y;
  mpfr_inits2(160, x, y, nullptr);
  double worst = 0, at = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    double argument = std::bit_cast<double>(values[i]);
    mpfr_set_d(x, argument, MPFR_RNDN);
    truth(y, x);
    double error = errorInUlps(y, std::bit_cast<double>(out[i]));
    if (error > worst)
      worst = error, at = argument;
  }
  mpfr_clears(x, y, nullptr);
  ::testing::Test::RecordProperty("ulps", std::to_string(worst));
  std::printf("%s: %.4f ulp at %a\n", name(function).data(), worst, at);
  EXPECT_LE(worst, most) << name(function) << " at " << at;
}

#define DET_TRUTH(NAME) [](mpfr_t out, mpfr_t x) { NAME(out, x, MPFR_RNDN); }

} // namespace

TEST(F64, Exp) { check(Function::Exp, DET_TRUTH(mpfr_exp), 1); }
TEST(F64, Exp2) { check(Function::Exp2, DET_TRUTH(mpfr_exp2), 1); }
TEST(F64, Log2) { check(Function::Log2, DET_TRUTH(mpfr_log2), 1); }
TEST(F64, Log1p) { check(Function::Log1p, DET_TRUTH(mpfr_log1p), 1); }
TEST(F64, Expm1) { check(Function::Expm1, DET_TRUTH(mpfr_expm1), 1); }
TEST(F64, Log) { check(Function::Log, DET_TRUTH(mpfr_log), 1); }
TEST(F64, Tanh) { check(Function::Tanh, DET_TRUTH(mpfr_tanh), 1); }
TEST(F64, Logistic) { check(Function::Logistic, trueLogistic, 1); }
TEST(F64, Rsqrt) { check(Function::Rsqrt, trueRsqrt, 0.51); }
TEST(F64, Sqrt) { check(Function::Sqrt, DET_TRUTH(mpfr_sqrt), 0.5); }

TEST(F64, Remainder) {
  std::vector<F64> some;
  uint64_t state = 9;
  for (int i = 0; i < 200; ++i)
    some.push_back(next(state));
  for (F64 bits : {F64(0), F64(1), F64(2), F64(3), F64(0x000fffffffffffff), F64(0x0010000000000000), F64(0x3ff0000000000000),
                   F64(0x4008000000000000), F64(0x7fefffffffffffff), F64(0x7ff0000000000000), F64(0x7fffffffffffffff)})
    for (F64 sign : {F64(0), F64(1) << 63})
      some.push_back(bits | sign);
  auto [a, b] = allPairs(some, some);
  auto build = [](mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange v) {
    return buildCanonicalNaN(builder, loc, buildFloatRemainder(builder, loc, v[0], v[1]));
  };
  auto out = evaluate<F64>({build, {"f64", "f64"}, "f64"}, a, b);
  for (size_t i = 0; i < a.size(); ++i) {
    double expected = std::fmod(std::bit_cast<double>(a[i]), std::bit_cast<double>(b[i]));
    ASSERT_EQ(out[i], std::isnan(expected) ? 0x7fffffffffffffff : std::bit_cast<F64>(expected))
        << std::hex << a[i] << " % " << b[i];
  }
}

TEST(F32, Remainder) {
  std::vector<F32> some;
  uint64_t state = 9;
  for (int i = 0; i < 500; ++i)
    some.push_back(static_cast<F32>(next(state)));
  for (F32 bits :
       {0u, 1u, 2u, 3u, 0x007fffffu, 0x00800000u, 0x3f800000u, 0x40400000u, 0x40490fdbu, 0x7f7fffffu, 0x7f800000u, 0x7fffffffu})
    for (F32 sign : {0u, 0x80000000u})
      some.push_back(bits | sign);
  auto [a, b] = allPairs(some, some);
  auto build = [](mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange v) {
    return buildCanonicalNaN(builder, loc, buildFloatRemainder(builder, loc, v[0], v[1]));
  };
  auto out = evaluate<F32>({build, {"f32", "f32"}, "f32"}, a, b);
  for (size_t i = 0; i < a.size(); ++i) {
    float expected = std::fmod(std::bit_cast<float>(a[i]), std::bit_cast<float>(b[i]));
    ASSERT_EQ(out[i], std::isnan(expected) ? 0x7fffffff : std::bit_cast<F32>(expected)) << std::hex << a[i] << " % " << b[i];
  }
}

// The powers that are halfway between two f32 are rounded to even, like the product.
TEST(F32, SquaresOfFewBits) {
  std::vector<F32> base, two;
  for (int i = 1; i < 20000; ++i) {
    base.push_back(std::bit_cast<F32>(static_cast<float>(i)));
    two.push_back(0x40000000);
  }
  auto build = [](mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange v) {
    return buildElementary(builder, loc, Function::Pow, v);
  };
  auto out = evaluate<F32>({build, {"f32", "f32"}, "f32"}, base, two);
  for (int i = 1; i < 20000; ++i)
    ASSERT_EQ(std::bit_cast<float>(out[i - 1]), static_cast<float>(i) * static_cast<float>(i)) << i;
}
