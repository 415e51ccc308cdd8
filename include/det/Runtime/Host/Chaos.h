// Seeded disorder, for tests that bits depend on nothing that a plan leaves free.
#ifndef DET_RUNTIME_HOST_CHAOS_H
#define DET_RUNTIME_HOST_CHAOS_H

#include "det/Runtime/Trace/SplitMix.h"

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <numeric>
#include <sched.h>

namespace det::rt::host {

/// Decisions of one thread, rank or message channel; equal seeds decide alike.
class Chaos {
public:
  explicit Chaos(uint64_t seed) : seed(splitmix64(seed)) {}

  uint64_t next() { return splitmix64(seed ^ count++); }
  /// True once in `in` times.
  bool once(uint64_t in) { return next() % in == 0; }

  /// Holds the calling thread up: mostly not at all, sometimes for a spin, the turns of others, or a nap.
  void pause() {
    const uint64_t choice = next();
    if (choice % 8 == 0)
      for (uint64_t i = 0; i < (choice >> 8) % 2000; ++i)
        __builtin_ia32_pause();
    else if (choice % 8 == 1)
      sched_yield();
    else if (choice % 64 == 2) {
      const timespec time{0, long((choice >> 8) % 100'000)};
      nanosleep(&time, nullptr);
    }
  }

private:
  uint64_t seed, count = 0;
};

/// Element i of an order of 0 ... n - 1 that `key` chooses.
inline size_t shuffled(size_t i, size_t n, uint64_t key) {
  if (n < 2)
    return i;
  size_t stride = 1 + size_t(key % n);
  while (std::gcd(stride, n) != 1)
    ++stride;
  return size_t((i * (stride % n) + (key >> 32)) % n);
}

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_CHAOS_H
