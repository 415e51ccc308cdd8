// The tests of one file.
#ifndef DET_TOOLS_RUN_CHECKCASE_H
#define DET_TOOLS_RUN_CHECKCASE_H

#include "Options.h"

namespace det::run {

/// What came of the tests of a file: a line for each that was refused, failed or printed, and the counts.
struct FileReport {
  std::string lines;
  size_t passed = 0, refused = 0, failed = 0;
};

/// Compiles and runs every test of a file. A file that cannot be read is one failure.
FileReport checkFile(const std::string &path, const Options &options);

} // namespace det::run

#endif // DET_TOOLS_RUN_CHECKCASE_H
