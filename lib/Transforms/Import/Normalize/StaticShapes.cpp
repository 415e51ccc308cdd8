// det-import-shapes: operations that take sizes as operands become those that have them as attributes.
//
// Exports with symbolic sizes write `dynamic_pad`, `real_dynamic_slice` and the like even where every size is a constant.
// What has a size that only a run knows stays as it is, and is refused by name later.
#include "../InputOps.h"
#include "det/Dialect/Input/AttrReader.h"
#include "det/Transforms/Import/Passes.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace det {
namespace {

using namespace import;

/// An attribute, and the operand that holds it.
struct Size {
  StringRef attribute;
  unsigned operand;
};

/// The operation with static sizes: it keeps the first operands, and a shape operand that says what the result type says goes.
struct Form {
  StringRef name, becomes;
  unsigned operands, kept;
  SmallVector<Size> sizes;
};

const Form forms[] = {
    {"dynamic_iota", "iota", 1, 0, {}},
    {"dynamic_reshape", "reshape", 2, 1, {}},
    {"dynamic_broadcast_in_dim", "broadcast_in_dim", 2, 1, {}},
    {"dynamic_pad", "pad", 5, 2, {{"edge_padding_low", 2}, {"edge_padding_high", 3}, {"interior_padding", 4}}},
    {"real_dynamic_slice", "slice", 4, 1, {{"start_indices", 1}, {"limit_indices", 2}, {"strides", 3}}},
    {"dynamic_gather", "gather", 3, 2, {{"slice_sizes", 2}}},
    {"dynamic_conv", "convolution", 3, 2, {{"padding", 2}}},
};

/// The integers of a constant as ones of 64 bits, in its shape; null for other values.
DenseIntElementsAttr constantSizes(Value value) {
  Operation *op = value.getDefiningOp();
  auto dense = op && inputName(op) == "constant" ? op->getAttrOfType<DenseIntElementsAttr>("value") : DenseIntElementsAttr();
  std::optional<input::Ints> values = input::ints(dense);
  auto type = dense ? dyn_cast<RankedTensorType>(dense.getType()) : RankedTensorType();
  if (!values || !type || int64_t(values->size()) != type.getNumElements())
    return {};
  return DenseIntElementsAttr::get(type.clone(IntegerType::get(value.getContext(), 64)), ArrayRef<int64_t>(*values));
}

void makeStatic(Operation *op, const Form &form) {
  std::string why;
  if (op->getNumOperands() != form.operands || op->getNumResults() != 1 || !supportedType(op->getResult(0).getType(), why))
    return;
  StringRef dialect = op->getName().getDialectNamespace();
  OperationState state(op->getLoc(), (dialect + "." + form.becomes).str(), op->getOperands().take_front(form.kept),
                       op->getResultTypes(), op->getAttrs());
  Builder b(op->getContext());
  for (const Size &size : form.sizes) {
    DenseIntElementsAttr values = constantSizes(op->getOperand(size.operand));
    if (!values)
      return;
    if (values.getType().getRank() == 1)
      state.addAttribute(size.attribute, b.getDenseI64ArrayAttr(llvm::to_vector(values.getValues<int64_t>())));
    else
      state.addAttribute(size.attribute, values);
  }
  op->replaceAllUsesWith(OpBuilder(op).create(state));
  op->erase();
}

/// The size of a static dim is a constant.
void foldSize(Operation *op) {
  auto dim = op->getAttrOfType<IntegerAttr>("dimension");
  auto type = op->getNumOperands() == 1 ? dyn_cast<RankedTensorType>(op->getOperand(0).getType()) : RankedTensorType();
  auto result = op->getNumResults() == 1 ? dyn_cast<RankedTensorType>(op->getResult(0).getType()) : RankedTensorType();
  if (!dim || !type || !result || result.getRank() != 0 || !result.getElementType().isInteger(32) || !type.hasStaticShape() ||
      dim.getInt() < 0 || dim.getInt() >= type.getRank() || type.getDimSize(dim.getInt()) > INT32_MAX)
    return;
  OperationState state(op->getLoc(), (op->getName().getDialectNamespace() + ".constant").str(), {}, {result});
  state.addAttribute("value", DenseIntElementsAttr::get(result, int32_t(type.getDimSize(dim.getInt()))));
  op->replaceAllUsesWith(OpBuilder(op).create(state));
  op->erase();
}

struct StaticShapesPass : PassWrapper<StaticShapesPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(StaticShapesPass)
  StringRef getArgument() const final { return "det-import-shapes"; }
  StringRef getDescription() const final { return "gives operations that take constant sizes as operands their static form"; }

  void runOnOperation() final {
    getOperation().walk([](Operation *op) {
      if (!isInputOp(op))
        return;
      if (inputName(op) == "get_dimension_size")
        return foldSize(op);
      for (const Form &form : forms)
        if (form.name == inputName(op))
          return makeStatic(op, form);
    });
  }
};

} // namespace

std::unique_ptr<Pass> createStaticShapesPass() { return std::make_unique<StaticShapesPass>(); }

} // namespace det
