// NCCL's interface as far as det calls it: names and numbers as NCCL's user guide gives them, from 2.18 on; found in the library at run time.
#ifndef DET_LIB_RUNTIME_CUDA_LIBRARIES_NCCLAPI_H
#define DET_LIB_RUNTIME_CUDA_LIBRARIES_NCCLAPI_H

#include <climits>
#include <cstddef>

namespace det::rt::cuda::api {

using NcclResult = int; // ncclResult_t
inline constexpr NcclResult ncclSuccess = 0, ncclInProgress = 7;
inline constexpr int ncclUint8 = 1, ncclFloat16 = 6, ncclFloat32 = 7, ncclFloat64 = 8, ncclBfloat16 = 9; // ncclDataType_t
inline constexpr int ncclSum = 0, ncclMax = 2, ncclMin = 3;                                               // ncclRedOp_t

using NcclComm = struct NcclCommBody *;
using NcclStream = void *; // CUstream

struct NcclUniqueId {
  char internal[128];
};

/// ncclConfig_t as of 2.18. Newer libraries take what they know of it from `size` and `version`.
struct NcclConfig {
  size_t size = sizeof(NcclConfig);
  unsigned magic = 0xcafebeef, version = 21800;
  int blocking = INT_MIN, cgaClusterSize = INT_MIN, minCTAs = INT_MIN, maxCTAs = INT_MIN; // INT_MIN: not set
  const char *netName = nullptr;
  int splitShare = INT_MIN;
  int unset = INT_MIN; ///< 2.18 ends in padding, where newer ones have a field
};

#define DET_NCCL_FUNCTIONS(F)                                                                                                            \
  F(getVersion, ncclGetVersion, (int *))                                                                                                 \
  F(getUniqueId, ncclGetUniqueId, (NcclUniqueId *))                                                                                      \
  F(commInitRankConfig, ncclCommInitRankConfig, (NcclComm *, int, NcclUniqueId, int, NcclConfig *))                                      \
  F(commSplit, ncclCommSplit, (NcclComm, int, int, NcclComm *, NcclConfig *))                                                            \
  F(commFinalize, ncclCommFinalize, (NcclComm))                                                                                          \
  F(commDestroy, ncclCommDestroy, (NcclComm))                                                                                            \
  F(commAbort, ncclCommAbort, (NcclComm))                                                                                                \
  F(commGetAsyncError, ncclCommGetAsyncError, (NcclComm, NcclResult *))                                                                  \
  F(groupStart, ncclGroupStart, ())                                                                                                      \
  F(groupEnd, ncclGroupEnd, ())                                                                                                          \
  F(send, ncclSend, (const void *, size_t, int, int, NcclComm, NcclStream))                                                              \
  F(recv, ncclRecv, (void *, size_t, int, int, NcclComm, NcclStream))                                                                    \
  F(allGather, ncclAllGather, (const void *, void *, size_t, int, NcclComm, NcclStream))                                                 \
  F(allReduce, ncclAllReduce, (const void *, void *, size_t, int, int, NcclComm, NcclStream))                                            \
  F(reduceScatter, ncclReduceScatter, (const void *, void *, size_t, int, int, NcclComm, NcclStream))                                    \
  F(broadcast, ncclBroadcast, (const void *, void *, size_t, int, int, NcclComm, NcclStream))

struct NcclFunctions {
#define DET_NCCL_MEMBER(name, symbol, parameters) NcclResult(*name) parameters = nullptr;
  DET_NCCL_FUNCTIONS(DET_NCCL_MEMBER)
#undef DET_NCCL_MEMBER
  const char *(*getErrorString)(NcclResult) = nullptr;
  const char *(*getLastError)(NcclComm) = nullptr;
  NcclResult (*commInitRankScalable)(NcclComm *, int ranks, int rank, int ids, NcclUniqueId *, NcclConfig *) = nullptr; ///< null before 2.23
  NcclResult (*allToAll)(const void *, void *, size_t, int, NcclComm, NcclStream) = nullptr; ///< null before 2.28
};

} // namespace det::rt::cuda::api

#endif // DET_LIB_RUNTIME_CUDA_LIBRARIES_NCCLAPI_H
