// Builds the canonicalisation of NaNs.
#include "det/Math/Canonical.h"

#include "Expr.h"

#include "mlir/IR/BuiltinTypes.h"

namespace det::math {

mlir::Value buildCanonicalNaN(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value) {
  Expr x(builder, loc, value);
  if (!x.isFloat() || x.width() < 16)
    return {};
  // On the bits, not by x != x: LLVM holds the payload of a NaN to be unobservable and folds (sqrt(x) is NaN ? NaN : sqrt(x)) to sqrt(x).
  auto format = llvm::cast<mlir::FloatType>(x.element());
  auto pattern = [](const llvm::APFloat &number) { return static_cast<int64_t>(number.bitcastToAPInt().getZExtValue()); };
  int64_t magnitudes = static_cast<int64_t>(~uint64_t(0) >> (65 - x.width()));
  Expr raw = bits(x);
  Expr isNaN = (raw & magnitudes) > pattern(llvm::APFloat::getInf(format.getFloatSemantics()));
  return bitsToFloat(select(isNaN, magnitudes, raw), format).get();
}

} // namespace det::math
