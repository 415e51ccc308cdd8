// Constants and indices.
#include "Registry.h"
#include "Values.h"

#include "Kernels/Tape.h"
#include "det/Dialect/Det/Det.h"

#include "mlir/IR/DialectResourceBlobManager.h"

#include <cstring>

using namespace mlir;

namespace det::reference {

static void setElement(Tensor &tensor, int64_t i, int64_t size, const APInt &bits) {
  const APInt words = bits.zext(128);
  std::memcpy(tensor.mutableData() + i * size, words.getRawData(), size);
}

/// The bits of a float; those of the canonical one for a NaN.
static APInt bitsOf(const APFloat &value) {
  APInt bits = value.bitcastToAPInt();
  return value.isNaN() ? APInt::getSignedMaxValue(bits.getBitWidth()) : bits;
}

static rt::Result<Compute> prepareConstant(ConstantOp op) {
  RankedTensorType type = tensorType(op.getResult());
  Tensor tensor = Tensor::allocate(type);
  auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!dense) {
    auto resource = dyn_cast<DenseResourceElementsAttr>(op.getValue());
    AsmResourceBlob *blob = resource ? resource.getRawHandle().getBlob() : nullptr;
    if (!blob || static_cast<int64_t>(blob->getData().size()) != sizeInBytes(type))
      return rt::Error{"expected the bytes of all " + std::to_string(tensor.size()) + " elements"};
    std::memcpy(tensor.mutableData(), blob->getData().data(), blob->getData().size());
  } else {
    int64_t size = sizeOf(*scalarOf(type.getElementType())), i = 0;
    if (isa<FloatType>(type.getElementType()))
      for (const APFloat &value : dense.getValues<APFloat>())
        setElement(tensor, i++, size, bitsOf(value));
    else
      for (const APInt &value : dense.getValues<APInt>()) // less than a byte is filled with the sign
        setElement(tensor, i++, size,
                   type.getElementType().isSignlessInteger() && value.getBitWidth() > 1 ? value.sext(64) : value);
  }
  return Compute([tensor](ArrayRef<Tensor>) -> rt::Result<Tensor> { return tensor; });
}

static rt::Result<Compute> prepareIota(IotaOp op) {
  RankedTensorType type = tensorType(op.getResult());
  Scalar scalar = *scalarOf(type.getElementType());
  Opcode opcode = isFloat(scalar) ? Opcode::SIToFP : Opcode::TruncI;
  Kernel convert = kernelOf(opcode, Scalar::I64, scalar);
  int64_t size = type.getDimSize(op.getDim());
  return Compute([=, dim = op.getDim()](ArrayRef<Tensor>) -> rt::Result<Tensor> {
    std::vector<int64_t> indices(size);
    for (int64_t i = 0; i < size; ++i)
      indices[i] = i;
    std::vector<std::byte> line(size * sizeOf(scalar));
    convert(line.data(), indices.data(), nullptr, nullptr, size);
    Tensor out = Tensor::allocate(type);
    Walk source{0, SmallVector<int64_t>(type.getRank(), 0)};
    source.strides[dim] = 1;
    copyBox(type.getShape(), sizeOf(scalar), line.data(), source, out.mutableData(), {0, stridesOf(type.getShape())});
    return out;
  });
}

void registerConstants(Registry &registry) {
  registry.add<ConstantOp>(prepareConstant);
  registry.add<IotaOp>(prepareIota);
}

} // namespace det::reference
