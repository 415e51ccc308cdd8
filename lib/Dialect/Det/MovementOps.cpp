// Verifiers of the ops that move elements. Messages name the constraint that does not hold.
#include "det/Dialect/Det/Det.h"

using namespace mlir;

namespace det {

static ArrayRef<int64_t> shapeOf(Value value) { return cast<RankedTensorType>(value.getType()).getShape(); }
static int64_t rankOf(Value value) { return static_cast<int64_t>(shapeOf(value).size()); }
static Type elementOf(Value value) { return cast<RankedTensorType>(value.getType()).getElementType(); }

/// Checks that a result has the shape that the op's attributes give, and the operand's element type.
static LogicalResult verifyResult(Operation *op, Value operand, ArrayRef<int64_t> expected) {
  Value result = op->getResult(0);
  if (elementOf(operand) != elementOf(result))
    return op->emitOpError() << "expected element type " << elementOf(operand) << ", got " << elementOf(result);
  if (ArrayRef<int64_t>(expected) != shapeOf(result)) {
    InFlightDiagnostic diag = op->emitOpError("expected result shape [");
    llvm::interleaveComma(expected, diag);
    diag << "], got [";
    llvm::interleaveComma(shapeOf(result), diag);
    return diag << ']';
  }
  return success();
}

static LogicalResult verifyCount(Operation *op, StringRef what, size_t got, int64_t expected) {
  if (static_cast<int64_t>(got) == expected)
    return success();
  return op->emitOpError() << "expected " << expected << ' ' << what << ", got " << got;
}

LogicalResult IotaOp::verify() {
  if (getDim() < rankOf(getResult()))
    return success();
  return emitOpError() << "expected a dim below rank " << rankOf(getResult()) << ", got " << getDim();
}

LogicalResult BroadcastInDimOp::verify() {
  if (failed(verifyCount(*this, "dims", getDims().size(), rankOf(getOperand()))))
    return failure();
  for (auto [i, dim] : llvm::enumerate(getDims())) {
    if (dim < 0 || dim >= rankOf(getResult()))
      return emitOpError() << "expected dims below rank " << rankOf(getResult()) << ", got " << dim;
    int64_t size = shapeOf(getOperand())[i];
    if (size != 1 && size != shapeOf(getResult())[dim])
      return emitOpError() << "expected operand dim " << i << " to have size 1 or " << shapeOf(getResult())[dim] << ", got " << size;
  }
  return success();
}

LogicalResult ReshapeOp::verify() {
  auto from = cast<RankedTensorType>(getOperand().getType()), to = cast<RankedTensorType>(getType());
  if (from.getNumElements() != to.getNumElements())
    return emitOpError() << "expected " << from.getNumElements() << " elements, got " << to.getNumElements();
  return success();
}

LogicalResult TransposeOp::verify() {
  if (failed(verifyCount(*this, "dims", getPermutation().size(), rankOf(getOperand()))))
    return failure();
  SmallVector<int64_t> expected;
  SmallVector<bool> seen(rankOf(getOperand()), false);
  for (int64_t dim : getPermutation()) {
    if (dim < 0 || dim >= rankOf(getOperand()) || seen[dim])
      return emitOpError() << "expected a permutation of " << rankOf(getOperand()) << " dims";
    seen[dim] = true;
    expected.push_back(shapeOf(getOperand())[dim]);
  }
  return verifyResult(*this, getOperand(), expected);
}

LogicalResult SliceOp::verify() {
  SmallVector<int64_t> expected;
  for (ArrayRef<int64_t> list : {getStarts(), getLimits(), getStrides()})
    if (failed(verifyCount(*this, "starts, limits and strides", list.size(), rankOf(getOperand()))))
      return failure();
  for (auto [i, size] : llvm::enumerate(shapeOf(getOperand()))) {
    int64_t start = getStarts()[i], limit = getLimits()[i], stride = getStrides()[i];
    if (start < 0 || limit < start || limit > size || stride < 1)
      return emitOpError() << "expected 0 <= start <= limit <= " << size << " and a positive stride in dim " << i;
    expected.push_back((limit - start + stride - 1) / stride);
  }
  return verifyResult(*this, getOperand(), expected);
}

LogicalResult ConcatenateOp::verify() {
  if (getInputs().empty())
    return emitOpError("expected at least one operand");
  SmallVector<int64_t> expected(shapeOf(getInputs()[0]));
  if (getDim() >= expected.size())
    return emitOpError() << "expected a dim below rank " << expected.size() << ", got " << getDim();
  for (Value input : getInputs().drop_front()) {
    for (auto [i, size] : llvm::enumerate(shapeOf(input)))
      if (i != getDim() && size != expected[i])
        return emitOpError() << "expected operands of equal size in dim " << i;
    expected[getDim()] += shapeOf(input)[getDim()];
  }
  return verifyResult(*this, getInputs()[0], expected);
}

LogicalResult PadOp::verify() {
  SmallVector<int64_t> expected;
  for (ArrayRef<int64_t> list : {getLow(), getHigh(), getInterior()})
    if (failed(verifyCount(*this, "padding sizes", list.size(), rankOf(getOperand()))))
      return failure();
  if (rankOf(getPadding()) != 0)
    return emitOpError("expected a scalar padding value");
  for (auto [i, size] : llvm::enumerate(shapeOf(getOperand())))
    expected.push_back(getLow()[i] + size + std::max<int64_t>(size - 1, 0) * getInterior()[i] + getHigh()[i]);
  return verifyResult(*this, getOperand(), expected);
}

LogicalResult ReverseOp::verify() {
  for (int64_t dim : getDims())
    if (dim < 0 || dim >= rankOf(getOperand()))
      return emitOpError() << "expected dims below rank " << rankOf(getOperand()) << ", got " << dim;
  return verifyResult(*this, getOperand(), shapeOf(getOperand()));
}

LogicalResult DynamicSliceOp::verify() {
  if (failed(verifyCount(*this, "start indices", getStarts().size(), rankOf(getOperand()))) ||
      failed(verifyCount(*this, "sizes", getSizes().size(), rankOf(getOperand()))))
    return failure();
  for (auto [i, size] : llvm::enumerate(getSizes()))
    if (size < 0 || size > shapeOf(getOperand())[i])
      return emitOpError() << "expected a size of at most " << shapeOf(getOperand())[i] << " in dim " << i << ", got " << size;
  return verifyResult(*this, getOperand(), getSizes());
}

LogicalResult DynamicUpdateSliceOp::verify() {
  if (failed(verifyCount(*this, "start indices", getStarts().size(), rankOf(getOperand()))) ||
      failed(verifyCount(*this, "dims of the update", rankOf(getUpdate()), rankOf(getOperand()))))
    return failure();
  return verifyResult(*this, getOperand(), shapeOf(getOperand()));
}

LogicalResult GatherOp::verify() {
  if (failed(verifyCount(*this, "slice sizes", getSliceSizes().size(), rankOf(getOperand()))))
    return failure();
  // Result: the indices' dims without the index vector, with the slice's dims put in at offset_dims.
  SmallVector<int64_t> slice, expected(rankOf(getResult()), -1);
  for (auto [i, size] : llvm::enumerate(getSliceSizes())) {
    if (size < 0 || size > shapeOf(getOperand())[i])
      return emitOpError() << "expected a slice size of at most " << shapeOf(getOperand())[i] << " in dim " << i << ", got " << size;
    if (!llvm::is_contained(getCollapsedSliceDims(), static_cast<int64_t>(i)) &&
        !llvm::is_contained(getOperandBatchingDims(), static_cast<int64_t>(i)))
      slice.push_back(size);
  }
  if (failed(verifyCount(*this, "offset dims", getOffsetDims().size(), slice.size())))
    return failure();
  for (auto [dim, size] : llvm::zip(getOffsetDims(), slice)) {
    if (dim < 0 || dim >= rankOf(getResult()))
      return emitOpError() << "expected offset dims below rank " << rankOf(getResult()) << ", got " << dim;
    expected[dim] = size;
  }
  SmallVector<int64_t> batch;
  for (auto [i, size] : llvm::enumerate(shapeOf(getIndices())))
    if (i != getIndexVectorDim())
      batch.push_back(size);
  if (failed(verifyCount(*this, "result dims", expected.size(), batch.size() + slice.size())))
    return failure();
  size_t next = 0;
  for (int64_t &size : expected)
    if (size < 0)
      size = batch[next++];
  return verifyResult(*this, getOperand(), expected);
}

LogicalResult WindowsOp::verify() {
  for (ArrayRef<int64_t> list : {getSizes(), getStrides(), getDilations()})
    if (failed(verifyCount(*this, "numbers of windows", list.size(), rankOf(getOperand()))))
      return failure();
  SmallVector<int64_t> expected;
  for (auto [i, size] : llvm::enumerate(shapeOf(getOperand()))) {
    if (getSizes()[i] < 1 || getStrides()[i] < 1 || getDilations()[i] < 1)
      return emitOpError("expected sizes, strides and dilations of at least 1");
    int64_t reach = (getSizes()[i] - 1) * getDilations()[i] + 1;
    expected.push_back(size < reach ? 0 : (size - reach) / getStrides()[i] + 1);
  }
  llvm::append_range(expected, getSizes());
  return verifyResult(*this, getOperand(), expected);
}

/// One side holds complex numbers, the other their parts.
static LogicalResult verifyParts(Operation *op, Value whole, ValueRange parts) {
  auto type = cast<RankedTensorType>(whole.getType());
  auto complex = dyn_cast<ComplexType>(type.getElementType());
  for (Value part : parts)
    if (!complex || part.getType() != type.clone(complex.getElementType()))
      return op->emitOpError("expected complex numbers and their parts in one shape");
  return success();
}

LogicalResult RealOp::verify() { return verifyParts(*this, getOperand(), getResult()); }
LogicalResult ImagOp::verify() { return verifyParts(*this, getOperand(), getResult()); }
LogicalResult ComplexOp::verify() { return verifyParts(*this, getResult(), {getRe(), getIm()}); }

} // namespace det
