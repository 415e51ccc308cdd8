// Checks entries with bodies, scans and updates: what is there, and lengths.
#ifndef DET_LIB_RUNTIME_ARTIFACT_CHECKWORK_H
#define DET_LIB_RUNTIME_ARTIFACT_CHECKWORK_H

#include "det/Runtime/Artifact/plan_generated.h"

namespace det::rt {

/// What is wrong with an entry of these kinds, of a plan with so many kernels and layouts; empty if nothing is.
const char *checkWork(const artifact::EntryT &entry, const artifact::PlanT &plan);

} // namespace det::rt

#endif // DET_LIB_RUNTIME_ARTIFACT_CHECKWORK_H
