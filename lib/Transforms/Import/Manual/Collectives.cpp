// Collectives as ordinary ops: a sum over ranks is a reduction over a dim, and everything else moves rows.
//
// The reduction has one order: blocks of one, in group order. So its bits depend on the stated number of ranks alone.
#include "Collectives.h"
#include "Groups.h"
#include "det/Dialect/Det/Batch.h"

using namespace mlir;

namespace det::import {
namespace {

using Result = FailureOr<RankValue>;

DenseIntElementsAttr groupsOf(Operation *op) { return cast<DenseIntElementsAttr>(op->getAttr("groups")); }

SmallVector<int64_t> concat(ArrayRef<int64_t> first, ArrayRef<int64_t> second) {
  SmallVector<int64_t> list(first);
  llvm::append_range(list, second);
  return list;
}

/// Ranks in no group, or groups of different sizes, have no meaning for an op that gives members parts.
LogicalResult requireComplete(Operation *op, const Groups &groups) {
  if (groups.isComplete())
    return success();
  return op->emitOpError("expected every logical rank in one group, and groups of one size");
}

/// Dim `dim` of a value with `leading` dims in front becomes `count` equal parts, which move to place `leading`.
FailureOr<Value> partsOf(Operation *op, OpBuilder &b, Value value, int64_t leading, int64_t dim, int64_t count) {
  SmallVector<int64_t> shape(tensorOf(value).getShape());
  int64_t at = leading + dim;
  if (shape[at] % count) {
    op->emitOpError() << "expected a dim of size " << shape[at] << " to be a multiple of the group size " << count;
    return failure();
  }
  shape[at] /= count;
  shape.insert(shape.begin() + at, count);
  SmallVector<int64_t> permutation;
  for (int64_t i = 0; i < int64_t(shape.size()); ++i) {
    if (i == leading)
      permutation.push_back(at);
    if (i != at)
      permutation.push_back(i);
  }
  if (dim == 0)
    llvm::sort(permutation);
  return transposeBy(b, op->getLoc(), reshapeTo(b, op->getLoc(), value, shape), permutation);
}

/// The other way: dim `from` becomes the major part of dim `dim`, counted without the `leading` dims in front.
Value mergeInto(OpBuilder &b, Location loc, Value value, int64_t from, int64_t leading, int64_t dim) {
  SmallVector<int64_t> permutation, shape;
  ArrayRef<int64_t> old = tensorOf(value).getShape();
  for (int64_t i = 0; i < int64_t(old.size()); ++i)
    if (i != from)
      permutation.push_back(i);
  for (int64_t i : permutation)
    shape.push_back(old[i]);
  shape[leading + dim] *= old[from];
  permutation.insert(permutation.begin() + leading + dim, from);
  return reshapeTo(b, loc, transposeBy(b, loc, value, permutation), shape);
}

/// The members' values joined: [groups, ...].
FailureOr<Value> reduceMembers(Operation *op, OpBuilder &b, Groups &groups, RankValue operand, Combiner combiner) {
  Location loc = op->getLoc();
  Type element = tensorOf(operand.value).getElementType();
  DenseElementsAttr init = batch::identity(combiner, RankedTensorType::get({}, element));
  if (!init) {
    op->emitOpError() << "expected a combiner that has an identity in " << element;
    return failure();
  }
  Value members = groups.collect(b, loc, operand, [&](Value row) -> Value {
    return ConstantOp::create(b, loc, batch::identity(combiner, tensorOf(zeroRow(b, loc, row))));
  });
  RankedTensorType type = tensorOf(members);
  SmallVector<int64_t> shape = concat({type.getDimSize(0)}, type.getShape().drop_front(2));
  if (groups.size() == 1)
    return reshapeTo(b, loc, members, shape);
  auto order = OrderAttr::get(b.getContext(), {0, 1}, "fold", getAccumulationType(element));
  return Value(
      ReduceOp::create(b, loc, type.clone(shape), combiner, members, ConstantOp::create(b, loc, init), {int64_t(1)}, order));
}

Result allReduce(Operation *op, const Ranks &ranks, OpBuilder &b, RankValue operand) {
  Groups groups(ranks, groupsOf(op));
  FailureOr<Value> joined = reduceMembers(op, b, groups, operand, cast<AllReduceOp>(op).getCombiner());
  if (failed(joined))
    return failure();
  return groups.spread(b, op->getLoc(), *joined);
}

Result reduceScatter(Operation *op, const Ranks &ranks, OpBuilder &b, RankValue operand) {
  auto scatter = cast<ReduceScatterOp>(op);
  Groups groups(ranks, groupsOf(op));
  if (failed(requireComplete(op, groups)))
    return failure();
  FailureOr<Value> joined = reduceMembers(op, b, groups, operand, scatter.getCombiner());
  FailureOr<Value> parts = failed(joined) ? joined : partsOf(op, b, *joined, 1, scatter.getDim(), groups.size());
  if (failed(parts))
    return failure();
  return groups.scatter(b, op->getLoc(), *parts);
}

/// For values that no row stands in for.
Value noFiller(Value) { return {}; }

Result allGather(Operation *op, const Ranks &ranks, OpBuilder &b, RankValue operand) {
  Groups groups(ranks, groupsOf(op));
  if (failed(requireComplete(op, groups)))
    return failure();
  Value members = groups.collect(b, op->getLoc(), operand, noFiller);
  return groups.spread(b, op->getLoc(), mergeInto(b, op->getLoc(), members, 1, 1, cast<AllGatherOp>(op).getDim()));
}

Result allToAll(Operation *op, const Ranks &ranks, OpBuilder &b, RankValue operand) {
  auto exchange = cast<AllToAllOp>(op);
  Groups groups(ranks, groupsOf(op));
  if (failed(requireComplete(op, groups)))
    return failure();
  // [groups, senders, ...] -> [groups, senders, receivers, ...] -> [groups, receivers, ...].
  Value members = groups.collect(b, op->getLoc(), operand, noFiller);
  FailureOr<Value> parts = partsOf(op, b, members, 2, exchange.getSplitDim(), groups.size());
  if (failed(parts))
    return failure();
  return groups.scatter(b, op->getLoc(), mergeInto(b, op->getLoc(), *parts, 1, 2, exchange.getConcatDim()));
}

/// Row `from[i]` for rank i; zeros for -1.
RankValue moveRows(Operation *op, const Ranks &ranks, OpBuilder &b, RankValue operand, ArrayRef<int64_t> from) {
  Location loc = op->getLoc();
  Value all = ranks.widen(b, loc, operand, ranks.all()).value;
  ArrayRef<int64_t> local = tensorOf(operand.value).getShape().drop_front(operand.axes ? 1 : 0);
  if (!ranks.all())
    all = reshapeTo(b, loc, all, concat({1}, local));
  Value zero = llvm::is_contained(from, -1) ? zeroRow(b, loc, all) : Value();
  Value moved = assembleRows(b, loc, all, from, zero);
  return {ranks.all() ? moved : reshapeTo(b, loc, moved, local), ranks.all()};
}

Result collectivePermute(Operation *op, const Ranks &ranks, OpBuilder &b, RankValue operand) {
  SmallVector<int64_t> from(ranks.count(ranks.all()), -1);
  ArrayRef<int64_t> pairs = cast<CollectivePermuteOp>(op).getPairs();
  for (size_t i = 0; i + 1 < pairs.size(); i += 2)
    from[pairs[i + 1]] = pairs[i];
  return moveRows(op, ranks, b, operand, from);
}

Result collectiveBroadcast(Operation *op, const Ranks &ranks, OpBuilder &b, RankValue operand) {
  Groups groups(ranks, groupsOf(op));
  if (groups.isComplete()) {
    Value members = groups.collect(b, op->getLoc(), operand, noFiller);
    SmallVector<int64_t> shape(tensorOf(members).getShape()), starts(shape.size(), 0), strides(shape.size(), 1);
    shape[1] = 1;
    Value first = SliceOp::create(b, op->getLoc(), tensorOf(members).clone(shape), members, starts, shape, strides);
    shape.erase(shape.begin() + 1);
    return groups.spread(b, op->getLoc(), reshapeTo(b, op->getLoc(), first, shape));
  }
  SmallVector<int64_t> from(ranks.count(ranks.all()), -1);
  DenseIntElementsAttr attr = groupsOf(op);
  auto values = llvm::to_vector(attr.getValues<int64_t>());
  int64_t width = attr.getType().getDimSize(1);
  for (auto [i, rank] : llvm::enumerate(values))
    if (rank >= 0)
      from[rank] = values[int64_t(i) / width * width];
  return moveRows(op, ranks, b, operand, from);
}

/// A constant over the axes on which it depends.
Result rankValue(Operation *op, const Ranks &ranks, OpBuilder &b, RankValue) {
  auto number = cast<RankValueOp>(op);
  SmallVector<int64_t> values(number.getValues());
  RankedTensorType type = tensorOf(number.getResult());
  SmallVector<unsigned> places = ranks.members(ranks.all());
  SmallVector<int64_t> sizes = ranks.sizes(places);
  AxisSet set = ranks.all();
  for (size_t i = 0; i < places.size();) {
    // values is [before, size, after]: drop the axis if all of its slices are equal.
    int64_t after = 1, size = sizes[i];
    for (size_t k = i + 1; k < sizes.size(); ++k)
      after *= sizes[k];
    bool equal = true;
    SmallVector<int64_t> kept;
    for (int64_t at = 0; at < int64_t(values.size()); ++at) {
      int64_t position = at / after % size;
      equal &= values[at] == values[at - position * after];
      if (position == 0)
        kept.push_back(values[at]);
    }
    if (!equal) {
      ++i;
      continue;
    }
    values = kept;
    set &= ~(AxisSet(1) << places[i]);
    places.erase(places.begin() + i);
    sizes.erase(sizes.begin() + i);
  }
  SmallVector<int64_t> shape;
  if (set)
    shape.push_back(values.size());
  SmallVector<APInt> elements;
  for (int64_t value : values)
    elements.emplace_back(type.getElementTypeBitWidth(), value, /*isSigned=*/false, /*implicitTrunc=*/true);
  return RankValue{ConstantOp::create(b, op->getLoc(), DenseElementsAttr::get(type.clone(shape), elements)), set};
}

} // namespace

LogicalResult verifyCollective(Operation *op, const Ranks &ranks) {
  int64_t count = ranks.count(ranks.all()), rank = op->getNumOperands() ? tensorOf(op->getOperand(0)).getRank() : 0;
  auto exist = [&](auto list, int64_t least) {
    return llvm::all_of(list, [&](int64_t id) { return id >= least && id < count; });
  };
  if (Attribute groups = op->getAttr("groups")) {
    auto dense = dyn_cast<DenseIntElementsAttr>(groups);
    if (!dense || dense.getType().getRank() != 2 || !exist(dense.getValues<int64_t>(), -1))
      return op->emitOpError() << "expected groups of logical ranks below " << count;
  }
  if (auto pairs = op->getAttrOfType<DenseI64ArrayAttr>("pairs"))
    if (pairs.size() % 2 || !exist(pairs.asArrayRef(), 0))
      return op->emitOpError() << "expected pairs of logical ranks below " << count;
  if (auto values = op->getAttrOfType<DenseI64ArrayAttr>("values"))
    if (values.size() != count)
      return op->emitOpError() << "expected " << count << " values";
  for (StringRef name : {"dim", "split_dim", "concat_dim"})
    if (auto dim = op->getAttrOfType<IntegerAttr>(name))
      if (dim.getInt() < 0 || dim.getInt() >= rank)
        return op->emitOpError() << "expected " << name << " below rank " << rank;
  return success();
}

llvm::StringMap<Collective> buildCollectives() {
  llvm::StringMap<Collective> table;
  table["det.all_reduce"] = allReduce;
  table["det.all_gather"] = allGather;
  table["det.reduce_scatter"] = reduceScatter;
  table["det.all_to_all"] = allToAll;
  table["det.collective_permute"] = collectivePermute;
  table["det.collective_broadcast"] = collectiveBroadcast;
  table["det.rank_value"] = rankValue;
  return table;
}

} // namespace det::import
