// reduce_window: padding, a view of all windows, a reduction inside them. Cumulative ones with a simple region are scans.
#include "Bodies.h"
#include "Combiners.h"
#include "Windows.h"

using namespace mlir;

namespace det::import {

/// A list of `count` integers, or all `missing` where the attribute is not there.
static FailureOr<input::Ints> intsOr(const Conversion &c, StringRef name, int64_t count, int64_t missing) {
  if (!c.op->getAttr(name))
    return input::Ints(count, missing);
  return c.ints(name, count);
}

FailureOr<Windows> Windows::read(const Conversion &c, int64_t rank) {
  FailureOr<input::Ints> sizes = c.ints("window_dimensions", rank), strides = intsOr(c, "window_strides", rank, 1),
                         base = intsOr(c, "base_dilations", rank, 1), window = intsOr(c, "window_dilations", rank, 1),
                         padding = intsOr(c, "padding", 2 * rank, 0);
  if (failed(sizes) || failed(strides) || failed(base) || failed(window) || failed(padding))
    return failure();
  for (auto [name, list] : {std::pair<StringRef, ArrayRef<int64_t>>{"window_dimensions", *sizes},
                            {"window_strides", *strides},
                            {"base_dilations", *base},
                            {"window_dilations", *window}})
    if (llvm::any_of(list, [](int64_t value) { return value < 1; }))
      return c.op->emitError() << "'" << c.op->getName() << "' expected positive numbers in '" << name << "'";
  Windows windows{*sizes, *strides, *base, *window, {}, {}};
  for (int64_t i = 0; i < rank; ++i) {
    windows.low.push_back((*padding)[2 * i]);
    windows.high.push_back((*padding)[2 * i + 1]);
  }
  return windows;
}

Value Windows::pad(const Conversion &c, Value value, Value padding) const {
  RankedTensorType type = Conversion::type(value);
  SmallVector<int64_t> shape, interior, end(high);
  bool isPadded = false;
  for (auto [i, size] : llvm::enumerate(type.getShape())) {
    int64_t dilated = size ? (size - 1) * baseDilations[i] + 1 : 0;
    // Negative padding may take away more than there is: no window fits in either case.
    end[i] = std::max(end[i], -dilated - low[i]);
    shape.push_back(dilated + low[i] + end[i]);
    interior.push_back(baseDilations[i] - 1);
    isPadded |= low[i] || high[i] || interior[i];
  }
  if (!isPadded)
    return value;
  return PadOp::create(c.b, c.loc(), type.clone(shape), value, padding, low, end, interior);
}

Value Windows::of(const Conversion &c, Value padded) const {
  RankedTensorType type = Conversion::type(padded);
  SmallVector<int64_t> shape;
  for (auto [i, size] : llvm::enumerate(type.getShape())) {
    int64_t reach = (sizes[i] - 1) * dilations[i] + 1;
    shape.push_back(size < reach ? 0 : (size - reach) / strides[i] + 1);
  }
  shape.append(sizes.begin(), sizes.end());
  Value all = WindowsOp::create(c.b, c.loc(), type.clone(shape), padded, sizes, strides, dilations);
  int64_t rank = sizes.size();
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq(rank, 2 * rank));
  llvm::append_range(order, llvm::seq<int64_t>(0, rank));
  std::rotate(shape.begin(), shape.begin() + rank, shape.end());
  return TransposeOp::create(c.b, c.loc(), type.clone(shape), all, order);
}

SmallVector<int64_t> Windows::insideDims() const { return llvm::to_vector(llvm::seq<int64_t>(0, sizes.size())); }

namespace {

/// The dim that a cumulative reduction runs along: its window covers the whole dim, and ends (or begins, `reverse`) at each
/// element. Nothing for other windows.
std::optional<int64_t> cumulativeDim(const Windows &windows, ArrayRef<int64_t> shape, bool &reverse) {
  std::optional<int64_t> found;
  for (auto [i, size] : llvm::enumerate(shape)) {
    if (windows.strides[i] != 1 || windows.dilations[i] != 1 || windows.baseDilations[i] != 1)
      return std::nullopt;
    if (windows.sizes[i] == 1 && windows.low[i] == 0 && windows.high[i] == 0)
      continue;
    bool forward = windows.low[i] == size - 1 && windows.high[i] == 0,
         backward = windows.low[i] == 0 && windows.high[i] == size - 1;
    if (found || windows.sizes[i] != size || !(forward || backward))
      return std::nullopt;
    found = i;
    reverse = !forward;
  }
  return found;
}

LogicalResult reduceWindow(const Conversion &c) {
  unsigned pairs = c.op->getNumOperands() / 2;
  if (pairs == 0 || c.op->getNumOperands() % 2 || c.op->getNumResults() != pairs || c.op->getNumRegions() != 1)
    return c.op->emitError() << "'" << c.op->getName() << "' expected as many operands as inits, and one region";
  FailureOr<Windows> windows = Windows::read(c, c.type().getRank());
  if (failed(windows))
    return failure();
  Region &region = c.op->getRegion(0);
  bool reverse = false;
  std::optional<int64_t> dim = cumulativeDim(*windows, c.type().getShape(), reverse);
  std::optional<Combiner> combiner = pairs == 1 && dim ? matchCombiner(region, 0, 1) : std::nullopt;
  if (combiner && *combiner != Combiner::Assign) {
    // Narrow floats accumulate in f32; each element is rounded once.
    Value operand = inTypeOf(c, c.operand(0), wideElement(c.type().getElementType()));
    Value init = inTypeOf(c, c.operand(1), operand.getType());
    Value scan = ScanOp::create(c.b, c.loc(), operand.getType(), *combiner, operand, init, *dim, reverse, OrderAttr());
    return c.replace(inTypeOf(c, scan, c.resultType()));
  }
  SmallVector<Value> operands, inits(c.op->getOperands().drop_front(pairs));
  for (unsigned i = 0; i < pairs; ++i) {
    inits[i] = inTypeOf(c, inits[i], c.type(i));
    operands.push_back(windows->of(c, windows->pad(c, c.operand(i), inits[i])));
  }
  FailureOr<SmallVector<Value>> results = reduceBy(c, operands, inits, windows->insideDims(), /*isFold=*/true);
  if (failed(results))
    return failure();
  for (auto [result, type] : llvm::zip_equal(*results, c.op->getResultTypes()))
    if (result.getType() != type)
      return c.op->emitError() << "'" << c.op->getName() << "' expected a result of type " << result.getType() << ", got "
                               << type;
  return c.replace(*results);
}

} // namespace

void addWindowConversions(Conversions &table) { table.add("reduce_window", -1, reduceWindow); }

} // namespace det::import
