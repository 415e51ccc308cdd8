// The hash that fingerprints and text windows are built on.
#ifndef DET_RUNTIME_TRACE_SPLITMIX_H
#define DET_RUNTIME_TRACE_SPLITMIX_H

#include <cstdint>

namespace det::rt {

/// splitmix64: a bijection of 64 bits.
constexpr uint64_t splitmix64(uint64_t x) {
  uint64_t z = x + 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

} // namespace det::rt

#endif // DET_RUNTIME_TRACE_SPLITMIX_H
