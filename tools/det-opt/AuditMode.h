// The audit mode of det-opt: which operations of a graph give other bits on a usual stack.
#ifndef DET_TOOLS_OPT_AUDITMODE_H
#define DET_TOOLS_OPT_AUDITMODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace det::opt {

/// Adds --det-audit. To be called once, before the command line is parsed.
void registerAuditFlag();

/// Whether the command line asks for an audit.
bool wantsAudit();

/// Audits `text` and writes what was found. `arguments` is the command line: an audit goes with --mesh, --shard, --recipe and -o
/// alone. Returns the exit code; errors are printed.
int auditAndWrite(llvm::StringRef text, llvm::StringRef name, llvm::StringRef output, llvm::ArrayRef<const char *> arguments);

} // namespace det::opt

#endif // DET_TOOLS_OPT_AUDITMODE_H
