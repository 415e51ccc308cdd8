// Ends this process tidily when somebody else ends it: no half-written file stays, and nothing outlives its launcher.
#ifndef DET_TOOLS_RUN_ENDING_H
#define DET_TOOLS_RUN_ENDING_H

namespace det::run {

/// From now on SIGTERM, SIGINT and SIGHUP, unless they are ignored, remove unfinished files before they end the process as they
/// always do. A file that may grow no further (SIGXFSZ) is an error of the write, not the end. Called once, before other threads.
void endTidily();

/// From now on the end of the process that has started this one ends it, too, within a second: launchers that are killed cannot
/// end what they have started.
void endWithParent();

} // namespace det::run

#endif // DET_TOOLS_RUN_ENDING_H
