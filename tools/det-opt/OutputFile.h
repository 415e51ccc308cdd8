// Writing files so that all are there whole, or all as they were before.
#ifndef DET_TOOLS_OPT_OUTPUTFILE_H
#define DET_TOOLS_OPT_OUTPUTFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace det::opt {

struct Output {
  llvm::StringRef path;
  llvm::StringRef data;
  const char *what; ///< for an error: `the artifact`
};

/// Writes each output to a file beside its path; when all are written, renames them to their paths. "-" is standard output; what
/// is not a regular file (a pipe, /dev/null) is written in place. Two outputs for one file are an error. Returns an error message,
/// or nothing on success.
std::optional<std::string> writeOutputs(llvm::ArrayRef<Output> outputs);

/// The same for one.
std::optional<std::string> writeOutput(llvm::StringRef path, llvm::StringRef data);

} // namespace det::opt

#endif // DET_TOOLS_OPT_OUTPUTFILE_H
