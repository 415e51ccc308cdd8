// The compile mode of det-opt: from text to an artifact or a report.
#ifndef DET_TOOLS_OPT_COMPILEMODE_H
#define DET_TOOLS_OPT_COMPILEMODE_H

#include "det/Transforms/Pipelines.h"
#include "llvm/ADT/StringRef.h"

namespace det::opt {

/// Adds the flags to the command line: --to, --report, --dump-plan, --mesh, --shard, --level, --recipe, --isa, --chips, --ptxas, --pins,
/// --fuse-attention, --kernel-report.
/// To be called once, before the command line is parsed.
void registerCompileFlags();

/// Whether a flag asks for a result that only a compilation gives.
bool wantsCompilation();

/// What the flags choose.
CompileOptions compileOptions();

/// Flags that mean something only in the compile mode, were they given; empty if none.
llvm::StringRef strayFlag();

/// A flag that takes one value and was given several times, where LLVM would take the last; empty if none.
llvm::StringRef repeatedFlag();

/// Compiles `text` and writes what the flags ask for. Returns the exit code; errors are printed.
int compileAndWrite(llvm::StringRef text, llvm::StringRef name, llvm::StringRef output);

} // namespace det::opt

#endif // DET_TOOLS_OPT_COMPILEMODE_H
