// The order in which a kernel's ops stand.
#ifndef DET_TRANSFORMS_LOWER_KERNELS_OPORDER_H
#define DET_TRANSFORMS_LOWER_KERNELS_OPORDER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace det {

/// Brings ops without effects into an order that follows from what uses them alone: each stands in front of the first op that needs
/// it, behind its operands, the first operand first; what nothing uses goes. Ops with effects or regions stay in their order. Formulas
/// are written as nested calls, whose arguments C++ evaluates in any order, so without this the text of a kernel would depend on the
/// compiler that has built det (what it computes would not).
void orderOps(mlir::func::FuncOp kernel);

} // namespace det

#endif // DET_TRANSFORMS_LOWER_KERNELS_OPORDER_H
