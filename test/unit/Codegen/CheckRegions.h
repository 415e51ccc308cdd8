// Compares kernels of regions with the reference interpreter, on random tensors.
#ifndef DET_TEST_UNIT_CODEGEN_CHECKREGIONS_H
#define DET_TEST_UNIT_CODEGEN_CHECKREGIONS_H

#include "Runner.h"

namespace det::test {

/// Runs every region's kernels, and the region's ops in the interpreter. `names` are those of the kernels. Prints what differs;
/// returns the number of outputs that differ in any bit. Floats are random with zeros, infinities and NaNs; integers are random
/// and small.
int checkRegions(llvm::ArrayRef<std::pair<RegionOp, LoweredRegion>> regions, llvm::ArrayRef<std::string> names, Runner &runner);

} // namespace det::test

#endif // DET_TEST_UNIT_CODEGEN_CHECKREGIONS_H
