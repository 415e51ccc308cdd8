// The PTX lint: refuses instructions whose bits depend on the chip, on scheduling, or on what an assembler may fuse.
#ifndef DET_TRANSFORMS_LOWER_CUDALINT_H
#define DET_TRANSFORMS_LOWER_CUDALINT_H

#include <string>
#include <string_view>
#include <vector>

namespace det {

/// One refused statement of a PTX text.
struct PtxFinding {
  unsigned line = 0;       ///< from 1
  std::string instruction; ///< the opcode with its suffixes, as written
  std::string reason;      ///< what is expected instead
};

/// Reads PTX text and lists what the numerics rules refuse: `.approx`, `.full`, `.ftz`; ex2, lg2, sin, cos, tanh, rsqrt; `mad` on
/// floats; `add sub mul div sqrt rcp fma` on floats without `.rn` (ptxas may fuse an unrounded mul and add); `red` and `atom`
/// adds of floats, except at `level` not_guaranteed; `multimem`; functions from outside. Empty if the text is clean.
std::vector<PtxFinding> lintPtx(std::string_view ptx, std::string_view level = {});

} // namespace det

#endif // DET_TRANSFORMS_LOWER_CUDALINT_H
