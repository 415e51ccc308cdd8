// Limits on the text of an input file, checked before a parser recurses into it.
#ifndef DET_LIB_DIALECT_INPUT_INPUTLIMITS_H
#define DET_LIB_DIALECT_INPUT_INPUTLIMITS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace det {

/// What in a text is more than any export has, as `line 7: ...`; empty if nothing is.
///
/// MLIR's parser, its printer and its diagnostics recurse: on brackets, on aliases of locations that hold each other, on terms of
/// affine expressions. Text that stays within these limits cannot exhaust the stack, nor ask for gigabytes in one word.
std::string exceededLimit(llvm::StringRef text);

} // namespace det

#endif // DET_LIB_DIALECT_INPUT_INPUTLIMITS_H
