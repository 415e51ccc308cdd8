// Products of bf16, f16 and 8-bit floats by the tensor cores of warpgroups: for chips sm_90a alone.
#include "WgmmaKernel.h"

using namespace det::device;

#define DET_WGMMA_KERNEL(TYPE, ROWS, COLUMNS, STACK)                                                                                   \
  DET_KERNEL det_wgmma_##TYPE##_##ROWS##x##COLUMNS##_##STACK(det::rt::cuda::MmaRecord r) {                                             \
    wgmmaTile<WgmmaShape<Factor::TYPE, ROWS / 64, COLUMNS>, STACK>(r);                                                                 \
  }

DET_WGMMA_KERNEL(bf16, 128, 128, 1)
DET_WGMMA_KERNEL(bf16, 128, 128, 8)
DET_WGMMA_KERNEL(f16, 128, 128, 1)
DET_WGMMA_KERNEL(f16, 128, 128, 8)
DET_WGMMA_KERNEL(e4m3, 128, 128, 1)
DET_WGMMA_KERNEL(e4m3, 128, 128, 8)
DET_WGMMA_KERNEL(e5m2, 128, 128, 1)
DET_WGMMA_KERNEL(e5m2, 128, 128, 8)
// No other kernel has products of 8-bit floats: one for few results, and for the deepest stack.
DET_WGMMA_KERNEL(e4m3, 64, 32, 8)
DET_WGMMA_KERNEL(e4m3, 64, 32, 64)
DET_WGMMA_KERNEL(e5m2, 64, 32, 8)
DET_WGMMA_KERNEL(e5m2, 64, 32, 64)
