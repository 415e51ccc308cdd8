// Runs single entries of a plan on memory that the caller fills: for those who probe what kernels compute.
#ifndef DET_RUNTIME_ENTRYRUNNER_H
#define DET_RUNTIME_ENTRYRUNNER_H

#include "det/Runtime/Artifact/Artifact.h"
#include "det/Runtime/Artifact/LoadedPlan.h"
#include "det/Runtime/Host/Isa.h"

#include <memory>

namespace det::rt {

/// An artifact's kernels for one instruction set, and the memory of one rank at a time. No messages, no threads.
class EntryRunner {
public:
  /// Errors: a malformed plan, no kernels for this instruction set, a machine that lacks it.
  static Result<EntryRunner> create(const Artifact &artifact, host::Isa isa);
  EntryRunner(EntryRunner &&) noexcept;
  ~EntryRunner();

  const LoadedPlan &plan() const;

  /// Gives `rank` zeroed memory, and a copy of the constants. Errors: not enough memory (needed bytes).
  Status place(uint32_t rank);
  /// The memory of the rank, and a page behind it that no entry may touch; what entries say about offsets holds in it.
  std::span<uint8_t> arena();
  std::span<uint8_t> constants();

  /// Runs an entry that computes, here, as a rank alone would. A launch is cut as for `members` threads, one part after the
  /// other. Errors: an entry that moves messages or loops, addresses outside the memory.
  Status run(const artifact::EntryT &entry, int members = 1);

private:
  struct Body;
  explicit EntryRunner(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body;
};

} // namespace det::rt

#endif // DET_RUNTIME_ENTRYRUNNER_H
