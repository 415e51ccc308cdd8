// The bytes of a constant as artifacts hold them.
#ifndef DET_DIALECT_DET_CONSTANTBYTES_H
#define DET_DIALECT_DET_CONSTANTBYTES_H

#include "mlir/IR/BuiltinAttributes.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace det {

/// One element if all are equal, else all, row-major. Booleans take a byte, smaller integers are filled up with their sign. Nothing for
/// elements whose data is not at hand.
std::optional<std::vector<uint8_t>> getConstantBytes(mlir::ElementsAttr elements);

} // namespace det

#endif // DET_DIALECT_DET_CONSTANTBYTES_H
