// What NCCL may add by itself, at level not_guaranteed alone: an exchange of nodes and the join behind it as one all-reduce or reduce-scatter. It is what
// others do, and what the price of an order is measured against.
#ifndef DET_LIB_RUNTIME_CUDA_PROGRAM_FREEREDUCTIONS_H
#define DET_LIB_RUNTIME_CUDA_PROGRAM_FREEREDUCTIONS_H

#include "det/Runtime/Artifact/LoadedPlan.h"
#include "det/Runtime/Cuda/Nccl.h"

#include <map>

namespace det::rt::cuda {

/// One exchange whose join NCCL does. All ranks of a group agree on all but `isWhole` and `join`.
struct FreeReduction {
  bool scatters = false; ///< a rank gets a part of the result, else all of it
  bool isPacked = false; ///< the parts do not lie one behind the other in the source
  bool isWhole = false;  ///< the result goes straight to where the join would put it: no init, no rounding, nothing in between
  uint64_t elements = 0; ///< that a rank gets
  Nccl::Real type = Nccl::Real::f32;
  Nccl::Reduction reduction = Nccl::Reduction::sum;
  const artifact::EntryT *join = nullptr; ///< of the rank
};

/// By exchange; empty at every level but not_guaranteed.
using FreeReductions = std::map<uint32_t, FreeReduction>;
FreeReductions freeReductions(const LoadedPlan &plan, uint32_t rank);

/// The join with the one node that NCCL has left, at the place of the first.
std::unique_ptr<artifact::EntryT> joinOfOne(const artifact::JoinT &join);

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_PROGRAM_FREEREDUCTIONS_H
