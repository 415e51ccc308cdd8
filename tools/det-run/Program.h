// Gets at an artifact: loads a file, or compiles text in one go.
#ifndef DET_TOOLS_RUN_PROGRAM_H
#define DET_TOOLS_RUN_PROGRAM_H

#include "Options.h"

namespace det::run {

/// Loads an artifact or compiles StableHLO text. A choice of how to compile is an error for an artifact: it is compiled already.
rt::Result<rt::Artifact> openProgram(const std::string &path, const CompileChoice &choice);

} // namespace det::run

#endif // DET_TOOLS_RUN_PROGRAM_H
