// Matrix products: operands packed so that each leaf's terms are adjacent, then one row and a tile of columns at a
// time. Of tensor cores every output is stepped by itself, from the operands' bits.
#include "Indexing.h"
#include "Kernels/ProductMma.h"
#include "Kernels/Reduction.h"
#include "Operands.h"
#include "Registry.h"

using namespace mlir;

namespace det::reference {

namespace {

/// How one operand is walked: offsets of batches, of free elements, and of the terms in the order of the leaves.
struct Side {
  std::vector<int64_t> batches, free, terms;

  Side(RankedTensorType type, ArrayRef<int64_t> batching, ArrayRef<int64_t> contracting, const order::Program &program) {
    SmallVector<int64_t> strides = stridesOf(type.getShape());
    auto offsetsAlong = [&](ArrayRef<int64_t> dims) {
      SmallVector<int64_t> shape, steps;
      for (int64_t dim : dims) {
        shape.push_back(type.getDimSize(dim));
        steps.push_back(strides[dim]);
      }
      return offsetsOf(shape, steps);
    };
    batches = offsetsAlong(batching);
    free = offsetsAlong(otherDims(type.getRank(), batching, contracting));
    for (const order::Box &leaf : program.leaves) {
      SmallVector<int64_t> shape, steps;
      int64_t base = 0;
      for (auto [range, dim] : llvm::zip(leaf, contracting)) {
        base += range.begin * strides[dim];
        shape.push_back(range.size());
        steps.push_back(strides[dim]);
      }
      for (int64_t offset : offsetsOf(shape, steps))
        terms.push_back(base + offset);
    }
  }
};

struct PreparedProduct {
  RankedTensorType type;
  PackedProduct product;
  Side lhs, rhs;

  template <class T> Tensor run(const Tensor &left, const Tensor &right, const order::Order &order) const {
    std::vector<T> a = operandIn<T>(left, order), b = operandIn<T>(right, order);
    int64_t m = lhs.free.size(), n = rhs.free.size(), k = lhs.terms.size();
    std::vector<T> values(type.getNumElements(), T(0)), rows(m * k), columns(k * n); // no term at all is +0.0
    for (size_t batch = 0; k && batch < lhs.batches.size(); ++batch) {
      for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < k; ++j)
          rows[i * k + j] = a[lhs.batches[batch] + lhs.free[i] + lhs.terms[j]];
      for (int64_t j = 0; j < k; ++j)
        for (int64_t i = 0; i < n; ++i)
          columns[j * n + i] = b[rhs.batches[batch] + rhs.free[i] + rhs.terms[j]];
      multiply<T>(product, rows.data(), columns.data(), m, n, values.data() + batch * m * n);
    }
    return rounded<T>(type, values);
  }

  Tensor runMma(const Tensor &left, const Tensor &right, const TensorCore &core) const {
    std::vector<uint16_t> a = bitsOf(left, core), b = bitsOf(right, core);
    size_t m = lhs.free.size(), n = rhs.free.size(), k = lhs.terms.size();
    std::vector<float> values(type.getNumElements(), 0.0f);
    std::vector<uint16_t> rows(m * k), columns(n * k);
    auto pack = [k](const std::vector<uint16_t> &from, const Side &side, int64_t batch, std::vector<uint16_t> &to) {
      for (size_t i = 0; i < side.free.size(); ++i)
        for (size_t j = 0; j < k; ++j)
          to[i * k + j] = from[batch + side.free[i] + side.terms[j]];
    };
    for (size_t batch = 0; k && batch < lhs.batches.size(); ++batch) {
      pack(a, lhs, lhs.batches[batch], rows);
      pack(b, rhs, rhs.batches[batch], columns);
      multiplyMma(product, core.model, core.format, rows.data(), columns.data(), m, n, values.data() + batch * m * n);
    }
    return rounded<float>(type, values);
  }

private:
  static std::vector<uint16_t> bitsOf(const Tensor &tensor, const TensorCore &core) {
    std::vector<uint16_t> bits(tensor.size());
    for (size_t i = 0; i < bits.size(); ++i)
      std::memcpy(&bits[i], tensor.data() + i * core.format.bytes(), core.format.bytes());
    return bits;
  }
};

} // namespace

static rt::Result<Compute> prepareProduct(DotOp op) {
  auto order = orderOf(op);
  if (!order)
    return order.error();
  RankedTensorType left = tensorType(op.getLhs()), right = tensorType(op.getRhs());
  Type element = tensorType(op.getResult()).getElementType();
  std::optional<TensorCore> core = tensorCoreOf(*order, op);
  if (rt::Status status = core ? rt::Status() : checkProduct(left.getElementType(), right.getElementType(), element, *order); !status)
    return status.error();
  order::Program program = order::program(*order, boxOf(op));
  PackedProduct packed{{}, program.pops};
  for (const order::Box &leaf : program.leaves)
    packed.leafSizes.push_back(order::volume(leaf));
  PreparedProduct prepared{tensorType(op.getResult()), packed, Side(left, op.getLhsBatching(), op.getLhsContracting(), program),
                           Side(right, op.getRhsBatching(), op.getRhsContracting(), program)};
  if (core)
    return Compute([=, core = *core](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
      return prepared.runMma(operands[0], operands[1], core);
    });
  return Compute([=, order = *order](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    return withProductType(element, order, [&](auto zero) -> rt::Result<Tensor> {
      return prepared.run<decltype(zero)>(operands[0], operands[1], order);
    });
  });
}

void registerProduct(Registry &registry) { registry.add<DotOp>(prepareProduct); }

} // namespace det::reference
