// What makes two kernels one.
#include "KernelKey.h"

#include "det/Dialect/Det/Numbers.h"

using namespace mlir;

namespace det {

static void addOps(llvm::raw_ostream &os, RegionOp region, const RegionSpace &space, const KernelNest &nest) {
  DenseMap<Value, int> numbers;
  auto numberOf = [&](Value value) { return numbers.lookup(KernelValues::lookThroughViews(value)); };
  Block &body = region.getBody().front();
  int count = 0;
  for (Value argument : body.getArguments())
    numbers[argument] = count++;
  for (Operation &op : body) {
    if (isa<BroadcastInDimOp, ReshapeOp>(op))
      continue;
    os << op.getName().stripDialect() << '(';
    for (Value operand : op.getOperands())
      os << numberOf(operand) << ',';
    os << ')';
    if (isa<YieldOp>(op))
      continue;
    Value result = op.getResult(0);
    os << cast<ShapedType>(result.getType()).getElementType();
    if (auto constant = dyn_cast<ConstantOp>(op))
      os << cast<SplatElementsAttr>(constant.getValue()).getSplatValue<Attribute>();
    else if (auto iota = dyn_cast<IotaOp>(op)) {
      int dim = space.getDims(result)[iota.getDim()];
      os << (dim < 0 ? -1 : nest.loopOf(dim)) << (dim >= 0 && space.getSizes()[dim] > INT32_MAX ? "wide" : "");
    } else if (auto reduce = dyn_cast<ReduceOp>(op))
      os << stringifyCombiner(reduce.getCombiner())
         << (isEmptyReduce(reduce)     ? "empty"
             : isTrivialReduce(reduce) ? "trivial"
                                       : "");
    else
      for (NamedAttribute attr : op.getAttrDictionary())
        if (attr.getName() != kLayoutsAttr && attr.getName() != kNumberAttr)
          os << attr.getName().getValue() << '=' << attr.getValue();
    os << ';';
    numbers[result] = count++;
  }
}

static void addNest(llvm::raw_ostream &os, const KernelNest &nest) {
  int last = static_cast<int>(nest.loops.size()) - 1;
  for (const KernelLoop &loop : nest.loops) {
    os << static_cast<int>(loop.role);
    if (loop.role == LoopRole::Row)
      os << '[' << loop.size << ']';
  }
  for (const KernelTensor &tensor : nest.tensors) {
    os << ' ' << tensor.element << (tensor.isEmpty ? "!" : ":");
    for (auto [i, stride] : llvm::enumerate(tensor.strides))
      os << (stride == 0 ? '0' : stride == 1 && static_cast<int>(i) == last ? '1' : 's');
    if (tensor.alignment)
      os << '@' << tensor.alignment;
  }
  os << '|';
}

KernelBody bodyOf(RegionOp region, SmallVectorImpl<Operation *> &ops) {
  KernelBody listed;
  Block &body = region.getBody().front();
  DenseMap<Value, int32_t> numbers;
  for (BlockArgument argument : body.getArguments())
    numbers[argument] = -1 - static_cast<int32_t>(argument.getArgNumber());
  auto inputsOf = [&](Operation *op) {
    std::vector<int32_t> inputs;
    for (Value operand : op->getOperands())
      inputs.push_back(numbers.lookup(KernelValues::lookThroughViews(operand)));
    return inputs;
  };
  for (Operation &op : body.without_terminator()) {
    if (isa<BroadcastInDimOp, ReshapeOp>(op))
      continue;
    numbers[op.getResult(0)] = ops.size();
    listed.ops.push_back({describe(&op), inputsOf(&op)});
    ops.push_back(&op);
  }
  listed.results = inputsOf(body.getTerminator());
  return listed;
}

std::string makeKey(RegionOp region, const RegionSpace &space, const KernelNest &nest, const RowPlan &plan) {
  std::string key;
  llvm::raw_string_ostream os(key);
  os << "row " << plan.isFlat << plan.isPoints << plan.isWarp << plan.isBlock << plan.hasTail << plan.hasLeafTail << plan.isFold
     << ' ' << plan.lanes << ' ' << plan.block << '|';
  addNest(os, nest);
  addOps(os, region, space, nest);
  return key;
}

std::string makeKey(RegionOp region, const RegionSpace &space, const KernelNest &nest, const TreePlan &plan) {
  std::string key;
  llvm::raw_string_ostream os(key);
  os << "tree " << plan.isPartial << plan.isColumns << plan.isFold << plan.isPair << plan.hasTail << plan.isBuffered
     << (plan.groupBlocks != 0) << ' ' << plan.lanes << ' ' << plan.stackOffset << ' ' << plan.bufferOffset << " levels";
  for (int level : plan.levels)
    os << ' ' << level;
  if (plan.isScalar) {
    os << (plan.isWarp ? " warp " : " thread ") << plan.scratchBytes << " leaf";
    for (int loop : plan.inLeaf)
      os << ' ' << loop;
  }
  os << '|';
  addNest(os, nest);
  addOps(os, region, space, nest);
  return key;
}

} // namespace det
