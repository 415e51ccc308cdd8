// The nouns of the checks: lists in range, types alike, regions of a form.
#include "Spec.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;

namespace det::import::spec {

unsigned kindOf(Type element) {
  if (element.isInteger(1))
    return Bool;
  if (auto integer = dyn_cast<IntegerType>(element))
    return integer.isUnsigned() ? Unsigned : Signed;
  return isa<ComplexType>(element) ? unsigned(Complex) : isa<FloatType>(element) ? unsigned(Float) : 0;
}

std::string list(ArrayRef<int64_t> values) {
  std::string text = "[";
  for (auto [i, value] : llvm::enumerate(values.take_front(64)))
    text += (i ? ", " : "") + std::to_string(value);
  return text + (values.size() > 64 ? ", ...]" : "]");
}

InFlightDiagnostic Spec::fail(StringRef label) const {
  InFlightDiagnostic error = op->emitError() << "'" << op->getName() << "' ";
  if (!label.empty())
    error << "(" << label << "): ";
  return error;
}

FailureOr<Ints> Spec::ints(StringRef attribute, std::optional<Ints> otherwise) const {
  Attribute value = op->getAttr(attribute);
  if (!value && otherwise)
    return *otherwise;
  if (auto values = input::ints(value))
    return *values;
  return op->emitError() << "'" << op->getName() << "' has no readable '" << attribute << "'";
}

FailureOr<int64_t> Spec::integer(StringRef attribute, std::optional<int64_t> otherwise) const {
  Attribute value = op->getAttr(attribute);
  if (!value && otherwise)
    return *otherwise;
  if (auto integer = dyn_cast_or_null<IntegerAttr>(value))
    if (integer.getValue().getSignificantBits() <= 64)
      return integer.getValue().getSExtValue();
  return op->emitError() << "'" << op->getName() << "' has no readable '" << attribute << "'";
}

LogicalResult Spec::size(StringRef label, StringRef attribute, ArrayRef<int64_t> values, int64_t size) const {
  if (int64_t(values.size()) == size)
    return success();
  return fail(label) << "expected " << size << " numbers in '" << attribute << "', got " << list(values);
}

LogicalResult Spec::range(StringRef label, StringRef attribute, ArrayRef<int64_t> values, int64_t low, int64_t high) const {
  for (int64_t value : values)
    if (value < low || value >= high)
      return fail(label) << "expected '" << attribute << "' in [" << low << ", " << high << "), got " << value;
  return success();
}

LogicalResult Spec::atLeast(StringRef label, StringRef attribute, ArrayRef<int64_t> values, int64_t low) const {
  for (int64_t value : values)
    if (value < low)
      return fail(label) << "expected '" << attribute << "' of at least " << low << ", got " << value;
  return success();
}

LogicalResult Spec::unique(StringRef label, StringRef attribute, ArrayRef<int64_t> values) const {
  Ints copy(values);
  llvm::sort(copy);
  auto twice = std::adjacent_find(copy.begin(), copy.end());
  if (twice == copy.end())
    return success();
  return fail(label) << "expected each number once in '" << attribute << "', got " << list(values);
}

LogicalResult Spec::sorted(StringRef label, StringRef attribute, ArrayRef<int64_t> values) const {
  if (llvm::is_sorted(values))
    return success();
  return fail(label) << "expected '" << attribute << "' in ascending order, got " << list(values);
}

LogicalResult Spec::sameType(StringRef label, StringRef what, Type expected, Type got) const {
  if (expected == got)
    return success();
  return fail(label) << "expected " << what << " " << expected << ", got " << got;
}

LogicalResult Spec::sameShape(StringRef label, StringRef what, ArrayRef<int64_t> expected, ArrayRef<int64_t> got) const {
  if (expected == got)
    return success();
  return fail(label) << "expected " << what << " " << list(expected) << ", got " << list(got);
}

LogicalResult Spec::sameElement(StringRef label, StringRef what, RankedTensorType expected, RankedTensorType got) const {
  if (expected.getElementType() == got.getElementType())
    return success();
  return fail(label) << "expected " << what << " of " << expected.getElementType() << ", got " << got.getElementType();
}

LogicalResult Spec::kind(StringRef label, StringRef what, RankedTensorType type, unsigned allowed) const {
  if (kindOf(type.getElementType()) & allowed)
    return success();
  const std::pair<unsigned, const char *> names[] = {{Bool, "booleans"},
                                                     {Int, (allowed & Unsigned) ? "integers" : "signed integers"},
                                                     {Float, "floats"},
                                                     {Complex, "complex numbers"}};
  std::string text;
  for (auto [bit, name] : names)
    if (allowed & bit)
      text += (text.empty() ? "" : " or ") + std::string(name);
  return fail(label) << "expected " << what << " of " << text << ", got " << type.getElementType();
}

LogicalResult Spec::scalar(StringRef label, StringRef what, RankedTensorType type, unsigned allowed) const {
  if (type.getRank() != 0)
    return fail(label) << "expected " << what << " of rank 0, got " << type;
  return kind(label, what, type, allowed);
}

/// The return of a region of one block, in which nothing else ends it; null if there is none.
static Operation *onlyReturn(Region &region) {
  Operation *end = regionReturn(region);
  for (Operation &op : end ? llvm::make_range(region.front().begin(), region.front().end())
                           : llvm::make_range(Block::iterator(), Block::iterator())) {
    StringRef name = inputName(&op);
    if (&op != end && (name == "return" || name == "sdy.return"))
      return nullptr;
  }
  return end;
}

FailureOr<TypeRange> Spec::returned(StringRef label, unsigned number) const {
  if (Operation *end = onlyReturn(op->getRegion(number)))
    return TypeRange(end->getOperandTypes());
  return fail(label) << "expected region " << number << " to be one block that ends with its only return";
}

LogicalResult Spec::region(StringRef label, unsigned number, TypeRange arguments, TypeRange results) const {
  Region &region = op->getRegion(number);
  FailureOr<TypeRange> got = returned(label, number);
  if (failed(got))
    return failure();
  if (TypeRange(region.getArgumentTypes()) != arguments)
    return fail(label) << "expected region " << number << " to take (" << arguments << "), got (" << region.getArgumentTypes()
                       << ")";
  if (*got != results)
    return fail(label) << "expected region " << number << " to return (" << results << "), got (" << *got << ")";
  return success();
}

/// Whether values of `from` may be combined in `to`: the same type, or a wider one of its kind.
static bool promotes(Type from, Type to) {
  if (from == to)
    return true;
  if (auto before = dyn_cast<ComplexType>(from))
    if (auto after = dyn_cast<ComplexType>(to))
      return promotes(before.getElementType(), after.getElementType());
  bool integers = (kindOf(from) & Int) && (kindOf(to) & Int);
  return (integers || (kindOf(from) & kindOf(to) & Float)) && from.getIntOrFloatBitWidth() <= to.getIntOrFloatBitWidth();
}

LogicalResult Spec::combiner(StringRef label, unsigned number, ArrayRef<RankedTensorType> inputs) const {
  Region &body = op->getRegion(number);
  size_t n = inputs.size();
  if (!onlyReturn(body))
    return fail(label) << "expected region " << number << " to be one block that ends with its only return";
  if (body.getNumArguments() != 2 * n)
    return fail(label) << "expected region " << number << " to take " << 2 * n << " scalars, got " << body.getNumArguments();
  SmallVector<Type> arguments, results;
  for (size_t i = 0; i < 2 * n; ++i) {
    auto type = dyn_cast<RankedTensorType>(body.getArgument(i % n).getType());
    if (!type || type.getRank() != 0 || !promotes(inputs[i % n].getElementType(), type.getElementType()))
      return fail(label) << "expected region " << number << " to take scalars of " << inputs[i % n].getElementType()
                         << " or wider, got " << body.getArgument(i % n).getType();
    arguments.push_back(type);
    if (i < n)
      results.push_back(type);
  }
  return region(label, number, arguments, results);
}

LogicalResult Spec::precision(StringRef label) const {
  auto config = op->getAttrOfType<ArrayAttr>("precision_config");
  if (!config || config.empty())
    return success();
  if (config.size() != 2)
    return fail(label) << "expected 2 entries in 'precision_config', got " << config.size();
  for (Attribute value : config)
    if (!llvm::is_contained({"DEFAULT", "HIGH", "HIGHEST"}, input::word(value)))
      return fail(label) << "expected a precision of DEFAULT, HIGH or HIGHEST, got " << value;
  return success();
}

FailureOr<input::Fields> Spec::fields(StringRef attribute, StringRef kind) const {
  if (auto fields = input::Fields::read(op->getAttr(attribute), kind))
    return *fields;
  return op->emitError() << "'" << op->getName() << "' has no readable '" << attribute << "'";
}

void Checks::add(StringRef names, int operands, int results, int regions, Check check, bool tensors) {
  SmallVector<StringRef> split;
  names.split(split, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef name : split)
    table[name] = {operands, results, regions, check, tensors};
}

} // namespace det::import::spec
