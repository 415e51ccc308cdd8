// Windows that move over a tensor: reduce_window, select_and_scatter.
#include "Spec.h"

using namespace mlir;

namespace det::import::spec {

int64_t dilated(int64_t size, int64_t dilation) {
  int64_t result;
  if (size == 0)
    return 0;
  if (llvm::MulOverflow(size - 1, dilation, result) || llvm::AddOverflow(result, int64_t(1), result))
    return std::numeric_limits<int64_t>::max();
  return result;
}

int64_t countWindows(int64_t length, int64_t size, int64_t stride) {
  return length < size || length <= 0 ? 0 : (length - size) / stride + 1;
}

FailureOr<Ints> readPadding(const Spec &s, StringRef label, int64_t dims) {
  Attribute attribute = s.op->getAttr("padding");
  if (!attribute)
    return Ints(2 * dims, 0);
  auto values = input::ints(attribute);
  auto dense = dyn_cast<DenseIntElementsAttr>(attribute);
  if (!values || !dense || !dense.getElementType().isSignlessInteger(64))
    return s.op->emitError() << "'" << s.op->getName() << "' has no readable 'padding'";
  if (failed(s.sameShape(label, "'padding' of shape", {dims, 2}, dense.getType().getShape())))
    return failure();
  // So far from the limits that sums of sizes do not overflow.
  constexpr int64_t most = int64_t(1) << 44;
  if (failed(s.range(label, "padding", *values, -most, most)))
    return failure();
  return *values;
}

FailureOr<Windows> Windows::read(const Spec &s, int64_t rank, ArrayRef<StringRef> labels) {
  Windows w;
  Ints ones(rank, 1);
  unsigned next = 0;
  for (auto [name, values, optional] :
       {std::tuple("window_dimensions", &w.dimensions, false), std::tuple("window_strides", &w.strides, true),
        std::tuple("base_dilations", &w.baseDilations, true), std::tuple("window_dilations", &w.windowDilations, true)}) {
    auto read = s.ints(name, optional || rank == 0 ? std::optional(ones) : std::nullopt);
    StringRef sizeLabel = next < labels.size() ? labels[next] : "", boundLabel = next + 1 < labels.size() ? labels[next + 1] : "";
    next += 2;
    if (failed(read) || failed(s.size(sizeLabel, name, *read, rank)) || failed(s.atLeast(boundLabel, name, *read, 1)))
      return failure();
    *values = *read;
  }
  auto padding = readPadding(s, labels.back(), rank);
  if (failed(padding))
    return failure();
  w.padding = *padding;
  return w;
}

Ints Windows::count(ArrayRef<int64_t> shape) const {
  Ints result;
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t base = dilated(shape[i], baseDilations[i]), length;
    if (llvm::AddOverflow(base, padding[2 * i] + padding[2 * i + 1], length))
      length = base;
    result.push_back(countWindows(length, dilated(dimensions[i], windowDilations[i]), strides[i]));
  }
  return result;
}

namespace {

LogicalResult reduceWindow(const Spec &s) {
  unsigned n = s.numOut();
  if (n == 0 || s.numIn() != 2 * n)
    return s.fail("C1") << "expected as many operands, inits and results";
  SmallVector<RankedTensorType> inputs;
  for (unsigned i = 0; i < n; ++i) {
    inputs.push_back(s.in(i));
    if (failed(s.sameShape("C2", "operands of shape", s.shape(0), s.shape(i))) ||
        failed(s.scalar("I2", "inits", s.in(n + i), Any)) || failed(s.sameElement("C3", "inits", s.in(i), s.in(n + i))))
      return failure();
  }
  auto windows = Windows::read(s, s.in().getRank(), {"C4", "C5", "C6", "C7", "C8", "C9", "C10", "C11", "C12"});
  if (failed(windows) || failed(s.combiner("C13", 0, inputs)))
    return failure();
  Ints expected = windows->count(s.shape());
  for (unsigned i = 0; i < n; ++i) {
    auto body = cast<RankedTensorType>(s.op->getRegion(0).getArgument(i).getType());
    if (failed(s.sameShape("C14", "results of one shape,", s.out(0).getShape(), s.out(i).getShape())) ||
        failed(s.sameShape("C15", "results of shape", expected, s.out(i).getShape())) ||
        failed(s.sameElement("C16", "results", body, s.out(i))))
      return failure();
  }
  return success();
}

LogicalResult selectAndScatter(const Spec &s) {
  if (failed(s.sameElement("C1", "a source", s.in(0), s.in(1))))
    return failure();
  auto windows = Windows::read(s, s.in().getRank(), {"C4", "C5", "C6", "C7", "", "", "", "", "C8"});
  if (failed(windows) || failed(s.sameShape("C2", "a source of shape", windows->count(s.shape()), s.shape(1))) ||
      failed(s.scalar("I3", "an init", s.in(2), Any)) || failed(s.sameElement("C3", "an init", s.in(0), s.in(2))))
    return failure();
  Type scalar = RankedTensorType::get({}, s.in().getElementType());
  Type boolean = RankedTensorType::get({}, IntegerType::get(s.op->getContext(), 1));
  if (failed(s.region("C9", 0, {scalar, scalar}, boolean)) || failed(s.combiner("C10", 1, s.in(0))))
    return failure();
  auto body = cast<RankedTensorType>(s.op->getRegion(1).getArgument(0).getType());
  if (failed(s.sameShape("C11", "a result of shape", s.shape(), s.out().getShape())))
    return failure();
  return s.sameElement("C12", "a result", body, s.out());
}

} // namespace

void addWindowChecks(Checks &checks) {
  checks.add("reduce_window", -1, -1, 1, reduceWindow);
  checks.add("select_and_scatter", 3, 1, 2, selectAndScatter);
}

} // namespace det::import::spec
