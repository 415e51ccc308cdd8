// Convolutions: place after place of the result, the terms that exist there in the order's tree. Padding and the holes of a
// dilated input are no terms; a place without any is +0.0.
#include "Indexing.h"
#include "Kernels/Reduction.h"
#include "Operands.h"
#include "Registry.h"
#include "det/Dialect/Det/ConvolutionWindow.h"

using namespace mlir;

namespace det::reference {

namespace {

/// The terms of a result place: how they are summed, and where each is, from the group's first elements on.
struct Terms {
  PackedProduct product;
  std::vector<int64_t> lhs, rhs;
};

struct PreparedConvolution {
  mutable ConvolutionOp op; ///< a handle; its accessors are not const
  order::Order order;
  RankedTensorType type;
  SmallVector<int64_t> lhsStrides, rhsStrides, resultStrides, places;
  int64_t groups, batch, features; ///< batch and features: of one group
  int64_t lhsGroup, rhsGroup;      ///< elements from one group to the next
  SmallVector<WindowDim> windows;
  SmallVector<int> boxDims;

  explicit PreparedConvolution(ConvolutionOp op, const order::Order &order) : op(op), order(order), type(tensorType(op.getResult())) {
    RankedTensorType lhs = tensorType(op.getLhs()), rhs = tensorType(op.getRhs());
    lhsStrides = stridesOf(lhs.getShape());
    rhsStrides = stridesOf(rhs.getShape());
    resultStrides = stridesOf(type.getShape());
    groups = std::max(op.getFeatureGroups(), op.getBatchGroups());
    batch = type.getDimSize(op.getResultBatch());
    features = type.getDimSize(op.getResultFeature()) / groups;
    lhsGroup = op.getFeatureGroups() > 1 ? rhs.getDimSize(op.getRhsInputFeature()) * lhsStrides[op.getLhsFeature()]
                                         : batch * lhsStrides[op.getLhsBatch()];
    rhsGroup = features * rhsStrides[op.getRhsOutputFeature()];
    for (auto [i, dim] : llvm::enumerate(op.getResultSpatial())) {
      places.push_back(type.getDimSize(dim));
      windows.push_back(getWindowDim(op, i));
    }
    boxDims = getBoxSpatialDims(op);
  }

  Terms termsAt(ArrayRef<int64_t> place) const {
    // Per dim of the box: the indices that exist, and where they are in both operands.
    order::Box box = boxOf(op);
    std::vector<std::vector<int64_t>> present(box.size()), lhs(box.size()), rhs(box.size());
    for (auto [position, spatial] : llvm::enumerate(boxDims)) {
      if (spatial < 0) {
        for (int64_t i = 0; i < box[position].end; ++i) {
          present[position].push_back(i);
          lhs[position].push_back(i * lhsStrides[op.getLhsFeature()]);
          rhs[position].push_back(i * rhsStrides[op.getRhsInputFeature()]);
        }
        continue;
      }
      const WindowDim &window = windows[spatial];
      WindowRun run = window.at(place[spatial]);
      for (int64_t i = 0; i < run.count; ++i) {
        int64_t w = run.first + i * run.step;
        present[position].push_back(w);
        lhs[position].push_back((run.input + i * run.inputStep) * lhsStrides[op.getLhsSpatial()[spatial]]);
        rhs[position].push_back((window.reversed ? window.size - 1 - w : w) * rhsStrides[op.getRhsSpatial()[spatial]]);
      }
    }
    order::Program program = order::programOfPresent(order, box, present);
    Terms terms{{{}, program.pops}, {}, {}};
    for (const order::Box &leaf : program.leaves) {
      terms.product.leafSizes.push_back(order::volume(leaf));
      addLeaf(leaf, 0, 0, 0, lhs, rhs, terms);
    }
    return terms;
  }

  /// The elements of a leaf, row-major.
  static void addLeaf(const order::Box &leaf, size_t dim, int64_t left, int64_t right, const std::vector<std::vector<int64_t>> &lhs,
                      const std::vector<std::vector<int64_t>> &rhs, Terms &terms) {
    if (dim == leaf.size()) {
      terms.lhs.push_back(left);
      terms.rhs.push_back(right);
      return;
    }
    for (int64_t i = leaf[dim].begin; i < leaf[dim].end; ++i)
      addLeaf(leaf, dim + 1, left + lhs[dim][i], right + rhs[dim][i], lhs, rhs, terms);
  }

  template <class T> Tensor run(const Tensor &left, const Tensor &right) const {
    std::vector<T> a = operandIn<T>(left, order), b = operandIn<T>(right, order);
    std::vector<T> values(type.getNumElements(), T(0)), rows, columns, out(batch * features);
    SmallVector<int64_t> place(places.size());
    int64_t count = values.empty() ? 0 : values.size() / (groups * batch * features);
    for (int64_t flat = 0; flat < count; ++flat) {
      unflatten(flat, places, place);
      Terms terms = termsAt(place);
      int64_t k = terms.lhs.size(), target = 0;
      if (k == 0)
        continue;
      for (auto [at, dim] : llvm::zip(place, op.getResultSpatial()))
        target += at * resultStrides[dim];
      rows.resize(batch * k);
      columns.resize(k * features);
      for (int64_t group = 0; group < groups; ++group) {
        for (int64_t i = 0; i < batch; ++i)
          for (int64_t j = 0; j < k; ++j)
            rows[i * k + j] = a[group * lhsGroup + i * lhsStrides[op.getLhsBatch()] + terms.lhs[j]];
        for (int64_t j = 0; j < k; ++j)
          for (int64_t i = 0; i < features; ++i)
            columns[j * features + i] = b[group * rhsGroup + i * rhsStrides[op.getRhsOutputFeature()] + terms.rhs[j]];
        multiply<T>(terms.product, rows.data(), columns.data(), batch, features, out.data());
        for (int64_t i = 0; i < batch; ++i)
          for (int64_t j = 0; j < features; ++j)
            values[target + i * resultStrides[op.getResultBatch()] +
                   (group * features + j) * resultStrides[op.getResultFeature()]] = out[i * features + j];
      }
    }
    return rounded<T>(type, values);
  }
};

} // namespace

static rt::Result<Compute> prepareConvolution(ConvolutionOp op) {
  auto order = orderOf(op);
  if (!order)
    return order.error();
  Type element = tensorType(op.getResult()).getElementType();
  if (rt::Status status = checkProduct(tensorType(op.getLhs()).getElementType(), tensorType(op.getRhs()).getElementType(), element, *order);
      !status)
    return status.error();
  PreparedConvolution prepared(op, *order);
  return Compute([=](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    return withProductType(element, prepared.order, [&](auto zero) -> rt::Result<Tensor> {
      return prepared.run<decltype(zero)>(operands[0], operands[1]);
    });
  });
}

void registerConvolution(Registry &registry) { registry.add<ConvolutionOp>(prepareConvolution); }

} // namespace det::reference
