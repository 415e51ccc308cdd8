// Versions of what bits depend on beside graph and recipe. A certificate names them: equal versions, equal bits.
#ifndef DET_MATH_VERSION_H
#define DET_MATH_VERSION_H

#include <cstdint>

namespace det::math {

/// Rules for NaN and zeros, conversions, accumulation types, random numbers. Raised when any of them changes bits.
inline constexpr int64_t kNumericsVersion = 1;

/// The code of the elementary functions. Raised when any of them changes bits; test/unit/Math knows their results by a digest.
inline constexpr int64_t kElementaryVersion = 1;

} // namespace det::math

#endif // DET_MATH_VERSION_H
