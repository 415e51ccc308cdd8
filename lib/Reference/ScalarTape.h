// From the scalar computation of an op (arith and math on scalars) to a tape.
#ifndef DET_REFERENCE_SCALARTAPE_H
#define DET_REFERENCE_SCALARTAPE_H

#include "Kernels/Tape.h"
#include "det/Runtime/Result.h"
#include "mlir/IR/Block.h"

namespace det::reference {

/// The tape of a block of scalar ops whose arguments are the inputs and in which `result` is computed. An error names
/// the first op outside the closed list.
rt::Result<Tape> tapeOf(mlir::Block &block, mlir::Value result);

/// The tape of an op with ScalarOpInterface; its shape does not matter.
rt::Result<Tape> tapeOf(mlir::Operation *op);

} // namespace det::reference

#endif // DET_REFERENCE_SCALARTAPE_H
