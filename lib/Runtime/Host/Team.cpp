// Barrier and thread pool of a team.
#include "det/Runtime/Host/Team.h"

#include <algorithm>
#include <pthread.h>
#include <sched.h>

namespace det::rt::host {

namespace {

// How often to look before the CPU is offered to others: a few microseconds.
constexpr int spins = 4000;

inline void pause() { __builtin_ia32_pause(); }

// Waits while `value` is `old`: spins, then sleeps until it is told. Where threads outnumber free CPUs, every turn of spinning is
// taken from the thread that is waited for: a wait that ends in sleep halves the patience, one that does not doubles it.
void awaitChange(const std::atomic<uint32_t> &value, uint32_t old, int &patience) {
  for (int i = 0; i < patience; ++i) {
    if (value.load(std::memory_order_acquire) != old) {
      patience = std::min(2 * patience, spins);
      return;
    }
    pause();
  }
  patience = std::max(patience / 2, 32);
  value.wait(old, std::memory_order_acquire);
}

void pinTo(int member) {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
    return;
  int skip = member % CPU_COUNT(&allowed);
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &allowed) && skip-- == 0) {
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET(cpu, &one);
      pthread_setaffinity_np(pthread_self(), sizeof one, &one);
      return;
    }
}

} // namespace

void Team::barrier() {
  if (chaos)
    chaos->pause();
  if (!state || size == 1) {
    if (state)
      state->counter.store(0, std::memory_order_relaxed);
    alone = 0;
    return;
  }
  const uint32_t phase = state->phase.load(std::memory_order_relaxed);
  if (state->waiting.fetch_add(1, std::memory_order_acq_rel) + 1 < size)
    return awaitChange(state->phase, phase, patience);
  state->waiting.store(0, std::memory_order_relaxed);
  state->counter.store(0, std::memory_order_relaxed);
  state->phase.store(phase + 1, std::memory_order_release);
  state->phase.notify_all();
}

ThreadTeam::ThreadTeam(int size, bool pin, int firstCpu) : state(size < 1 ? 1 : size) {
  for (int rank = 1; rank < state.size; ++rank)
    threads.emplace_back([=, this] { member(rank, pin, firstCpu); });
}

ThreadTeam::~ThreadTeam() {
  ending.store(true);
  epoch.fetch_add(1);
  { std::lock_guard lock(mutex); }
  wake.notify_all();
  for (std::thread &thread : threads)
    thread.join();
}

void ThreadTeam::start(Call newCall, void *newContext) {
  call = newCall;
  context = newContext;
  state.counter.store(0, std::memory_order_relaxed);
  running.store(state.size - 1, std::memory_order_relaxed);
  epoch.fetch_add(1); // sequentially consistent with `asleep`: either we see the sleeper or it sees the new epoch
  if (asleep.load() > 0) {
    { std::lock_guard lock(mutex); }
    wake.notify_all();
  }
  Team team{0, state.size, &state};
  call(context, team);
  for (int i = 0; running.load(std::memory_order_acquire) > 0; ++i)
    i < spins ? pause() : static_cast<void>(sched_yield());
}

void ThreadTeam::member(int rank, bool pin, int firstCpu) {
  if (pin)
    pinTo(firstCpu + rank);
  uint32_t seen = 0;
  for (;;) {
    for (int i = 0; i < 4 * spins && epoch.load(std::memory_order_acquire) == seen; ++i)
      pause();
    if (epoch.load(std::memory_order_acquire) == seen) {
      std::unique_lock lock(mutex);
      asleep.fetch_add(1);
      wake.wait(lock, [&] { return epoch.load() != seen; });
      asleep.fetch_sub(1);
    }
    seen = epoch.load(std::memory_order_acquire);
    if (ending.load())
      return;
    Team team{rank, state.size, &state};
    call(context, team);
    running.fetch_sub(1, std::memory_order_release);
  }
}

} // namespace det::rt::host
