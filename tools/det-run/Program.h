// Gets at an artifact: loads a file, or compiles text in one go.
#ifndef DET_TOOLS_RUN_PROGRAM_H
#define DET_TOOLS_RUN_PROGRAM_H

#include "Options.h"

namespace det::run {

/// Loads an artifact or compiles StableHLO text. A choice of how to compile is an error for an artifact: it is compiled already.
rt::Result<rt::Artifact> openProgram(const std::string &path, const CompileChoice &choice);

/// Compiles StableHLO text; `path` is for messages, `isa` is "v3", "v4" or empty for both. Errors: what the compiler
/// says, or that there is none in this build.
rt::Result<rt::Artifact> compileText(std::string_view text, const std::string &path, const CompileChoice &choice,
                                     const std::string &isa = "");

/// The ordered graph of StableHLO text, which the reference device runs.
rt::Result<std::string> orderText(std::string_view text, const std::string &path, const CompileChoice &choice);

/// The instruction set that a session with these options takes: "v3" or "v4".
std::string isaName(const rt::SessionOptions &options);

} // namespace det::run

#endif // DET_TOOLS_RUN_PROGRAM_H
