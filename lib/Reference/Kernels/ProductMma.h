// Products whose leaves are chains of tensor-core steps.
#ifndef DET_REFERENCE_KERNELS_PRODUCTMMA_H
#define DET_REFERENCE_KERNELS_PRODUCTMMA_H

#include "Reduction.h"
#include "det/TensorCore/TensorCore.h"

namespace det::reference {

/// result[m][n] = the expression over k of the rows' and the columns' elements, bits of `format` in the low bits: rows[m][k], columns[n][k].
/// Every leaf is a chain of steps from +0.0 on; leaves are added in f32.
void multiplyMma(const PackedProduct &product, const tensorcore::Model &model, tensorcore::Format format, const uint16_t *rows,
                 const uint16_t *columns, size_t m, size_t n, float *result);

} // namespace det::reference

#endif // DET_REFERENCE_KERNELS_PRODUCTMMA_H
