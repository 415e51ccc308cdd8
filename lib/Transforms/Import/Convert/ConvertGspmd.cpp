// det-import-gspmd: the strings and custom calls of GSPMD become meshes, shardings and manual computations of the sdy dialect.
//
// Consumes `mhlo.sharding` and `custom_call @Sharding`, `@SPMDFullToShardShape`, `@SPMDShardToFullShape`; nothing after this
// pass knows them.
#include "../Manual/GspmdMesh.h"
#include "../InputOps.h"
#include "det/Dialect/Input/Input.h"
#include "det/Transforms/Import/Passes.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace det {
namespace {

using namespace import;
using input::GspmdSharding;

Attribute sdyText(MLIRContext *context, const Twine &text) {
  return OpaqueAttr::get(StringAttr::get(context, "sdy"), text.str(), NoneType::get(context));
}

int64_t rankOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getRank() : 0;
}

/// The `sdy.sharding` of one argument or result; null if the string says nothing.
Attribute convertSignature(Attribute attribute, Type type, const GspmdMesh &mesh) {
  auto shardings = gspmdOf(attribute);
  if (!shardings || shardings->size() != 1)
    return {};
  const GspmdSharding &sharding = shardings->front();
  if (sharding.kind == GspmdSharding::Kind::Open || sharding.kind == GspmdSharding::Kind::Manual)
    return {};
  return sdyText(type.getContext(), "sharding" + mesh.text(sharding, rankOf(type)));
}

void convertFunction(func::FuncOp function, const GspmdMesh &mesh) {
  auto convert = [&](DictionaryAttr attrs, Type type) -> DictionaryAttr {
    Attribute gspmd = attrs ? attrs.get("mhlo.sharding") : Attribute();
    if (!gspmd)
      return {};
    // Text that has both says the same in both.
    auto frontend = attrs.getAs<DictionaryAttr>("mhlo.frontend_attributes");
    bool known = attrs.get("sdy.sharding") || (frontend && frontend.get("xla.sdy.sharding"));
    NamedAttrList list(attrs);
    list.erase("mhlo.sharding");
    if (Attribute sharding = known ? Attribute() : convertSignature(gspmd, type, mesh))
      list.set("sdy.sharding", sharding);
    return list.getDictionary(type.getContext());
  };
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (DictionaryAttr attrs = convert(function.getArgAttrDict(i), function.getArgumentTypes()[i]))
      function.setArgAttrs(i, attrs);
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (DictionaryAttr attrs = convert(function.getResultAttrDict(i), function.getResultTypes()[i]))
      function.setResultAttrs(i, attrs);
}

/// Dims that `backend_config = "unspecified_dims=[0,1]"` leaves open.
FailureOr<llvm::BitVector> unspecifiedDims(Operation *op, int64_t rank) {
  llvm::BitVector open(rank);
  auto config = op->getAttrOfType<StringAttr>("backend_config");
  StringRef text = config ? config.getValue().trim() : "";
  if (!text.consume_front("unspecified_dims="))
    return open;
  text.consume_front("[");
  text.consume_back("]");
  SmallVector<StringRef> numbers;
  text.split(numbers, ',', -1, /*KeepEmpty=*/false);
  for (StringRef number : numbers) {
    int64_t dim;
    if (number.trim().getAsInteger(10, dim) || dim < 0 || dim >= rank)
      return op->emitError() << "custom call '@Sharding': expected 'unspecified_dims' below " << rank << ", got " << config;
    open.set(dim);
  }
  return open;
}

/// `custom_call @Sharding(%x)` -> `sdy.sharding_constraint %x`.
LogicalResult convertConstraint(Operation *op, const GspmdMesh &mesh) {
  auto shardings = gspmdOf(op->getAttr("mhlo.sharding"));
  if (op->getNumOperands() != 1 || op->getNumResults() != 1 || op->getOperand(0).getType() != op->getResult(0).getType() ||
      !shardings || shardings->size() != 1)
    return op->emitError("custom call '@Sharding' expected one operand, a result of its type and one 'mhlo.sharding'");
  GspmdSharding::Kind kind = shardings->front().kind;
  Value replacement = op->getOperand(0);
  if (kind != GspmdSharding::Kind::Open && kind != GspmdSharding::Kind::Manual) {
    int64_t rank = rankOf(op->getResult(0).getType());
    auto open = unspecifiedDims(op, rank);
    if (failed(open))
      return failure();
    OpBuilder b(op);
    OperationState state(op->getLoc(), "sdy.sharding_constraint", op->getOperands(), op->getResultTypes());
    state.addAttribute("sharding", sdyText(op->getContext(), "sharding" + mesh.text(shardings->front(), rank, *open)));
    replacement = b.create(state)->getResult(0);
  }
  op->getResult(0).replaceAllUsesWith(replacement);
  op->erase();
  return success();
}

/// `mhlo.sharding` of any other operation: one sharding per result.
LogicalResult convertResults(Operation *op, const GspmdMesh &mesh) {
  auto shardings = gspmdOf(op->getAttr("mhlo.sharding"));
  op->removeAttr("mhlo.sharding");
  if (op->getAttr("sdy.sharding") || op->getNumResults() == 0)
    return success();
  if (shardings && shardings->size() != op->getNumResults())
    return op->emitError() << "'" << op->getName() << "' has " << op->getNumResults() << " results, its 'mhlo.sharding' has "
                           << shardings->size() << " shardings";
  std::string text;
  bool says = false;
  for (auto [sharding, type] : llvm::zip_equal(*shardings, op->getResultTypes())) {
    says |= sharding.kind == GspmdSharding::Kind::Tiled || sharding.kind == GspmdSharding::Kind::Replicated;
    text += (text.empty() ? "" : ", ") + mesh.text(sharding, rankOf(type));
  }
  if (says)
    op->setAttr("sdy.sharding", sdyText(op->getContext(), "sharding_per_value<[" + Twine(text) + "]>"));
  return success();
}

struct ConvertGspmdPass : PassWrapper<ConvertGspmdPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvertGspmdPass)
  StringRef getArgument() const final { return "det-import-gspmd"; }
  StringRef getDescription() const final { return "turns GSPMD shardings into those of the sdy dialect"; }
  void getDependentDialects(DialectRegistry &registry) const final { registerInputDialects(registry); }

  void runOnOperation() final {
    ModuleOp module = getOperation();
    GspmdMesh mesh;
    if (failed(mesh.read(module)))
      return signalPassFailure();
    if (!mesh.any())
      return;
    SmallVector<Operation *> annotated;
    for (auto function : module.getOps<func::FuncOp>()) {
      for (Block &block : function.getBody())
        if (failed(makeManualRegions(block, mesh)))
          return signalPassFailure();
      convertFunction(function, mesh);
      function.getBody().walk([&](Operation *op) {
        if (op->getAttr("mhlo.sharding"))
          annotated.push_back(op);
      });
    }
    for (Operation *op : annotated)
      if (failed(callTarget(op) == "Sharding" ? convertConstraint(op, mesh) : convertResults(op, mesh)))
        return signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> createConvertGspmdPass() { return std::make_unique<ConvertGspmdPass>(); }

} // namespace det
