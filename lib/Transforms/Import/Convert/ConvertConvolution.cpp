// Convolutions; det-import-verify-input has checked dimension numbers and sizes. Transposes of the operands become dimension numbers and reversed kernels reversed windows: both are the same
// expression, and a weight gradient shows as one only then.
#include "Products.h"

using namespace mlir;

namespace det::import {
namespace {

/// The numbers of a convolution, spatial dims in one order for operands and result.
struct Window {
  input::ConvolutionDims dims;
  input::Ints strides, low, high, lhsDilation, rhsDilation;
  SmallVector<bool> reversal;
};

/// A list of the window that may be left out.
FailureOr<input::Ints> listOr(const Conversion &c, StringRef attribute, size_t count, int64_t otherwise) {
  if (!c.op->getAttr(attribute))
    return input::Ints(count, otherwise);
  return c.ints(attribute, count);
}

FailureOr<Window> readWindow(const Conversion &c) {
  std::optional<input::ConvolutionDims> dims = input::readConvolution(c.op->getAttr("dimension_numbers"));
  if (!dims)
    return c.bad("dimension_numbers");
  Window window{*dims, {}, {}, {}, {}, {}, {}};
  size_t count = window.dims.inputSpatial.size();
  FailureOr<input::Ints> strides = listOr(c, "window_strides", count, 1), padding = listOr(c, "padding", 2 * count, 0),
                         lhs = listOr(c, "lhs_dilation", count, 1), rhs = listOr(c, "rhs_dilation", count, 1);
  if (failed(strides) || failed(padding) || failed(lhs) || failed(rhs))
    return failure();
  window.strides = *strides;
  window.lhsDilation = *lhs;
  window.rhsDilation = *rhs;
  for (size_t i = 0; i < count; ++i) {
    window.low.push_back((*padding)[2 * i]);
    window.high.push_back((*padding)[2 * i + 1]);
  }
  window.reversal.assign(count, false);
  if (Attribute attribute = c.op->getAttr("window_reversal")) {
    auto reversal = input::bools(attribute);
    if (!reversal || reversal->size() != count)
      return c.op->emitError() << "'" << c.op->getName() << "' expected " << count << " booleans in 'window_reversal'";
    window.reversal = *reversal;
  }
  return window;
}

/// The operand without the transposes that define it; `dims` are its dims and follow.
Value withoutTransposes(Value operand, ArrayRef<int64_t *> dims) {
  while (auto transpose = operand.getDefiningOp<TransposeOp>()) {
    for (int64_t *dim : dims)
      *dim = transpose.getPermutation()[*dim];
    operand = transpose.getOperand();
  }
  return operand;
}

/// The kernel without transposes and reversals of whole spatial dims.
Value readKernel(Value kernel, Window &window) {
  SmallVector<int64_t *> dims{&window.dims.kernelInput, &window.dims.kernelOutput};
  for (int64_t &dim : window.dims.kernelSpatial)
    dims.push_back(&dim);
  for (;;) {
    kernel = withoutTransposes(kernel, dims);
    auto reverse = kernel.getDefiningOp<ReverseOp>();
    if (!reverse || llvm::any_of(reverse.getDims(), [&](int64_t dim) { return !llvm::is_contained(window.dims.kernelSpatial, dim); }))
      return kernel;
    for (auto [dim, reversed] : llvm::zip(window.dims.kernelSpatial, window.reversal))
      reversed ^= llvm::is_contained(reverse.getDims(), dim);
    kernel = reverse.getOperand();
  }
}

FailureOr<int64_t> groupsOf(const Conversion &c, StringRef attribute) {
  if (!c.op->getAttr(attribute))
    return 1;
  return c.integer(attribute);
}

LogicalResult convolution(const Conversion &c) {
  FailureOr<Window> window = readWindow(c);
  FailureOr<int64_t> featureGroups = groupsOf(c, "feature_group_count"), batchGroups = groupsOf(c, "batch_group_count");
  if (failed(window) || failed(featureGroups) || failed(batchGroups))
    return failure();
  FailureOr<ProductOperands> product = readProduct(c);
  if (failed(product))
    return failure();
  input::ConvolutionDims &dims = window->dims;
  SmallVector<int64_t *> inputDims{&dims.inputBatch, &dims.inputFeature};
  for (int64_t &dim : dims.inputSpatial)
    inputDims.push_back(&dim);
  Value lhs = withoutTransposes(product->lhs, inputDims), rhs = readKernel(product->rhs, *window);
  auto op = ConvolutionOp::create(c.b, c.loc(), c.resultType().clone(product->element), lhs, rhs, dims.inputBatch, dims.inputFeature,
                                  dims.inputSpatial, dims.kernelInput, dims.kernelOutput, dims.kernelSpatial, dims.outputBatch,
                                  dims.outputFeature, dims.outputSpatial, window->strides, window->low, window->high,
                                  window->lhsDilation, window->rhsDilation, window->reversal, *featureGroups, *batchGroups, OrderAttr());
  return replaceByProduct(c, op);
}

} // namespace

void addConvolutionConversions(Conversions &table) { table.add("convolution", 2, convolution); }

} // namespace det::import
