// How a matrix product by tensor cores runs on a GPU: a pure function of the entry, so that the compiler links the kernel that the runtime launches.
#ifndef DET_DEVICE_MMASHAPE_H
#define DET_DEVICE_MMASHAPE_H

#include "det/Device/ProductShape.h"

namespace det::device {

/// A product with a model: its normal form, its segments, the tile and the kernel. Errors: those of shapeProduct, and models and operands
/// that have no kernel.
rt::Result<ProductShape> shapeMma(const artifact::ProductT &product);

} // namespace det::device

#endif // DET_DEVICE_MMASHAPE_H
