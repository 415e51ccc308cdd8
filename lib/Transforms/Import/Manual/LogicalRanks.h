// What import notes about the processes that run a program, between its passes.
#ifndef DET_LIB_TRANSFORMS_IMPORT_MANUAL_LOGICALRANKS_H
#define DET_LIB_TRANSFORMS_IMPORT_MANUAL_LOGICALRANKS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace det::import {

/// Values of all processes are one tensor, so there is a limit.
inline constexpr int64_t kMaxProcesses = int64_t(1) << 16;

/// Module: replicas and partitions, where @main as a whole is the program of one process.
inline constexpr llvm::StringLiteral kRanksAttr = "det.ranks";
/// Argument of such a program: the same on every process.
inline constexpr llvm::StringLiteral kReplicatedAttr = "det.replicated";

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_MANUAL_LOGICALRANKS_H
