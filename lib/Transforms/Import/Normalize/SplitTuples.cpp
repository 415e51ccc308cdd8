// det-import-tuples: tuples are taken apart.
//
// A tuple groups values and computes nothing, so what is taken out of one is what went in. Tuples of @main, also nested ones,
// become one argument or result for each tensor, in order.
#include "../InputOps.h"
#include "../Names/SignatureEdits.h"
#include "det/Transforms/Import/Passes.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace det {
namespace {

using namespace import;

/// An argument `x` of a tuple: its parts are `x[0]`, `x[1]`, ...
Location partLocation(Location whole, size_t i) {
  auto name = dyn_cast<NameLoc>(whole);
  if (!name)
    return whole;
  return NameLoc::get(StringAttr::get(whole.getContext(), name.getName().getValue() + "[" + Twine(i) + "]"), name.getChildLoc());
}

class Splitter {
public:
  explicit Splitter(func::FuncOp main) : main(main), body(main.getBody().front()) {}

  LogicalResult run() {
    splitArguments();
    takeOut();
    splitResults();
    for (Operation *op : llvm::reverse(tuples)) {
      if (!op->use_empty()) {
        Operation *user = *op->user_begin();
        return refuse(user, "it takes a tuple; export with the parts as operands of their own");
      }
      op->erase();
    }
    return success();
  }

private:
  /// Adds arguments for a value of this type in front of argument `next`, and gives the value made of them.
  Value makeArgument(OpBuilder &b, Type type, Location loc, unsigned &next) {
    auto tuple = dyn_cast<TupleType>(type);
    if (!tuple) {
      (void)main.insertArgument(next, type, DictionaryAttr(), loc);
      return body.getArgument(next++);
    }
    OperationState state(loc, "stablehlo.tuple");
    for (auto [i, part] : llvm::enumerate(tuple.getTypes()))
      state.operands.push_back(makeArgument(b, part, partLocation(loc, i), next));
    state.addTypes(type);
    return b.create(state)->getResult(0);
  }

  void splitArguments() {
    OpBuilder b = OpBuilder::atBlockBegin(&body);
    for (unsigned i = 0; i < main.getNumArguments(); ++i) {
      BlockArgument argument = body.getArgument(i);
      if (!isa<TupleType>(argument.getType()))
        continue;
      unsigned next = i + 1;
      argument.replaceAllUsesWith(makeArgument(b, argument.getType(), argument.getLoc(), next));
      (void)main.eraseArgument(i);
      i = next - 2;
    }
  }

  /// Operations stand behind what they use, so a tuple's parts are known when one is taken out.
  void takeOut() {
    SmallVector<Operation *> found;
    main.walk([&](Operation *op) {
      StringRef name = inputName(op);
      if (name == "tuple")
        tuples.push_back(op);
      else if (name == "get_tuple_element")
        found.push_back(op);
    });
    for (Operation *op : found) {
      Operation *tuple = op->getOperand(0).getDefiningOp();
      auto index = op->getAttrOfType<IntegerAttr>("index");
      if (!tuple || inputName(tuple) != "tuple" || !index || index.getValue().uge(tuple->getNumOperands()))
        continue;
      op->getResult(0).replaceAllUsesWith(tuple->getOperand(index.getValue().getZExtValue()));
      op->erase();
    }
  }

  /// The tensors of a value; false for a tuple that some other operation made.
  static bool leaves(Value value, SmallVectorImpl<Value> &list) {
    if (!isa<TupleType>(value.getType())) {
      list.push_back(value);
      return true;
    }
    Operation *tuple = value.getDefiningOp();
    return tuple && inputName(tuple) == "tuple" &&
           llvm::all_of(tuple->getOperands(), [&](Value part) { return leaves(part, list); });
  }

  void splitResults() {
    Operation *end = &body.back();
    if (!isa<func::ReturnOp>(end) || llvm::none_of(end->getOperandTypes(), llvm::IsaPred<TupleType>))
      return;
    SmallVector<Value> parts;
    SmallVector<int64_t> places;
    SmallVector<DictionaryAttr> attributes;
    for (auto [i, value] : llvm::enumerate(end->getOperands())) {
      places.push_back(parts.size());
      if (!leaves(value, parts))
        return;
      bool whole = !isa<TupleType>(value.getType());
      attributes.resize(parts.size(), whole ? main.getResultAttrDict(i) : DictionaryAttr());
    }
    // A single tuple: numbers of results are those of its parts already.
    if (places.size() > 1)
      renumberAliases(main, places);
    end->setOperands(parts);
    main.setType(FunctionType::get(main.getContext(), main.getArgumentTypes(), ValueRange(parts).getTypes()));
    main.setAllResultAttrs(attributes);
  }

  func::FuncOp main;
  Block &body;
  SmallVector<Operation *> tuples;
};

struct SplitTuplesPass : PassWrapper<SplitTuplesPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SplitTuplesPass)
  StringRef getArgument() const final { return "det-import-tuples"; }
  StringRef getDescription() const final { return "takes tuples apart"; }

  void runOnOperation() final {
    func::FuncOp main = mainFunction(getOperation());
    if (main && failed(Splitter(main).run()))
      signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> createSplitTuplesPass() { return std::make_unique<SplitTuplesPass>(); }

} // namespace det
