// A program once more in wider floats: what it would compute if its roundings were far smaller.
#ifndef DET_LIB_C_WIDENFLOATS_H
#define DET_LIB_C_WIDENFLOATS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

namespace det {

/// Gives every float of a module a wider type: f64 where the results to judge are of a type narrower than that (`checked`), f80
/// where they are f64. The module is StableHLO text in the first case, an ordered graph in the second. Conversions between the
/// old types, as far as they round to `checked` or wider, vanish like every other rounding.
///
/// `sample` 0 keeps the constants. Each other number moves every one of them by a step of `checked`, up or down, in a pattern of
/// its own: how far the results follow says how far roundings can carry them.
///
/// An error where the meaning depends on the type or on a rounding that is there on purpose: bits read as a number, a conversion to a
/// type narrower than `checked`, random floats, custom calls; in f80 also most functions in the bodies of reductions.
mlir::LogicalResult widenFloats(mlir::ModuleOp module, mlir::FloatType checked, unsigned sample);

} // namespace det

#endif // DET_LIB_C_WIDENFLOATS_H
