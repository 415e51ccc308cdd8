// Matrix products whose leaves are chains of tensor-core steps, replayed in integers: the bits of the hardware on any CPU.
#ifndef DET_RUNTIME_HOST_PRODUCTMMA_H
#define DET_RUNTIME_HOST_PRODUCTMMA_H

#include "det/Runtime/Host/Product.h"
#include "det/TensorCore/TensorCore.h"

namespace det::rt::host {

/// What a leaf is: steps of a model over operands of a format.
struct Mma {
  tensorcore::Model model;
  tensorcore::Format format;
};

/// A checked product with its tables. Immutable; may be run by several teams at once, each with its own scratch.
struct PreparedMma {
  struct Tables;
  std::shared_ptr<const Tables> tables;
};

/// Checks a product of type f32, of operands of `mma.format` (strides are in elements), as prepareProduct does. A leaf of n terms is one
/// chain that starts from +0.0 and whose steps are cut at the multiples of mma.model.products; leaves are joined in f32. Errors: those of
/// prepareProduct, and a model that does not take the format.
Result<PreparedMma> prepareMma(const Product &product, const Mma &mma, Isa isa);

/// Bytes of scratch that a team of `teamSize` needs; the memory is shared by the team and must be 64-byte aligned.
size_t mmaScratch(const PreparedMma &product, int teamSize);

/// Computes C, under the same rules as runProduct.
void runMma(const PreparedMma &product, const void *a, const void *b, float *c, Team &team, void *scratch);

/// The same without a team, vectors or blocks: the literal definition, one output at a time.
void runMmaPlainly(const Product &product, const Mma &mma, const void *a, const void *b, float *c);

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_PRODUCTMMA_H
