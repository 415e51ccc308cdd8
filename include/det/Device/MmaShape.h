// How a matrix product by tensor cores runs on a GPU: a pure function of the entry, so that the compiler links the kernel that the runtime launches.
#ifndef DET_DEVICE_MMASHAPE_H
#define DET_DEVICE_MMASHAPE_H

#include "det/Device/ProductShape.h"

namespace det::device {

/// Which products of 16-bit operands go to wgmma: none, those with large tiles, or (for tests) all by the largest tile. 8-bit operands always do.
enum class Warpgroups { none, large, all };

/// Kernels for sm_90a alone may be of warpgroups: no other chip runs them.
inline Warpgroups warpgroupsOf(const std::vector<std::string> &chips) {
  return chips.size() == 1 && chips.front() == "sm_90a" ? Warpgroups::large : Warpgroups::none;
}

/// A product with a model: its normal form, its segments, the tile and the kernel. Errors: those of shapeProduct, and models and operands that have no
/// kernel.
rt::Result<ProductShape> shapeMma(const artifact::ProductT &product, Warpgroups warpgroups);

/// True if only warpgroups multiply the operands as the model says, and mma.sync otherwise (it makes f16 of them).
inline bool needsWarpgroups(const artifact::ProductT &product) { return product.model == artifact::MmaModel::hopper_fp8_32; }

} // namespace det::device

#endif // DET_DEVICE_MMASHAPE_H
