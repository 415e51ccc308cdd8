// Conversions between number types against plain definitions: every source pattern that can round, saturate or wrap.
#include "Evaluate.h"

#include "det/Math/Canonical.h"
#include "det/Math/Scalar.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinTypes.h"

#include <cmath>

using namespace det::math;
using namespace det::math::test;

namespace {

/// An element type as the builder sees it.
struct Number {
  const char *type; ///< MLIR syntax of the signless or float type
  bool isSigned;
};

template <typename Out, typename In> std::vector<Out> convert(Number from, Number to, const std::vector<In> &values) {
  auto build = [=](mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange operands) {
    mlir::Type element = mlir::parseType(to.type, builder.getContext());
    mlir::Value result = buildConvert(builder, loc, operands[0], from.isSigned, element, to.isSigned);
    return result && llvm::isa<mlir::FloatType>(element) ? buildCanonicalNaN(builder, loc, result) : result;
  };
  return evaluate<Out>({build, {from.type}, to.type}, values);
}

/// The value nearest to `value` in a 16-bit format with that many bits of exponent, ties to even: decided by distances in long
/// double, which holds every value here exactly.
Half nearest16(long double value, int exponentBits) {
  int fractionBits = 15 - exponentBits, bias = (1 << (exponentBits - 1)) - 1;
  Half sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value))
    return 0x7fff;
  long double magnitude = std::fabs(value);
  auto decode = [&](int bits) { // one past the greatest finite number counts as the next power of two
    int exponent = bits >> fractionBits, fraction = bits & ((1 << fractionBits) - 1);
    return exponent ? std::ldexp((long double)(fraction + (1 << fractionBits)), exponent - bias - fractionBits)
                    : std::ldexp((long double)fraction, 1 - bias - fractionBits);
  };
  int infinity = ((1 << exponentBits) - 1) << fractionBits, low = 0, high = infinity;
  if (magnitude >= decode(infinity))
    return static_cast<Half>(sign | infinity);
  while (high - low > 1) {
    int middle = (low + high) / 2;
    (decode(middle) <= magnitude ? low : high) = middle;
  }
  long double down = magnitude - decode(low), up = decode(high) - magnitude;
  bool pickHigh = up < down || (up == down && (high & 1) == 0);
  return static_cast<Half>(sign | (pickHigh ? high : low));
}

float asF32(F32 bits) { return std::bit_cast<float>(bits); }
double asF64(F64 bits) { return std::bit_cast<double>(bits); }
F32 canonical(float value) { return std::isnan(value) ? 0x7fffffff : std::bit_cast<F32>(value); }

std::vector<F64> f64Patterns() {
  std::vector<F64> values = patterns<F64>();
  // Near f32 values and near the middles of 16-bit formats, from both sides.
  for (F32 bits : patterns<F32>(8000))
    for (int64_t step : {-1, 0, 1})
      values.push_back(std::bit_cast<F64>(static_cast<double>(asF32(bits))) + static_cast<F64>(step));
  for (uint32_t high = 0; high < 0x10000; high += 7)
    for (uint32_t low : {0u, 0x1000u, 0x8000u})
      for (int64_t step : {-1, 0, 1})
        values.push_back(std::bit_cast<F64>(static_cast<double>(asF32(high << 16 | low))) + static_cast<F64>(step));
  return values;
}

} // namespace

TEST(Convert, F32ToSixteenBits) {
  std::vector<F32> values = f32Patterns();
  auto bf16 = convert<Half>({"f32", true}, {"bf16", true}, values), f16 = convert<Half>({"f32", true}, {"f16", true}, values);
  for (size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(bf16[i], nearest16(asF32(values[i]), 8)) << std::hex << values[i];
    ASSERT_EQ(f16[i], nearest16(asF32(values[i]), 5)) << std::hex << values[i];
  }
}

TEST(Convert, F64ToSixteenBitsRoundsOnce) {
  std::vector<F64> values = f64Patterns();
  auto bf16 = convert<Half>({"f64", true}, {"bf16", true}, values), f16 = convert<Half>({"f64", true}, {"f16", true}, values);
  auto f32 = convert<F32>({"f64", true}, {"f32", true}, values);
  for (size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(bf16[i], nearest16(asF64(values[i]), 8)) << std::hex << values[i];
    ASSERT_EQ(f16[i], nearest16(asF64(values[i]), 5)) << std::hex << values[i];
    ASSERT_EQ(f32[i], canonical(static_cast<float>(asF64(values[i])))) << std::hex << values[i];
  }
}

TEST(Convert, SixteenBitsWiden) {
  std::vector<Half> values(0x10000);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<Half>(i);
  auto fromBF16 = convert<F32>({"bf16", true}, {"f32", true}, values),
       fromF16 = convert<F32>({"f16", true}, {"f32", true}, values);
  auto back = convert<Half>({"f32", true}, {"f16", true}, fromF16), across = convert<Half>({"bf16", true}, {"f16", true}, values);
  auto wide = convert<F64>({"bf16", true}, {"f64", true}, values);
  for (size_t i = 0; i < values.size(); ++i) {
    float bf16 = asF32(static_cast<F32>(i << 16));
    ASSERT_EQ(fromBF16[i], canonical(bf16));
    ASSERT_EQ(wide[i], std::isnan(bf16) ? 0x7fffffffffffffff : std::bit_cast<F64>(static_cast<double>(bf16)));
    ASSERT_EQ(across[i], nearest16(bf16, 5));
    ASSERT_EQ(back[i], (i & 0x7fff) > 0x7c00 ? 0x7fff : i);
  }
}

template <typename Integer> static Integer saturated(long double value) {
  if (std::isnan(value))
    return 0;
  using Limits = std::numeric_limits<Integer>;
  return value <= (long double)Limits::min()   ? Limits::min()
         : value >= (long double)Limits::max() ? Limits::max()
                                               : static_cast<Integer>(value);
}

template <typename Integer> static void checkFloatToInteger(const char *type) {
  bool isSigned = std::numeric_limits<Integer>::is_signed;
  std::vector<F32> values = f32Patterns();
  auto out = convert<Integer>({"f32", true}, {type, isSigned}, values);
  for (size_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(out[i], saturated<Integer>(asF32(values[i]))) << type << " " << asF32(values[i]);
  std::vector<F64> wide = f64Patterns();
  out = convert<Integer>({"f64", true}, {type, isSigned}, wide);
  for (size_t i = 0; i < wide.size(); ++i)
    ASSERT_EQ(out[i], saturated<Integer>(asF64(wide[i]))) << type << " " << asF64(wide[i]);
  std::vector<Half> halves(0x10000);
  for (size_t i = 0; i < halves.size(); ++i)
    halves[i] = static_cast<Half>(i);
  out = convert<Integer>({"bf16", true}, {type, isSigned}, halves);
  for (size_t i = 0; i < halves.size(); ++i)
    ASSERT_EQ(out[i], saturated<Integer>(asF32(static_cast<F32>(i << 16))));
}

TEST(Convert, FloatToIntegerSaturates) {
  checkFloatToInteger<int8_t>("i8");
  checkFloatToInteger<uint8_t>("i8");
  checkFloatToInteger<int16_t>("i16");
  checkFloatToInteger<uint16_t>("i16");
  checkFloatToInteger<int32_t>("i32");
  checkFloatToInteger<uint32_t>("i32");
  checkFloatToInteger<int64_t>("i64");
  checkFloatToInteger<uint64_t>("i64");
}

template <typename Integer> static void checkIntegerToFloat(const char *type) {
  bool isSigned = std::numeric_limits<Integer>::is_signed;
  std::vector<Integer> values;
  for (auto bits : patterns<std::make_unsigned_t<Integer>>())
    values.push_back(static_cast<Integer>(bits));
  auto f32 = convert<F32>({type, isSigned}, {"f32", true}, values);
  auto f64 = convert<F64>({type, isSigned}, {"f64", true}, values);
  auto bf16 = convert<Half>({type, isSigned}, {"bf16", true}, values),
       f16 = convert<Half>({type, isSigned}, {"f16", true}, values);
  for (size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(asF32(f32[i]), static_cast<float>(values[i])) << type << " " << +values[i];
    ASSERT_EQ(asF64(f64[i]), static_cast<double>(values[i])) << type << " " << +values[i];
    ASSERT_EQ(bf16[i], nearest16(values[i], 8)) << type << " " << +values[i];
    ASSERT_EQ(f16[i], nearest16(values[i], 5)) << type << " " << +values[i];
  }
}

TEST(Convert, IntegerToFloatRoundsOnce) {
  checkIntegerToFloat<int8_t>("i8");
  checkIntegerToFloat<uint8_t>("i8");
  checkIntegerToFloat<int16_t>("i16");
  checkIntegerToFloat<int32_t>("i32");
  checkIntegerToFloat<uint32_t>("i32");
  checkIntegerToFloat<int64_t>("i64");
  checkIntegerToFloat<uint64_t>("i64");
}

TEST(Convert, IntegersWrapAndExtend) {
  auto narrow = convert<uint8_t>({"i32", true}, {"i8", true}, std::vector<uint32_t>{0x12345678, 0xffffffff, 0x180});
  EXPECT_EQ(narrow, (std::vector<uint8_t>{0x78, 0xff, 0x80}));
  EXPECT_EQ(convert<uint64_t>({"i8", true}, {"i64", true}, std::vector<uint8_t>{0x80, 0x7f}),
            (std::vector<uint64_t>{0xffffffffffffff80, 0x7f}));
  EXPECT_EQ(convert<uint64_t>({"i8", false}, {"i64", true}, std::vector<uint8_t>{0x80, 0x7f}),
            (std::vector<uint64_t>{0x80, 0x7f}));
}

TEST(Convert, ToBooleanIsNotZero) {
  auto build = [](mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange operands) {
    mlir::Value boolean = buildConvert(builder, loc, operands[0], true, builder.getI1Type(), false);
    return buildConvert(builder, loc, boolean, false, builder.getI8Type(), true);
  };
  EXPECT_EQ(evaluate<uint8_t>({build, {"f32"}, "i8"}, std::vector<F32>{0, 0x80000000, 1, 0x7fffffff, 0x3f000000}),
            (std::vector<uint8_t>{0, 0, 1, 1, 1}));
  EXPECT_EQ(evaluate<uint8_t>({build, {"i32"}, "i8"}, std::vector<F32>{0, 0x80000000, 256}), (std::vector<uint8_t>{0, 1, 1}));
}
