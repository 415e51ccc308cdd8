// Runs single entries of a plan on memory that the caller fills: for those who probe what kernels compute.
#ifndef DET_RUNTIME_ENTRYRUNNER_H
#define DET_RUNTIME_ENTRYRUNNER_H

#include "det/Runtime/Artifact/Artifact.h"
#include "det/Runtime/Artifact/LoadedPlan.h"
#include "det/Runtime/Host/Isa.h"

#include <memory>

namespace det::rt {

/// The memory of one rank at a time, and entries of its program that run in it. No messages.
class EntryRunner {
public:
  virtual ~EntryRunner() = default;

  virtual const LoadedPlan &plan() const = 0;

  /// Gives `rank` zeroed memory, and a copy of the constants. Errors: not enough memory (needed bytes).
  virtual Status place(uint32_t rank) = 0;
  /// The memory of the rank, and a page behind it that no entry may touch; what entries say about offsets holds in it.
  virtual std::span<uint8_t> arena() = 0;
  virtual std::span<uint8_t> constants() = 0;

  /// Runs an entry that computes, here, as a rank alone would. On CPUs a launch is cut as for `members` threads, one part after
  /// the other. Errors: an entry that moves messages or loops, addresses outside the memory.
  virtual Status run(const artifact::EntryT &entry, int members = 1) = 0;
};

/// An artifact's kernels for one instruction set of CPUs. Errors: a malformed plan, no kernels for this instruction set, a machine
/// that lacks it.
Result<std::unique_ptr<EntryRunner>> makeHostEntryRunner(const Artifact &artifact, host::Isa isa);

} // namespace det::rt

#endif // DET_RUNTIME_ENTRYRUNNER_H
