// A second judgement of recorded values: the program once more in wider floats.
#ifndef DET_TOOLS_RUN_WIDERJUDGE_H
#define DET_TOOLS_RUN_WIDERJUDGE_H

#include "Options.h"

#include "det-c/Check.h"
#include "det/Runtime/State/Tensor.h"

namespace det::run {

/// Judges a check with a tolerance whose two values are too far apart, for either may be the one that is off. The reference
/// interpreter computes `test` again in wider floats (f64 for what is narrower, f80 for f64), and four times more with every
/// constant moved by one step of the value's type. With w the wide value, r the recorded and d det's, every element that differs
/// passes if both hold:
///
///   r is w but for roundings: |r - w| is at most the tolerance plus s, the most that the moves change w by, and r has w's sign
///   unless |w| is at most s;
///   d is as good as can be asked: |d - w| is within the tolerance, or neither more than |r - w| nor more than s.
///
/// The first says that recording and program mean the same function, whatever det made of it. Returns what to say of the
/// check that passes; empty where it does not, where the program may jump (`DetCheckCase::jumps`: s would be the height of a jump), or
/// where it has no meaning in wider floats.
std::string passedByWider(const DetCheckCase &test, size_t check, const rt::TensorView &computed, const rt::TensorView &expected,
                          const std::string &path, const Options &options);

} // namespace det::run

#endif // DET_TOOLS_RUN_WIDERJUDGE_H
