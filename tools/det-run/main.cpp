// det-run: trains compiled programs, and runs recorded tests.
#include "Check.h"
#include "Training.h"

#include <cstdio>

int main(int argc, char **argv) {
  det::run::Options options;
  int exitCode = 0;
  if (!det::run::parseOptions(argc, argv, options, exitCode))
    return exitCode;
  if (options.check)
    return det::run::checkFiles(options) ? 0 : 1;
  if (const det::rt::Status status = det::run::train(options); !status) {
    std::fprintf(stderr, "error: %s\n", status.error().message.c_str());
    return 1;
  }
  return 0;
}
