// Compares kernels of regions with the reference interpreter, on random tensors.
#ifndef DET_TEST_UNIT_CODEGEN_CHECKREGIONS_H
#define DET_TEST_UNIT_CODEGEN_CHECKREGIONS_H

#include "det/Transforms/Lower/KernelLibrary.h"

namespace det::test {

/// Runs every region's kernels for every instruction set of this machine and the region's ops in the interpreter. Prints what
/// differs; returns the number of outputs that differ in any bit. Floats are random with zeros, infinities and NaNs; integers are
/// random and small.
int checkRegions(llvm::ArrayRef<std::pair<RegionOp, LoweredRegion>> regions, const CompiledKernels &compiled);

} // namespace det::test

#endif // DET_TEST_UNIT_CODEGEN_CHECKREGIONS_H
