// Sums along dims and over windows: reduce, reduce_window, select_and_scatter, batch norm.
#include "Body.h"
#include "Visit.h"

using namespace mlir;

namespace det::audit {
namespace {

/// Two terms have one sum, and an init of zero is no term.
constexpr int64_t kFewestTerms = 3;

/// Whether a value is a constant zero, which joins as if it were not there.
bool isZero(Value init) {
  Operation *constant = init.getDefiningOp();
  auto value = constant ? constant->getAttrOfType<DenseElementsAttr>("value") : DenseElementsAttr();
  return value && value.isSplat() && isa<FloatType>(value.getElementType()) && value.getSplatValue<APFloat>().isZero();
}

/// Reports sums that an order decides, and choices between equal keys.
void reportJoined(Visit &v, Body body, StringRef sums, int64_t terms, std::string detail) {
  if (terms == 0 || terms == 1)
    return;
  bool isLong = terms == kUnknown || terms >= kFewestTerms || v.op->getNumOperands() != 2 || !isZero(v.op->getOperand(1));
  if (body == Body::Rounds && isLong)
    v.report(sums, std::move(detail));
  else if (body == Body::Picks)
    v.report("tie", std::move(detail));
}

/// What a sum of narrow floats accumulates in is left open, too.
std::string widthNote(Visit &v) {
  auto element = v.in() ? dyn_cast<FloatType>(v.in().getElementType()) : FloatType();
  std::string note;
  if (element && element.getWidth() < 32)
    llvm::raw_string_ostream(note) << ", in " << element << " or wider";
  return note;
}

void reduce(Visit &v) {
  if (v.op->getNumRegions() != 1)
    return;
  std::optional<Ints> dims = input::ints(v.op->getAttr("dimensions"));
  Ints sizes;
  for (int64_t dim : dims ? *dims : Ints{-1})
    sizes.push_back(v.size(0, dim));
  reportJoined(v, bodyOf(v.op->getRegion(0)), "sum", product(sizes),
               overTerms(product(sizes)) + widthNote(v));
}

/// Whether each window along one dim ends, or begins, at its own element and covers all before, or after it.
bool isCumulative(Visit &v, ArrayRef<int64_t> window, ArrayRef<int64_t> padding, ArrayRef<int64_t> strides) {
  bool found = false;
  for (auto [dim, size] : llvm::enumerate(window)) {
    int64_t low = padding[2 * dim], high = padding[2 * dim + 1];
    if (strides[dim] != 1)
      return false;
    if (size == 1 && low == 0 && high == 0)
      continue;
    if (found || size != v.size(0, dim) || low + high != size - 1 || (low && high))
      return false;
    found = true;
  }
  return found;
}

void reduceWindow(Visit &v) {
  if (v.op->getNumRegions() != 1 || !v.in())
    return;
  size_t rank = v.in().getRank();
  Ints window = v.ints("window_dimensions", rank, kUnknown), strides = v.ints("window_strides", rank, 1),
       padding = v.ints("padding", 2 * rank, 0);
  int64_t terms = product(window);
  bool cumulative = isCumulative(v, window, padding, strides);
  reportJoined(v, bodyOf(v.op->getRegion(0)), cumulative ? "cumulative-sum" : "window-sum", terms, overTerms(terms));
}

/// The gradient of a pool of maxima: each window sends its value to the element that it took.
void selectAndScatter(Visit &v) {
  if (v.op->getNumRegions() != 2 || !v.in())
    return;
  size_t rank = v.in().getRank();
  Ints window = v.ints("window_dimensions", rank, 1), strides = v.ints("window_strides", rank, 1);
  bool overlap = false;
  for (auto [size, stride] : llvm::zip(window, strides))
    overlap |= stride < size;
  if (overlap && bodyOf(v.op->getRegion(1)) == Body::Rounds)
    v.report("window-scatter", "windows of " + std::to_string(product(window)) + " that overlap");
  else
    v.report("window-tie", "windows of " + std::to_string(product(window)));
}

/// Means and variances over all dims but one.
void batchNorm(Visit &v) {
  auto feature = v.op->getAttrOfType<IntegerAttr>("feature_index");
  if (!v.in() || !v.outRounds())
    return;
  Ints sizes;
  for (auto [dim, size] : llvm::enumerate(v.in().getShape()))
    if (!feature || feature.getInt() != int64_t(dim))
      sizes.push_back(v.size(0, dim));
  v.reportTerms("sum", product(sizes));
}

void batchNormInference(Visit &v) { v.report("elementary", "a reciprocal square root"); }

} // namespace

void addReductionHazards(Handlers &handlers) {
  handlers.add("reduce", reduce);
  handlers.add("reduce_window", reduceWindow);
  handlers.add("select_and_scatter", selectAndScatter);
  handlers.add("batch_norm_training batch_norm_grad", batchNorm);
  handlers.add("batch_norm_inference", batchNormInference);
}

} // namespace det::audit
