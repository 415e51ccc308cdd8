// Products of bf16 and f16 by tensor cores.
#include "MmaKernel.h"

using namespace det::device;

#define DET_MMA(NAME, SHAPE, STACK)                                                                                                    \
  DET_KERNEL NAME##_##STACK(det::rt::cuda::MmaRecord r) {                                                                              \
    DET_SHARED Half ringA[SHAPE::ring * SHAPE::sliceA] __attribute__((aligned(16)));                                                   \
    DET_SHARED Half ringB[SHAPE::ring * SHAPE::sliceB] __attribute__((aligned(16)));                                                   \
    mmaTile<SHAPE, STACK>(r, ringA, ringB);                                                                                            \
  }

// Only the smallest tile has a deep stack: drivers set local memory aside for every thread that a GPU can hold.
#define DET_MMAS(TYPE, IS_BF16, DEPTH)                                                                                                 \
  namespace TYPE##_##DEPTH##_tiles {                                                                                                   \
    using Large = MmaShape<IS_BF16, DEPTH, 2, 4, 4, 4, 2>;                                                                             \
    using Medium = MmaShape<IS_BF16, DEPTH, 2, 2, 2, 4, 4>;                                                                            \
    using Small = MmaShape<IS_BF16, DEPTH, 2, 2, 1, 2, 4>;                                                                             \
  }                                                                                                                                    \
  DET_MMA(det_mma_##TYPE##_k##DEPTH##_128x128, TYPE##_##DEPTH##_tiles::Large, 1)                                                       \
  DET_MMA(det_mma_##TYPE##_k##DEPTH##_128x128, TYPE##_##DEPTH##_tiles::Large, 8)                                                       \
  DET_MMA(det_mma_##TYPE##_k##DEPTH##_64x64, TYPE##_##DEPTH##_tiles::Medium, 8)                                                        \
  DET_MMA(det_mma_##TYPE##_k##DEPTH##_64x64, TYPE##_##DEPTH##_tiles::Medium, 16)                                                       \
  DET_MMA(det_mma_##TYPE##_k##DEPTH##_32x32, TYPE##_##DEPTH##_tiles::Small, 8)                                                         \
  DET_MMA(det_mma_##TYPE##_k##DEPTH##_32x32, TYPE##_##DEPTH##_tiles::Small, 64)

DET_MMAS(bf16, true, 16)
DET_MMAS(bf16, true, 8)
DET_MMAS(f16, false, 16)
DET_MMAS(f16, false, 8)
