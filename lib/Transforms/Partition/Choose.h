// The choice of how each op is split (partition.md section 6).
#ifndef DET_LIB_TRANSFORMS_PARTITION_CHOOSE_H
#define DET_LIB_TRANSFORMS_PARTITION_CHOOSE_H

#include "CostTable.h"
#include "Cuts.h"
#include "Follow.h"
#include "Propagate.h"
#include "Transfers.h"

namespace det {

/// A value as it is after partitioning: the layouts in which it exists so far.
struct Placed {
  llvm::SmallVector<std::pair<LayoutAttr, mlir::Value>, 2> copies;
  /// Made of constants alone and cheap: evaluated again in any layout that is wanted, never exchanged.
  bool rebuildable = false;
  /// Padding, a slice and the like, for one op that reads it through a window: evaluated in front of that one, in the layout that
  /// is read, so that what it moves is exchanged once.
  bool deferred = false;

  bool isEvaluatedWhereWanted() const { return rebuildable || deferred; }
};

/// How one op is evaluated.
struct Decision {
  FactorCuts cuts;
  /// Where the results are after evaluation (and join).
  llvm::SmallVector<LayoutAttr, 1> results;
  /// The layout of the unjoined result; null if no reduction is split.
  LayoutAttr partial;
};

/// Chooses op after op, in program order: each sees where its operands are and where its results are wanted.
class Chooser {
public:
  Chooser(const Graph &graph, const Axes &axes);

  /// The layout that propagation gives a value.
  LayoutAttr wanted(uint32_t value);

  /// The cheapest way to evaluate an op. `placed` says for every value defined so far where it is.
  Decision choose(const OpNode &node, llvm::ArrayRef<Placed> placed);

  /// The layout in which an op with these cuts takes an operand: as its factors say, or only what it reads, if that has to be
  /// moved and moves less.
  LayoutAttr need(const OpNode &node, const FactorCuts &cuts, size_t operand, llvm::ArrayRef<Placed> placed);

  Transfers &getTransfers() { return transfers; }

private:
  using Assignment = llvm::SmallVector<int32_t, 4>; ///< per atom: the factor that it cuts, or -1

  struct Cost {
    double total = 0;
    double exchanges = 0; ///< of the total: messages
    double flops = 0;     ///< of the total: arithmetic of the busiest rank
  };

  std::vector<llvm::SmallVector<int32_t, 6>> optionsOf(const OpNode &node, llvm::ArrayRef<Placed> placed);
  FactorCuts cutsOf(const OpNode &node, const Assignment &assignment, llvm::ArrayRef<Placed> placed);
  /// The cost of an assignment; nothing if the order forbids it.
  std::optional<Cost> evaluate(const OpNode &node, const Assignment &assignment, llvm::ArrayRef<Placed> placed,
                               Decision &decision);
  double exchangeCost(mlir::Value value, LayoutAttr from, LayoutAttr to);
  double operandCost(mlir::Value value, llvm::ArrayRef<Placed> placed, LayoutAttr need);
  /// Where the nodes of a partial result are joined.
  LayoutAttr joinLayout(uint32_t value, LayoutAttr partial);
  const PartialNodes *nodesOf(const OpNode &node, LayoutAttr partial);
  /// The atoms that cut a dim.
  const AxisList &atomsOf(DimLayoutAttr dim);

  const Graph &graph;
  const Axes &axes;
  Cuts cuts;
  Shardings shardings;
  Transfers transfers;
  CostTable table;
  std::vector<LayoutAttr> wants;
  llvm::DenseMap<DimLayoutAttr, AxisList> atomLists;
  llvm::DenseMap<std::tuple<mlir::Attribute, mlir::Attribute, mlir::Attribute, mlir::Attribute>, std::unique_ptr<PartialNodes>>
      nodeCache; ///< by order, cuts, sizes of the box, and level
};

} // namespace det

#endif // DET_LIB_TRANSFORMS_PARTITION_CHOOSE_H
