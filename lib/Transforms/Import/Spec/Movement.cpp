// Operations that make, move or repeat elements.
#include "Spec.h"

using namespace mlir;

namespace det::import::spec {
namespace {

LogicalResult constant(const Spec &s) {
  auto value = dyn_cast_or_null<ElementsAttr>(s.op->getAttr("value"));
  if (!value)
    return s.op->emitError() << "'" << s.op->getName() << "' has no readable 'value'";
  return s.sameType("C1", "a result of the value's type", value.getType(), s.out());
}

LogicalResult iota(const Spec &s) {
  FailureOr<int64_t> dim = s.integer("iota_dimension");
  if (failed(dim) || failed(s.kind("O1", "a result", s.out(), Number)))
    return failure();
  return s.range("C1", "iota_dimension", *dim, 0, s.out().getRank());
}

LogicalResult broadcastInDim(const Spec &s) {
  auto dims = s.ints("broadcast_dimensions", s.in().getRank() ? std::nullopt : std::optional(Ints()));
  if (failed(dims) || failed(s.sameElement("C1", "a result", s.in(), s.out())) ||
      failed(s.size("C2", "broadcast_dimensions", *dims, s.in().getRank())) ||
      failed(s.range("C3", "broadcast_dimensions", *dims, 0, s.out().getRank())) ||
      failed(s.unique("C4", "broadcast_dimensions", *dims)))
    return failure();
  for (auto [size, dim] : llvm::zip_equal(s.shape(), *dims))
    if (size != 1 && size != s.out().getDimSize(dim))
      return s.fail("C5") << "expected the operand's dims to be 1 or the result's dims " << list(*dims) << " of " << s.out()
                          << ", got " << s.in();
  return success();
}

/// New dims in front.
LogicalResult broadcast(const Spec &s) {
  auto sizes = s.ints("broadcast_sizes");
  if (failed(sizes) || failed(s.sameElement("", "a result", s.in(), s.out())))
    return failure();
  Ints expected = *sizes;
  llvm::append_range(expected, s.shape());
  return s.sameShape("", "a result of shape", expected, s.out().getShape());
}

LogicalResult reshape(const Spec &s) {
  if (failed(s.sameElement("C1", "a result", s.in(), s.out())))
    return failure();
  if (s.in().getNumElements() != s.out().getNumElements())
    return s.fail("C2") << "expected a result of " << s.in().getNumElements() << " elements, got " << s.out();
  return success();
}

LogicalResult transpose(const Spec &s) {
  auto permutation = s.ints("permutation", s.in().getRank() ? std::nullopt : std::optional(Ints()));
  if (failed(permutation) || failed(s.sameElement("C1", "a result", s.in(), s.out())))
    return failure();
  Ints ascending = *permutation, expected;
  llvm::sort(ascending);
  for (int64_t i = 0; i < s.in().getRank(); ++i)
    if (int64_t(ascending.size()) != s.in().getRank() || ascending[i] != i)
      return s.fail("C2") << "expected a permutation of the operand's " << s.in().getRank() << " dims, got "
                          << list(*permutation);
  if (int64_t(permutation->size()) != s.in().getRank())
    return s.fail("C2") << "expected a permutation of the operand's 0 dims, got " << list(*permutation);
  for (int64_t dim : *permutation)
    expected.push_back(s.shape()[dim]);
  return s.sameShape("C3", "a result of shape", expected, s.out().getShape());
}

LogicalResult slice(const Spec &s) {
  int64_t rank = s.in().getRank();
  std::optional<Ints> none = rank ? std::nullopt : std::optional(Ints());
  auto starts = s.ints("start_indices", none), limits = s.ints("limit_indices", none), strides = s.ints("strides", none);
  if (failed(starts) || failed(limits) || failed(strides) || failed(s.sameElement("C1", "a result", s.in(), s.out())) ||
      failed(s.size("C2", "start_indices", *starts, rank)) || failed(s.size("C2", "limit_indices", *limits, rank)) ||
      failed(s.size("C2", "strides", *strides, rank)) || failed(s.atLeast("C4", "strides", *strides, 1)))
    return failure();
  Ints expected;
  for (int64_t i = 0; i < rank; ++i) {
    int64_t start = (*starts)[i], limit = (*limits)[i], size = s.shape()[i];
    if (start < 0 || limit < start || size < limit)
      return s.fail("C3") << "expected 0 <= start <= limit <= " << size << " in dim " << i << ", got [" << start << ", " << limit
                          << ")";
    int64_t length = limit - start, stride = (*strides)[i];
    expected.push_back(length / stride + (length % stride != 0));
  }
  return s.sameShape("C5", "a result of shape", expected, s.out().getShape());
}

LogicalResult concatenate(const Spec &s) {
  auto dim = s.integer("dimension");
  if (failed(dim))
    return failure();
  if (s.numIn() == 0)
    return s.fail("C3") << "expected at least one operand";
  if (failed(s.range("C4", "dimension", *dim, 0, s.in().getRank())))
    return failure();
  Ints expected(s.shape());
  expected[*dim] = 0;
  for (unsigned i = 0; i < s.numIn(); ++i) {
    if (failed(s.sameElement("C1", "operands", s.in(0), s.in(i))))
      return failure();
    Ints shape(s.shape(i)), first(s.shape(0));
    if (shape.size() == first.size()) {
      expected[*dim] += shape[*dim];
      shape[*dim] = first[*dim];
    }
    if (failed(s.sameShape("C2", "operands that differ in the concatenated dim only, of shape", first, shape)))
      return failure();
  }
  if (failed(s.sameElement("C5", "a result", s.in(0), s.out())))
    return failure();
  return s.sameShape("C6", "a result of shape", expected, s.out().getShape());
}

LogicalResult pad(const Spec &s) {
  int64_t rank = s.in().getRank();
  std::optional<Ints> none = rank ? std::nullopt : std::optional(Ints());
  auto low = s.ints("edge_padding_low", none), high = s.ints("edge_padding_high", none),
       interior = s.ints("interior_padding", none);
  if (failed(low) || failed(high) || failed(interior) || failed(s.scalar("I2", "a padding value", s.in(1), Any)) ||
      failed(s.sameElement("C1", "a padding value", s.in(0), s.in(1))) ||
      failed(s.sameElement("C1", "a result", s.in(0), s.out())) || failed(s.size("C2", "edge_padding_low", *low, rank)) ||
      failed(s.size("C2", "edge_padding_high", *high, rank)) || failed(s.size("C2", "interior_padding", *interior, rank)) ||
      failed(s.atLeast("C3", "interior_padding", *interior, 0)))
    return failure();
  Ints expected;
  for (int64_t i = 0; i < rank; ++i) {
    int64_t size = s.shape()[i], holes = std::max<int64_t>(size - 1, 0), length;
    if (llvm::MulOverflow(holes, (*interior)[i], length) || llvm::AddOverflow(length, size, length) ||
        llvm::AddOverflow(length, (*low)[i], length) || llvm::AddOverflow(length, (*high)[i], length) || length < 0)
      return s.fail("C4") << "expected a result size of at least 0 in dim " << i << ", got " << size << " with padding ("
                          << (*low)[i] << ", " << (*interior)[i] << ", " << (*high)[i] << ")";
    expected.push_back(length);
  }
  return s.sameShape("C4", "a result of shape", expected, s.out().getShape());
}

LogicalResult reverse(const Spec &s) {
  auto dims = s.ints("dimensions");
  if (failed(dims) || failed(s.sameType("C1", "a result of type", s.in(), s.out())) ||
      failed(s.unique("C2", "dimensions", *dims)))
    return failure();
  return s.range("C3", "dimensions", *dims, 0, s.in().getRank());
}

LogicalResult bitcastConvert(const Spec &s) {
  Type from = s.in().getElementType(), to = s.out().getElementType();
  auto bits = [](Type type) -> int64_t {
    auto complex = dyn_cast<ComplexType>(type);
    return complex ? 2 * complex.getElementType().getIntOrFloatBitWidth() : type.getIntOrFloatBitWidth();
  };
  if (isa<ComplexType>(from) != isa<ComplexType>(to))
    return s.fail("C2") << "expected operand and result to be both complex or neither, got " << from << " and " << to;
  int64_t before = bits(from), after = bits(to);
  Ints expected(s.shape());
  if (before < after) {
    if (expected.empty() || after % before || expected.back() != after / before)
      return s.fail("C1") << "expected a last dim of " << after << " / " << before << " elements, got " << s.in();
    expected.pop_back();
  } else if (before > after) {
    if (before % after)
      return s.fail("C1") << "expected widths that divide, got " << from << " and " << to;
    expected.push_back(before / after);
  }
  return s.sameShape("C1", "a result of shape", expected, s.out().getShape());
}

LogicalResult getDimensionSize(const Spec &s) {
  auto dim = s.integer("dimension");
  if (failed(dim) || failed(s.range("C1", "dimension", *dim, 0, s.in().getRank())))
    return failure();
  return s.sameType("O1", "a result of type", RankedTensorType::get({}, IntegerType::get(s.op->getContext(), 32)), s.out());
}

} // namespace

void addMovementChecks(Checks &checks) {
  checks.add("constant chlo.constant sdy.constant", 0, 1, 0, constant);
  checks.add("iota", 0, 1, 0, iota);
  checks.add("broadcast_in_dim", 1, 1, 0, broadcastInDim);
  checks.add("broadcast", 1, 1, 0, broadcast);
  checks.add("reshape", 1, 1, 0, reshape);
  checks.add("transpose", 1, 1, 0, transpose);
  checks.add("slice", 1, 1, 0, slice);
  checks.add("concatenate", -1, 1, 0, concatenate);
  checks.add("pad", 2, 1, 0, pad);
  checks.add("reverse", 1, 1, 0, reverse);
  checks.add("bitcast_convert", 1, 1, 0, bitcastConvert);
  checks.add("get_dimension_size", 1, 1, 0, getDimensionSize);
}

} // namespace det::import::spec
