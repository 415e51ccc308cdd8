// The convolution: verifier, factors and order.
#include "det/Dialect/Det/OrderModel.h"

using namespace mlir;

namespace det {

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// A weight gradient sums over the batch of the forward pass, which is the feature dim here.
static bool isWeightGradient(ConvolutionOp op) { return op.getLhsFeature() < op.getLhsBatch(); }

/// The dims of rhs that are reduced, in box order.
static SmallVector<int64_t> reducedDims(ConvolutionOp op) {
  SmallVector<int64_t> dims(op.getRhsSpatial());
  dims.insert(isWeightGradient(op) ? dims.begin() : dims.end(), op.getRhsInputFeature());
  return dims;
}

LogicalResult ConvolutionOp::verify() {
  size_t spatial = getLhsSpatial().size();
  for (size_t count : {getRhsSpatial().size(), getResultSpatial().size(), getStrides().size(), getLow().size(), getHigh().size(),
                       getLhsDilation().size(), getRhsDilation().size(), getReversal().size()})
    if (count != spatial)
      return emitOpError() << "expected " << spatial << " spatial dims in every list, got " << count;
  RankedTensorType lhs = typeOf(getLhs()), rhs = typeOf(getRhs()), result = typeOf(getResult());
  for (RankedTensorType type : {lhs, rhs, result})
    if (type.getRank() != static_cast<int64_t>(spatial) + 2)
      return emitOpError() << "expected tensors of rank " << spatial + 2 << ", got " << type;
  if (lhs.getDimSize(getLhsFeature()) != rhs.getDimSize(getRhsInputFeature()) * static_cast<int64_t>(getFeatureGroups()))
    return emitOpError("expected as many input features as the kernel has, times the feature groups");
  return success();
}

FactorMap ConvolutionOp::getFactors() {
  FactorMap map;
  RankedTensorType lhs = typeOf(getLhs()), rhs = typeOf(getRhs()), result = typeOf(getResult());
  FactorMap::Tensor left(lhs.getRank()), right(rhs.getRank()), out(result.getRank());
  SmallVector<int64_t> reduced = reducedDims(*this);
  int64_t groups = std::max(getFeatureGroups(), getBatchGroups());
  FactorMap::Dim group;
  if (groups > 1)
    group.push_back(map.add(groups, FactorKind::Pass));
  auto grouped = [&](bool with, int64_t factor) {
    FactorMap::Dim dim = with ? group : FactorMap::Dim();
    dim.push_back(factor);
    return dim;
  };
  int64_t batch = map.add(result.getDimSize(getResultBatch()), FactorKind::Pass);
  left[getLhsBatch()] = grouped(getBatchGroups() > 1, batch);
  out[getResultBatch()] = {batch};
  int64_t feature = map.add(rhs.getDimSize(getRhsOutputFeature()) / groups, FactorKind::Pass);
  right[getRhsOutputFeature()] = grouped(true, feature);
  out[getResultFeature()] = grouped(true, feature);
  for (auto [position, dim] : llvm::enumerate(reduced)) {
    bool isFeature = dim == static_cast<int64_t>(getRhsInputFeature());
    right[dim] = {map.add(rhs.getDimSize(dim), isFeature ? FactorKind::Reduced : FactorKind::Whole, position)};
    if (isFeature)
      left[getLhsFeature()] = grouped(getFeatureGroups() > 1, right[dim][0]);
  }
  // A rank that computes some of the result's places reads the whole image: lhs dims correspond to nothing.
  for (int64_t dim : getResultSpatial())
    out[dim] = {map.add(result.getDimSize(dim), FactorKind::Pass)};
  map.operands = {left, right};
  map.results = {out};
  return map;
}

int64_t ConvolutionOp::getFlopsPerPoint() { return isa<FloatType>(typeOf(getLhs()).getElementType()) ? 2 : 0; }

SmallVector<int64_t> ConvolutionOp::getBoxSizes() {
  SmallVector<int64_t> sizes;
  for (int64_t dim : reducedDims(*this))
    sizes.push_back(typeOf(getRhs()).getDimSize(dim));
  return sizes;
}

OrderAttr ConvolutionOp::getDefaultOrder(RecipeAttr recipe) {
  Type left = typeOf(getLhs()).getElementType(), right = typeOf(getRhs()).getElementType(),
       result = typeOf(getResult()).getElementType();
  auto kind = isWeightGradient(*this) ? order::Kind::WeightGradient : order::Kind::Convolution;
  order::Order order =
      order::defaultOrder(kind, typeOf(getRhs()).getShape(), reducedDims(*this), typeName(left), toModel(recipe));
  for (Type type : {right, result})
    if (order::accumulationType(typeName(type)) == "f64")
      order.acc = "f64";
  return fromModel(recipe.getContext(), order);
}

Combiner ConvolutionOp::getCombiner() { return Combiner::Add; }

std::string ConvolutionOp::getTerms() {
  return typeName(typeOf(getLhs()).getElementType()) + "*" + typeName(typeOf(getRhs()).getElementType());
}

Value ConvolutionOp::getInit() { return {}; }

} // namespace det
