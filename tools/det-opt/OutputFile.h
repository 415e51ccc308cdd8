// Writing a file so that it is there whole, or as it was before.
#ifndef DET_TOOLS_OPT_OUTPUTFILE_H
#define DET_TOOLS_OPT_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace det::opt {

/// Writes `data` to a file beside `path`, then renames it to `path`. "-" is standard output; what is not a regular file
/// (a pipe, /dev/null) is written in place. Returns an error message, or nothing on success.
std::optional<std::string> writeOutput(llvm::StringRef path, llvm::StringRef data);

} // namespace det::opt

#endif // DET_TOOLS_OPT_OUTPUTFILE_H
