// det.windows: every place of every window, by its definition.
#include "Registry.h"
#include "Values.h"

#include "det/Dialect/Det/Det.h"

using namespace mlir;

namespace det::reference {

static rt::Result<Compute> prepareWindows(WindowsOp op) {
  RankedTensorType type = tensorType(op.getResult());
  SmallVector<int64_t> strides = stridesOf(tensorType(op.getOperand()).getShape());
  Walk source;
  for (ArrayRef<int64_t> steps : {op.getStrides(), op.getDilations()})
    for (auto [stride, step] : llvm::zip(strides, steps))
      source.strides.push_back(stride * step);
  return Compute([=](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    Tensor out = Tensor::allocate(type);
    copyBox(type.getShape(), elementBytes(type.getElementType()), operands[0].data(), source, out.mutableData(),
            {0, stridesOf(type.getShape())});
    return out;
  });
}

void registerWindows(Registry &registry) { registry.add<WindowsOp>(prepareWindows); }

} // namespace det::reference
