// What `buildBatched` implementations share (BatchableOpInterface): ops over one more, leading, dim.
#ifndef DET_DIALECT_DET_BATCH_H
#define DET_DIALECT_DET_BATCH_H

#include "det/Dialect/Det/Det.h"
#include "mlir/IR/Builders.h"

namespace det::batch {

/// The size of the leading dim that all operands have.
int64_t sizeOf(mlir::ValueRange operands);

/// `type` with a leading dim.
mlir::RankedTensorType typeOf(mlir::Type type, int64_t size);

/// The value of which `batched` repeats a copy per slice; null if slices may differ.
mlir::Value sharedBehind(mlir::Value batched);

/// Every number of `list` plus one: dims after a dim is put in front.
llvm::SmallVector<int64_t> shifted(mlir::ArrayRef<int64_t> list);
/// `first`, then `list`.
llvm::SmallVector<int64_t> withFirst(int64_t first, mlir::ArrayRef<int64_t> list);
/// 0, shifted(list): the dims, and the leading one.
llvm::SmallVector<int64_t> withLeading(mlir::ArrayRef<int64_t> list);

/// A copy of `op`, attributes and regions included, with other operands and result types.
mlir::Operation *cloneWith(mlir::Operation *op, mlir::OpBuilder &builder, mlir::ValueRange operands, mlir::TypeRange types);

/// The op once per slice, and the results one after the other: right for every op without regions that see more.
llvm::SmallVector<mlir::Value> buildPerSlice(mlir::Operation *op, mlir::OpBuilder &builder, mlir::ValueRange operands);

/// A splat of the value that changes no bit when joined: -0.0 for add, 1, -inf, ... (docs/order.md). Null where there is none.
mlir::DenseElementsAttr identity(Combiner combiner, mlir::RankedTensorType type);

/// The elementwise op that joins two values of one type.
mlir::Value join(mlir::OpBuilder &builder, mlir::Location loc, Combiner combiner, mlir::Value left, mlir::Value right);

} // namespace det::batch

#endif // DET_DIALECT_DET_BATCH_H
