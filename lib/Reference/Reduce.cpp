// Reductions of dims with a combiner, by the postfix program of their order.
#include "Accumulate.h"
#include "Kernels/Reduction.h"
#include "Registry.h"

#include "Indexing.h"

using namespace mlir;

namespace det::reference {

namespace {

/// A prepared reduction: what to walk and how to join.
struct PreparedReduce {
  RankedTensorType type;
  Reduction reduction;
  Join join;
  std::vector<int64_t> bases; ///< where each result element's box begins in the operand
  bool empty;                 ///< no operand at all: the result is init

  template <class T> rt::Result<Tensor> run(const Tensor &operand, const Tensor &init) const {
    std::vector<T> start = widened<T>(init);
    std::vector<T> values(bases.size(), start[0]);
    if (!empty && !bases.empty()) {
      std::vector<T> x = widened<T>(operand);
      if (!reduce<T>(reduction, join, x.data(), bases, values.data()))
        return rt::Error{"expected a combiner that its element type has"};
      // init is joined once, at the root, as the left operand
      withJoiner<T>(join, [&](auto joiner) {
        for (T &value : values)
          value = joiner(start[0], value);
      });
    }
    return rounded<T>(type, values);
  }
};

} // namespace

static rt::Result<Compute> prepareReduce(ReduceOp op) {
  auto order = orderOf(op);
  if (!order)
    return order.error();
  RankedTensorType from = tensorType(op.getOperand());
  SmallVector<int64_t> strides = stridesOf(from.getShape()), keptShape, keptStrides;
  for (int64_t dim : otherDims(from.getRank(), op.getDims(), {})) {
    keptShape.push_back(from.getDimSize(dim));
    keptStrides.push_back(strides[dim]);
  }
  order::Box box = boxOf(op);
  PreparedReduce prepared{tensorType(op.getResult()),
                          {order::program(*order, box), order->leaf == order::Leaf::Lanes32, {}},
                          joinOf(op.getCombiner(), from.getElementType()),
                          offsetsOf(keptShape, keptStrides),
                          order::isEmpty(box)};
  for (int64_t dim : op.getDims())
    prepared.reduction.strides.push_back(strides[dim]);
  return Compute([=, element = from.getElementType(), order = *order](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    return withAccumulator(
        element, order, [&](auto zero) -> rt::Result<Tensor> { return prepared.run<decltype(zero)>(operands[0], operands[1]); });
  });
}

void registerReduce(Registry &registry) { registry.add<ReduceOp>(prepareReduce); }

} // namespace det::reference
