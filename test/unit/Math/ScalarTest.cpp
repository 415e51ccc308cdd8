// Extremes, integer division, shifts, rounding, signs and canonical NaNs against plain definitions.
#include "Evaluate.h"

#include "det/Math/Canonical.h"
#include "det/Math/Elementary.h"
#include "det/Math/Scalar.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"

#include <cmath>

using namespace det::math;
using namespace det::math::test;

namespace {

using BinaryBuilder = mlir::Value (*)(mlir::OpBuilder &, mlir::Location, mlir::Value, mlir::Value, bool);

Body binary(BinaryBuilder build, const char *type, bool isSigned) {
  return {
      [=](mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange v) { return build(builder, loc, v[0], v[1], isSigned); },
      {type, type},
      type};
}

Body unary(std::function<mlir::Value(mlir::OpBuilder &, mlir::Location, mlir::Value)> build, const char *type,
           const char *result) {
  return {[=](mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange v) { return build(builder, loc, v[0]); },
          {type},
          result};
}

std::vector<F32> corners() {
  std::vector<F32> values;
  for (F32 bits : {0x00000000u, 0x00000001u, 0x007fffffu, 0x00800000u, 0x3f000000u, 0x3f800000u, 0x40490fdbu, 0x7f7fffffu,
                   0x7f800000u, 0x7fffffffu})
    for (F32 sign : {0u, 0x80000000u})
      values.push_back(bits == 0x7fffffff ? bits : bits | sign);
  return values;
}

template <typename Integer> std::pair<std::vector<Integer>, std::vector<Integer>> integerPairs() {
  std::vector<Integer> values;
  for (auto bits : patterns<std::make_unsigned_t<Integer>>(10))
    values.push_back(static_cast<Integer>(bits));
  while (values.size() > 400)
    for (size_t i = 1; i < values.size(); ++i)
      values.erase(values.begin() + static_cast<std::ptrdiff_t>(i));
  values.insert(values.end(), {0, 1, 2, 3, 7, 8, 31, 32, 63, 64, std::numeric_limits<Integer>::min(),
                               std::numeric_limits<Integer>::max(), Integer(-1)});
  return allPairs(values, values);
}

template <typename Integer> void checkIntegers(const char *type) {
  constexpr bool isSigned = std::numeric_limits<Integer>::is_signed;
  constexpr Integer least = std::numeric_limits<Integer>::min();
  auto [a, b] = integerPairs<Integer>();
  auto quotient = evaluate<Integer>(binary(buildIntegerDivide, type, isSigned), a, b);
  auto remainder = evaluate<Integer>(binary(buildIntegerRemainder, type, isSigned), a, b);
  auto greater = evaluate<Integer>(binary(buildMaximum, type, isSigned), a, b),
       lesser = evaluate<Integer>(binary(buildMinimum, type, isSigned), a, b);
  for (size_t i = 0; i < a.size(); ++i) {
    bool overflow = isSigned && a[i] == least && b[i] == Integer(-1);
    ASSERT_EQ(quotient[i], b[i] == 0 ? Integer(-1) : overflow ? least : Integer(a[i] / b[i])) << +a[i] << " / " << +b[i];
    ASSERT_EQ(remainder[i], b[i] == 0 ? a[i] : overflow ? 0 : Integer(a[i] % b[i])) << +a[i] << " % " << +b[i];
    ASSERT_EQ(greater[i], std::max(a[i], b[i]));
    ASSERT_EQ(lesser[i], std::min(a[i], b[i]));
  }
}

template <typename Bits> void checkShifts(const char *type) {
  using Signed = std::make_signed_t<Bits>;
  constexpr Bits width = std::numeric_limits<Bits>::digits;
  auto [a, b] = integerPairs<Bits>();
  auto shift = [&](Shift kind) {
    return evaluate<Bits>({[=](mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange v) {
                             return buildShift(builder, loc, kind, v[0], v[1]);
                           },
                           {type, type},
                           type},
                          a, b);
  };
  auto left = shift(Shift::Left), logical = shift(Shift::RightLogical), arithmetic = shift(Shift::RightArithmetic);
  for (size_t i = 0; i < a.size(); ++i) {
    bool inside = b[i] < width;
    ASSERT_EQ(left[i], inside ? Bits(a[i] << b[i]) : 0);
    ASSERT_EQ(logical[i], inside ? Bits(a[i] >> b[i]) : 0);
    ASSERT_EQ(arithmetic[i], Bits(Signed(a[i]) >> (inside ? b[i] : width - 1)));
  }
}

} // namespace

TEST(Scalar, ExtremesOfFloats) {
  auto [a, b] = allPairs(corners(), corners());
  auto greater = evaluate<F32>(binary(buildMaximum, "f32", true), a, b),
       lesser = evaluate<F32>(binary(buildMinimum, "f32", true), a, b);
  for (size_t i = 0; i < a.size(); ++i) {
    float x = std::bit_cast<float>(a[i]), y = std::bit_cast<float>(b[i]);
    // Bits of equal numbers differ for zeros only, where the sign decides.
    bool firstIsLess = x < y || (x == y && std::signbit(x) && !std::signbit(y));
    bool isNaN = std::isnan(x) || std::isnan(y);
    ASSERT_EQ(greater[i], isNaN ? 0x7fffffff : firstIsLess ? b[i] : a[i]) << x << ", " << y;
    ASSERT_EQ(lesser[i], isNaN ? 0x7fffffff : firstIsLess ? a[i] : b[i]) << x << ", " << y;
  }
}

TEST(Scalar, Integers) {
  checkIntegers<int8_t>("i8");
  checkIntegers<uint8_t>("i8");
  checkIntegers<int32_t>("i32");
  checkIntegers<uint32_t>("i32");
  checkIntegers<int64_t>("i64");
  checkIntegers<uint64_t>("i64");
}

TEST(Scalar, ShiftsBeyondTheWidth) {
  checkShifts<uint8_t>("i8");
  checkShifts<uint32_t>("i32");
  checkShifts<uint64_t>("i64");
}

TEST(Scalar, Rounding) {
  std::vector<F32> values = patterns<F32>();
  for (float number : {0.5f, 1.5f, 2.5f, 0.49999997f, 8388607.5f, 8388608.0f, 4194303.75f, 0.0f, 0.3f, 1e-40f})
    for (float sign : {1.0f, -1.0f})
      values.push_back(std::bit_cast<F32>(number * sign));
  struct Mode {
    Rounding rounding;
    float (*expected)(float);
  };
  for (Mode mode : {Mode{Rounding::Floor, std::floor}, Mode{Rounding::Ceil, std::ceil},
                    Mode{Rounding::NearestEven, std::nearbyint}, Mode{Rounding::NearestAway, std::round}}) {
    auto build = [=](mlir::OpBuilder &builder, mlir::Location loc, mlir::Value v) {
      return buildRound(builder, loc, mode.rounding, v);
    };
    auto out = evaluate<F32>(unary(build, "f32", "f32"), values);
    for (size_t i = 0; i < values.size(); ++i) {
      float x = std::bit_cast<float>(values[i]);
      if (!std::isnan(x))
        ASSERT_EQ(out[i], std::bit_cast<F32>(mode.expected(x))) << x;
      else
        ASSERT_TRUE(std::isnan(std::bit_cast<float>(out[i])));
    }
  }
}

TEST(Scalar, Signs) {
  auto sign = [](bool isSigned) {
    return [=](mlir::OpBuilder &b, mlir::Location loc, mlir::Value v) { return buildSign(b, loc, v, isSigned); };
  };
  EXPECT_EQ(
      evaluate<F32>(unary(sign(true), "f32", "f32"), std::vector<F32>{0, 0x80000000, 1, 0x80000001, 0x7fffffff, 0xff800000}),
      (std::vector<F32>{0, 0x80000000, 0x3f800000, 0xbf800000, 0x7fffffff, 0xbf800000}));
  EXPECT_EQ(evaluate<int32_t>(unary(sign(true), "i32", "i32"), std::vector<int32_t>{0, -7, 9}), (std::vector<int32_t>{0, -1, 1}));
  EXPECT_EQ(evaluate<uint8_t>(unary(sign(false), "i8", "i8"), std::vector<uint8_t>{0, 200, 9}), (std::vector<uint8_t>{0, 1, 1}));
}

template <typename Bits> static void checkNaNs(const char *type, Bits infinity) {
  constexpr Bits magnitude = static_cast<Bits>(~Bits(0)) >> 1;
  std::vector<Bits> values = patterns<Bits>();
  for (int step = -2; step <= 2; ++step)
    for (Bits sign : {Bits(0), Bits(magnitude + 1)})
      values.push_back(static_cast<Bits>((infinity + step) | sign));
  auto out = evaluate<Bits>(unary(buildCanonicalNaN, type, type), values);
  auto finite = [](mlir::OpBuilder &b, mlir::Location loc, mlir::Value v) {
    return buildConvert(b, loc, buildIsFinite(b, loc, v), false, b.getI8Type(), true);
  };
  auto isFinite = evaluate<uint8_t>(unary(finite, type, "i8"), values);
  for (size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(out[i], (values[i] & magnitude) > infinity ? magnitude : values[i]);
    ASSERT_EQ(isFinite[i], (values[i] & magnitude) < infinity);
  }
}

TEST(Scalar, CanonicalNaN) {
  checkNaNs<F32>("f32", 0x7f800000);
  checkNaNs<F64>("f64", 0x7ff0000000000000);
  checkNaNs<Half>("f16", 0x7c00);
  checkNaNs<Half>("bf16", 0x7f80);
}

// LLVM folds "sqrt(x) is NaN ? NaN : sqrt(x)" to sqrt(x) when it is written with floats.
TEST(Scalar, CanonicalNaNOfRoot) {
  auto root = [](mlir::OpBuilder &b, mlir::Location loc, mlir::Value v) {
    return buildCanonicalNaN(b, loc, buildElementary(b, loc, Function::Sqrt, v));
  };
  EXPECT_EQ(evaluate<F32>(unary(root, "f32", "f32"), std::vector<F32>{0xbf800000, 0x7fc00001, 0xffc00000, 0x40800000}),
            (std::vector<F32>{0x7fffffff, 0x7fffffff, 0x7fffffff, 0x40000000}));
}

TEST(Scalar, TotalOrder) {
  auto key = [](mlir::OpBuilder &b, mlir::Location loc, mlir::Value v) { return buildTotalOrderKey(b, loc, v); };
  std::vector<F32> rising = {0xff800000, 0xbf800000, 0x80000001, 0x80000000, 0x00000000,
                             0x00000001, 0x3f800000, 0x7f800000, 0x7fffffff};
  auto keys = evaluate<int32_t>(unary(key, "f32", "i32"), rising);
  for (size_t i = 1; i < keys.size(); ++i)
    EXPECT_LT(keys[i - 1], keys[i]);
}

template <typename Bits> static void checkCounts(const char *type) {
  std::vector<Bits> values = patterns<Bits>(100);
  values.push_back(0);
  auto ones = evaluate<Bits>(
      unary([](auto &b, auto loc, mlir::Value v) -> mlir::Value { return mlir::math::CtPopOp::create(b, loc, v); }, type, type),
      values);
  auto zeros = evaluate<Bits>(
      unary([](auto &b, auto loc, mlir::Value v) -> mlir::Value { return mlir::math::CountLeadingZerosOp::create(b, loc, v); },
            type, type),
      values);
  for (size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(ones[i], std::popcount(values[i]));
    ASSERT_EQ(zeros[i], std::countl_zero(values[i]));
  }
}

// Upstream operations that need no help: no library call on any instruction set, and the width for zero.
TEST(Scalar, CountsOfBits) {
  checkCounts<uint8_t>("i8");
  checkCounts<uint32_t>("i32");
  checkCounts<uint64_t>("i64");
}

TEST(Scalar, UnsupportedTypesGiveNothing) {
  mlir::MLIRContext context;
  context.loadDialect<mlir::arith::ArithDialect>();
  mlir::OpBuilder builder(&context);
  mlir::Location loc = builder.getUnknownLoc();
  mlir::Block block;
  mlir::Value half = block.addArgument(builder.getBF16Type(), loc), number = block.addArgument(builder.getI32Type(), loc);
  builder.setInsertionPointToEnd(&block);
  EXPECT_FALSE(buildElementary(builder, loc, Function::Exp, half));
  EXPECT_FALSE(buildElementary(builder, loc, Function::Exp, number));
  EXPECT_FALSE(buildMaximum(builder, loc, half, half, true));
  EXPECT_FALSE(buildIntegerDivide(builder, loc, half, half, true));
  EXPECT_FALSE(buildCanonicalNaN(builder, loc, number));
  EXPECT_TRUE(block.empty());
}
