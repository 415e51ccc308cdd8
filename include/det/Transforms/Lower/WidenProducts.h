// det-widen-products: products on types that the target multiplies.
#ifndef DET_TRANSFORMS_LOWER_WIDENPRODUCTS_H
#define DET_TRANSFORMS_LOWER_WIDENPRODUCTS_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace det {

/// The pass `det-widen-products`, on func.func. Afterwards operands and results of every product and convolution have the type in
/// which it accumulates: f32, f64, or an integer type of 32 or 64 bits; so have inits that a join adds. Operands are converted exactly, results rounded once, behind
/// the join where the product is split. No bit changes: that is what a product of narrow types means. Converts fuse into whoever
/// makes or uses the values.
std::unique_ptr<mlir::Pass> createWidenProductsPass();

/// Registers `det-widen-products` with the global pass registry.
void registerWidenProductsPass();

} // namespace det

#endif // DET_TRANSFORMS_LOWER_WIDENPRODUCTS_H
