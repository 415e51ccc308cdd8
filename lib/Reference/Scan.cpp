// det.scan: a fold inside each block, block totals folded into a carry, result = init + (carry + local).
#include "Accumulate.h"
#include "Registry.h"

using namespace mlir;

namespace det::reference {

namespace {

struct PreparedScan {
  RankedTensorType type;
  Join join;
  std::vector<int64_t> rows; ///< where each row begins
  int64_t size, stride, block;
  bool reverse;

  template <class T, class J> void row(J joiner, T init, const T *x, T *out) const {
    int64_t blocks = (size + block - 1) / block;
    T carry{};
    for (int64_t b = 0; b < blocks; ++b) {
      // From the far end if reversed; blocks begin at multiples of `block` either way.
      int64_t begin = (reverse ? blocks - 1 - b : b) * block, end = std::min(begin + block, size);
      T local{};
      for (int64_t i = 0; i < end - begin; ++i) {
        int64_t at = (reverse ? end - 1 - i : begin + i) * stride;
        local = i ? joiner(local, x[at]) : x[at];
        out[at] = joiner(init, b ? joiner(carry, local) : local);
      }
      carry = b ? joiner(carry, local) : local;
    }
  }

  template <class T> rt::Result<Tensor> run(const Tensor &operand, const Tensor &init) const {
    std::vector<T> x = widened<T>(operand), values(x.size());
    T start = widened<T>(init)[0];
    if (!withJoiner<T>(join, [&](auto joiner) {
          for (int64_t base : rows)
            row<T>(joiner, start, x.data() + base, values.data() + base);
        }))
      return rt::Error{"expected a combiner that its element type has"};
    return rounded<T>(type, values);
  }
};

} // namespace

static rt::Result<Compute> prepareScan(ScanOp op) {
  auto order = orderOf(op);
  if (!order)
    return order.error();
  if (order->leaf != order::Leaf::Fold || order->levels.size() != 1)
    return rt::Error{"expected one level and leaf fold"};
  RankedTensorType type = tensorType(op.getResult());
  SmallVector<int64_t> shape(type.getShape()), strides = stridesOf(shape);
  int64_t size = shape[op.getDim()], stride = strides[op.getDim()];
  shape[op.getDim()] = size ? 1 : 0;
  PreparedScan prepared{type,
                        joinOf(op.getCombiner(), type.getElementType()),
                        offsetsOf(shape, strides),
                        size,
                        stride,
                        order->levels[0].block,
                        op.getReverse()};
  return Compute([=, order = *order](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    return withAccumulator(type.getElementType(), order, [&](auto zero) -> rt::Result<Tensor> {
      return prepared.run<decltype(zero)>(operands[0], operands[1]);
    });
  });
}

void registerScan(Registry &registry) { registry.add<ScanOp>(prepareScan); }

} // namespace det::reference
