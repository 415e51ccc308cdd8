// det-import-small: integers of 2 and 4 bits, and the rarer floats of a byte and less, are computed in wider types.
//
// They stay only as arguments and results of @main, and inside conversions. A value of i4 is an i8 between -8 and 7, one of
// f8E3M4 an f32 that f8E3M4 has; after every operation that can leave these, the result is brought back: integers wrap, floats
// are rounded, once, from the f32 in which small floats are computed anyway.
#include "../InputOps.h"
#include "det/Dialect/Det/Det.h"
#include "det/Transforms/Import/Passes.h"

using namespace mlir;

namespace det {
namespace import {
namespace {

Type elementOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getElementType() : Type();
}

/// The type that stands for a small one; nothing for the others.
Type wideElement(Type element) {
  if (auto integer = dyn_cast_or_null<IntegerType>(element); integer && (integer.getWidth() == 2 || integer.getWidth() == 4))
    return IntegerType::get(element.getContext(), 8, integer.getSignedness());
  if (auto real = dyn_cast_or_null<FloatType>(element);
      real && real.getWidth() <= 8 && !isa<Float8E5M2Type, Float8E4M3FNType>(element))
    return Float32Type::get(element.getContext());
  return {};
}

Type wideType(Type type) {
  Type wide = wideElement(elementOf(type));
  return wide ? cast<RankedTensorType>(type).clone(wide) : type;
}

/// Small types that a file of tensors can hold.
bool isStored(Type element) { return isa<IntegerType, Float8E3M4Type, Float8E4M3Type>(element); }

/// Results are elements of operands, or between them.
bool keepsRange(Operation *op) {
  return isa<ConstantOp, BroadcastInDimOp, ReshapeOp, TransposeOp, SliceOp, ConcatenateOp, PadOp, ReverseOp, DynamicSliceOp,
             DynamicUpdateSliceOp, GatherOp, WindowsOp, ShardingConstraintOp, SelectOp, MaximumOp, MinimumOp, ClampOp, AndOp,
             OrOp, XorOp, SortOp, WhileOp, GenericReduceOp, GenericScatterOp>(op);
}

class Widener {
public:
  explicit Widener(func::FuncOp main) : main(main) {}

  LogicalResult run() {
    if (failed(checkStored("argument", main.getArgumentTypes())) || failed(checkStored("result", main.getResultTypes())))
      return failure();
    SmallVector<Operation *> touched;
    main.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      auto isSmall = [](Type type) { return wideType(type) != type; };
      bool touches = llvm::any_of(op->getOperandTypes(), isSmall) || llvm::any_of(op->getResultTypes(), isSmall);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          touches |= llvm::any_of(block.getArgumentTypes(), isSmall);
      if (touches)
        touched.push_back(op);
    });
    widenArguments();
    for (Operation *op : touched)
      widenTypes(op);
    for (Operation *op : touched)
      if (failed(mend(op)))
        return failure();
    return success();
  }

private:
  LogicalResult checkStored(StringRef what, ArrayRef<Type> types) {
    for (auto [i, type] : llvm::enumerate(types))
      if (Type element = elementOf(type); wideElement(element) && !isStored(element))
        return main.emitError() << what << " " << i << " is a tensor of " << element
                                << "; det stores no such tensors, so convert it to f8E4M3FN or f8E5M2";
    return success();
  }

  void setWide(Value value) {
    if (Type wide = wideType(value.getType()); wide != value.getType()) {
      small[value] = elementOf(value.getType());
      value.setType(wide);
    }
  }

  void widenArguments() {
    OpBuilder b = OpBuilder::atBlockBegin(&main.getBody().front());
    for (BlockArgument argument : main.getArguments()) {
      if (wideType(argument.getType()) == argument.getType())
        continue;
      auto wide = ConvertOp::create(b, main.getLoc(), wideType(argument.getType()), argument);
      argument.replaceAllUsesExcept(wide, wide);
      small[wide] = elementOf(argument.getType());
    }
  }

  void widenTypes(Operation *op) {
    for (Value result : op->getResults())
      setWide(result);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          setWide(argument);
  }

  Type smallOf(Value value) const { return small.lookup(value); }

  static Value convert(OpBuilder &b, Value value, Type element) {
    auto type = cast<RankedTensorType>(value.getType());
    return type.getElementType() == element ? value
                                            : ConvertOp::create(b, value.getLoc(), type.clone(element), value).getResult();
  }

  static Value integer(OpBuilder &b, Value like, int64_t value) {
    auto type = cast<RankedTensorType>(like.getType());
    auto element = cast<IntegerType>(type.getElementType());
    return ConstantOp::create(
        b, like.getLoc(), type,
        DenseElementsAttr::get(type, APInt(8, uint64_t(value), element.isSignless(), /*implicitTrunc=*/true)));
  }

  /// The low bits of an integer, above them zeros.
  static Value lowBits(OpBuilder &b, Value value, unsigned width) {
    return AndOp::create(b, value.getLoc(), value, integer(b, value, (1 << width) - 1));
  }

  /// The low bits of an integer, above them copies of their sign.
  static Value signBits(OpBuilder &b, Value value, unsigned width) {
    Value amount = integer(b, value, 8 - width);
    return ShiftRightArithmeticOp::create(b, value.getLoc(), ShiftLeftOp::create(b, value.getLoc(), value, amount), amount);
  }

  /// A wide value brought to one that the small type has.
  static Value wrap(OpBuilder &b, Value value, Type element) {
    if (isa<FloatType>(element))
      return convert(b, convert(b, value, element), b.getF32Type());
    unsigned width = element.getIntOrFloatBitWidth();
    return element.isUnsignedInteger() ? lowBits(b, value, width) : signBits(b, value, width);
  }

  void wrapResults(Operation *op) {
    OpBuilder b(op->getContext());
    b.setInsertionPointAfter(op);
    for (Value result : op->getResults())
      if (Type element = smallOf(result)) {
        SmallPtrSet<Operation *, 4> users(result.getUsers().begin(), result.getUsers().end());
        Value wrapped = wrap(b, result, element);
        result.replaceUsesWithIf(wrapped, [&](OpOperand &use) { return users.contains(use.getOwner()); });
        small[wrapped] = element;
      }
  }

  void replace(Operation *op, Value value) {
    Value result = op->getResult(0);
    if (Type element = smallOf(result))
      small[value] = element;
    small.erase(result);
    result.replaceAllUsesWith(value);
    op->erase();
  }

  LogicalResult mendConstant(ConstantOp op) {
    auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!dense)
      return op.emitError() << "expected the elements of a constant of " << smallOf(op.getResult())
                            << " in the text, got bytes beside it";
    auto wide = cast<RankedTensorType>(op.getType()).getElementType();
    if (auto integer = dyn_cast<IntegerType>(smallOf(op.getResult())))
      op.setValueAttr(
          dense.mapValues(wide, [&](const APInt &value) { return integer.isUnsigned() ? value.zext(8) : value.sext(8); }));
    else
      op.setValueAttr(dense.mapValues(wide, [](APFloat value) {
        bool lost;
        value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &lost);
        return value.isNaN() ? APInt::getSignedMaxValue(32) : value.bitcastToAPInt();
      }));
    return success();
  }

  LogicalResult mendConvert(ConvertOp op) {
    Type to = smallOf(op.getResult());
    if (!to) {
      if (op.getType() == op.getOperand().getType())
        replace(op, op.getOperand());
      return success();
    }
    OpBuilder b(op);
    Type from = cast<RankedTensorType>(op.getOperand().getType()).getElementType();
    if (isa<FloatType>(to)) { // rounded once, from whatever it was
      replace(op, convert(b, convert(b, op.getOperand(), to), b.getF32Type()));
      return success();
    }
    Value wide = convert(b, op.getOperand(), cast<RankedTensorType>(op.getType()).getElementType());
    if (isa<FloatType>(from)) { // these saturate
      unsigned width = to.getIntOrFloatBitWidth();
      bool isUnsigned = to.isUnsignedInteger();
      Value least = integer(b, wide, isUnsigned ? 0 : -(1 << (width - 1)));
      Value most = integer(b, wide, isUnsigned ? (1 << width) - 1 : (1 << (width - 1)) - 1);
      wide = ClampOp::create(b, op.getLoc(), wide.getType(), least, wide, most);
    } else {
      wide = wrap(b, wide, to);
    }
    replace(op, wide);
    return success();
  }

  /// By way of integers without a sign, whose byte holds the bits alone.
  LogicalResult mendBitcast(BitcastConvertOp op) {
    OpBuilder b(op);
    Value value = op.getOperand();
    Type from = smallOf(value), to = smallOf(op.getResult());
    auto bitcast = [&](Value of, Type element) {
      return BitcastConvertOp::create(b, op.getLoc(), cast<RankedTensorType>(of.getType()).clone(element), of).getResult();
    };
    unsigned width = (from ? from : cast<RankedTensorType>(value.getType()).getElementType()).getIntOrFloatBitWidth();
    Type bits = IntegerType::get(op.getContext(), width, IntegerType::Unsigned), byte = b.getIntegerType(8, /*isSigned=*/false);
    if (from && isa<FloatType>(from))
      value = convert(b, bitcast(convert(b, value, from), bits), byte);
    else if (elementOf(value.getType()) != byte)
      value = bitcast(value, byte);
    if (to && isa<FloatType>(to))
      value = convert(b, bitcast(convert(b, width < 8 ? lowBits(b, value, width) : value, bits), to), b.getF32Type());
    else if (elementOf(op.getType()) != byte)
      value = bitcast(value, elementOf(op.getType()));
    replace(op, to && isa<IntegerType>(to) ? wrap(b, value, to) : value);
    return success();
  }

  /// Fewer exponents than the small type has are counted on its own bits.
  void mendReducePrecision(ReducePrecisionOp op) {
    OpBuilder b(op);
    Value value = op.getResult();
    auto wide = cast<RankedTensorType>(value.getType());
    Type element = smallOf(value);
    op->setOperand(0, convert(b, op.getOperand(), element));
    b.setInsertionPointAfter(op);
    value.setType(wide.clone(element));
    auto back = ConvertOp::create(b, op.getLoc(), wide, value);
    value.replaceAllUsesExcept(back, back);
    small.erase(value);
    small[back] = element;
  }

  /// Operands that an operation reads as bits.
  void mendBits(Operation *op) {
    OpBuilder b(op);
    Value value = op->getOperand(0);
    Type element = smallOf(value);
    unsigned width = element.getIntOrFloatBitWidth();
    if (isa<ShiftRightArithmeticOp>(op))
      op->setOperand(0, signBits(b, value, width));
    else if (!element.isUnsignedInteger())
      op->setOperand(0, lowBits(b, value, width));
    if (!isa<CountLeadingZerosOp>(op))
      return;
    b.setInsertionPointAfter(op);
    Value count = op->getResult(0);
    auto own = SubtractOp::create(b, op->getLoc(), count, integer(b, count, 8 - width));
    count.replaceAllUsesExcept(own, own);
  }

  void mendReturn(Operation *op) {
    OpBuilder b(op);
    for (auto [operand, type] : llvm::zip_equal(op->getOpOperands(), main.getResultTypes()))
      if (operand.get().getType() != type)
        operand.set(convert(b, operand.get(), elementOf(type)));
  }

  LogicalResult mend(Operation *op) {
    if (auto constant = dyn_cast<ConstantOp>(op))
      return mendConstant(constant);
    if (auto convert = dyn_cast<ConvertOp>(op))
      return mendConvert(convert);
    if (auto bitcast = dyn_cast<BitcastConvertOp>(op))
      return mendBitcast(bitcast);
    if (isa<func::ReturnOp>(op))
      mendReturn(op);
    else if (auto reduce = dyn_cast<ReducePrecisionOp>(op))
      mendReducePrecision(reduce);
    else if (!keepsRange(op)) {
      wrapResults(op);
      if (isa<PopulationCountOp, CountLeadingZerosOp, ShiftRightLogicalOp, ShiftRightArithmeticOp>(op))
        mendBits(op);
    }
    return success();
  }

  func::FuncOp main;
  llvm::DenseMap<Value, Type> small; ///< what a wide value stands for
};

struct WidenSmallTypesPass : PassWrapper<WidenSmallTypesPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WidenSmallTypesPass)
  StringRef getArgument() const final { return "det-import-small"; }
  StringRef getDescription() const final { return "computes small integers and the rarer small floats in wider types"; }

  void runOnOperation() final {
    func::FuncOp main = mainFunction(getOperation());
    if (main && failed(Widener(main).run()))
      signalPassFailure();
  }
};

} // namespace
} // namespace import

std::unique_ptr<Pass> createWidenSmallTypesPass() { return std::make_unique<import::WidenSmallTypesPass>(); }

} // namespace det
