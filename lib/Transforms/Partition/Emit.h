// Writes the choices into the graph: layouts, exchanges, partial values and joins.
#ifndef DET_LIB_TRANSFORMS_PARTITION_EMIT_H
#define DET_LIB_TRANSFORMS_PARTITION_EMIT_H

#include "Choose.h"

namespace det {

/// Places every op of the graph in program order. Afterwards every op has `layouts`, every argument and result
/// `det.layout`, and constraints are gone. A copy of a value in another layout is made in the block that has the value: what a
/// loop reads from outside is exchanged once, in front of the loop.
class Emitter {
public:
  Emitter(const Graph &graph, Chooser &chooser);
  void run();

private:
  void placeBlock(mlir::Block &block);
  void placeLoop(WhileOp loop);
  void placeYield(mlir::Block &block, llvm::ArrayRef<LayoutAttr> layouts);
  void place(const OpNode &node);
  void placeConstraint(ShardingConstraintOp op);
  void placeReturn();
  /// The value in layout `need`: a copy that exists, the value evaluated again, or an exchange in front of `before`, or of the
  /// loop around it.
  mlir::Value get(mlir::Value value, LayoutAttr need, mlir::Operation *before);
  /// Evaluates an op once more, in front of `before`.
  mlir::Value rebuild(uint32_t value, LayoutAttr need, mlir::Operation *before);
  bool isReadThroughOneWindow(mlir::Value value) const;
  mlir::Value exchange(uint32_t value, LayoutAttr need, mlir::Operation *before);
  mlir::Value join(const OpNode &node, const Decision &decision);
  void findRebuildable();
  void setLayouts(mlir::Operation *op, llvm::ArrayRef<LayoutAttr> layouts);

  const Graph &graph;
  Chooser &chooser;
  std::vector<Placed> placed;
  llvm::DenseMap<mlir::Operation *, size_t> nodeOf;
};

} // namespace det

#endif // DET_LIB_TRANSFORMS_PARTITION_EMIT_H
