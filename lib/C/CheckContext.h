// What reading recorded tests needs: a context with all dialects, and the first error that was emitted in it.
#ifndef DET_LIB_C_CHECKCONTEXT_H
#define DET_LIB_C_CHECKCONTEXT_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

#include <string>

namespace det {

/// `FILE:LINE:COLUMN: `, or nothing if that is not known.
std::string where(mlir::Location location);

class CheckContext {
public:
  CheckContext();

  mlir::MLIRContext *get() { return &context; }

  /// The first error since the last call; `otherwise` if there was none.
  std::string takeMessage(llvm::StringRef otherwise);

private:
  mlir::MLIRContext context;
  std::string message;
};

} // namespace det

#endif // DET_LIB_C_CHECKCONTEXT_H
