// What det does with the operations of a graph: it compiles a copy as far as layouts, and looks for each operation in the result.
#ifndef DET_LIB_TRANSFORMS_AUDIT_ANSWERS_H
#define DET_LIB_TRANSFORMS_AUDIT_ANSWERS_H

#include "det/Transforms/Pipelines.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace det::audit {

struct Answer {
  llvm::SmallVector<std::string, 1> orders; ///< of the float reductions that the operation became, each once
  std::string axes;                         ///< axes that cut what is reduced: `[{data}]`
  std::string refused;                      ///< why det does not compile the operation
  bool isThere = false;                     ///< whether anything of the operation is left in the ordered graph
};

struct Answers {
  llvm::DenseMap<mlir::Operation *, Answer> of; ///< operations of the module as it was given
  bool haveOrders = false;                      ///< whether the graph came as far as orders
  std::vector<std::string> refused;             ///< why det does not compile the graph, in the order found
  std::string mesh;                             ///< `data=4`; empty for one rank
};

/// The module is left as it is. An operation that det refuses is replaced by unknown values of its types, so that the others have
/// answers; orders are missing only where that is not possible. The error is of an option.
rt::Result<Answers> askDet(mlir::ModuleOp module, const CompileOptions &options);

} // namespace det::audit

#endif // DET_LIB_TRANSFORMS_AUDIT_ANSWERS_H
