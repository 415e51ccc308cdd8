// A body becomes a region over many elements, which the kernel library compiles; callers give it other lengths.
#include "Bodies.h"

#include "det/Transforms/Lower/KernelLibrary.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace det::plan {

/// Elements of the region that stands for any number of them. Its kernel is flat: only begin and end say how many there are.
static constexpr int64_t kElements = 1 << 20;

static RankedTensorType many(Type scalar) { return RankedTensorType::get({kElements}, getElementTypeOrSelf(scalar)); }

static void cloneBehind(Value value, OpBuilder &builder, IRMapping &mapping) {
  if (mapping.contains(value))
    return;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    cloneBehind(operand, builder, mapping);
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    auto dense = cast<DenseElementsAttr>(constant.getValue());
    auto splat = DenseElementsAttr::get(many(dense.getType()), dense.getSplatValue<Attribute>());
    mapping.map(value, ConstantOp::create(builder, op->getLoc(), splat).getResult());
    return;
  }
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(mapping.lookup(operand));
  OperationState state(op->getLoc(), op->getName(), operands, {many(value.getType())}, op->getAttrs());
  mapping.map(value, builder.create(state)->getResult(0));
}

/// The value, made to depend on `unread`, so that it gets a loop: select(unread == unread or true, value, value). Gone in the
/// compiled kernel.
static Value dependOn(Value value, Value unread, OpBuilder &builder) {
  Location loc = value.getLoc();
  auto type = cast<RankedTensorType>(value.getType()).clone(builder.getI1Type());
  Value isSame = CompareOp::create(builder, loc, type, Comparison::EQ, unread, unread, false);
  Value yes = ConstantOp::create(builder, loc, DenseElementsAttr::get(type, true));
  return SelectOp::create(builder, loc, value.getType(), OrOp::create(builder, loc, type, isSame, yes), value, value);
}

FailureOr<BodyKernel> lowerBody(Operation *op, ArrayRef<BlockArgument> arguments, ArrayRef<Value> results,
                                ProgramBuilder &builder) {
  Block outside;
  SmallVector<Type> resultTypes;
  BodyKernel kernel;
  SmallVector<LocalTensor> inputs, outputs;
  for (BlockArgument argument : arguments) {
    outside.addArgument(many(argument.getType()), op->getLoc());
    kernel.body.argument_bytes.push_back(bytesOf(getElementTypeOrSelf(argument.getType())));
    inputs.push_back(LocalTensor::dense({kElements}));
  }
  for (Value result : results) {
    resultTypes.push_back(many(result.getType()));
    kernel.body.result_bytes.push_back(bytesOf(getElementTypeOrSelf(result.getType())));
    outputs.push_back(LocalTensor::dense({kElements}));
  }
  OpBuilder b(op->getContext());
  b.setInsertionPointToEnd(&outside);
  auto region = RegionOp::create(b, op->getLoc(), resultTypes, outside.getArguments());
  Block &block = region.getBody().emplaceBlock();
  b.setInsertionPointToEnd(&block);
  IRMapping mapping;
  for (BlockArgument argument : arguments)
    mapping.map(argument, block.addArgument(many(argument.getType()), op->getLoc()));
  SmallVector<Value> yielded;
  for (Value result : results) {
    cloneBehind(result, b, mapping);
    yielded.push_back(mapping.lookup(result));
  }
  for (BlockArgument argument : block.getArguments())
    if (argument.use_empty() && !llvm::is_contained(yielded, argument))
      yielded[0] = dependOn(yielded[0], argument, b);
  YieldOp::create(b, op->getLoc(), yielded);

  FailureOr<LoweredRegion> lowered = builder.kernels.lower(region, inputs, outputs, nullptr, /*isBody=*/true);
  if (failed(lowered))
    return failure();
  if (lowered->calls.size() != 1 || lowered->calls[0].buffers.size() != arguments.size() + results.size())
    return op->emitOpError("expected its body to become one kernel");
  const KernelCall &call = lowered->calls[0];
  kernel.body.kernel = call.kernel;
  kernel.body.params.assign(call.params.begin(), call.params.end());
  kernel.body.scratch_bytes = call.scratchBytes;
  kernel.flops = call.flops / kElements;
  kernel.grain = builder.kernels.getTarget() == KernelTarget::Host ? 4096 : call.grain;
  return kernel;
}

FailureOr<BodyKernel> lowerBody(Operation *op, ProgramBuilder &builder) {
  Block &body = op->getRegion(0).front();
  return lowerBody(op, SmallVector<BlockArgument>(body.getArguments()), SmallVector<Value>(body.getTerminator()->getOperands()),
                   builder);
}

void launchBody(Operation *op, const BodyKernel &kernel, const View &from, const View &to, ProgramBuilder &builder) {
  artifact::LaunchT launch;
  launch.kernel = kernel.body.kernel;
  launch.params = kernel.body.params;
  launch.extent = from.elements();
  launch.grain = kernel.grain;
  launch.scratch_bytes = kernel.body.scratch_bytes;
  BufferUse uses[] = {builder.reads(from, kernel.body.argument_bytes[0]), builder.writes(to, kernel.body.result_bytes[0])};
  builder.add(std::move(launch), uses, builder.tables.label(op), kernel.flops * from.elements(), from.elements());
}

} // namespace det::plan
