// Evaluates integer scalars of an input program as far as they are constant.
#ifndef DET_LIB_TRANSFORMS_IMPORT_NORMALIZE_SCALAREVALUATOR_H
#define DET_LIB_TRANSFORMS_IMPORT_NORMALIZE_SCALAREVALUATOR_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace det::import {

/// Values are looked up in what is bound, then computed from their operands. Results are remembered until `forget`.
class ScalarEvaluator {
public:
  /// Gives a block argument a value, or says that it has none.
  void bind(mlir::Value value, std::optional<llvm::APInt> constant) { known[value] = constant; }

  /// The value of an integer scalar; nothing if it depends on anything that is not constant.
  std::optional<llvm::APInt> evaluate(mlir::Value value);

  void forget() { known.clear(); }

private:
  std::optional<llvm::APInt> compute(mlir::Operation *op);

  llvm::DenseMap<mlir::Value, std::optional<llvm::APInt>> known;
};

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_NORMALIZE_SCALAREVALUATOR_H
