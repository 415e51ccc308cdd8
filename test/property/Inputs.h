// Data for tests: a pure function of a seed, in several moods.
#ifndef DET_TEST_PROPERTY_INPUTS_H
#define DET_TEST_PROPERTY_INPUTS_H

#include "det/Runtime/State/Tensor.h"

namespace det::property {

/// What the numbers look like.
///   normal:   floats of a few binades around 1, integers in [-8, 8]
///   small:    few distinct values, so that ties, zeros of both signs and duplicate indices are common
///   specials: as normal, every 16th one a NaN, an infinity, a zero, a subnormal or an extreme
///   wide:     any bits; floats without NaN
enum class Mood { normal, small, specials, wide };

/// Nothing if there is no mood of that name.
std::optional<Mood> moodOf(std::string_view name);

/// A tensor full of numbers. Every NaN is canonical, as numbers in a graph are.
rt::HostTensor makeTensor(rt::ElementType type, const std::vector<int64_t> &shape, uint64_t seed, Mood mood);

} // namespace det::property

#endif // DET_TEST_PROPERTY_INPUTS_H
