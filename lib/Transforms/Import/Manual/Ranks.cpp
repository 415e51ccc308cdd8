// Values of logical ranks as ordinary tensors.
#include "Ranks.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace det::import {

std::string axisKey(AxisRefAttr axis) {
  std::string key = axis.getName().str();
  if (axis.getSize())
    key += ":(" + std::to_string(axis.getPreSize()) + ")" + std::to_string(axis.getSize());
  return key;
}

AxisRefAttr axisOf(MLIRContext *context, StringRef key) {
  auto [name, part] = key.rsplit(":(");
  auto [pre, size] = part.split(')');
  int64_t preSize = 0, partSize = 0;
  if (part.empty() || pre.getAsInteger(10, preSize) || size.getAsInteger(10, partSize))
    return AxisRefAttr::get(context, key);
  return AxisRefAttr::get(context, name, preSize, partSize);
}

Value reshapeTo(OpBuilder &b, Location loc, Value value, ArrayRef<int64_t> shape) {
  RankedTensorType type = tensorOf(value);
  return type.getShape() == shape ? value : Value(ReshapeOp::create(b, loc, type.clone(shape), value));
}

Value transposeBy(OpBuilder &b, Location loc, Value value, ArrayRef<int64_t> permutation) {
  if (llvm::is_sorted(permutation))
    return value;
  RankedTensorType type = tensorOf(value);
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(type.getDimSize(dim));
  return TransposeOp::create(b, loc, type.clone(shape), value, permutation);
}

AxisSet Ranks::all() const {
  AxisSet set = 0;
  for (auto [i, axis] : llvm::enumerate(axes))
    if (axis.size > 1)
      set |= AxisSet(1) << i;
  return set;
}

int64_t Ranks::count(AxisSet set) const {
  int64_t product = 1;
  for (unsigned place : members(set))
    product *= axes[place].size;
  return product;
}

SmallVector<unsigned> Ranks::members(AxisSet set) const {
  SmallVector<unsigned> places;
  for (unsigned i = 0; i < axes.size(); ++i)
    if (set >> i & 1)
      places.push_back(i);
  return places;
}

SmallVector<int64_t> Ranks::sizes(ArrayRef<unsigned> places) const {
  return llvm::map_to_vector(places, [&](unsigned place) { return axes[place].size; });
}

std::optional<unsigned> Ranks::find(AxisRefAttr axis) const {
  for (unsigned i = 0; i < axes.size(); ++i)
    if (axes[i].axis == axis)
      return i;
  return std::nullopt;
}

/// The shape of a value without its leading dim.
static ArrayRef<int64_t> localShape(RankValue value) {
  ArrayRef<int64_t> shape = tensorOf(value.value).getShape();
  return value.axes ? shape.drop_front() : shape;
}

static SmallVector<int64_t> concat(ArrayRef<int64_t> first, ArrayRef<int64_t> second) {
  SmallVector<int64_t> list(first);
  llvm::append_range(list, second);
  return list;
}

/// The leading dim's size, if there is one, and a shape.
static SmallVector<int64_t> withLead(const Ranks &ranks, AxisSet set, ArrayRef<int64_t> shape) {
  return set ? concat({ranks.count(set)}, shape) : SmallVector<int64_t>(shape);
}

RankValue Ranks::widen(OpBuilder &b, Location loc, RankValue value, AxisSet set) const {
  if (value.axes == set)
    return value;
  ArrayRef<int64_t> local = localShape(value);
  RankedTensorType type = tensorOf(value.value);
  SmallVector<int64_t> dims;
  if (!value.axes) { // one broadcast, which ops over ranks look behind
    SmallVector<int64_t> shape = withLead(*this, set, local);
    for (size_t i = 0; i < local.size(); ++i)
      dims.push_back(i + 1);
    return {BroadcastInDimOp::create(b, loc, type.clone(shape), value.value, dims), set};
  }
  SmallVector<unsigned> from = members(value.axes), to = members(set);
  Value spread = reshapeTo(b, loc, value.value, concat(sizes(from), local));
  for (auto [i, place] : llvm::enumerate(to))
    if (value.axes >> place & 1)
      dims.push_back(i);
  for (size_t i = 0; i < local.size(); ++i)
    dims.push_back(to.size() + i);
  spread = BroadcastInDimOp::create(b, loc, type.clone(concat(sizes(to), local)), spread, dims);
  return {reshapeTo(b, loc, spread, withLead(*this, set, local)), set};
}

RankValue Ranks::narrow(OpBuilder &b, Location loc, RankValue value, AxisSet set) const {
  AxisSet kept = value.axes & set;
  if (kept == value.axes)
    return value;
  SmallVector<int64_t> local(localShape(value));
  SmallVector<unsigned> places = members(value.axes);
  Value parts = reshapeTo(b, loc, value.value, concat(sizes(places), local));
  RankedTensorType type = tensorOf(parts);
  SmallVector<int64_t> starts(type.getRank(), 0), limits(type.getShape()), strides(type.getRank(), 1);
  for (auto [i, place] : llvm::enumerate(places))
    if (!(kept >> place & 1))
      limits[i] = 1;
  Value first = SliceOp::create(b, loc, type.clone(limits), parts, starts, limits, strides);
  return {reshapeTo(b, loc, first, withLead(*this, kept, local)), kept};
}

SmallVector<SmallVector<unsigned>> Ranks::cuts(ShardingAttr sharding) const {
  SmallVector<SmallVector<unsigned>> result;
  for (DimShardingAttr dim : sharding.getDims()) {
    SmallVector<unsigned> &places = result.emplace_back();
    for (AxisRefAttr axis : dim.getAxes())
      if (std::optional<unsigned> place = find(axis); place && axes[*place].size > 1)
        places.push_back(*place);
  }
  return result;
}

FailureOr<RankValue> Ranks::split(OpBuilder &b, Location loc, RankValue value, ShardingAttr sharding) const {
  SmallVector<unsigned> outer = members(value.axes);
  SmallVector<int64_t> whole(localShape(value)), shape = sizes(outer), local;
  AxisSet set = value.axes;
  // Cut dims become the positions along their axes and what a rank has; dimOf: where an axis is.
  llvm::DenseMap<unsigned, int64_t> dimOf;
  for (auto [i, place] : llvm::enumerate(outer))
    dimOf[place] = i;
  SmallVector<int64_t> localDims;
  for (auto [size, places] : llvm::zip_equal(whole, cuts(sharding))) {
    int64_t part = size;
    for (unsigned place : places) {
      if (part % axes[place].size)
        return emitError(loc) << "expected a dim of size " << size << " that manual axis '" << axisKey(axes[place].axis)
                              << "' of size " << axes[place].size << " divides; pad the value, or shard it on another dim";
      part /= axes[place].size;
      dimOf[place] = shape.size();
      shape.push_back(axes[place].size);
      set |= AxisSet(1) << place;
    }
    localDims.push_back(shape.size());
    shape.push_back(part);
    local.push_back(part);
  }
  SmallVector<int64_t> permutation;
  for (unsigned place : members(set))
    permutation.push_back(dimOf.lookup(place));
  llvm::append_range(permutation, localDims);
  Value parts = transposeBy(b, loc, reshapeTo(b, loc, value.value, shape), permutation);
  return RankValue{reshapeTo(b, loc, parts, withLead(*this, set, local)), set};
}

FailureOr<Value> Ranks::join(OpBuilder &b, Location loc, RankValue value, ShardingAttr sharding, AxisSet outer) const {
  SmallVector<SmallVector<unsigned>> dims = cuts(sharding);
  AxisSet set = outer;
  for (ArrayRef<unsigned> places : dims)
    for (unsigned place : places)
      set |= AxisSet(1) << place;
  value = widen(b, loc, narrow(b, loc, value, set), set);
  SmallVector<int64_t> local(localShape(value)), whole, permutation;
  SmallVector<unsigned> places = members(set);
  auto dimOf = [&](unsigned place) { return int64_t(llvm::find(places, place) - places.begin()); };
  for (unsigned place : members(outer))
    permutation.push_back(dimOf(place));
  for (auto [i, axesOfDim] : llvm::enumerate(dims)) {
    whole.push_back(local[i]);
    for (unsigned place : axesOfDim) {
      permutation.push_back(dimOf(place));
      whole.back() *= axes[place].size;
    }
    permutation.push_back(places.size() + i);
  }
  Value parts = reshapeTo(b, loc, value.value, concat(sizes(places), local));
  return reshapeTo(b, loc, transposeBy(b, loc, parts, permutation), withLead(*this, outer, whole));
}

Value Ranks::constrain(OpBuilder &b, Location loc, RankValue value, ShardingAttr sharding) const {
  MLIRContext *context = b.getContext();
  SmallVector<DimShardingAttr> dims;
  bool asks = false;
  if (value.axes) {
    SmallVector<AxisRefAttr> lead;
    for (unsigned place : members(value.axes))
      if (axes[place].onMesh)
        lead.push_back(axes[place].axis);
    asks |= !lead.empty();
    dims.push_back(DimShardingAttr::get(context, lead, /*open=*/false, /*priority=*/0));
  }
  for (DimShardingAttr dim : sharding.getDims()) {
    SmallVector<AxisRefAttr> rest;
    for (AxisRefAttr axis : dim.getAxes())
      if (!find(axis))
        rest.push_back(axis);
    asks |= !rest.empty();
    dims.push_back(DimShardingAttr::get(context, rest, /*open=*/true, dim.getPriority()));
  }
  if (!asks)
    return value.value;
  return ShardingConstraintOp::create(b, loc, value.value, ShardingAttr::get(context, dims, {}));
}

} // namespace det::import
