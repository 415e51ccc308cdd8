// A loaded program that trains: state that stays between steps, batches in, metrics out, for the ranks of this process.
//
// In a run of several processes each has a session with the same artifact and runs an equal, contiguous part of the ranks. Then create(),
// getState(), stateSums() and step() are called by all processes in the same order. Whoever gets an error that others may not have says so
// by ProcessGroup::fail() before the session ends, so that nobody waits for it.
#ifndef DET_RUNTIME_SESSION_H
#define DET_RUNTIME_SESSION_H

#include "det/Runtime/Artifact/Artifact.h"
#include "det/Runtime/Artifact/Route.h"
#include "det/Runtime/Comm/Communicator.h"
#include "det/Runtime/Comm/Processes.h"
#include "det/Runtime/Host/Isa.h"
#include "det/Runtime/State/Tensor.h"
#include "det/Runtime/Trace/Fingerprint.h"

#include <memory>
#include <optional>

namespace det::rt {

/// What memory holds that nothing has been written to; for tests that nothing reads it.
enum class ArenaFill : uint8_t { zero, ones, nan };

struct SessionOptions {
  int threads = 1;                   ///< at least 1; decides speed, never bits
  bool pin = false;                  ///< bind thread i to the i-th CPU
  std::optional<host::Isa> isa;      ///< which kernels; none: the best that this CPU has
  std::optional<ArenaFill> fill;     ///< fills all temporaries before every step
  /// Turns around, from this seed, what a plan leaves free: who runs which rank and when, which member does what, in which order messages
  /// are packed, travel and are taken out; and fills all memory that nothing has been written to. For tests: bits must stay.
  std::optional<uint64_t> chaos;
  bool profile = false;              ///< measures the time of every entry
  /// A loop that runs longer ends the step with an error.
  int64_t maxTripCount = int64_t(1) << 31;
  std::shared_ptr<ProcessGroup> group; ///< the processes that run the ranks together; none: this one runs all
  Transport transport = Transport::automatic; ///< between processes
  RouteChoice route = RouteChoice::automatic; ///< between machines; decides speed, never bits
  uint32_t near = 0; ///< so many ranks, one behind the other, count as one machine; 0: those whose processes are on one
  CommunicatorFactory communicators; ///< none: connectInProcess, or with a group connectProcesses
};

/// A tensor that users see, by its global shape.
struct TensorInfo {
  std::string name;
  artifact::TensorKind kind;
  ElementType type;
  std::vector<int64_t> shape;
};

/// Where a session's memory goes, in bytes of this process.
struct MemoryUse {
  uint64_t arenas = 0, largestArena = 0, messages = 0, scratch = 0;
};

/// Time spent in one entry of the plan, summed over ranks and steps.
struct EntryTime {
  std::string label;
  std::string_view kind; ///< "launch", "product", ...
  int64_t nanoseconds = 0, flops = 0, calls = 0;
};

/// Not for several threads at once; it runs its own.
class Session {
public:
  /// Checks the whole plan, resolves every address, loads the kernels and takes all memory: a step takes none. Errors:
  /// a plan that does not hold together (which entry, what), a CPU that is too old, not enough memory (needed and
  /// available bytes), a number of processes that does not divide the ranks.
  static Result<std::unique_ptr<Session>> create(Artifact artifact, const SessionOptions &options);
  ~Session();

  const std::vector<TensorInfo> &tensors() const;
  uint32_t ranks() const; ///< of all processes
  host::Isa isa() const;
  const std::string &level() const;
  MemoryUse memory() const;
  /// The messages of a step, of all ranks.
  ExchangeTraffic traffic() const;

  /// Cuts a whole tensor into the shards of this process's ranks. Its NaNs become the canonical one. Errors: not a state tensor, another type or shape.
  Status setState(const std::string &name, const TensorView &tensor);
  /// Puts a whole tensor together from all ranks' shards, in process 0; elsewhere the result has no bytes.
  Result<HostTensor> getState(const std::string &name) const;
  /// The fingerprint sums of every state tensor by name, computed on the shards by all threads; the same in all processes.
  Result<std::map<std::string, ElementSums>> stateSums() const;

  /// Runs one step on whole batch tensors, one per tensor of kind batch; a NaN of other bits counts as the canonical one. Errors: a batch that is missing, unknown or of
  /// another type or shape.
  Status step(const ViewMap &batch);
  /// A metric of the last step, in process 0. The bytes are valid until the next step. Errors: no such metric, no step yet, another process.
  Result<TensorView> metric(const std::string &name) const;

  /// Slowest first; empty unless options.profile.
  std::vector<EntryTime> profile() const;

private:
  struct Body;
  explicit Session(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body;
};

} // namespace det::rt

#endif // DET_RUNTIME_SESSION_H
