// Numbers and descriptions of values.
#include "det/Dialect/Det/Numbers.h"

#include "det/Dialect/Det/ConstantBytes.h"
#include "det/Dialect/Det/Levels.h"
#include "det/Dialect/Det/Loops.h"
#include "det/Dialect/Det/OrderModel.h"
#include "det/Order/Hash.h"

using namespace mlir;

namespace det {

void numberValues(func::FuncOp function) {
  Block &block = function.getBody().front();
  int64_t next = block.getNumArguments();
  walkGraph(block, [&](Operation *op) {
    SmallVector<int64_t, 3> numbers{next};
    next += op->getNumResults();
    if (auto loop = dyn_cast<WhileOp>(op))
      for (Region *region : {&loop.getCondition(), &loop.getBody()}) {
        numbers.push_back(next);
        next += region->getNumArguments();
      }
    op->setAttr(kNumberAttr, DenseI64ArrayAttr::get(op->getContext(), numbers));
  });
}

static uint32_t numberOf(Operation *op, unsigned which, unsigned position) {
  auto numbers = op->getAttrOfType<DenseI64ArrayAttr>(kNumberAttr);
  return numbers && which < numbers.size() ? numbers[which] + position : kNoNumber;
}

uint32_t numberOf(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (isa<func::FuncOp>(parent))
      return argument.getArgNumber();
    if (auto region = dyn_cast<RegionOp>(parent))
      return numberOf(region.getInputs()[argument.getArgNumber()]);
    if (auto loop = dyn_cast<WhileOp>(parent))
      return numberOf(loop, argument.getOwner() == &loop.getCondition().front() ? 1 : 2, argument.getArgNumber());
    return kNoNumber;
  }
  auto result = cast<OpResult>(value);
  Operation *op = result.getOwner();
  if (auto region = dyn_cast<RegionOp>(op))
    return numberOf(region.getBody().front().getTerminator()->getOperand(result.getResultNumber()));
  bool isLater = !op->hasAttr(kNumberAttr) && isa<ExchangeOp, JoinOp, ConvertOp>(op);
  if (isLater)
    return numberOf(op->getOperand(0));
  return numberOf(op, 0, result.getResultNumber());
}

StringRef nameOf(Location loc) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return name.getName().getValue();
  if (auto site = dyn_cast<CallSiteLoc>(loc))
    return nameOf(site.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (StringRef name = nameOf(part); !name.empty())
        return name;
  return {};
}

//===-- describe ---------------------------------------------------------------------------------------------------===//

/// The value of a constant: a digest of its bytes, and the element if all are equal.
static void describe(ElementsAttr elements, raw_ostream &os) {
  if (std::optional<std::vector<uint8_t>> bytes = getConstantBytes(elements))
    os << '#' << order::digest({reinterpret_cast<const char *>(bytes->data()), bytes->size()});
  if (auto splat = dyn_cast<SplatElementsAttr>(elements))
    splat.getSplatValue<Attribute>().print(os << ' ');
}

std::string describe(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << op->getName().stripDialect();
  // Dims, starts and sizes are a matter of where elements lie, except where the value is made of them; levels are one of order.
  for (NamedAttribute attr : op->getAttrDictionary()) {
    StringRef name = attr.getName().getValue();
    if (name == kLayoutsAttr || name == kNumberAttr || name == "order" || name == kLevelAttr || name == kBelowAttr ||
        isa<DenseI64ArrayAttr>(attr.getValue()) || (isa<IotaOp>(op) && name == "dim"))
      continue;
    os << ' ' << name << '=';
    if (auto elements = dyn_cast<ElementsAttr>(attr.getValue()))
      describe(elements, os);
    else
      os << attr.getValue();
  }
  os << " ->";
  for (Type type : op->getResultTypes())
    os << ' ' << typeName(getElementTypeOrSelf(type));
  return text;
}

} // namespace det
