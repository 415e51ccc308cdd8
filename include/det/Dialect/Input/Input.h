// Reading the text that JAX and PyTorch print: the input dialects, and the text as it comes from a file.
#ifndef DET_DIALECT_INPUT_INPUT_H
#define DET_DIALECT_INPUT_INPUT_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace det {

/// Registers the dialects `stablehlo`, `mhlo`, `chlo`, `sdy`, `check` and `interpreter`.
///
/// They hold unregistered operations: reading accepts the pretty and the generic form of each and yields the same
/// operation, with attributes of these dialects kept as their text (`mlir::OpaqueAttr`, decoded by AttrReader.h).
/// They exist only to be read: `--det-import` leaves none of their operations, or fails.
void registerInputDialects(mlir::DialectRegistry &registry);

/// Makes the text of a file ready for the MLIR parser; the buffer's identifier (file name) is kept.
///
/// - StableHLO bytecode (VHLO), serialized jax.export functions, HLO text and other files that are no StableHLO text are errors
///   that say how to print text instead.
/// - Text that nests deeper, or has longer words, than any export is an error: a parser would exhaust the stack on it.
/// - `i1` data that newer printers write with one byte per element is packed into bits, as MLIR 22 reads it.
///
/// A buffer that needs no change is returned as it came, without a copy.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> prepareInputText(std::unique_ptr<llvm::MemoryBuffer> buffer);

} // namespace det

#endif // DET_DIALECT_INPUT_INPUT_H
