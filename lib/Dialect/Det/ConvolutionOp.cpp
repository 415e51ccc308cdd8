// The convolution: verifier, factors and order.
#include "det/Dialect/Det/ConvolutionWindow.h"
#include "det/Dialect/Det/OrderModel.h"

using namespace mlir;

namespace det {

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The dims of rhs that are reduced, in box order.
static SmallVector<int64_t> reducedDims(ConvolutionOp op) {
  SmallVector<int64_t> dims;
  for (int spatial : getBoxSpatialDims(op))
    dims.push_back(spatial < 0 ? static_cast<int64_t>(op.getRhsInputFeature()) : op.getRhsSpatial()[spatial]);
  return dims;
}

/// True if the sum over the window of spatial dim `i` may be split: its order cuts the window, and every place of the result has
/// some terms of it, so that a part without terms can count as the identity.
static bool sumsOverImage(ConvolutionOp op, unsigned i) {
  OrderAttr order = op.getOrderAttr();
  SmallVector<int> spatial = getBoxSpatialDims(op);
  int64_t boxDim = llvm::find(spatial, static_cast<int>(i)) - spatial.begin();
  ArrayRef<int64_t> levels = order ? order.getLevels() : ArrayRef<int64_t>();
  bool isCut = false;
  for (size_t level = 0; level < levels.size(); level += 2)
    isCut |= levels[level] == boxDim;
  WindowDim window = getWindowDim(op, i);
  if (!isCut || window.reversed)
    return false;
  for (int64_t place = 0, e = typeOf(op.getResult()).getDimSize(op.getResultSpatial()[i]); place < e; ++place)
    if (window.at(place).count == 0)
      return false;
  return true;
}

/// The number of places of a window dim; 0 where the window does not fit.
static int64_t placesOf(int64_t input, int64_t window, int64_t low, int64_t high, int64_t lhsDilation, int64_t rhsDilation,
                        int64_t stride) {
  int64_t padded = low + (input == 0 ? 0 : (input - 1) * lhsDilation + 1) + high;
  int64_t dilated = window == 0 ? 0 : (window - 1) * rhsDilation + 1;
  return padded <= 0 || dilated > padded ? 0 : (padded - dilated) / stride + 1;
}

/// The labels are those of StableHLO's constraints.
LogicalResult ConvolutionOp::verify() {
  size_t spatial = getLhsSpatial().size();
  for (size_t count : {getRhsSpatial().size(), getResultSpatial().size(), getStrides().size(), getLow().size(), getHigh().size(),
                       getLhsDilation().size(), getRhsDilation().size(), getReversal().size()})
    if (count != spatial)
      return emitOpError() << "expected " << spatial << " spatial dims in every list, got " << count << " (C2)";
  RankedTensorType lhs = typeOf(getLhs()), rhs = typeOf(getRhs()), result = typeOf(getResult());
  for (RankedTensorType type : {lhs, rhs, result})
    if (type.getRank() != static_cast<int64_t>(spatial) + 2)
      return emitOpError() << "expected tensors of rank " << spatial + 2 << ", got " << type << " (C1, C26)";
  for (auto [what, list] : {std::pair<StringRef, ArrayRef<int64_t>>{"strides (C3)", getStrides()},
                            {"lhs dilation (C6)", getLhsDilation()},
                            {"rhs dilation (C8)", getRhsDilation()}})
    for (int64_t value : list)
      if (value < 1)
        return emitOpError() << "expected positive " << what << ", got " << value;
  int64_t featureGroups = getFeatureGroups(), batchGroups = getBatchGroups();
  if (featureGroups < 1 || batchGroups < 1)
    return emitOpError() << "expected positive group counts (C21, C22), got " << featureGroups << " and " << batchGroups;
  if (featureGroups > 1 && batchGroups > 1)
    return emitOpError() << "expected feature groups or batch groups (C23), got " << featureGroups << " and " << batchGroups;
  int64_t batch = lhs.getDimSize(getLhsBatch()), feature = lhs.getDimSize(getLhsFeature());
  int64_t kernelInput = rhs.getDimSize(getRhsInputFeature()), kernelOutput = rhs.getDimSize(getRhsOutputFeature());
  if (batch % batchGroups)
    return emitOpError() << "expected a batch that " << batchGroups << " groups divide, got " << batch << " (C10)";
  if (feature % featureGroups)
    return emitOpError() << "expected input features that " << featureGroups << " groups divide, got " << feature << " (C11)";
  if (kernelInput != feature / featureGroups)
    return emitOpError() << "expected a kernel with " << feature / featureGroups << " input features, got " << kernelInput
                         << " (C14)";
  if (kernelOutput % (featureGroups * batchGroups))
    return emitOpError() << "expected output features that " << featureGroups * batchGroups << " groups divide, got "
                         << kernelOutput << " (C15, C16)";
  SmallVector<int64_t> expected(spatial + 2);
  expected[getResultBatch()] = batch / batchGroups;
  expected[getResultFeature()] = kernelOutput;
  for (size_t i = 0; i < spatial; ++i)
    expected[getResultSpatial()[i]] =
        placesOf(lhs.getDimSize(getLhsSpatial()[i]), rhs.getDimSize(getRhsSpatial()[i]), getLow()[i], getHigh()[i],
                 getLhsDilation()[i], getRhsDilation()[i], getStrides()[i]);
  if (ArrayRef<int64_t>(expected) != result.getShape())
    return emitOpError() << "expected a result of type " << result.clone(expected) << ", got " << result << " (C25)";
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
  SmallVector<int> boxDims = getBoxSpatialDims(*this);
  for (auto [position, dim] : llvm::enumerate(reduced)) {
    bool isFeature = boxDims[position] < 0, isSplit = isFeature || sumsOverImage(*this, boxDims[position]);
    right[dim] = {map.add(rhs.getDimSize(dim), isSplit ? FactorKind::Reduced : FactorKind::Whole, position)};
    if (isFeature)
      left[getLhsFeature()] = grouped(getFeatureGroups() > 1, right[dim][0]);
  }
  // The image is read through windows: those of a rank's places, or, by a weight gradient, those that end up in any place and
  // belong to a rank's part of the sum.
  for (auto [i, dim] : llvm::enumerate(getResultSpatial())) {
    WindowDim window = getWindowDim(*this, i);
    int64_t places = result.getDimSize(dim);
    bool isSum = sumsOverImage(*this, i);
    out[dim] = {map.add(places, isSum ? FactorKind::Whole : FactorKind::Pass)};
    FactorWindow read{0,          static_cast<uint32_t>(getLhsSpatial()[i]), out[dim][0],         window.stride,
                      window.low, (window.size - 1) * window.dilation + 1,   window.inputDilation};
    if (isSum) {
      read.factor = right[getRhsSpatial()[i]][0];
      read.stride = window.dilation;
      read.extent = (places - 1) * window.stride + 1;
    }
    map.windows.push_back(read);
  }
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
  order.acc = productAccumulation(left, right, result);
  return fromModel(recipe.getContext(), order);
}

Combiner ConvolutionOp::getCombiner() { return Combiner::Add; }

std::string ConvolutionOp::getTerms() {
  return typeName(typeOf(getLhs()).getElementType()) + "*" + typeName(typeOf(getRhs()).getElementType());
}

Value ConvolutionOp::getInit() { return {}; }

} // namespace det
