// Ops that put tensors together: concatenate and pad. Producers that can, write their part in place; others are copied.
#include "Lowerings.h"

using namespace mlir;

namespace det::plan {

/// True if two views are the same elements in memory.
static bool isSame(const View &a, const View &b) {
  return a.buffer == b.buffer && a.offset == b.offset && a.strides == b.strides && a.terms.empty() && b.terms.empty();
}

/// The part of a concatenation's result that its operand `number` fills: a rank holds of each operand what its part has of it.
static View partOf(ConcatenateOp op, unsigned number, const View &whole, ProgramBuilder &builder) {
  SmallVector<int64_t> starts(whole.shape.size(), 0), steps(whole.shape.size(), 1);
  for (unsigned i = 0; i < number; ++i)
    starts[op.getDim()] += builder.localShape(op.getInputs()[i])[op.getDim()];
  return whole.sliced(starts, builder.localShape(op.getInputs()[number]), steps);
}

static LogicalResult lowerConcatenate(ConcatenateOp op, ProgramBuilder &builder) {
  View whole = builder.assembled(op.getResult());
  for (unsigned i = 0; i < op.getInputs().size(); ++i) {
    View part = partOf(op, i, whole, builder), from = builder.view(op.getInputs()[i]);
    part.value = op.getInputs()[i];
    if (!isSame(from, part))
      builder.copy(from, part, bytesOf(op.getResult()), builder.tables.label(op));
  }
  builder.setView(op.getResult(), whole);
  return success();
}

static std::optional<View> wantedConcatenate(ConcatenateOp op, OpOperand &operand, const View &, ProgramBuilder &builder) {
  return partOf(op, operand.getOperandNumber(), builder.assembled(op.getResult()), builder);
}

static LogicalResult lowerPad(PadOp op, ProgramBuilder &builder) {
  View whole = builder.assembled(op.getResult());
  int64_t bytes = bytesOf(op.getResult());
  uint32_t label = builder.tables.label(op);
  // The padding everywhere, then the operand's elements that are not cut off, into their places.
  View filler = builder.view(op.getPadding());
  filler.shape = whole.shape;
  filler.strides.assign(whole.shape.size(), 0);
  builder.copy(filler, whole, bytes, label);

  View from = builder.view(op.getOperand());
  SmallVector<int64_t> lows = builder.localLows(op, 0), fromStarts, toStarts, sizes, ones(whole.shape.size(), 1), steps;
  for (size_t i = 0; i < whole.shape.size(); ++i) {
    int64_t low = lows[i], step = op.getInterior()[i] + 1, n = from.shape[i], limit = whole.shape[i];
    // Element j lies at low + j * step: keep those in [0, limit).
    int64_t first = low >= 0 ? 0 : (-low + step - 1) / step;
    int64_t last = limit - 1 - low < 0 ? -1 : std::min(n - 1, (limit - 1 - low) / step);
    fromStarts.push_back(std::min(first, std::max<int64_t>(n - 1, 0)));
    toStarts.push_back(last < first ? 0 : low + first * step);
    sizes.push_back(std::max<int64_t>(0, last - first + 1));
    steps.push_back(step);
  }
  View kept = from.sliced(fromStarts, sizes, ones), place = whole.sliced(toStarts, sizes, steps);
  place.value = kept.value;
  place.starts = kept.starts = fromStarts;
  builder.copy(kept, place, bytes, label);
  builder.setView(op.getResult(), whole);
  return success();
}

void addAssemblyLowerings(LoweringTable &table) {
  addLowering<ConcatenateOp>(table, lowerConcatenate, wantedConcatenate);
  addLowering<PadOp>(table, lowerPad);
}

} // namespace det::plan
