// Generates inputs by a fixed sequence: a report is the same on every run.
#include "Inputs.h"

#include <bit>
#include <cmath>

namespace det::math::test {

float fromBits(uint32_t bits) { return std::bit_cast<float>(bits); }
uint32_t toBits(float value) { return std::bit_cast<uint32_t>(value); }

static uint64_t splitmix64(uint64_t &state) {
  uint64_t z = (state += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

std::vector<float> specialValues() {
  std::vector<uint32_t> centres = {0,          0x00000001, 0x00400000, 0x007fffff, 0x00800000,
                                   0x7f7fffff, 0x7f800000, 0x7fc00000, 0x7fffffff, 0x7fa00000};
  for (float value : {0.5f,        0.7071068f,  1.0f,        1.4142135f,  1.5f,
                      2.0f,        3.0f,        3.92f,       4.0f,        9.0f,
                      9.01f,       9.5f,        10.06f,      10.5f,       16.6f,
                      30.0f,       40.0f,       64.0f,       87.33655f,   88.72284f,
                      89.0f,       103.97208f,  104.0f,      126.0f,      127.0f,
                      128.0f,      149.0f,      150.0f,      0.34657359f, 0.69314718f,
                      0.41421356f, 0.78539816f, 1.57079633f, 3.14159265f, 6.28318531f,
                      1e-3f,       1e10f,       0x1p-13f,    0x1p-24f,    0x1p-25f,
                      0x1p-29f,    0x1p-40f,    0x1p-60f,    0x1p+23f,    0x1p+24f,
                      0x1p+31f,    0x1p+52f,    0x1p+76f,    0x1p+80f,    0x1p+127f,
                      1e30f,       0.9972f,     0.99999f,    5497789.0f,  16367173.0f * 0x1p+72f})
    centres.push_back(toBits(value));
  std::vector<float> values;
  for (uint32_t centre : centres)
    for (int32_t step = -3; step <= 3; ++step)
      for (uint32_t sign : {0u, 0x80000000u})
        values.push_back(fromBits(((centre + static_cast<uint32_t>(step)) & 0x7fffffff) | sign));
  return values;
}

std::vector<float> bf16Values() {
  std::vector<float> values;
  for (uint32_t high = 0; high < 0x10000; ++high)
    values.push_back(fromBits(high << 16));
  return values;
}

std::vector<float> randomValues(int64_t count, uint64_t seed) {
  std::vector<float> values(count);
  for (float &value : values)
    value = fromBits(static_cast<uint32_t>(splitmix64(seed)));
  return values;
}

/// Uniform in [lo, hi).
static float uniform(uint64_t &seed, double lo, double hi) {
  return static_cast<float>(lo + (hi - lo) * static_cast<double>(splitmix64(seed) >> 11) * 0x1p-53);
}

std::pair<std::vector<float>, std::vector<float>> pairs(int64_t count, uint64_t chunk) {
  std::pair<std::vector<float>, std::vector<float>> result;
  auto add = [&](float a, float b) {
    result.first.push_back(a);
    result.second.push_back(b);
  };
  std::vector<float> special = chunk ? std::vector<float>() : specialValues();
  for (float a : special)
    for (float b : special)
      add(a, b);
  for (int base = -40; base <= 40 && chunk == 0; ++base)
    for (int exponent = -20; exponent <= 20; ++exponent)
      for (float half : {0.0f, 0.5f})
        add(static_cast<float>(base), static_cast<float>(exponent) + half);
  uint64_t seed = 7 + (chunk << 32);
  for (int64_t i = 0; i < count; ++i) {
    uint64_t both = splitmix64(seed);
    add(fromBits(static_cast<uint32_t>(both)), fromBits(static_cast<uint32_t>(both >> 32)));
    add(std::exp2(uniform(seed, -20, 20)), uniform(seed, -7, 7));
    add(uniform(seed, 0.9, 1.1), uniform(seed, -900, 900));
    add(uniform(seed, -10, 10), std::nearbyint(uniform(seed, -30, 30)));
  }
  return result;
}

std::vector<float> typicalValues(Function function, int64_t count, uint64_t seed) {
  double lo = -10, hi = 10;
  switch (function) {
  case Function::Log:
  case Function::Log2:
  case Function::Log1p:
  case Function::Sqrt:
  case Function::Rsqrt:
  case Function::Pow:
    lo = 0.001;
    break;
  case Function::ErfInv:
  case Function::Asin:
  case Function::Acos:
  case Function::Atanh:
    lo = -0.999999, hi = 0.999999;
    break;
  case Function::Acosh:
    lo = 1;
    break;
  case Function::Erf:
  case Function::Erfc:
    lo = -4, hi = 4;
    break;
  default:
    break;
  }
  std::vector<float> values(count);
  for (float &value : values)
    value = uniform(seed, lo, hi);
  return values;
}

int monotone(Function function) {
  switch (function) {
  case Function::Exp:
  case Function::Exp2:
  case Function::Expm1:
  case Function::Log:
  case Function::Log2:
  case Function::Log1p:
  case Function::Tanh:
  case Function::Logistic:
  case Function::Erf:
  case Function::ErfInv:
  case Function::Sqrt:
  case Function::Cbrt:
  case Function::Asin:
  case Function::Atan:
  case Function::Sinh:
  case Function::Asinh:
  case Function::Acosh:
  case Function::Atanh:
    return 1;
  case Function::Erfc:
  case Function::Rsqrt:
  case Function::Acos:
    return -1;
  default:
    return 0;
  }
}

int parity(Function function) {
  switch (function) {
  case Function::Cos:
  case Function::Cosh:
    return 1;
  case Function::Sin:
  case Function::Tan:
  case Function::Tanh:
  case Function::Erf:
  case Function::ErfInv:
  case Function::Cbrt:
  case Function::Asin:
  case Function::Atan:
  case Function::Sinh:
  case Function::Asinh:
  case Function::Atanh:
    return -1;
  default:
    return 0;
  }
}

} // namespace det::math::test
