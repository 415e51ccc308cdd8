// Threads that execute one entry of a plan together: a rank in the team, a barrier, a shared work counter.
#ifndef DET_RUNTIME_HOST_TEAM_H
#define DET_RUNTIME_HOST_TEAM_H

#include "det/Runtime/Host/Chaos.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace det::rt::host {

/// What the members of a team share. Lives as long as the team runs; `size` members must use it.
struct TeamState {
  explicit TeamState(int size) : size(size) {}

  const int size;
  alignas(64) std::atomic<int> waiting{0};
  alignas(64) std::atomic<uint32_t> phase{0};
  alignas(64) std::atomic<int64_t> counter{0};
};

/// One member's view of its team. Every member must reach every barrier.
struct Team {
  int rank = 0;
  int size = 1;
  TeamState *state = nullptr; ///< may be null when size is 1
  int64_t alone = 0;          ///< the work counter of a team without state
  Chaos *chaos = nullptr;     ///< holds the member up at barriers and before its next piece of work
  int patience = 4000;        ///< how often to look at a barrier before sleeping; adapts to how busy the CPUs are

  /// Waits until all members are here; afterwards the work counter is 0 again. Spins, then sleeps.
  void barrier();

  /// The next number of the shared work counter: 0, 1, 2, ... since the last barrier. Which member gets which number
  /// depends on time, so results must not depend on it.
  int64_t take() {
    if (chaos)
      chaos->pause();
    return state ? state->counter.fetch_add(1, std::memory_order_relaxed) : alone++;
  }
};

/// A pool of `size` threads, the caller being member 0. `run` starts a function on all members and waits for all of
/// them. Members spin for a short while between runs, then sleep.
class ThreadTeam {
public:
  /// With `pin`, member i is bound to the (firstCpu + i)-th of the CPUs that the process may use (modulo their number);
  /// the caller's own binding is left alone.
  explicit ThreadTeam(int size, bool pin = false, int firstCpu = 0);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam &) = delete;
  ThreadTeam &operator=(const ThreadTeam &) = delete;

  int size() const { return state.size; }

  /// Calls `function(Team &)` once on every member. It must not throw. Allocates nothing.
  template <class Function> void run(Function &&function) {
    using Plain = std::remove_reference_t<Function>;
    start([](void *context, Team &team) { (*static_cast<Plain *>(context))(team); },
          const_cast<void *>(static_cast<const void *>(&function)));
  }

private:
  using Call = void (*)(void *, Team &);
  void start(Call call, void *context);
  void member(int rank, bool pin, int firstCpu);

  TeamState state;
  Call call = nullptr;
  void *context = nullptr;
  alignas(64) std::atomic<uint32_t> epoch{0};
  alignas(64) std::atomic<int> running{0};
  std::atomic<bool> ending{false};
  std::atomic<int> asleep{0};
  std::mutex mutex;
  std::condition_variable wake;
  std::vector<std::thread> threads;
};

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_TEAM_H
