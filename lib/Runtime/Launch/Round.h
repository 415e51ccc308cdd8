// One collective, as process 0 sees it: what everybody has given, and what everybody gets.
#ifndef DET_LIB_RUNTIME_LAUNCH_ROUND_H
#define DET_LIB_RUNTIME_LAUNCH_ROUND_H

#include "det/Runtime/Launch/Bytes.h"
#include "det/Runtime/Result.h"

#include <memory>
#include <optional>

namespace det::rt {

enum class Collective : uint64_t { barrier, allGather, gather, broadcast, finish };

struct Contribution {
  Collective kind = Collective::barrier;
  uint64_t from = 0; ///< broadcast: whose bytes count
  std::string what;
  Bytes bytes;
};

/// As a frame's body. Large bytes are not copied.
Bytes packContribution(Contribution contribution);
std::optional<Contribution> unpackContribution(Bytes body);

class Round {
public:
  explicit Round(uint32_t processes) : given(processes) {}

  /// Errors: another collective than those who came before; a second one from the same process.
  Status add(uint32_t process, Contribution contribution);
  bool complete() const { return count == given.size(); }

  struct Replies {
    Collective kind = Collective::barrier;
    std::vector<Bytes> own;              ///< for process 0
    std::shared_ptr<const Bytes> others; ///< for each other process
  };
  /// Of a complete round; the next one begins.
  Replies take();

private:
  std::vector<std::optional<Contribution>> given;
  size_t count = 0;
  uint32_t first = 0; // who came first
};

/// The byte strings in a reply, which are `count`; nothing if it is malformed.
std::optional<std::vector<Bytes>> unpackReply(const Bytes &reply, size_t count);

} // namespace det::rt

#endif // DET_LIB_RUNTIME_LAUNCH_ROUND_H
