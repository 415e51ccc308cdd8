// Emit: plan, kernels, constants, the ordered graph and the certificate become one artifact.
#ifndef DET_TRANSFORMS_EMIT_EMIT_H
#define DET_TRANSFORMS_EMIT_EMIT_H

#include "det/Runtime/Result.h"
#include "det/Transforms/Lower/KernelLibrary.h"
#include "det/Transforms/Plan/Plan.h"
#include <string>
#include <vector>

namespace det {

/// The bytes of an artifact with the sections plan, those of the compiled kernels, constants, order and certificate. Equal input gives equal bytes.
rt::Result<std::vector<char>> emitArtifact(PlannedProgram planned, const CompiledKernels &kernels, const std::string &ordered,
                                         const std::string &certificate);

} // namespace det

#endif // DET_TRANSFORMS_EMIT_EMIT_H
