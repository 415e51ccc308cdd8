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
};
} // namespace

static constexpr Row kRows[] = {
    {Function::Exp, "exp", exponential, nullptr},
    {Function::Exp2, "exp2", exponentialOf2, nullptr},
    {Function::Expm1, "expm1", exponentialMinusOne, nullptr},
    {Function::Log, "log", logarithm, nullptr},
    {Function::Log2, "log2", logarithmTo2, nullptr},
    {Function::Log1p, "log1p", logarithmOfOnePlus, nullptr},
    {Function::Tanh, "tanh", hyperbolicTangent, nullptr},
    {Function::Logistic, "logistic", logistic, nullptr},
    {Function::Sin, "sin", sine, nullptr},
    {Function::Cos, "cos", cosine, nullptr},
    {Function::Tan, "tan", tangent, nullptr},
    {Function::Atan2, "atan2", nullptr, arcTangent2},
    {Function::Erf, "erf", errorFunction, nullptr},
    {Function::Erfc, "erfc", complementaryErrorFunction, nullptr},
    {Function::ErfInv, "erf_inv", inverseErrorFunction, nullptr},
    {Function::Sqrt, "sqrt", sqrt, nullptr},
    {Function::Rsqrt, "rsqrt", reciprocalRoot, nullptr},
    {Function::Cbrt, "cbrt", cubeRoot, nullptr},
    {Function::Asin, "asin", arcSine, nullptr},
    {Function::Acos, "acos", arcCosine, nullptr},
    {Function::Atan, "atan", arcTangent, nullptr},
    {Function::Sinh, "sinh", hyperbolicSine, nullptr},
    {Function::Cosh, "cosh", hyperbolicCosine, nullptr},
    {Function::Asinh, "asinh", inverseHyperbolicSine, nullptr},
    {Function::Acosh, "acosh", inverseHyperbolicCosine, nullptr},
    {Function::Atanh, "atanh", inverseHyperbolicTangent, nullptr},
    {Function::Lgamma, "lgamma", logarithmOfGamma, nullptr},
    {Function::Digamma, "digamma", digamma, nullptr},
    {Function::Pow, "pow", nullptr, power},
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

bool isSupported(Function, mlir::Type type) {
  if (auto vector = llvm::dyn_cast<mlir::VectorType>(type))
    if (vector.isScalable())
      return false;
  mlir::Type element = mlir::getElementTypeOrSelf(type);
  if (!llvm::isa<mlir::VectorType>(type) && element != type)
    return false;
  return element.isF32() || element.isF64();
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
