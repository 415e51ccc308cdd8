// Which values a result is made of, through loops too.
#ifndef DET_LIB_TRANSFORMS_ORDER_REACH_H
#define DET_LIB_TRANSFORMS_ORDER_REACH_H

#include "det/Dialect/Det/Det.h"
#include "llvm/ADT/DenseMap.h"

namespace det {

/// The values of which `value` is made in one step backward. A carried value of a loop is made of its init and of what the body
/// yields for it; a loop's result also of the predicate, which says when the loop ends. Every result of another op is made of all
/// that the op reads. Arguments of @main are made of nothing.
llvm::SmallVector<mlir::Value> madeFrom(mlir::Value value);

/// All values of which some roots are made, each with a shortest way to a root.
class Cone {
public:
  explicit Cone(llvm::ArrayRef<mlir::Value> roots, llvm::function_ref<bool(mlir::Value)> isEnd = nullptr);

  /// True for a root and for what roots are made of. Nothing behind a value for which `isEnd` holds counts.
  bool contains(mlir::Value value) const { return next.contains(value); }
  bool containsResultOf(mlir::Operation *op) const;
  /// From `value`, which the cone contains, to the root that is nearest, both included.
  llvm::SmallVector<mlir::Value> wayFrom(mlir::Value value) const;
  /// The values, those nearest to a root first.
  llvm::ArrayRef<mlir::Value> values() const { return order; }

private:
  llvm::DenseMap<mlir::Value, mlir::Value> next; ///< a step nearer to a root; null at a root
  llvm::SmallVector<mlir::Value> order;
};

} // namespace det

#endif // DET_LIB_TRANSFORMS_ORDER_REACH_H
