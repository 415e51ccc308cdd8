// Tables that all programs of a plan share.
#include "Tables.h"

#include "det/Dialect/Det/ConstantBytes.h"
#include "det/Dialect/Det/Numbers.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace det::plan {

artifact::ElementType elementTypeOf(Type type) {
  using artifact::ElementType;
  if (auto integer = dyn_cast<IntegerType>(type)) {
    bool isUnsigned = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 1:
      return ElementType::i1;
    case 2:
      return isUnsigned ? ElementType::ui2 : ElementType::i2;
    case 4:
      return isUnsigned ? ElementType::ui4 : ElementType::i4;
    case 8:
      return isUnsigned ? ElementType::ui8 : ElementType::i8;
    case 16:
      return isUnsigned ? ElementType::ui16 : ElementType::i16;
    case 64:
      return isUnsigned ? ElementType::ui64 : ElementType::i64;
    default:
      return isUnsigned ? ElementType::ui32 : ElementType::i32;
    }
  }
  if (auto complex = dyn_cast<ComplexType>(type))
    return complex.getElementType().isF64() ? ElementType::c128 : ElementType::c64;
  return llvm::TypeSwitch<Type, ElementType>(type)
      .Case<Float8E3M4Type>([](auto) { return ElementType::f8E3M4; })
      .Case<Float8E4M3Type>([](auto) { return ElementType::f8E4M3; })
      .Case<Float8E4M3FNType>([](auto) { return ElementType::f8E4M3FN; })
      .Case<Float8E5M2Type>([](auto) { return ElementType::f8E5M2; })
      .Case<Float16Type>([](auto) { return ElementType::f16; })
      .Case<BFloat16Type>([](auto) { return ElementType::bf16; })
      .Case<Float64Type>([](auto) { return ElementType::f64; })
      .Default([](auto) { return ElementType::f32; });
}

int64_t bytesOf(Type elementType) {
  if (auto complex = dyn_cast<ComplexType>(elementType))
    return 2 * bytesOf(complex.getElementType());
  return (elementType.getIntOrFloatBitWidth() + 7) / 8;
}

int64_t bytesOf(Value value) { return bytesOf(cast<RankedTensorType>(value.getType()).getElementType()); }

artifact::Combiner combinerOf(Combiner combiner) {
  // Both enums list the combiners in one order.
  return static_cast<artifact::Combiner>(combiner);
}

artifact::Axis axisOf(MeshAttr mesh, AxisRefAttr axis) {
  uint16_t number = 0;
  while (mesh.getNames()[number].getValue() != axis.getName())
    ++number;
  return artifact::Axis(number, axis.getPreSize(), axis.getSize());
}

static std::unique_ptr<artifact::CutT> cutOf(MeshAttr mesh, DimLayoutAttr dim) {
  auto cut = std::make_unique<artifact::CutT>();
  for (AxisRefAttr axis : dim.getAxes())
    cut->axes.push_back(axisOf(mesh, axis));
  cut->edges.assign(dim.getEdges().begin(), dim.getEdges().end());
  cut->ends.assign(dim.getEnds().begin(), dim.getEnds().end());
  return cut;
}

uint32_t Tables::layout(LayoutAttr layout, ArrayRef<int64_t> shape) {
  std::vector<int64_t> key(shape.begin(), shape.end());
  auto table = std::make_unique<artifact::LayoutT>();
  table->shape.assign(shape.begin(), shape.end());
  for (DimLayoutAttr dim : layout.getDims()) {
    std::unique_ptr<artifact::CutT> cut = cutOf(mesh, dim);
    for (const artifact::Axis &axis : cut->axes)
      key.insert(key.end(), {axis.axis(), axis.pre(), axis.size()});
    key.push_back(-1);
    for (const std::vector<int64_t> *list : {&cut->edges, &cut->ends}) {
      key.insert(key.end(), list->begin(), list->end());
      key.push_back(-1);
    }
    table->dims.push_back(std::move(cut));
  }
  auto [found, isNew] = layoutNumbers.try_emplace(key, plan.layouts.size());
  if (isNew)
    plan.layouts.push_back(std::move(table));
  return found->second;
}

uint32_t Tables::partial(Value value, LayoutAttr layout) {
  auto [found, isNew] = partialNumbers.try_emplace(value, plan.partials.size());
  if (isNew) {
    plan.partials.push_back(std::make_unique<artifact::PartialT>());
    plan.partials.back()->value = numberOf(value);
    for (DimLayoutAttr dim : layout.getPartial())
      plan.partials.back()->cuts.push_back(cutOf(mesh, dim));
  }
  return found->second;
}

uint32_t Tables::label(StringRef text) {
  auto [found, isNew] = labelNumbers.try_emplace(text, plan.labels.size());
  if (isNew)
    plan.labels.push_back(text.str());
  return found->second;
}

uint32_t Tables::label(Operation *op) {
  StringRef name = nameOf(op->getLoc()), kind = op->getName().stripDialect();
  return label(name.empty() ? kind.str() : (name + ": " + kind).str());
}

uint64_t Tables::constant(ArrayRef<uint8_t> bytes) {
  std::string key(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  auto found = constantOffsets.find(key);
  if (found != constantOffsets.end())
    return found->second;
  while (constants.size() % 64)
    constants.push_back(0);
  uint64_t offset = constants.size();
  constants.insert(constants.end(), bytes.begin(), bytes.end());
  constantOffsets.emplace(std::move(key), offset);
  return offset;
}

FailureOr<uint64_t> Tables::constant(ElementsAttr elements) {
  std::optional<std::vector<uint8_t>> bytes = getConstantBytes(elements);
  if (!bytes)
    return failure();
  return constant(ArrayRef(*bytes));
}

} // namespace det::plan
