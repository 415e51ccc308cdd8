// Floats of 8 bits and less, and reduced precision, against plain definitions: every pattern of the small type, every place where
// f32 rounds.
#include "Evaluate.h"

#include "det/Math/Canonical.h"
#include "det/Math/Scalar.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"

#include <cmath>

using namespace det::math;
using namespace det::math::test;

namespace {

enum class Kind { Ieee, OneNaN, Unsigned, Finite, NoMinusZero };

/// A format as its authors describe it.
struct Small {
  const char *type;
  int width, exponent, bias;
  Kind kind;

  int fraction() const { return width - exponent - (kind == Kind::Unsigned ? 0 : 1); }
  int sign() const { return kind == Kind::Unsigned ? 0 : 1 << (width - 1); }
  /// The value of a pattern; NaN where it has none.
  double value(int bits) const {
    int magnitude = sign() ? bits & (sign() - 1) : bits, field = magnitude >> fraction(),
        rest = magnitude & ((1 << fraction()) - 1);
    int ones = (1 << exponent) - 1;
    if (kind == Kind::Unsigned)
      return bits == 0xff ? NAN : std::ldexp(1.0, bits - bias);
    if (kind == Kind::Ieee && field == ones)
      return rest ? NAN : bits & sign() ? -INFINITY : INFINITY;
    if ((kind == Kind::OneNaN && magnitude == sign() - 1) || (kind == Kind::NoMinusZero && bits == sign()))
      return NAN;
    double absolute =
        field ? std::ldexp(rest + (1 << fraction()), field - bias - fraction()) : std::ldexp(rest, 1 - bias - fraction());
    return bits & sign() ? -absolute : absolute;
  }
  int nan() const {
    return kind == Kind::Unsigned ? 0xff : kind == Kind::Finite || kind == Kind::NoMinusZero ? sign() : sign() - 1;
  }
  /// To nearest even among the finite values and, where there would be one, the next beyond them. Without a fraction a
  /// middle goes up.
  int nearest(double x) const {
    if (std::isnan(x))
      return nan();
    if (kind == Kind::Unsigned && !(x > 0))
      return nan();
    double a = std::fabs(x);
    int most = 0;
    while (most + 1 < (sign() ? sign() : 0xff) && std::isfinite(value(most + 1)))
      ++most;
    int best = 0;
    for (int code = 0; code <= most; ++code) {
      double here = std::fabs(value(code) - a), there = std::fabs(value(best) - a);
      if (here < there || (here == there && (kind == Kind::Unsigned || (code & 1) == 0)))
        best = code;
    }
    // Half a step beyond the greatest number, or at it where that is odd, is out of range.
    double limit = value(most) + (value(most) - value(most - 1)) / 2;
    if (a > limit || (a == limit && (kind == Kind::Unsigned || (most & 1)))) {
      if (kind == Kind::Ieee)
        best = most + 1;
      else if (kind != Kind::Finite)
        return nan();
    }
    if (kind == Kind::NoMinusZero && best == 0)
      return 0;
    return std::signbit(x) ? best | sign() : best;
  }
};

constexpr Small kSmall[] = {
    {"f8E5M2", 8, 5, 15, Kind::Ieee},
    {"f8E4M3", 8, 4, 7, Kind::Ieee},
    {"f8E3M4", 8, 3, 3, Kind::Ieee},
    {"f8E4M3FN", 8, 4, 7, Kind::OneNaN},
    {"f8E5M2FNUZ", 8, 5, 16, Kind::NoMinusZero},
    {"f8E4M3FNUZ", 8, 4, 8, Kind::NoMinusZero},
    {"f8E4M3B11FNUZ", 8, 4, 11, Kind::NoMinusZero},
    {"f8E8M0FNU", 8, 8, 127, Kind::Unsigned},
};

bool isSmall(llvm::StringRef type) { return type.starts_with("f8"); }

/// Other bits of the same shape.
mlir::Value bitcast(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, mlir::Type element) {
  auto vector = llvm::dyn_cast<mlir::VectorType>(value.getType());
  return mlir::arith::BitcastOp::create(builder, loc, vector ? mlir::Type(vector.clone(element)) : element, value);
}

/// Converts; arrays hold small floats by their bits.
template <typename Out, typename In> std::vector<Out> convert(const char *from, const char *to, const std::vector<In> &values) {
  auto build = [=](mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange operands) {
    mlir::Type source = mlir::parseType(from, builder.getContext()), target = mlir::parseType(to, builder.getContext());
    mlir::Value x = isSmall(from) ? bitcast(builder, loc, operands[0], source) : operands[0];
    mlir::Value result = buildConvert(builder, loc, x, true, target, true);
    if (llvm::isa<mlir::FloatType>(target))
      result = buildCanonicalNaN(builder, loc, result);
    return isSmall(to) ? bitcast(builder, loc, result, builder.getI8Type()) : result;
  };
  auto held = [](const char *type) { return std::string(isSmall(type) ? "i8" : type); };
  return evaluate<Out>({build, {held(from)}, held(to)}, values);
}

} // namespace

TEST(SmallFloat, WidensExactly) {
  std::vector<uint8_t> all(256);
  for (int i = 0; i < 256; ++i)
    all[i] = static_cast<uint8_t>(i);
  for (const Small &format : kSmall) {
    auto out = convert<F32>(format.type, "f32", all);
    for (int i = 0; i < 256; ++i) {
      double value = format.value(i);
      ASSERT_EQ(out[i], std::isnan(value) ? 0x7fffffff : std::bit_cast<F32>(static_cast<float>(value)))
          << format.type << " " << i;
    }
  }
}

TEST(SmallFloat, RoundsOnceToNearestEven) {
  for (const Small &format : kSmall) {
    std::vector<F32> values = patterns<F32>(2000);
    // Each value, each middle between two, and their neighbours.
    for (int code = 0; code < 255; ++code)
      for (double number : {format.value(code), (format.value(code) + format.value(code + 1)) / 2})
        for (int step = -1; step <= 1; ++step)
          if (std::isfinite(number))
            values.push_back(std::bit_cast<F32>(static_cast<float>(number)) + static_cast<F32>(step));
    auto out = convert<uint8_t>("f32", format.type, values);
    std::vector<F64> wide;
    for (F32 bits : values)
      for (int64_t step : {-1, 0, 1})
        wide.push_back(std::bit_cast<F64>(static_cast<double>(std::bit_cast<float>(bits))) + static_cast<F64>(step));
    auto fromWide = convert<uint8_t>("f64", format.type, wide);
    for (size_t i = 0; i < values.size(); ++i)
      ASSERT_EQ(out[i], format.nearest(std::bit_cast<float>(values[i]))) << format.type << std::hex << " " << values[i];
    for (size_t i = 0; i < wide.size(); ++i)
      ASSERT_EQ(fromWide[i], format.nearest(std::bit_cast<double>(wide[i]))) << format.type << std::hex << " " << wide[i];
  }
}

TEST(SmallFloat, FromAndToIntegers) {
  std::vector<uint8_t> all(256);
  for (int i = 0; i < 256; ++i)
    all[i] = static_cast<uint8_t>(i);
  for (const Small &format : kSmall) {
    auto integers = convert<int8_t>(format.type, "i8", all);
    auto back = convert<uint8_t>("i8", format.type, all);
    for (int i = 0; i < 256; ++i) {
      double value = format.value(i);
      int expected = std::isnan(value) ? 0 : value >= 127 ? 127 : value <= -128 ? -128 : static_cast<int>(value);
      ASSERT_EQ(integers[i], expected) << format.type << " " << i;
      ASSERT_EQ(back[i], format.nearest(static_cast<int8_t>(i))) << format.type << " " << i;
    }
  }
}

// The definition in numbers: to the nearest multiple of the last place, then the range.
static double reduced(double x, int exponent, int mantissa, int ownExponent, int ownFraction) {
  if (std::isnan(x))
    return mantissa ? x : INFINITY;
  if (std::isinf(x) || x == 0)
    return x;
  int bias = (1 << (ownExponent - 1)) - 1, scale = std::max(std::ilogb(x), 1 - bias);
  double unit = std::ldexp(1.0, scale - std::min(mantissa, ownFraction));
  double rounded = std::nearbyint(x / unit) * unit;
  // Without a fraction the exponent is what is even.
  if (mantissa == 0 && std::fabs(x) == 1.5 * unit)
    rounded = std::copysign((scale + bias) % 2 ? 2 * unit : unit, x);
  if (std::fabs(rounded) >= std::ldexp(1.0, bias + 1))
    return std::copysign(INFINITY, x);
  if (exponent < ownExponent) {
    int most = (1 << (exponent - 1)) - 1;
    if (std::fabs(rounded) >= std::ldexp(1.0, most + 1))
      return std::copysign(INFINITY, x);
    if (std::fabs(rounded) < std::ldexp(1.0, 1 - most))
      return std::copysign(0.0, x);
  }
  return rounded;
}

TEST(SmallFloat, ReducesPrecision) {
  std::vector<F32> values = patterns<F32>(5000);
  for (uint32_t high = 0; high < 0x10000; high += 5)
    for (uint32_t low : {0u, 1u, 0x7fffu, 0x8000u, 0x8001u})
      values.push_back(high << 16 | low);
  std::vector<Half> halves(0x10000);
  for (size_t i = 0; i < halves.size(); ++i)
    halves[i] = static_cast<Half>(i);
  for (auto [exponent, mantissa] : {std::pair(5, 10), {8, 7}, {4, 3}, {8, 23}, {2, 0}, {1, 5}, {11, 2}, {6, 52}}) {
    auto build = [=](mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange v) {
      return buildReducePrecision(builder, loc, v[0], exponent, mantissa);
    };
    auto out = evaluate<F32>({build, {"f32"}, "f32"}, values);
    for (size_t i = 0; i < values.size(); ++i) {
      auto expected = static_cast<float>(reduced(std::bit_cast<float>(values[i]), exponent, mantissa, 8, 23));
      ASSERT_EQ(out[i], std::isnan(expected) ? 0x7fffffff : std::bit_cast<F32>(expected))
          << exponent << " " << mantissa << std::hex << " " << values[i];
    }
    auto narrow = evaluate<Half>({build, {"bf16"}, "bf16"}, halves);
    for (size_t i = 0; i < halves.size(); ++i) {
      auto expected = static_cast<float>(reduced(std::bit_cast<float>(static_cast<F32>(i << 16)), exponent, mantissa, 8, 7));
      ASSERT_EQ(narrow[i], std::isnan(expected) ? 0x7fff : std::bit_cast<F32>(expected) >> 16)
          << exponent << " " << mantissa << std::hex << " " << i;
    }
  }
}
