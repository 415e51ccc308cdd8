// Recorded tests taken apart: the program that computes both sides of every check, and the rules to compare them by.
#ifndef DET_LIB_C_SPLITCHECKS_H
#define DET_LIB_C_SPLITCHECKS_H

#include "det-c/Check.h"

#include <string>
#include <string_view>
#include <vector>

namespace det {

struct CheckCase {
  std::string function, refusal, program, doubt;
  bool jumps = false;
  std::vector<DetCheck> checks;
};

/// The tests of a file of one or more modules. A module that cannot be read is one refused case without a function.
std::vector<CheckCase> splitChecks(std::string_view text, std::string_view name);

} // namespace det

#endif // DET_LIB_C_SPLITCHECKS_H
