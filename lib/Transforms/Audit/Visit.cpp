// Questions about one operation under audit.
#include "Visit.h"

using namespace mlir;

namespace det::audit {

int64_t product(ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes)
    if (size < 0 || llvm::MulOverflow(product, size, product))
      return kUnknown;
  return product;
}

std::string overTerms(int64_t terms) {
  return terms == kUnknown ? "over an unknown number of terms" : "over " + std::to_string(terms) + " terms";
}

static void printElement(Type element, llvm::raw_ostream &os) {
  if (auto complex = dyn_cast<ComplexType>(element)) {
    os << "complex<" << complex.getElementType() << ">";
    return;
  }
  os << element;
}

std::string typeText(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) {
    os << type;
    return text;
  }
  printElement(tensor.getElementType(), os);
  os << "[";
  llvm::interleave(
      tensor.getShape(), os, [&](int64_t size) { ShapedType::isDynamic(size) ? os << "?" : os << size; }, ",");
  os << "]";
  return text;
}

bool rounds(Type elementOrTensor) { return isa<FloatType, ComplexType>(getElementTypeOrSelf(elementOrTensor)); }

RankedTensorType Visit::tensor(ValueRange values, unsigned i) {
  return i < values.size() ? dyn_cast<RankedTensorType>(values[i].getType()) : RankedTensorType();
}

int64_t Visit::size(unsigned i, int64_t dim) const {
  RankedTensorType type = in(i);
  return type && dim >= 0 && dim < type.getRank() && !type.isDynamicDim(dim) ? type.getDimSize(dim) : kUnknown;
}

Ints Visit::ints(StringRef attribute, size_t count, int64_t otherwise) const {
  std::optional<Ints> list = input::ints(op->getAttr(attribute));
  return list && list->size() == count ? *list : Ints(count, otherwise);
}

void Visit::report(StringRef row, std::string detail) {
  for (const AuditRow &known : auditRows())
    if (known.id == row) {
      found.push_back({&known, op, std::move(detail)});
      return;
    }
  llvm_unreachable("a finding has a row");
}

AuditPlace placeOf(Location loc) {
  AuditPlace place;
  loc->walk([&](Location inner) {
    if (auto name = dyn_cast<NameLoc>(inner); name && place.path.empty())
      place.path = name.getName().str();
    if (auto line = dyn_cast<FileLineColRange>(inner); line && place.file.empty()) {
      place.file = line.getFilename().str();
      place.line = line.getStartLine();
      place.column = line.getStartColumn();
    }
    return WalkResult::advance();
  });
  return place;
}

void Handlers::add(StringRef names, Handler handler) {
  SmallVector<StringRef> list;
  names.split(list, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef name : list)
    table[name] = handler;
}

} // namespace det::audit
