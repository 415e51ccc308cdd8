// det-run: trains compiled programs.
#include "Training.h"

#include <cstdio>

int main(int argc, char **argv) {
  det::run::Options options;
  int exitCode = 0;
  if (!det::run::parseOptions(argc, argv, options, exitCode))
    return exitCode;
  if (const det::rt::Status status = det::run::train(options); !status) {
    std::fprintf(stderr, "error: %s\n", status.error().message.c_str());
    return 1;
  }
  return 0;
}
