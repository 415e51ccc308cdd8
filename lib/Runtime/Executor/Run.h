// Runs a rank's resolved program: alone until a message is missing, or as a team.
#ifndef DET_LIB_RUNTIME_EXECUTOR_RUN_H
#define DET_LIB_RUNTIME_EXECUTOR_RUN_H

#include "Memory.h"
#include "Resolve/Operations.h"
#include "det/Runtime/Artifact/LoadedPlan.h"
#include "det/Runtime/Comm/Communicator.h"
#include "det/Runtime/Host/Team.h"

#include <atomic>
#include <memory>
#include <optional>

namespace det::rt {

/// Scratch memory of one thread, and of the team it is in.
struct Scratch {
  void *thread = nullptr, *team = nullptr;
};

/// The whole batch tensors of the current step, in the plan's order.
using BatchPointers = std::vector<const uint8_t *>;

/// One rank: its memory, its program, and how far it has come in the current step.
class RankRunner {
public:
  RankRunner(uint32_t rank, Arena arena, int teamSize) : rank(rank), arena(std::move(arena)), teamState(teamSize) {}

  const uint32_t rank;
  Arena arena, passing; ///< passing: what exchanges by levels keep between rounds
  ResolvedProgram program;
  std::unique_ptr<Communicator> communicator;
  host::TeamState teamState;
  bool profiled = false;
  std::optional<uint64_t> chaos; ///< seed; set before prepare()
  int64_t maxTrips = INT64_MAX; ///< of one loop
  const LoadedPlan *plan = nullptr; ///< for messages
  std::vector<int64_t> nanoseconds, calls; ///< by operation, when profiled

  /// Call when `program` is complete: takes what running needs, so that a step takes no memory.
  void prepare();
  /// Before a step.
  void rewind();

  /// Runs on one thread until the end of the step (true) or until a message is missing or has no room (false).
  bool runAlone(const BatchPointers &batch, const Scratch &scratch);
  /// Runs the whole step as one member of the rank's team; waits for messages, unless
  /// something `failed`.
  void runAsTeam(const BatchPointers &batch, host::Team &team, const Scratch &scratch, std::atomic<bool> &failed);

  /// The label of a loop that did not end within `maxTrips`; the step's results are then not used.
  std::optional<uint32_t> endless;

  /// Grows while the rank gets on, when it runs alone.
  uint64_t progress() const { return steps; }

  /// Only one thread at a time runs a rank alone.
  std::atomic<bool> claimed{false};
  std::atomic<bool> finished{false};

private:
  // Where a walk over the operations stands; every member of a team has its own.
  struct Position {
    uint32_t next = 0;
    std::vector<int64_t> left; // per nested loop: iterations that remain, or that have begun where a value ends it
    size_t message = 0;        // in the current exchange
    std::optional<host::Chaos> chaos;
  };

  void jump(const Operation &operation, Position &position) const;
  /// Runs a serial loop, in front of which the first member of a team stands, to its end.
  void runSerial(const WhileOp &loop, const BatchPointers &batch, const Scratch &scratch, std::atomic<bool> &failed);
  bool goesOn(const Operation &operation, const Position &position);
  static void take(const WhileTestOp &test, bool goesOn, Position &position);
  void compute(const Operation &operation, const BatchPointers &batch, host::Team &team, const Scratch &scratch) const;
  /// Which of the `count` messages of a tag comes i-th: any order will do.
  size_t turn(size_t i, size_t count, uint32_t tag) const;
  bool begin(const BeginOp &op, host::Team &team, Position &position) const;
  bool end(const EndOp &op, host::Team &team, Position &position) const;
  bool runOperation(const Operation &operation, const BatchPointers &batch, host::Team &team, const Scratch &scratch,
                    Position &position) const;

  std::vector<Position> positions; // by member of the team
  uint64_t steps = 0, rounds = 0; // rounds: steps of training
  bool teamGoesOn = false; // what the first member of a team decided at the end of a condition
};

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_RUN_H
