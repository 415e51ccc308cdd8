// Scalar code of det ops outside the graph: combiners, conversions, costs.
#ifndef DET_TRANSFORMS_LOWER_SCALAROPS_H
#define DET_TRANSFORMS_LOWER_SCALAROPS_H

#include "det/Dialect/Det/Det.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>

namespace det {

/// The type in which code computes with a tensor element type: integers lose their signedness, floats stay.
mlir::Type getScalarType(mlir::Type element);

/// Builds scalar (or vector) code through the ops' own `buildScalar`, so that a join in a kernel means what the op in the graph
/// means. Element types are the graph's (with signedness); values are of scalar types or vectors of them. Null where an op lacks
/// the type.
class ScalarOps {
public:
  explicit ScalarOps(mlir::MLIRContext *context);
  ~ScalarOps();

  /// left COMBINER right.
  mlir::Value combine(mlir::OpBuilder &builder, mlir::Location loc, Combiner combiner, mlir::Type element, mlir::Value left,
                      mlir::Value right);

  /// Converts elements as `det.convert` does; the value itself if the types are equal.
  mlir::Value convert(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type from, mlir::Type to, mlir::Value value);

  /// What `x COMBINER identity` leaves unchanged in every bit: -0.0 for add, 1 for mul, -inf and +inf for max and min.
  mlir::TypedAttr identity(Combiner combiner, mlir::Type element);

  /// The number of scalar operations that an op with ScalarOpInterface takes per element: 1 for an add, some tens for an
  /// exponential; a division or square root counts as several. -1 where the op lacks the type.
  int64_t cost(mlir::Operation *op);

private:
  mlir::Operation *prototype(llvm::StringRef name, mlir::TypeRange operands, mlir::Type result);

  mlir::Block *scratch; ///< holds prototypes, and code that is built only to be counted
  llvm::StringMap<mlir::Operation *> prototypes;
  llvm::StringMap<int64_t> costs;
};

} // namespace det

#endif // DET_TRANSFORMS_LOWER_SCALAROPS_H
