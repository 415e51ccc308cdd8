// Chooses the builder of a function for an element type.
#include "det/Math/Elementary.h"

#include "Families.h"

#include "mlir/IR/BuiltinTypes.h"

namespace det::math {

namespace {
struct Row {
  Function function;
  std::string_view name;
  Expr (*unary)(Expr);
  Expr (*binary)(Expr, Expr);
  bool onF64;
};
} // namespace

static constexpr Row kRows[] = {
    {Function::Exp, "exp", exponential, nullptr, true},
    {Function::Exp2, "exp2", exponentialOf2, nullptr, true},
    {Function::Expm1, "expm1", exponentialMinusOne, nullptr, true},
    {Function::Log, "log", logarithm, nullptr, true},
    {Function::Log2, "log2", logarithmTo2, nullptr, true},
    {Function::Log1p, "log1p", logarithmOfOnePlus, nullptr, true},
    {Function::Tanh, "tanh", hyperbolicTangent, nullptr, true},
    {Function::Logistic, "logistic", logistic, nullptr, true},
    {Function::Sin, "sin", sinF32, nullptr, false},
    {Function::Cos, "cos", cosF32, nullptr, false},
    {Function::Tan, "tan", tanF32, nullptr, false},
    {Function::Atan2, "atan2", nullptr, atan2F32, false},
    {Function::Erf, "erf", erfF32, nullptr, false},
    {Function::Erfc, "erfc", erfcF32, nullptr, false},
    {Function::ErfInv, "erf_inv", erfInvF32, nullptr, false},
    {Function::Sqrt, "sqrt", sqrt, nullptr, true},
    {Function::Rsqrt, "rsqrt", reciprocalRoot, nullptr, true},
    {Function::Cbrt, "cbrt", cbrtF32, nullptr, false},
    {Function::Asin, "asin", nullptr, nullptr, false},
    {Function::Acos, "acos", nullptr, nullptr, false},
    {Function::Atan, "atan", nullptr, nullptr, false},
    {Function::Sinh, "sinh", nullptr, nullptr, false},
    {Function::Cosh, "cosh", nullptr, nullptr, false},
    {Function::Asinh, "asinh", nullptr, nullptr, false},
    {Function::Acosh, "acosh", nullptr, nullptr, false},
    {Function::Atanh, "atanh", nullptr, nullptr, false},
    {Function::Lgamma, "lgamma", nullptr, nullptr, false},
    {Function::Digamma, "digamma", nullptr, nullptr, false},
    {Function::Pow, "pow", nullptr, powF32, false},
};

static const Row &rowOf(Function function) {
  for (const Row &row : kRows)
    if (row.function == function)
      return row;
  llvm_unreachable("every function has a row");
}

unsigned operandCount(Function function) { return rowOf(function).binary ? 2 : 1; }

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
  const Row &row = rowOf(function);
  return (row.unary || row.binary) && (element.isF32() || (element.isF64() && row.onF64));
}

mlir::Value buildElementary(mlir::OpBuilder &builder, mlir::Location loc, Function function, mlir::ValueRange operands) {
  const Row &row = rowOf(function);
  if (operands.size() != operandCount(function) || !isSupported(function, operands[0].getType()))
    return {};
  Expr x(builder, loc, operands[0]);
  if (!row.binary)
    return row.unary(x).get();
  if (operands[1].getType() != operands[0].getType())
    return {};
  return row.binary(x, x.with(operands[1])).get();
}

} // namespace det::math
