// How to wait for another thread: spin for a moment, then offer the CPU, then sleep in short naps.
#ifndef DET_LIB_RUNTIME_EXECUTOR_BACKOFF_H
#define DET_LIB_RUNTIME_EXECUTOR_BACKOFF_H

#include <ctime>
#include <sched.h>

namespace det::rt {

/// One wait. Threads may outnumber CPUs, so nobody spins for long.
class Backoff {
public:
  void pause() {
    if (++turns < 2000)
      __builtin_ia32_pause();
    else if (turns < 20000)
      sched_yield();
    else
      nap();
  }
  void reset() { turns = 0; }

private:
  static void nap() {
    const timespec time{0, 50'000};
    nanosleep(&time, nullptr);
  }
  int turns = 0;
};

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_BACKOFF_H
