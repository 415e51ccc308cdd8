// The certificate: which expression every value of a program is, and where it is evaluated. JSON, read by lib/Verify.
//
//   ordered   a function of graph and recipe alone, equal bytes for every mesh and device
//     level, recipe, numerics, elementary
//     graph       every op: what it does, to which values, of which types (Numbers.h)
//     graph_hash  128 bits of SHA-256 of `graph`
//     ops         every op whose bits depend on evaluation order: its order, and the hash of its expression tree (docs/order.md)
//     below       values below the module's level, and why
//   placed    mesh, classes of ranks, exchanges
#ifndef DET_TRANSFORMS_EMIT_CERTIFICATE_H
#define DET_TRANSFORMS_EMIT_CERTIFICATE_H

#include "det/Transforms/Plan/Plan.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/JSON.h"
#include <string>

namespace det {

/// The part `ordered` of a module whose values have numbers.
llvm::json::Object certifyOrdered(mlir::ModuleOp module);

/// The part `placed` of a plan.
llvm::json::Object certifyPlaced(const artifact::PlanT &plan);

/// The text of both.
std::string certificateText(llvm::json::Object ordered, llvm::json::Object placed);

} // namespace det

#endif // DET_TRANSFORMS_EMIT_CERTIFICATE_H
