// From elements to bytes.
#include "det/Dialect/Det/ConstantBytes.h"

#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;

namespace det {

static std::vector<uint8_t> toBytes(ArrayRef<char> data) {
  auto *bytes = reinterpret_cast<const uint8_t *>(data.data());
  return {bytes, bytes + data.size()};
}

std::optional<std::vector<uint8_t>> getConstantBytes(ElementsAttr elements) {
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob || resource.getElementType().isInteger(1))
      return std::nullopt;
    return toBytes(blob->getData());
  }
  auto dense = dyn_cast<DenseElementsAttr>(elements);
  if (!dense)
    return std::nullopt;
  Type type = dense.getElementType();
  std::vector<uint8_t> bytes;
  if (type.isInteger(1)) {
    if (dense.isSplat())
      bytes.push_back(dense.getSplatValue<bool>());
    else
      for (bool bit : dense.getValues<bool>())
        bytes.push_back(bit);
    return bytes;
  }
  if (type.isSignlessInteger() && type.getIntOrFloatBitWidth() < 8) {
    if (dense.isSplat())
      bytes.push_back(dense.getSplatValue<APInt>().getSExtValue());
    else
      for (const APInt &value : dense.getValues<APInt>())
        bytes.push_back(value.getSExtValue());
    return bytes;
  }
  return toBytes(dense.getRawData());
}

} // namespace det
