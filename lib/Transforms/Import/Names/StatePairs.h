// Which result is the next value of which argument.
//
// An alias says that a result may take an argument's buffer. JAX hands buffers out by shape and type, in order: where a scalar
// loss comes before the state, or an argument is left out because nothing reads it, the result of a buffer is another value than
// the argument. So where both have paths, paths decide.
#ifndef DET_LIB_TRANSFORMS_IMPORT_NAMES_STATEPAIRS_H
#define DET_LIB_TRANSFORMS_IMPORT_NAMES_STATEPAIRS_H

#include "NamePaths.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace det::import {

/// One argument or result on its way to a name.
struct NamedValue {
  std::optional<NamePath> path; ///< as the file gives it
  mlir::Type type;
  bool isDonated = false; ///< of an argument: its buffer may be taken
  int partner = -1;       ///< argument: the result that is its next value; result: its argument
  std::string name;
};

/// Pairs donated arguments with the results of their paths. `partner` comes as the aliases say and stays where paths say nothing.
void pairByPath(llvm::MutableArrayRef<NamedValue> arguments, llvm::MutableArrayRef<NamedValue> results);

/// Results that stand among the next values of a state, but whose argument was left out of the signature as nothing reads it.
llvm::SmallVector<unsigned> findUnread(llvm::ArrayRef<NamedValue> arguments, llvm::ArrayRef<NamedValue> results);

/// The path of the argument that was left out: that of the result under the root of its neighbours; nothing where they have none.
std::optional<NamePath> pathOfUnread(unsigned result, llvm::ArrayRef<NamedValue> arguments, llvm::ArrayRef<NamedValue> results);

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_NAMES_STATEPAIRS_H
