// Steps: entries of a program before memory is planned, with the buffers that they touch.
#ifndef DET_LIB_TRANSFORMS_LOWER_PLAN_STEP_H
#define DET_LIB_TRANSFORMS_LOWER_PLAN_STEP_H

#include "View.h"
#include "det/Runtime/Artifact/plan_generated.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>
#include <vector>

namespace det::plan {

/// What a buffer is for, which decides where it lies and how long it lives.
enum class BufferKind {
  Temporary, ///< from its first to its last step
  State,     ///< always, at the front of the arena
  Batch,     ///< from the start of a step of training to its last reader
  Metric,    ///< from its writer to the end
  Constant   ///< in the constants section
};

struct Buffer {
  BufferKind kind = BufferKind::Temporary;
  uint64_t bytes = 0;
  uint64_t offset = 0; ///< constants: given; others: found by memory planning
  int alias = -1;      ///< another buffer whose memory this one shares entirely
};

/// A place in a buffer that a step reads or writes.
struct BufferUse {
  int buffer;
  int64_t bytes; ///< offset of the place
  bool reads, writes;
  /// How elements lie there, for the entry's claim; nothing for a helper's buffer.
  std::shared_ptr<View> view = nullptr;
  int64_t elementBytes = 0;
};

/// Where loops begin and end among the steps: Begin, condition, Test, body, End. Begin has the loop's entry, Test reads the predicate.
enum class LoopMark : uint8_t { None, Begin, Test, End };

/// An entry whose Refs are still open: `uses` lists them in the order of the action's Ref fields.
struct Step {
  artifact::EntryT entry;
  llvm::SmallVector<BufferUse, 4> uses;
  /// Pairs (read use, written use) that may be the same memory: each element is read before it is written.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 1> inPlace;
  /// Element operations where all such pairs are the same memory, if fewer: a part of a whole that stays where it is.
  std::optional<int64_t> workInPlace;
  LoopMark mark = LoopMark::None;
  /// For the claim: the values that the entry computes, and the part of a sum, relative to the rank's part.
  llvm::SmallVector<uint32_t> makes;
  std::optional<artifact::BoxT> node;
  std::vector<BufferUse> carried; ///< of the begin of a loop: where its carried values lie
  /// A copy of a whole buffer into the buffer of a loop's carried value: gone where both become one memory.
  bool handsOver = false;
  bool isFused = false; ///< a GPU does it at once with its neighbours (artifact::Fusion)
};

using Exchanges = std::vector<std::unique_ptr<artifact::ExchangeT>>;

/// Fills the Refs of a step's entry, and of the exchange that it begins or ends, from `refs`, one per use.
void bindRefs(Step &step, llvm::ArrayRef<artifact::Ref> refs, Exchanges &exchanges);

} // namespace det::plan

#endif // DET_LIB_TRANSFORMS_LOWER_PLAN_STEP_H
