// Chooses the builder of a function for an element type.
#include "det/Math/Elementary.h"

#include "Families.h"

#include "mlir/IR/BuiltinTypes.h"

namespace det::math {

namespace {
struct Row {
  Function function;
  std::string_view name;
  Expr (*unaryF32)(Expr);
  Expr (*binaryF32)(Expr, Expr);
};
} // namespace

static constexpr Row kRows[] = {
    {Function::Exp, "exp", expF32, nullptr},          {Function::Exp2, "exp2", exp2F32, nullptr},
    {Function::Expm1, "expm1", expm1F32, nullptr},    {Function::Log, "log", logF32, nullptr},
    {Function::Log2, "log2", log2F32, nullptr},       {Function::Log1p, "log1p", log1pF32, nullptr},
    {Function::Tanh, "tanh", tanhF32, nullptr},       {Function::Logistic, "logistic", logisticF32, nullptr},
    {Function::Sin, "sin", sinF32, nullptr},          {Function::Cos, "cos", cosF32, nullptr},
    {Function::Tan, "tan", tanF32, nullptr},          {Function::Atan2, "atan2", nullptr, atan2F32},
    {Function::Erf, "erf", erfF32, nullptr},          {Function::Erfc, "erfc", erfcF32, nullptr},
    {Function::ErfInv, "erf_inv", erfInvF32, nullptr}, {Function::Sqrt, "sqrt", sqrt, nullptr},
    {Function::Rsqrt, "rsqrt", rsqrtF32, nullptr},    {Function::Cbrt, "cbrt", cbrtF32, nullptr},
    {Function::Pow, "pow", nullptr, powF32},
};

static const Row &rowOf(Function function) {
  for (const Row &row : kRows)
    if (row.function == function)
      return row;
  llvm_unreachable("every function has a row");
}

unsigned operandCount(Function function) { return rowOf(function).binaryF32 ? 2 : 1; }

std::string_view name(Function function) { return rowOf(function).name; }

std::optional<Function> functionOfName(std::string_view name) {
  for (const Row &row : kRows)
    if (row.name == name)
      return row.function;
  return std::nullopt;
}

bool isSupported(Function function, mlir::Type type) {
  if (auto vector = llvm::dyn_cast<mlir::VectorType>(type))
    if (vector.isScalable())
      return false;
  mlir::Type element = mlir::getElementTypeOrSelf(type);
  if (!llvm::isa<mlir::VectorType>(type) && element != type)
    return false;
  return element.isF32() || (function == Function::Sqrt && element.isF64());
}

mlir::Value buildElementary(mlir::OpBuilder &builder, mlir::Location loc, Function function, mlir::ValueRange operands) {
  const Row &row = rowOf(function);
  if (operands.size() != operandCount(function) || !isSupported(function, operands[0].getType()))
    return {};
  Expr x(builder, loc, operands[0]);
  if (!row.binaryF32)
    return row.unaryF32(x).get();
  if (operands[1].getType() != operands[0].getType())
    return {};
  return row.binaryF32(x, x.with(operands[1])).get();
}

} // namespace det::math
