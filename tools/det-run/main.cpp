// det-run: trains compiled programs, and runs recorded tests.
#include "Check.h"
#include "Ending.h"
#include "Processes.h"
#include "Training.h"

int main(int argc, char **argv) {
  det::run::endTidily();
  det::run::Options options;
  int exitCode = 0;
  if (!det::run::parseOptions(argc, argv, options, exitCode))
    return exitCode;
  if (options.check)
    return det::run::checkFiles(options) ? 0 : 1;
  const det::rt::Status joined = det::run::joinProcesses(options);
  return det::run::endProcesses(options, joined ? det::run::train(options) : joined);
}
