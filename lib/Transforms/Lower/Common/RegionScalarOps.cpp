// Scalar code of det ops outside the graph: a prototype op on block arguments answers for its kind.
#include "det/Transforms/Lower/ScalarOps.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace det {

Type getScalarType(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element))
    return IntegerType::get(element.getContext(), integer.getWidth());
  return element;
}

ScalarOps::ScalarOps(MLIRContext *context) : scratch(new Block) { context->getOrLoadDialect<DetDialect>(); }

ScalarOps::~ScalarOps() { delete scratch; }

static StringRef opName(Combiner combiner) {
  switch (combiner) {
  case Combiner::Add:
    return "det.add";
  case Combiner::Mul:
    return "det.multiply";
  case Combiner::Max:
    return "det.maximum";
  case Combiner::Min:
    return "det.minimum";
  case Combiner::And:
    return "det.and";
  case Combiner::Or:
    return "det.or";
  case Combiner::Xor:
    return "det.xor";
  case Combiner::Assign:
    return "";
  }
  return "";
}

Operation *ScalarOps::prototype(StringRef name, TypeRange operands, Type result) {
  std::string key;
  llvm::raw_string_ostream os(key);
  os << name << result;
  for (Type type : operands)
    os << ' ' << type;
  Operation *&op = prototypes[key];
  if (op)
    return op;
  Location loc = UnknownLoc::get(result.getContext());
  OperationState state(loc, name);
  for (Type type : operands)
    state.addOperands(scratch->addArgument(RankedTensorType::get({}, type), loc));
  state.addTypes(RankedTensorType::get({}, result));
  op = Operation::create(state);
  scratch->push_back(op);
  return op;
}

Value ScalarOps::combine(OpBuilder &builder, Location loc, Combiner combiner, Type element, Value left, Value right) {
  StringRef name = opName(combiner);
  if (name.empty())
    return {};
  return cast<ScalarOpInterface>(prototype(name, {element, element}, element)).buildScalar(builder, loc, {left, right});
}

Value ScalarOps::convert(OpBuilder &builder, Location loc, Type from, Type to, Value value) {
  if (from == to)
    return value;
  return cast<ScalarOpInterface>(prototype("det.convert", {from}, to)).buildScalar(builder, loc, value);
}

TypedAttr ScalarOps::identity(Combiner combiner, Type element) {
  Type type = getScalarType(element);
  if (auto real = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = real.getFloatSemantics();
    switch (combiner) {
    case Combiner::Add:
      return FloatAttr::get(type, APFloat::getZero(semantics, /*Negative=*/true));
    case Combiner::Mul:
      return FloatAttr::get(type, APFloat(semantics, "1.0"));
    case Combiner::Max:
      return FloatAttr::get(type, APFloat::getInf(semantics, /*Negative=*/true));
    case Combiner::Min:
      return FloatAttr::get(type, APFloat::getInf(semantics));
    default:
      return {};
    }
  }
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer)
    return {};
  unsigned width = integer.getWidth();
  bool isUnsigned = integer.isUnsigned() || width == 1;
  auto make = [&](APInt value) -> TypedAttr { return IntegerAttr::get(type, value); };
  switch (combiner) {
  case Combiner::Add:
  case Combiner::Or:
  case Combiner::Xor:
    return make(APInt::getZero(width));
  case Combiner::Mul:
    return make(APInt(width, 1));
  case Combiner::And:
    return make(APInt::getAllOnes(width));
  case Combiner::Max:
    return make(isUnsigned ? APInt::getZero(width) : APInt::getSignedMinValue(width));
  case Combiner::Min:
    return make(isUnsigned ? APInt::getAllOnes(width) : APInt::getSignedMaxValue(width));
  case Combiner::Assign:
    return {};
  }
  return {};
}

int64_t ScalarOps::cost(Operation *op) {
  auto scalar = dyn_cast<ScalarOpInterface>(op);
  if (!scalar)
    return -1;
  std::string key;
  llvm::raw_string_ostream os(key);
  os << op->getName();
  auto element = [](Value value) { return cast<ShapedType>(value.getType()).getElementType(); };
  for (Value value : op->getOperands())
    os << ' ' << element(value);
  os << ' ' << element(op->getResult(0));
  auto [it, isNew] = costs.try_emplace(key, -1);
  if (!isNew)
    return it->second;
  // Build the code into a block of its own and count.
  Block code;
  SmallVector<Value> operands;
  for (Value value : op->getOperands())
    operands.push_back(code.addArgument(getScalarType(element(value)), op->getLoc()));
  OpBuilder builder(op->getContext());
  builder.setInsertionPointToEnd(&code);
  if (!scalar.buildScalar(builder, op->getLoc(), operands))
    return -1;
  int64_t count = 0;
  for (Operation &built : code) {
    if (built.hasTrait<OpTrait::ConstantLike>())
      continue;
    bool slow = isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp, mlir::math::SqrtOp>(built);
    count += slow ? 6 : 1;
  }
  return costs[key] = std::max<int64_t>(count, 1);
}

} // namespace det
