// det-widen-products: see the header.
#include "det/Transforms/Lower/WidenProducts.h"

#include "det/Dialect/Det/Det.h"
#include "det/Dialect/Det/Loops.h"
#include "det/Dialect/Det/OrderModel.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace det {

namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The layout of a value of a partitioned function; null before partitioning, and where none is stated.
LayoutAttr layoutOf(Value value) {
  if (WhileOp loop = loopOf(value))
    return layoutOf(loop.getResult(cast<BlockArgument>(value).getArgNumber()));
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
    return function ? function.getArgAttrOfType<LayoutAttr>(argument.getArgNumber(), kLayoutAttr) : LayoutAttr();
  }
  auto layouts = value.getDefiningOp()->getAttrOfType<ArrayAttr>(kLayoutsAttr);
  return layouts ? dyn_cast<LayoutAttr>(layouts[cast<OpResult>(value).getResultNumber()]) : LayoutAttr();
}

/// The type in which products that accumulate in `acc` are computed: integers have at least 32 bits.
Type wideType(Type acc) {
  auto integer = dyn_cast<IntegerType>(acc);
  if (!integer || integer.getWidth() >= 32)
    return acc;
  return IntegerType::get(acc.getContext(), 32, integer.getSignedness());
}

/// Widens one function. A value is converted once per type and block.
class Widening {
public:
  template <class Op> void visit(Op op) {
    OrderAttr order = op.getOrderAttr();
    if (!order || typeOf(op.getResult()).getNumElements() == 0) // what is empty is not computed
      return;
    Type wide = wideType(order.getAcc());
    if (toModel(order).leaf != order::Leaf::Mma) { // tensor cores read narrow floats
      op.getLhsMutable().assign(converted(op.getLhs(), wide, op));
      op.getRhsMutable().assign(converted(op.getRhs(), wide, op));
    }
    if (wide != order.getAcc())
      op.setOrderAttr(OrderAttr::get(op.getContext(), order.getLevels(), order.getLeaf(), wide));
    narrow(op.getResult(), wide);
  }

  /// The init of a split reduction is joined in the type that accumulates.
  void visit(JoinOp join) {
    auto ordered = join.getPartial().getDefiningOp<OrderedOpInterface>();
    if (Value init = join.getInit(); init && ordered)
      join.getInitMutable().assign(converted(init, ordered.getFixedOrder().getAcc(), join));
  }

private:
  Value converted(Value value, Type wide, Operation *before) {
    if (typeOf(value).getElementType() == wide)
      return value;
    Value &known = conversions[{value, wide, before->getBlock()}];
    if (!known) {
      OpBuilder builder(before);
      known = convert(builder, value, typeOf(value).clone(wide), layoutOf(value));
    }
    return known;
  }

  static Value convert(OpBuilder &builder, Value value, Type type, LayoutAttr layout) {
    auto convert = ConvertOp::create(builder, value.getLoc(), type, value);
    if (layout)
      convert->setAttr(kLayoutsAttr, builder.getArrayAttr(layout));
    return convert.getResult();
  }

  /// Lets the result be of the wide type and gives its users, or those of its join, what it was.
  static void narrow(Value result, Type wide) {
    RankedTensorType narrow = typeOf(result);
    if (narrow.getElementType() == wide)
      return;
    result.setType(narrow.clone(wide));
    LayoutAttr layout = layoutOf(result);
    if (layout && layout.isPartial()) {
      for (Operation *user : llvm::make_early_inc_range(result.getUsers()))
        if (auto join = dyn_cast<JoinOp>(user)) {
          join.getResult().setType(narrow.clone(wide));
          round(join.getResult(), narrow);
        }
      return;
    }
    round(result, narrow);
  }

  static void round(Value value, RankedTensorType narrow) {
    OpBuilder builder(value.getContext());
    builder.setInsertionPointAfter(value.getDefiningOp());
    Value rounded = convert(builder, value, narrow, layoutOf(value));
    value.replaceAllUsesExcept(rounded, rounded.getDefiningOp());
  }

  llvm::DenseMap<std::tuple<Value, Type, Block *>, Value> conversions;
};

struct WidenProductsPass : PassWrapper<WidenProductsPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WidenProductsPass)

  StringRef getArgument() const override { return "det-widen-products"; }
  StringRef getDescription() const override { return "Convert operands of products to the types that are multiplied"; }
  void getDependentDialects(DialectRegistry &registry) const override { registry.insert<DetDialect>(); }

  void runOnOperation() override {
    Widening widening;
    // In program order, so that a conversion stands before all its users.
    getOperation().walk([&](Operation *op) {
      if (auto dot = dyn_cast<DotOp>(op))
        widening.visit(dot);
      else if (auto convolution = dyn_cast<ConvolutionOp>(op))
        widening.visit(convolution);
      else if (auto join = dyn_cast<JoinOp>(op))
        widening.visit(join);
    });
  }
};

} // namespace

std::unique_ptr<Pass> createWidenProductsPass() { return std::make_unique<WidenProductsPass>(); }

void registerWidenProductsPass() { PassRegistration<WidenProductsPass>(); }

} // namespace det
