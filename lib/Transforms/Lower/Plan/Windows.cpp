// Windows and parts of complex numbers are views; scans and updates are entries of their own.
#include "Lowerings.h"

using namespace mlir;

namespace det::plan {

static LogicalResult lowerWindows(WindowsOp op, ProgramBuilder &builder) {
  View view = builder.view(op.getOperand());
  SmallVector<int64_t> along = view.strides;
  view.shape = builder.localShape(op.getResult());
  view.strides.clear();
  for (auto [stride, step] : llvm::zip(along, op.getStrides()))
    view.strides.push_back(stride * step);
  for (auto [stride, dilation] : llvm::zip(along, op.getDilations()))
    view.strides.push_back(stride * dilation);
  // From where the first window of this rank begins.
  if (!view.isEmpty())
    for (auto [low, stride] : llvm::zip(builder.localLows(op, 0), along))
      view.offset -= low * stride;
  builder.setView(op.getResult(), std::move(view));
  return success();
}

/// A view of complex numbers as a view of one of their parts.
static View partOf(View view, int64_t part) {
  view.offset = 2 * view.offset + part;
  for (int64_t &stride : view.strides)
    stride *= 2;
  for (RankTerm &term : view.terms)
    term.stride *= 2;
  return view;
}

static LogicalResult lowerReal(RealOp op, ProgramBuilder &builder) {
  builder.setView(op.getResult(), partOf(builder.view(op.getOperand()), 0));
  return success();
}

static LogicalResult lowerImag(ImagOp op, ProgramBuilder &builder) {
  builder.setView(op.getResult(), partOf(builder.view(op.getOperand()), 1));
  return success();
}

static LogicalResult lowerComplex(ComplexOp op, ProgramBuilder &builder) {
  View to = builder.allocate(builder.localShape(op.getResult()), bytesOf(op.getResult()));
  for (auto [part, value] : llvm::enumerate(op->getOperands())) {
    View from = builder.view(value), half = partOf(to, part);
    half.value = value;
    builder.copy(from, half, bytesOf(value), builder.tables.label(op));
  }
  builder.setView(op.getResult(), to);
  return success();
}

static LogicalResult lowerScan(ScanOp op, ProgramBuilder &builder) {
  Type element = cast<RankedTensorType>(op.getResult().getType()).getElementType();
  order::Order order = toModel(op.getOrderAttr());
  bool isNarrow = isa<FloatType>(element) && !element.isF32() && !element.isF64();
  if (isNarrow || order.leaf != order::Leaf::Fold || order.levels.size() != 1)
    return op.emitOpError() << "expected f32, f64 or integers, and one level with leaf fold, got " << element << " and "
                            << op.getOrderAttr();
  SmallVector<int64_t> shape = builder.localShape(op.getResult());
  size_t dim = op.getDim();
  int64_t bytes = bytesOf(op.getResult());
  View to = builder.allocate(shape, bytes);
  builder.setView(op.getResult(), to);
  if (to.isEmpty())
    return success();
  artifact::ScanT scan;
  scan.type = elementTypeOf(element);
  scan.combiner = combinerOf(op.getCombiner());
  scan.outer = elementsOf(ArrayRef(shape).take_front(dim));
  scan.size = shape[dim];
  scan.inner = elementsOf(ArrayRef(shape).drop_front(dim + 1));
  scan.block = order.levels[0].block;
  scan.reverse = op.getReverse();
  View from = builder.dense(op.getOperand()), init = builder.dense(op.getInit());
  BufferUse uses[] = {builder.reads(from, bytes), builder.reads(init, bytes), builder.writes(to, bytes)};
  int64_t flops = isa<FloatType>(element) ? to.elements() : 0;
  Step &step = builder.add(std::move(scan), uses, builder.tables.label(op), flops, to.elements());
  step.inPlace.push_back({0, 2});
  return success();
}

static LogicalResult lowerUpdate(DynamicUpdateSliceOp op, ProgramBuilder &builder) {
  int64_t bytes = bytesOf(op.getResult());
  if (op.getStarts().empty()) {
    builder.setView(op.getResult(), builder.view(op.getUpdate()));
    return success();
  }
  View to = builder.allocate(builder.localShape(op.getResult()), bytes);
  builder.setView(op.getResult(), to);
  if (to.isEmpty())
    return success();
  artifact::UpdateT update;
  View operand = builder.dense(op.getOperand()), box = builder.dense(op.getUpdate());
  update.index_type = elementTypeOf(cast<RankedTensorType>(op.getStarts()[0].getType()).getElementType());
  update.element_bytes = bytes;
  update.shape.assign(to.shape.begin(), to.shape.end());
  update.update_shape.assign(box.shape.begin(), box.shape.end());
  SmallVector<BufferUse> uses{builder.reads(operand, bytes), builder.reads(box, bytes), builder.writes(to, bytes)};
  for (Value start : op.getStarts())
    uses.push_back(builder.reads(builder.dense(start), bytesOf(start)));
  Step &step = builder.add(std::move(update), uses, builder.tables.label(op), 0, to.elements());
  step.inPlace.push_back({0, 2});
  step.workInPlace = box.elements();
  return success();
}

void addWindowLowerings(LoweringTable &table) {
  addLowering<WindowsOp>(table, lowerWindows);
  addLowering<RealOp>(table, lowerReal);
  addLowering<ImagOp>(table, lowerImag);
  addLowering<ComplexOp>(table, lowerComplex);
  addLowering<ScanOp>(table, lowerScan);
  addLowering<DynamicUpdateSliceOp>(table, lowerUpdate);
  for (StringRef name : {WindowsOp::getOperationName(), RealOp::getOperationName(), ImagOp::getOperationName()})
    table[name].isView = true;
}

} // namespace det::plan
