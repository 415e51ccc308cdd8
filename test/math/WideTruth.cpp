// glibc's long double functions stand for the truth: eleven bits more than f64 has.
#include "WideTruth.h"

#include "GammaTruth.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace det::math::test {

using Wide = long double;

static Wide invertErf(Wide x) {
  Wide a = std::fabs(x);
  if (!(a < 1) || a == 0)
    return a == 1 ? std::copysign(std::numeric_limits<Wide>::infinity(), x) : a == 0 ? x : std::nanl("");
  Wide w = -std::log1p(-a * a), y = a < 0.9L ? a * 0.8862269254527580L * (1 + 0.26L * a * a)
                                             : std::sqrt(std::max(w - 0.5L * std::log(3.1415926L * w), 0.5L));
  for (int i = 0; i < 40; ++i) {
    Wide excess = a > 0.5L ? (1 - a) - std::erfc(y) : std::erf(y) - a;
    Wide first = excess * 0.886226925452758013649L * std::exp(y * y);
    Wide step = first / (1 + y * first);
    y -= step;
    if (std::fabs(step) < y * 0x1p-60L)
      break;
  }
  return std::copysign(y, x);
}

static Wide truth(Function function, double x, double y) {
  Wide a = x, b = y;
  switch (function) {
  case Function::Exp:
    return std::exp(a);
  case Function::Exp2:
    return std::exp2(a);
  case Function::Expm1:
    return std::expm1(a);
  case Function::Log:
    return std::log(a);
  case Function::Log2:
    return std::log2(a);
  case Function::Log1p:
    return std::log1p(a);
  case Function::Tanh:
    return std::tanh(a);
  case Function::Logistic:
    return 1 / (1 + std::exp(-a));
  case Function::Sin:
    return std::sin(a);
  case Function::Cos:
    return std::cos(a);
  case Function::Tan:
    return std::tan(a);
  case Function::Atan2:
    return std::atan2(a, b);
  case Function::Erf:
    return std::erf(a);
  case Function::Erfc:
    return std::erfc(a);
  case Function::ErfInv:
    return invertErf(a);
  case Function::Sqrt:
    return std::sqrt(a);
  case Function::Rsqrt:
    return 1 / std::sqrt(a);
  case Function::Cbrt:
    return std::cbrt(a);
  case Function::Asin:
    return std::asin(a);
  case Function::Acos:
    return std::acos(a);
  case Function::Atan:
    return std::atan(a);
  case Function::Sinh:
    return std::sinh(a);
  case Function::Cosh:
    return std::cosh(a);
  case Function::Asinh:
    return std::asinh(a);
  case Function::Acosh:
    return std::acosh(a);
  case Function::Atanh:
    return std::atanh(a);
  case Function::Lgamma:
  case Function::Digamma:
    return gammaTruth(function, x);
  case Function::Pow:
    return std::pow(a, b);
  }
  return 0;
}

double wideDistance(Function function, double a, double b, double result) {
  return static_cast<double>(std::fabs(truth(function, a, b) - result));
}

double wideError(Function function, double a, double b, double result) {
  constexpr double kWrong = std::numeric_limits<double>::infinity();
  Wide value = truth(function, a, b);
  auto rounded = static_cast<double>(value);
  if (std::isnan(rounded))
    return std::bit_cast<uint64_t>(result) == 0x7fffffffffffffff ? 0 : kWrong;
  if (rounded == result && (rounded != 0 || std::signbit(rounded) == std::signbit(result)) && std::isinf(rounded))
    return 0;
  if (rounded == 0 && result == 0)
    return std::signbit(rounded) == std::signbit(result) ? 0 : kWrong;
  if (std::isnan(result))
    return kWrong;
  // Beside the overflow threshold the wrong side of it is an error of an ulp.
  if (std::isinf(result) || std::isinf(rounded)) {
    Wide seen = std::isinf(result) ? std::copysign(0x1p+1024L, static_cast<Wide>(result)) : static_cast<Wide>(result);
    return static_cast<double>(std::fabs(seen - value) * 0x1p-971L);
  }
  int exponent = rounded == 0 ? -1022 : std::max(std::ilogb(rounded), -1022);
  return static_cast<double>(std::ldexp(std::fabs(value - result), 52 - exponent));
}

static uint64_t next(uint64_t &state) {
  uint64_t z = (state += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

namespace {
struct Inputs {
  std::vector<double> a, b;
  uint64_t state = 5;

  void add(double x, double y = 0) {
    a.push_back(x);
    b.push_back(y);
  }
  double uniform(double lo, double hi) { return lo + (hi - lo) * static_cast<double>(next(state) >> 11) * 0x1p-53; }
  double sign() { return next(state) & 1 ? 1 : -1; }
};
} // namespace

std::pair<std::vector<double>, std::vector<double>> wideInputs(Function function, int64_t count) {
  Inputs in;
  std::vector<double> special;
  for (double centre : {0.0,
                        0x1p-1074,
                        0x1p-1022,
                        0x1p-60,
                        0x1p-28,
                        0.25,
                        0.5,
                        0.70710678118654752,
                        1.0,
                        1.4616321449683622,
                        1.5,
                        2.0,
                        3.0,
                        4.0,
                        8.0,
                        19.06,
                        20.0,
                        27.2,
                        36.7,
                        80.0,
                        708.4,
                        709.782712893384,
                        745.13,
                        1023.5,
                        1074.5,
                        0x1p+30,
                        0x1p+52,
                        0x1p+53,
                        0x1.754d9278b51a7p+1014,
                        0x1p+1023,
                        0x1.fffffffffffffp+1023,
                        std::numeric_limits<double>::infinity()})
    for (int step = -2; step <= 2; ++step)
      for (uint64_t sign : {uint64_t(0), uint64_t(1) << 63}) {
        uint64_t bits = (std::bit_cast<uint64_t>(centre) + static_cast<uint64_t>(step)) & (~uint64_t(0) >> 1);
        special.push_back(std::bit_cast<double>((bits > 0x7ff0000000000000 ? 0x7fffffffffffffff : bits) |
                                                (bits > 0x7ff0000000000000 ? 0 : sign)));
      }
  if (operandCount(function) == 2) {
    for (double x : special)
      for (double y : special)
        in.add(x, y);
    while (static_cast<int64_t>(in.a.size()) < count) {
      double base = std::exp2(in.uniform(-60, 60)), size = in.uniform(-1074, 1024);
      in.add(in.sign() * std::exp2(in.uniform(-1074, 1024)), in.sign() * std::exp2(in.uniform(-1074, 1024)));
      in.add(std::exp2(in.uniform(-20, 20)), in.uniform(-7, 7));
      in.add(base, size / std::log2(base));
      in.add(in.uniform(0.9, 1.1), in.uniform(-7000, 7000));
      in.add(in.uniform(-10, 10), std::nearbyint(in.uniform(-30, 30)));
    }
  } else {
    bool slow = function == Function::Lgamma || function == Function::Digamma;
    for (double x : special)
      if (!slow || std::fabs(x) < 1e15 || function == Function::Lgamma)
        in.add(x);
    double lo = slow ? -30 : -1074, hi = slow ? 30 : 1024;
    while (static_cast<int64_t>(in.a.size()) < count) {
      double tiny = std::exp2(in.uniform(-52, 0));
      in.add(in.sign() * std::exp2(in.uniform(lo, hi)));
      in.add(in.uniform(-1, 1));
      in.add(in.uniform(-40, 40));
      in.add(slow ? in.uniform(-20, 0) : in.uniform(-760, 720));
      in.add(in.sign() * tiny);
      in.add(in.sign() * (1 - tiny));
      in.add(std::nearbyint(in.uniform(slow ? -20 : -1000, slow ? 20 : 1000)) * (slow ? 1 : 1.5707963267948966) +
             in.sign() * tiny);
    }
  }
  return {in.a, in.b};
}

} // namespace det::math::test
