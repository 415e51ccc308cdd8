// Which ranks make the ids by which thousands of ranks find each other.
#ifndef DET_LIB_RUNTIME_CUDA_SESSION_NCCLIDS_H
#define DET_LIB_RUNTIME_CUDA_SESSION_NCCLIDS_H

#include <algorithm>
#include <optional>

namespace det::rt::cuda {

/// How many ids: at a rank that made one all ranks of its part call when they connect, so no part should be large.
constexpr int idsFor(int ranks, int ranksPerId) { return std::max(1, (ranks + ranksPerId - 1) / ranksPerId); }

/// The number of the id that a rank makes; none for most ranks. NCCL's user guide (ncclCommInitRankScalable): the ranks in as many contiguous
/// parts as ids, the first ones longer by one; the first rank of each part makes its id.
constexpr std::optional<int> idMadeBy(int rank, int ranks, int ids) {
  const int least = ranks / ids, longer = ranks % ids, inLonger = longer * (least + 1);
  const bool isLonger = rank < inLonger;
  const int at = isLonger ? rank : rank - inLonger, part = isLonger ? least + 1 : least;
  if (at % part != 0)
    return std::nullopt;
  return at / part + (isLonger ? 0 : longer);
}

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_SESSION_NCCLIDS_H
