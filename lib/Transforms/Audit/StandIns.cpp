// Makes stand-ins of random bits.
#include "StandIns.h"
#include "../Import/InputOps.h"
#include "Marks.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace det::audit {

bool canStandIn(Operation *op) {
  if (isa<ModuleOp, func::FuncOp>(op) || isa_and_nonnull<func::FuncDialect>(op->getDialect()) ||
      import::inputName(op) == "return" || import::inputName(op) == "sdy.return")
    return false;
  return llvm::all_of(op->getResultTypes(), [](Type type) {
    std::string why;
    RankedTensorType tensor = import::supportedType(type, why);
    return import::isToken(type) || (tensor && !isa<ComplexType>(tensor.getElementType()));
  });
}

static Value make(OpBuilder &b, Location loc, StringRef name, Type type, ValueRange operands, ArrayRef<NamedAttribute> attributes) {
  OperationState state(loc, name);
  state.addTypes(type);
  state.addOperands(operands);
  state.addAttributes(attributes);
  return b.create(state)->getResult(0);
}

/// Random bits of a constant state, which nothing folds away and which may stand inside manual computations, too.
static Value unknown(OpBuilder &b, Location loc, Type type) {
  if (import::isToken(type))
    return make(b, loc, "stablehlo.create_token", type, {}, {});
  auto tensor = cast<RankedTensorType>(type);
  auto stateType = RankedTensorType::get({2}, b.getIntegerType(64, /*isSigned=*/false));
  auto zeros = DenseElementsAttr::get(stateType, llvm::APInt(64, 0));
  Value state = make(b, loc, "stablehlo.constant", stateType, {}, b.getNamedAttr("value", zeros));
  Type drawn = tensor.clone(b.getIntegerType(32, /*isSigned=*/false));
  Attribute algorithm = OpaqueAttr::get(b.getStringAttr("stablehlo"), "rng_algorithm THREE_FRY", b.getNoneType());
  OperationState random(loc, "stablehlo.rng_bit_generator");
  random.addOperands(state);
  random.addTypes({stateType, drawn});
  random.addAttribute("rng_algorithm", algorithm);
  Value bits = b.create(random)->getResult(1);
  return drawn == type ? bits : make(b, loc, "stablehlo.convert", type, bits, {});
}

void putStandIns(ModuleOp copy, ArrayRef<int64_t> marks) {
  llvm::DenseSet<int64_t> wanted(marks.begin(), marks.end());
  SmallVector<Operation *> found;
  if (!wanted.empty())
    copy->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (std::optional<int64_t> mark = markOf(op->getLoc()); mark && wanted.contains(*mark))
        found.push_back(op);
    });
  // Inner ones before those that hold them.
  for (Operation *op : llvm::reverse(found)) {
    OpBuilder b(op);
    for (OpResult result : op->getResults())
      result.replaceAllUsesWith(unknown(b, op->getLoc(), result.getType()));
    op->erase();
  }
}

} // namespace det::audit
