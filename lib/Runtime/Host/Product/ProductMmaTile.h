// Interface of the kernels that run tensor-core steps on a block of outputs.
#ifndef DET_LIB_RUNTIME_HOST_PRODUCT_PRODUCTMMATILE_H
#define DET_LIB_RUNTIME_HOST_PRODUCT_PRODUCTMMATILE_H

#include <cstdint>

namespace det::rt::host {

/// Rows of a register tile: a block's rows are padded to a multiple.
inline constexpr int mmaRows = 4;

/// `count` terms of `mmaRows` rows and some columns, all of one leaf. Operands are decoded (det/TensorCore/Decoded.h): element k of row r is at
/// [r * aStride + k], its exponent twice, in both halves of a word; element k of column j at [k * bStride + j].
struct MmaTile {
  const float *a, *b;
  const uint32_t *aExponents;
  const int16_t *bExponents;
  int64_t aStride, bStride;
  float *sums; ///< the accumulators: row r, column j at [r * sumStride + j]
  int64_t sumStride;
  int64_t count;
  const void *mma; ///< the Mma, for what is stepped one output at a time
  int products, fraction;
  uint32_t kept; ///< the bits of a sum that the model keeps
};

/// A kernel does the first `columns` columns of every row.
struct MmaKernel {
  int columns;
  void (*run)(const MmaTile &tile);
};
extern const MmaKernel mmaKernelV3, mmaKernelV4;

/// What the vectors leave out: one step of one output, from `sum` on, over `count` terms from `k` on.
float stepOne(const MmaTile &tile, int row, int column, int64_t k, int count, float sum);

} // namespace det::rt::host

#endif // DET_LIB_RUNTIME_HOST_PRODUCT_PRODUCTMMATILE_H
