// Sums of products: matrix products, convolutions, and what libraries make of them.
#include "Visit.h"

using namespace mlir;

namespace det::audit {
namespace {

/// Even two products are rounded differently by fma(a, b, c * d) and fma(c, d, a * b).
void reportProduct(Visit &v, StringRef row, int64_t terms, std::string detail = "") {
  if (v.outRounds() && (terms == kUnknown || terms > 1))
    v.report(row, overTerms(terms) + detail);
}

/// f32 operands at DEFAULT precision, which a device may shorten to tf32 or bf16.
std::string precisionNote(Visit &v) {
  if (!v.in() || !v.in().getElementType().isF32())
    return "";
  auto config = v.op->getAttrOfType<ArrayAttr>("precision_config");
  bool isHighest = config && !config.empty() &&
                   llvm::all_of(config, [](Attribute precision) { return input::word(precision) == "HIGHEST"; });
  return isHighest || v.op->getAttr("algorithm") ? "" : ", default precision";
}

void dotGeneral(Visit &v) {
  auto dims = input::Fields::read(v.op->getAttr("dot_dimension_numbers"), "dot");
  Ints sizes;
  for (int64_t dim : dims ? dims->list("lhs_contracting_dimensions") : Ints{-1})
    sizes.push_back(v.size(0, dim));
  reportProduct(v, "product", product(sizes), precisionNote(v));
}

void dot(Visit &v) { reportProduct(v, "product", v.in() ? v.size(0, v.in().getRank() - 1) : kUnknown, precisionNote(v)); }

void otherProduct(Visit &v) { reportProduct(v, "product", kUnknown); }

/// The operation behind transposes; `dims` are dims of the value, and follow.
Operation *behindTransposes(Value value, ArrayRef<int64_t *> dims) {
  Operation *op = value.getDefiningOp();
  while (op && inputName(op) == "transpose" && op->getNumOperands() == 1) {
    std::optional<Ints> permutation = input::ints(op->getAttr("permutation"));
    for (int64_t *dim : dims)
      if (permutation && *dim >= 0 && *dim < int64_t(permutation->size()))
        *dim = (*permutation)[*dim];
    op = op->getOperand(0).getDefiningOp();
  }
  return op;
}

/// Signs of a gradient. Of the weights: what is summed is the batch, which stands where features do, above its batch dim, or
/// falls apart into groups. Of the input: the kernel is walked backwards, or the input has holes.
bool isGradient(Visit &v, input::ConvolutionDims dims) {
  size_t count = dims.inputSpatial.size();
  auto reversal = input::bools(v.op->getAttr("window_reversal"));
  (void)behindTransposes(v.op->getOperand(0), {&dims.inputBatch, &dims.inputFeature});
  Operation *kernel = behindTransposes(v.op->getOperand(1), {});
  bool weights = !dims.inputSpatial.empty() && dims.inputFeature < dims.inputBatch;
  bool backwards = (reversal && llvm::is_contained(*reversal, true)) || (kernel && inputName(kernel) == "reverse");
  bool holes = llvm::any_of(v.ints("lhs_dilation", count, 1), [](int64_t dilation) { return dilation != 1; });
  auto batches = v.op->getAttrOfType<IntegerAttr>("batch_group_count");
  return weights || backwards || holes || (batches && batches.getInt() > 1);
}

void convolution(Visit &v) {
  auto dims = input::readConvolution(v.op->getAttr("dimension_numbers"));
  if (!dims || !v.in(1))
    return reportProduct(v, "convolution", kUnknown);
  Ints sizes{v.size(1, dims->kernelInput)};
  for (int64_t dim : dims->kernelSpatial)
    sizes.push_back(v.size(1, dim));
  reportProduct(v, isGradient(v, *dims) ? "convolution-gradient" : "convolution", product(sizes), precisionNote(v));
}

void library(Visit &v) { v.report("library"); }

} // namespace

void addProductHazards(Handlers &handlers) {
  handlers.add("dot_general", dotGeneral);
  handlers.add("dot", dot);
  handlers.add("einsum unary_einsum chlo.ragged_dot", otherProduct);
  handlers.add("convolution dynamic_conv", convolution);
  handlers.add("cholesky triangular_solve fft", library);
}

} // namespace det::audit
