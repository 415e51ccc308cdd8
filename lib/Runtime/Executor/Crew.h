// The threads of a session: teams where there are enough for every rank, else sharing the ranks.
#ifndef DET_LIB_RUNTIME_EXECUTOR_CREW_H
#define DET_LIB_RUNTIME_EXECUTOR_CREW_H

#include "Run.h"

namespace det::rt {

using Runners = std::vector<std::unique_ptr<RankRunner>>;

/// Who runs what. With at least as many threads as ranks every rank has a team of its own. With fewer, each thread takes
/// any rank that nobody runs, runs it until a message is missing, and takes another.
class Crew {
public:
  /// `ranks`: those of this process, which it counts from 0. Pinned threads take the CPUs from `firstCpu` on.
  /// With a seed of `chaos` threads change their seats with every step, and take ranks in any order.
  Crew(int threads, bool pin, uint32_t ranks, std::optional<uint64_t> chaos = {}, int firstCpu = 0);

  /// The size of a rank's team; 1 where threads share ranks.
  int teamSize(uint32_t rank) const;
  /// Bytes of scratch for these programs.
  uint64_t scratchBytes(const Runners &runners) const;
  /// Takes the scratch. Errors: out of memory.
  Status prepare(const Runners &runners);
  /// Runs all ranks to the end of a step. Errors: those of the communicators.
  Status run(const Runners &runners, const BatchPointers &batch);
  /// Calls a function once on every thread.
  template <class Function> void forAll(Function &&function) {
    pool.run([&](host::Team &) { function(); });
  }

private:
  struct Needs {
    uint64_t thread = 0, team = 0;
  };
  static Needs needsOf(const Runners &runners);
  /// New seats, and noise in the scratch.
  void disturb();
  Scratch scratchOf(size_t thread) const;
  bool haveTeams() const { return pool.size() >= int(ranks); }
  void runTeams(const Runners &runners, const BatchPointers &batch, host::Team &team, std::atomic<bool> &failed);
  void shareRanks(const Runners &runners, const BatchPointers &batch, host::Team &team, std::atomic<bool> &failed);

  host::ThreadTeam pool;
  uint32_t ranks;
  Arena memory;
  Needs needs;
  std::optional<uint64_t> chaos;
  uint64_t steps = 0;
  std::vector<std::pair<uint32_t, int>> seats; ///< by thread: rank and number in its team
};

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_CREW_H
