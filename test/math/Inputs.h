// Which inputs a function is measured on.
#ifndef DET_TEST_MATH_INPUTS_H
#define DET_TEST_MATH_INPUTS_H

#include "det/Math/Function.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace det::math::test {

/// The float with these bits.
float fromBits(uint32_t bits);
uint32_t toBits(float value);

/// Zeros, subnormals, powers of two, infinities, NaN and the places where some function changes its formula, each with its
/// neighbours, both signs.
std::vector<float> specialValues();

/// All bf16 values in increasing order of their bits, as f32.
std::vector<float> bf16Values();

/// `count` values of a fixed pseudo-random sequence over all bit patterns.
std::vector<float> randomValues(int64_t count, uint64_t seed);

/// Pairs for a function of two operands: `count` each of random bits and of three kinds of everyday size; in chunk 0 also special
/// values against each other.
std::pair<std::vector<float>, std::vector<float>> pairs(int64_t count, uint64_t chunk);

/// Everyday inputs of the function, for timing.
std::vector<float> typicalValues(Function function, int64_t count, uint64_t seed);

/// +1 for a function that rises on all of its domain, -1 for one that falls, 0 for the others.
int monotone(Function function);

/// +1 where f(-x) = f(x), -1 where f(-x) = -f(x), 0 for the others.
int parity(Function function);

} // namespace det::math::test

#endif
