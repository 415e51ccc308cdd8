// What all kernels have: a signature, an index type, an order that can be evaluated.
#include "Kernels.h"

#include "det/Dialect/Det/OrderModel.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace det::cuda {

KernelFunction beginKernel(OpBuilder &builder, gpu::GPUModuleOp module, StringRef name, Operation *op, Launch launch) {
  constexpr unsigned globalMemory = 1;
  int64_t most = launch.grid * launch.block;
  SmallVector<Type> types;
  auto addTensor = [&](Value value) {
    most = std::max(most, volume(shapeOf(value)));
    types.push_back(LLVM::LLVMPointerType::get(builder.getContext(), globalMemory));
  };
  llvm::for_each(op->getOperands(), addTensor);
  llvm::for_each(op->getResults(), addTensor);

  builder.setInsertionPointToEnd(module.getBody());
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()), types);
  auto function = LLVM::LLVMFuncOp::create(builder, op->getLoc(), name, type);
  function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getReqntidAttrName(),
                    builder.getDenseI32ArrayAttr({static_cast<int32_t>(launch.block), 1, 1}));
  Block *body = function.addEntryBlock(builder);
  builder.setInsertionPointToEnd(body);
  LLVM::ReturnOp end = LLVM::ReturnOp::create(builder, op->getLoc(), ValueRange());
  builder.setInsertionPoint(end);

  KernelFunction kernel;
  kernel.pointers.assign(body->getArguments().begin(), body->getArguments().end());
  // Room to spare for the last block, and for a block of an order that ends past its dim.
  kernel.index = most < (int64_t(1) << 30) ? builder.getI32Type() : builder.getI64Type();
  return kernel;
}

FailureOr<order::Order> getKernelOrder(OrderedOpInterface op) {
  OrderAttr attr = op.getFixedOrder();
  if (!attr)
    return op->emitOpError() << "expected an order; run det-order first";
  order::Order order = toModel(attr);
  if (order.leaf == order::Leaf::Mma)
    return op->emitOpError() << "expected leaf fold or lanes<32>, got " << order::leafName(order);
  return order;
}

} // namespace det::cuda
