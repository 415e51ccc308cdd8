// The attributes of windows: reduce_window, select_and_scatter.
#ifndef DET_LIB_TRANSFORMS_IMPORT_CONVERT_WINDOWS_H
#define DET_LIB_TRANSFORMS_IMPORT_CONVERT_WINDOWS_H

#include "Converters.h"

namespace det::import {

/// Windows over an operand that is dilated and padded first; one entry per dim.
struct Windows {
  input::Ints sizes, strides, baseDilations, dilations, low, high;

  /// Reads them from an operation on operands of `rank`; reports what cannot be read.
  static mlir::FailureOr<Windows> read(const Conversion &c, int64_t rank);

  /// `value` dilated and padded with the scalar `padding`.
  mlir::Value pad(const Conversion &c, mlir::Value value, mlir::Value padding) const;
  /// All windows of a value that was padded: the dims inside a window, then those of the positions, so that neighbours in memory
  /// stay neighbours.
  mlir::Value of(const Conversion &c, mlir::Value padded) const;
  /// The dims of `of` that lie inside a window.
  llvm::SmallVector<int64_t> insideDims() const;
};

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_CONVERT_WINDOWS_H
