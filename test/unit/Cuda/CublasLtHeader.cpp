// Compiled only where CUDA's headers are: the numbers that det writes itself are those of the library.
#include "../../../lib/Runtime/Cuda/Libraries/CublasLtApi.h"

#include <cublasLt.h>

namespace api = det::rt::cuda::api;

static_assert(sizeof(api::LtAlgo) == sizeof(cublasLtMatmulAlgo_t));
static_assert(sizeof(api::LtHeuristic) == sizeof(cublasLtMatmulHeuristicResult_t));
static_assert(offsetof(api::LtHeuristic, workspaceSize) == offsetof(cublasLtMatmulHeuristicResult_t, workspaceSize));
static_assert(offsetof(api::LtHeuristic, state) == offsetof(cublasLtMatmulHeuristicResult_t, state));
static_assert(api::ltSuccess == CUBLAS_STATUS_SUCCESS && api::ltNotInitialized == CUBLAS_STATUS_NOT_INITIALIZED);
static_assert(api::ltF32 == CUDA_R_32F && api::ltF64 == CUDA_R_64F && api::ltF16 == CUDA_R_16F && api::ltBf16 == CUDA_R_16BF);
static_assert(api::ltCompute32F == CUBLAS_COMPUTE_32F && api::ltCompute64F == CUBLAS_COMPUTE_64F);
static_assert(api::ltPlain == CUBLAS_OP_N && api::ltTransposed == CUBLAS_OP_T);
static_assert(api::ltDescTransA == CUBLASLT_MATMUL_DESC_TRANSA && api::ltDescTransB == CUBLASLT_MATMUL_DESC_TRANSB);
static_assert(api::ltLayoutBatchCount == CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT &&
              api::ltLayoutBatchStride == CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET);
static_assert(api::ltPreferWorkspace == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES &&
              api::ltPreferReductionSchemes == CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK);
static_assert(api::ltPreferAlignmentA == CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES &&
              api::ltPreferAlignmentB == CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES &&
              api::ltPreferAlignmentC == CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES &&
              api::ltPreferAlignmentD == CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES);
static_assert(api::ltReductionNone == CUBLASLT_REDUCTION_SCHEME_NONE);
static_assert(CUBLASLT_ALGO_CONFIG_ID == 0 && CUBLASLT_ALGO_CONFIG_TILE_ID == 1 && CUBLASLT_ALGO_CONFIG_SPLITK_NUM == 2 &&
              CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME == 3 && CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING == 4 &&
              CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION == 5 && CUBLASLT_ALGO_CONFIG_STAGES_ID == 6 &&
              CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID == 7 && CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID == 8);
