// The graph as the partitioner reads it: numbered values and dims, ops with their factors.
#ifndef DET_LIB_TRANSFORMS_PARTITION_GRAPH_H
#define DET_LIB_TRANSFORMS_PARTITION_GRAPH_H

#include "det/Dialect/Det/Det.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace det {

/// A dim of a tensor of an op, and how many elements of the dim one element of a factor spans.
struct FactorUse {
  uint32_t tensor; ///< operands first, then results
  uint32_t dim;
  int64_t span;          ///< product of the factors that are minor to it in this dim
  bool leads;            ///< no larger factor is major to it: the dim can be cut along it
  bool windowed = false; ///< the dim does not have the factor, but is read through a window that moves with it
};

struct OpNode {
  mlir::Operation *op;
  FactorMap factors;
  llvm::SmallVector<llvm::SmallVector<FactorUse, 3>, 6> uses; ///< per factor; windows last
  int64_t flopsPerPoint;
  /// It only moves the elements of a value which nobody else reads: an exchange may as well come after it.
  bool movesOnly;
  mutable OrderedOpInterface ordered; ///< null if nothing is reduced; a handle, whose methods are not const

  size_t numTensors() const { return op->getNumOperands() + op->getNumResults(); }
  mlir::Value tensor(size_t i) const {
    return i < op->getNumOperands() ? op->getOperand(i) : mlir::Value(op->getResult(i - op->getNumOperands()));
  }
  const FactorMap::Tensor &dimsOf(size_t i) const {
    return i < factors.operands.size() ? factors.operands[i] : factors.results[i - factors.operands.size()];
  }
  /// The window through which a dim of a tensor is read; null if it is read as it is.
  const FactorWindow *windowOf(size_t tensor, size_t dim) const;
  /// True if a mesh axis may cut the factor: it is not whole, larger than 1, and leads every dim that it is in, none of
  /// which is empty for the sake of another factor.
  bool canSplit(size_t factor) const;
};

/// Numbers of `@main`: values, their dims, and the ops in order, with those of loops. What a loop carries is one value: its
/// result, and the arguments of its condition and its body.
class Graph {
public:
  /// Fails on an op that does not describe its factors.
  static mlir::FailureOr<Graph> read(mlir::func::FuncOp main);

  mutable mlir::func::FuncOp main; ///< a handle, whose methods are not const
  std::vector<OpNode> ops;         ///< without the loops themselves
  std::vector<mlir::Value> values; ///< arguments, then results of ops in order

  uint32_t id(mlir::Value value) const { return ids.find(value)->second; }
  llvm::ArrayRef<int64_t> shape(uint32_t value) const {
    return mlir::cast<mlir::RankedTensorType>(values[value].getType()).getShape();
  }
  int64_t elements(uint32_t value) const { return mlir::cast<mlir::RankedTensorType>(values[value].getType()).getNumElements(); }
  /// The number of dim `dim` of a value, counted through all values.
  uint32_t dimId(uint32_t value, uint32_t dim) const { return firstDim[value] + dim; }
  uint32_t numDims() const { return firstDim.back(); }

  /// Pairs of an argument and the returned value with its name: they have one layout.
  std::vector<std::pair<uint32_t, uint32_t>> links;
  /// Pairs of a value and the carried value that it becomes: at first, or for the next iteration.
  std::vector<std::pair<uint32_t, uint32_t>> carries;
  mlir::Operation *getReturn() const { return main.getBody().front().getTerminator(); }

private:
  void addValue(mlir::Value value);
  mlir::LogicalResult addBlock(mlir::Block &block);
  mlir::LogicalResult addLoop(WhileOp loop);
  void addLinks();

  llvm::DenseMap<mlir::Value, uint32_t> ids;
  std::vector<uint32_t> firstDim{0};
};

/// Per result of @main the argument of which it is the next value: one of its name and kind. A metric may be called like a batch.
llvm::SmallVector<std::optional<unsigned>> replacedArguments(mlir::func::FuncOp main);

/// Bytes of one element of a value, packed types rounded up.
int64_t elementBytes(mlir::Type type);

} // namespace det

#endif // DET_LIB_TRANSFORMS_PARTITION_GRAPH_H
