// Builds the program of one rank class: views of values, buffers and steps.
#ifndef DET_LIB_TRANSFORMS_LOWER_PLAN_PROGRAMBUILDER_H
#define DET_LIB_TRANSFORMS_LOWER_PLAN_PROGRAMBUILDER_H

#include "Placements.h"
#include "Step.h"
#include "Tables.h"
#include "View.h"
#include "llvm/ADT/DenseMap.h"

namespace det {
class KernelLibrary;
}

namespace det::plan {

/// Work of one entry up to which one thread does it: about the price of a barrier.
inline constexpr int64_t kSerialWork = 8192;

/// The state that op lowerings share. Sizes, offsets and strides count elements.
class ProgramBuilder {
public:
  ProgramBuilder(const Placements &placements, Tables &tables, KernelLibrary &kernels, int64_t rank)
      : placements(placements), tables(tables), kernels(kernels), rank(rank) {}

  const Placements &placements;
  Tables &tables;
  KernelLibrary &kernels;
  const int64_t rank; ///< a rank of the class; the others differ in rank terms only

  std::vector<Buffer> buffers;
  std::vector<Step> steps;
  Exchanges exchanges;

  //===-- Buffers ------------------------------------------------------------------------------------------------===//

  int addBuffer(BufferKind kind, uint64_t bytes);
  /// The buffer of a place in the constants section.
  int constantBuffer(uint64_t offset, uint64_t bytes);
  /// A dense view of a new temporary buffer.
  View allocate(llvm::ArrayRef<int64_t> shape, int64_t elementBytes);

  //===-- Views of values ----------------------------------------------------------------------------------------===//

  llvm::SmallVector<int64_t> localShape(mlir::Value value) const { return placements.localShape(value, rank); }
  /// `low` of the windows through which dims of an operand are read, as they move over what this rank holds; 0 for other dims.
  llvm::SmallVector<int64_t> localLows(mlir::Operation *op, unsigned operand) const;
  bool hasView(mlir::Value value) const { return views.contains(value); }
  const View &view(mlir::Value value) const { return views.find(value)->second; }
  void setView(mlir::Value value, View view);
  /// The value in dense row-major form without rank terms; a copy is made where it is not, once per value, and in front of the
  /// loops that only read it.
  View dense(mlir::Value value);
  /// Where a lowering that can write any strides stores a result: where its consumers want it, else a new buffer.
  View place(mlir::Value result);
  /// The buffer that a concatenation assembles; made on first use, because producers may write into it earlier.
  View assembled(mlir::Value result);

  //===-- Steps --------------------------------------------------------------------------------------------------===//

  /// Appends a step; `work` (element operations) decides whether one thread does it.
  template <class Action> Step &add(Action action, llvm::ArrayRef<BufferUse> uses, uint32_t label, int64_t flops, int64_t work) {
    Step &step = steps.emplace_back();
    step.entry.action.Set(std::move(action));
    step.entry.label = label;
    step.entry.flops = flops;
    step.entry.serial = work <= kSerialWork;
    step.uses.assign(uses.begin(), uses.end());
    return step;
  }
  /// Completes the claims of the steps that an op's lowering has appended, from step `begin` on.
  void finishClaims(mlir::Operation *op, size_t begin);
  /// Appends the begin of an exchange from one view to another. Its end follows when an op needs the target. Every rank class
  /// does so for every exchange, empty or not, in one order: the number is what ranks call it by.
  void beginExchange(artifact::ExchangeT exchange, const View &source, const View &target);
  /// Appends the ends of the exchanges under way that fill `buffer`; of all with -1.
  void endExchanges(int buffer);
  /// Appends the begin of a loop, the end of its condition, and its end; `entry` is the loop's.
  Step &beginLoop(mlir::Operation *loop, artifact::WhileT entry);
  void testLoop(const View &predicate);
  void endLoop();
  /// Appends a copy of all elements, unless there are none.
  void copy(const View &from, const View &to, int64_t elementBytes, uint32_t label);

  BufferUse reads(const View &view, int64_t elementBytes) const {
    return {view.buffer, view.offset * elementBytes, true, false, std::make_shared<View>(view), elementBytes};
  }
  BufferUse writes(const View &view, int64_t elementBytes) const {
    return {view.buffer, view.offset * elementBytes, false, true, std::make_shared<View>(view), elementBytes};
  }
  /// Appends the rank terms of a view as offsets of `buffer`.
  void addRankOffsets(const View &view, uint16_t buffer, int64_t elementBytes, std::vector<artifact::RankOffset> &offsets);

private:
  /// A loop whose steps are being made, and the position of its begin.
  struct OpenLoop {
    mlir::Operation *op;
    size_t begin;
  };
  /// The position in front of the outermost loop around which a value is known; the end if there is none.
  size_t placeFor(mlir::Value value) const;
  /// Moves the last step to an earlier position.
  void moveLastStep(size_t position);

  /// An exchange that has begun: its number, label, and uses.
  struct Pending {
    uint32_t number, label;
    BufferUse source, target;
  };
  std::vector<Pending> pending;
  llvm::SmallVector<OpenLoop, 2> openLoops;
  llvm::DenseMap<mlir::Value, View> views, denseViews, assembledViews;
  llvm::DenseMap<std::pair<uint64_t, uint64_t>, int> constantBuffers; ///< by offset and bytes: an empty constant lies where the next does
};

} // namespace det::plan

#endif // DET_LIB_TRANSFORMS_LOWER_PLAN_PROGRAMBUILDER_H
