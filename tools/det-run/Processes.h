// det-run in several processes: each meets the others first, and all end together.
#ifndef DET_TOOLS_RUN_PROCESSES_H
#define DET_TOOLS_RUN_PROCESSES_H

#include "Options.h"

namespace det::run {

/// Finds out which process this is. With several, meets the others, sets options.session.group, and shares the CPUs where the
/// user has not chosen the number of threads. Errors: those of detectEnvironment and ProcessGroup::join; a mesh that does not go with
/// the number of processes, where it is known before the program is compiled (without a message where process 0 says it).
rt::Status joinProcesses(Options &options);

/// True in the process that prints and writes files: the only one, or process 0.
bool speaks(const Options &options);

/// Compares what all processes must have alike: det-run, the artifact section by section, and the options that say what is run.
rt::Status agreeOnRun(const Options &options, const rt::Artifact &artifact);
/// Compares tensors that every process has read or computed for itself; `what` they are.
rt::Status agreeOnTensors(const Options &options, const std::string &what, const rt::ViewMap &tensors);

/// Ends the run in all processes and prints why, once. Gives the exit code.
int endProcesses(const Options &options, const rt::Status &status);

} // namespace det::run

#endif // DET_TOOLS_RUN_PROCESSES_H
