// --check: runs recorded tests.
#ifndef DET_TOOLS_RUN_CHECK_H
#define DET_TOOLS_RUN_CHECK_H

#include "Options.h"

namespace det::run {

/// Runs every test of `options.files` on the device, `options.jobs` files at once. Prints a line for each test that is
/// refused or fails, in the order of the files whatever the number of jobs, and a last line with the counts. True if
/// a test passed and none failed; tests that are refused are no failures.
bool checkFiles(const Options &options);

} // namespace det::run

#endif // DET_TOOLS_RUN_CHECK_H
