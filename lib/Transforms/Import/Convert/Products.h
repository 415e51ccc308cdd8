// What dot, dot_general and convolution share at import: element types that go together, and requests for precision.
#ifndef DET_LIB_TRANSFORMS_IMPORT_CONVERT_PRODUCTS_H
#define DET_LIB_TRANSFORMS_IMPORT_CONVERT_PRODUCTS_H

#include "Converters.h"

namespace det::import {

/// The operands of a product and the element type in which it has to give its result.
struct ProductOperands {
  mlir::Value lhs, rhs;
  mlir::Type element;
};

/// Makes the operands both floats or both integers, as the result is; booleans become integers. A sum accumulates in f32 or f64
/// whatever precision the graph asks for; only an `algorithm` that asks for sums in f64 changes anything. Reports types that have
/// no common product.
mlir::FailureOr<ProductOperands> readProduct(const Conversion &c);

/// Replaces the op by `product`, rounded to the result's type where that differs.
mlir::LogicalResult replaceByProduct(const Conversion &c, mlir::Value product);

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_CONVERT_PRODUCTS_H
