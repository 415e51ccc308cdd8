// cuBLASLt's interface as far as det calls it: names and numbers as the cuBLAS documentation gives them for CUDA 13; found in the
// library at run time.
#ifndef DET_LIB_RUNTIME_CUDA_LIBRARIES_CUBLASLTAPI_H
#define DET_LIB_RUNTIME_CUDA_LIBRARIES_CUBLASLTAPI_H

#include <cstddef>
#include <cstdint>

namespace det::rt::cuda::api {

using LtResult = int; // cublasStatus_t
inline constexpr LtResult ltSuccess = 0, ltNotInitialized = 1;

using LtHandle = struct LtBody *;
using LtDesc = struct LtDescBody *;
using LtLayout = struct LtLayoutBody *;
using LtPreference = struct LtPreferenceBody *;
using LtStream = void *; // CUstream

/// cublasLtMatmulAlgo_t
struct LtAlgo {
  uint64_t data[8];
};
/// cublasLtMatmulHeuristicResult_t
struct LtHeuristic {
  LtAlgo algo;
  size_t workspaceSize;
  LtResult state;
  float waves;
  int reserved[4];
};

// cudaDataType_t, cublasComputeType_t, cublasOperation_t
inline constexpr int ltF32 = 0, ltF64 = 1, ltF16 = 2, ltBf16 = 14;
inline constexpr int ltCompute32F = 68, ltCompute64F = 70;
inline constexpr int32_t ltPlain = 0, ltTransposed = 1;
// cublasLtMatmulDescAttributes_t
inline constexpr int ltDescTransA = 3, ltDescTransB = 4;
// cublasLtMatrixLayoutAttribute_t
inline constexpr int ltLayoutBatchCount = 5, ltLayoutBatchStride = 6;
// cublasLtMatmulPreferenceAttributes_t
inline constexpr int ltPreferWorkspace = 1, ltPreferReductionSchemes = 3, ltPreferAlignmentA = 5, ltPreferAlignmentB = 6,
                     ltPreferAlignmentC = 7, ltPreferAlignmentD = 8;
// cublasLtReductionScheme_t
inline constexpr uint32_t ltReductionNone = 0;
// cublasLtMatmulAlgoConfigAttributes_t: 0 to 8, of these many bytes each.
inline constexpr size_t ltAlgorithmBytes[9] = {4, 4, 4, 4, 4, 4, 4, 2, 2};

#define DET_CUBLASLT_FUNCTIONS(F)                                                                                                \
  F(create, cublasLtCreate, (LtHandle *))                                                                                        \
  F(destroy, cublasLtDestroy, (LtHandle))                                                                                        \
  F(descCreate, cublasLtMatmulDescCreate, (LtDesc *, int, int))                                                                  \
  F(descDestroy, cublasLtMatmulDescDestroy, (LtDesc))                                                                            \
  F(descSet, cublasLtMatmulDescSetAttribute, (LtDesc, int, const void *, size_t))                                                \
  F(layoutCreate, cublasLtMatrixLayoutCreate, (LtLayout *, int, uint64_t, uint64_t, int64_t))                                    \
  F(layoutDestroy, cublasLtMatrixLayoutDestroy, (LtLayout))                                                                      \
  F(layoutSet, cublasLtMatrixLayoutSetAttribute, (LtLayout, int, const void *, size_t))                                          \
  F(preferenceCreate, cublasLtMatmulPreferenceCreate, (LtPreference *))                                                          \
  F(preferenceDestroy, cublasLtMatmulPreferenceDestroy, (LtPreference))                                                          \
  F(preferenceSet, cublasLtMatmulPreferenceSetAttribute, (LtPreference, int, const void *, size_t))                              \
  F(heuristic, cublasLtMatmulAlgoGetHeuristic,                                                                                   \
    (LtHandle, LtDesc, LtLayout, LtLayout, LtLayout, LtLayout, LtPreference, int, LtHeuristic *, int *))                         \
  F(algoInit, cublasLtMatmulAlgoInit, (LtHandle, int, int, int, int, int, int, int, LtAlgo *))                                   \
  F(algoCheck, cublasLtMatmulAlgoCheck,                                                                                          \
    (LtHandle, LtDesc, LtLayout, LtLayout, LtLayout, LtLayout, const LtAlgo *, LtHeuristic *))                                   \
  F(algoGet, cublasLtMatmulAlgoConfigGetAttribute, (const LtAlgo *, int, void *, size_t, size_t *))                              \
  F(algoSet, cublasLtMatmulAlgoConfigSetAttribute, (LtAlgo *, int, const void *, size_t))                                        \
  F(matmul, cublasLtMatmul,                                                                                                      \
    (LtHandle, LtDesc, const void *, const void *, LtLayout, const void *, LtLayout, const void *, const void *, LtLayout,       \
     void *, LtLayout, const LtAlgo *, void *, size_t, LtStream))

struct LtFunctions {
#define DET_CUBLASLT_MEMBER(name, symbol, parameters) LtResult(*name) parameters = nullptr;
  DET_CUBLASLT_FUNCTIONS(DET_CUBLASLT_MEMBER)
#undef DET_CUBLASLT_MEMBER
  size_t (*getVersion)() = nullptr;
  const char *(*getStatusName)(LtResult) = nullptr;
};

} // namespace det::rt::cuda::api

#endif // DET_LIB_RUNTIME_CUDA_LIBRARIES_CUBLASLTAPI_H
