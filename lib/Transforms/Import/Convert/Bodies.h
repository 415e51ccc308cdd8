// Regions of reductions, scatters and sorts: which results belong together, and how a region becomes the body of a det op.
#ifndef DET_LIB_TRANSFORMS_IMPORT_CONVERT_BODIES_H
#define DET_LIB_TRANSFORMS_IMPORT_CONVERT_BODIES_H

#include "Converters.h"
#include "det/Dialect/Det/Det.h"

namespace det::import {

/// The results of a region with `pairs` pairs of arguments (all left sides first), in the smallest groups that need no
/// arguments of each other: result i belongs with pair i and with every pair that it reads. Ascending.
llvm::SmallVector<llvm::SmallVector<unsigned>> groupResults(mlir::Region &region, unsigned pairs);

/// Both arguments of these pairs: all left sides, then all right sides.
llvm::SmallVector<unsigned> argumentsOf(llvm::ArrayRef<unsigned> pairs, unsigned count);

/// Appends to `block` the det operations that compute results `results` of `source`, given values for its arguments
/// (null for those that are not needed). Constants outside the region are copied. Fails, with an error that names the
/// operation, where one is not an elementwise operation on scalars.
mlir::FailureOr<llvm::SmallVector<mlir::Value>> inlineBody(const Conversion &c, mlir::Region &source,
                                                           llvm::ArrayRef<mlir::Value> arguments,
                                                           llvm::ArrayRef<unsigned> results, mlir::Block &block);

/// Makes `target`, the empty region of a det op, compute results `results` of `source` from its arguments `arguments`.
mlir::LogicalResult convertBody(const Conversion &c, mlir::Region &source, llvm::ArrayRef<unsigned> arguments,
                                llvm::ArrayRef<unsigned> results, mlir::Region &target);

/// The values converted to the element types of these arguments of a region.
llvm::SmallVector<mlir::Value> inTypesOf(const Conversion &c, llvm::ArrayRef<mlir::Value> values, mlir::Region &region,
                                         llvm::ArrayRef<unsigned> arguments);

/// The value converted to the element type of `type`, if it has another.
mlir::Value inTypeOf(const Conversion &c, mlir::Value value, mlir::Type type);

/// The type in which det computes sums of an element type: f32 for narrower floats, else the type itself.
mlir::Type wideElement(mlir::Type element);

/// An order without a tree: a left fold over the whole box, in row-major order.
OrderAttr foldOrder(mlir::Type element, bool isBody);

/// Reduces `dims` of values of one shape by a region: one det.reduce per result whose region is simple, det.generic_reduce for
/// the others. `order` may be null. Errors are reported at the operation.
mlir::FailureOr<llvm::SmallVector<mlir::Value>> reduceBy(const Conversion &c, llvm::ArrayRef<mlir::Value> operands,
                                                         llvm::ArrayRef<mlir::Value> inits, llvm::ArrayRef<int64_t> dims,
                                                         bool isFold);

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_CONVERT_BODIES_H
