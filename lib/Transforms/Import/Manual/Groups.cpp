// Groups of logical ranks.
#include "Groups.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;

namespace det::import {

Value zeroRow(OpBuilder &b, Location loc, Value source) {
  SmallVector<int64_t> shape(tensorOf(source).getShape());
  shape[0] = 1;
  return ConstantOp::create(b, loc, cast<ElementsAttr>(b.getZeroAttr(tensorOf(source).clone(shape))));
}

Value assembleRows(OpBuilder &b, Location loc, Value source, ArrayRef<int64_t> rows, Value filler) {
  RankedTensorType type = tensorOf(source);
  auto withRows = [&](int64_t count) {
    SmallVector<int64_t> shape(type.getShape());
    shape[0] = count;
    return type.clone(shape);
  };
  SmallVector<Value> parts;
  for (size_t i = 0; i < rows.size();) {
    if (rows[i] < 0) {
      parts.push_back(filler);
      ++i;
      continue;
    }
    // Rows that follow each other are one slice.
    size_t end = i + 1;
    while (end < rows.size() && rows[end] == rows[i] + int64_t(end - i))
      ++end;
    if (rows[i] == 0 && int64_t(end - i) == type.getDimSize(0)) {
      parts.push_back(source);
    } else {
      SmallVector<int64_t> starts(type.getRank(), 0), limits(type.getShape()), strides(type.getRank(), 1);
      starts[0] = rows[i];
      limits[0] = rows[i] + int64_t(end - i);
      parts.push_back(SliceOp::create(b, loc, withRows(int64_t(end - i)), source, starts, limits, strides));
    }
    i = end;
  }
  return parts.size() == 1 ? parts[0] : Value(ConcatenateOp::create(b, loc, withRows(rows.size()), parts, 0));
}

Groups::Groups(const Ranks &ranks, DenseIntElementsAttr groups) : ranks(ranks) {
  ArrayRef<int64_t> shape = groups.getType().getShape();
  memberCount = std::max<int64_t>(shape[1], 1);
  auto values = llvm::to_vector(groups.getValues<int64_t>());
  llvm::SmallSet<int64_t, 16> seen;
  for (int64_t i = 0; i < shape[0]; ++i) {
    rows.emplace_back(ArrayRef(values).slice(i * shape[1], shape[1]));
    complete &= !llvm::is_contained(rows.back(), -1);
    seen.insert_range(rows.back());
  }
  given = rows.size();
  for (int64_t rank = 0, count = ranks.count(ranks.all()); rank < count; ++rank) {
    if (seen.contains(rank))
      continue;
    complete = false;
    rows.emplace_back(memberCount, -1)[0] = rank;
  }
  if (complete)
    along = findAxes();
}

SmallVector<bool> Groups::grouped() const {
  SmallVector<bool> result(ranks.count(ranks.all()), false);
  for (ArrayRef<int64_t> row : ArrayRef(rows).take_front(given))
    for (int64_t rank : row)
      if (rank >= 0)
        result[rank] = true;
  return result;
}

bool Groups::runsAlong(ArrayRef<unsigned> along) const {
  SmallVector<unsigned> places = ranks.members(ranks.all());
  llvm::DenseMap<unsigned, int64_t> stride;
  int64_t next = 1;
  for (unsigned place : llvm::reverse(places)) {
    stride[place] = next;
    next *= ranks.getAxes()[place].size;
  }
  for (ArrayRef<int64_t> row : rows)
    for (auto [i, rank] : llvm::enumerate(row)) {
      int64_t expected = row[0], position = i;
      for (unsigned place : llvm::reverse(along)) {
        int64_t size = ranks.getAxes()[place].size;
        if (row[0] / stride[place] % size != 0)
          return false;
        expected += position % size * stride[place];
        position /= size;
      }
      if (rank != expected)
        return false;
    }
  return true;
}

bool Groups::extend(SmallVectorImpl<unsigned> &along, int64_t product) const {
  if (product == memberCount)
    return runsAlong(along);
  for (unsigned place : ranks.members(ranks.all())) {
    int64_t size = ranks.getAxes()[place].size;
    if (llvm::is_contained(along, place) || memberCount % (product * size))
      continue;
    along.push_back(place);
    if (extend(along, product * size))
      return true;
    along.pop_back();
  }
  return false;
}

std::optional<SmallVector<unsigned>> Groups::findAxes() const {
  SmallVector<unsigned> found;
  if (!extend(found, 1))
    return std::nullopt;
  return found;
}

static SmallVector<int64_t> concat(ArrayRef<int64_t> first, ArrayRef<int64_t> second) {
  SmallVector<int64_t> list(first);
  llvm::append_range(list, second);
  return list;
}

Value Groups::collect(OpBuilder &b, Location loc, RankValue value, llvm::function_ref<Value(Value)> filler) {
  if (!along) {
    Value all = ranks.widen(b, loc, value, ranks.all()).value;
    if (!ranks.all()) // a single rank
      all = reshapeTo(b, loc, all, concat({1}, tensorOf(all).getShape()));
    SmallVector<int64_t> flat;
    for (ArrayRef<int64_t> row : rows)
      llvm::append_range(flat, row);
    Value none = llvm::is_contained(flat, -1) ? filler(all) : Value();
    return reshapeTo(b, loc, assembleRows(b, loc, all, flat, none),
                     concat({int64_t(rows.size()), memberCount}, tensorOf(all).getShape().drop_front()));
  }
  AxisSet inside = 0;
  for (unsigned place : *along)
    inside |= AxisSet(1) << place;
  value = ranks.widen(b, loc, value, value.axes | inside);
  rest = value.axes & ~inside;
  SmallVector<int64_t> local(tensorOf(value.value).getShape().drop_front(value.axes ? 1 : 0));
  SmallVector<unsigned> places = ranks.members(value.axes);
  SmallVector<int64_t> permutation;
  for (bool isInside : {false, true})
    for (unsigned place : isInside ? ArrayRef<unsigned>(*along) : ArrayRef<unsigned>(places))
      if (isInside || rest >> place & 1)
        permutation.push_back(llvm::find(places, place) - places.begin());
  for (size_t i = 0; i < local.size(); ++i)
    permutation.push_back(places.size() + i);
  Value parts = reshapeTo(b, loc, value.value, concat(ranks.sizes(places), local));
  return reshapeTo(b, loc, transposeBy(b, loc, parts, permutation), concat({ranks.count(rest), memberCount}, local));
}

RankValue Groups::spread(OpBuilder &b, Location loc, Value perGroup) const {
  ArrayRef<int64_t> shape = tensorOf(perGroup).getShape();
  if (along)
    return {rest ? perGroup : reshapeTo(b, loc, perGroup, shape.drop_front()), rest};
  SmallVector<int64_t> groupOf(ranks.count(ranks.all()));
  for (auto [i, row] : llvm::enumerate(rows))
    for (int64_t rank : row)
      if (rank >= 0)
        groupOf[rank] = i;
  Value all = assembleRows(b, loc, perGroup, groupOf, {});
  return {ranks.all() ? all : reshapeTo(b, loc, all, shape.drop_front()), ranks.all()};
}

RankValue Groups::scatter(OpBuilder &b, Location loc, Value perMember) const {
  SmallVector<int64_t> local(tensorOf(perMember).getShape().drop_front(2));
  if (!along) {
    SmallVector<int64_t> placeOf(ranks.count(ranks.all()));
    for (auto [i, row] : llvm::enumerate(rows))
      for (auto [j, rank] : llvm::enumerate(row))
        if (rank >= 0)
          placeOf[rank] = i * memberCount + j;
    Value flat = reshapeTo(b, loc, perMember, concat({int64_t(rows.size()) * memberCount}, local));
    Value all = assembleRows(b, loc, flat, placeOf, {});
    return {ranks.all() ? all : reshapeTo(b, loc, all, local), ranks.all()};
  }
  // [rest..., along..., local] -> axes in ascending place.
  SmallVector<unsigned> from = ranks.members(rest);
  llvm::append_range(from, *along);
  AxisSet set = 0;
  for (unsigned place : from)
    set |= AxisSet(1) << place;
  SmallVector<int64_t> permutation;
  for (unsigned place : ranks.members(set))
    permutation.push_back(llvm::find(from, place) - from.begin());
  for (size_t i = 0; i < local.size(); ++i)
    permutation.push_back(from.size() + i);
  Value parts = transposeBy(b, loc, reshapeTo(b, loc, perMember, concat(ranks.sizes(from), local)), permutation);
  return {reshapeTo(b, loc, parts, set ? concat({ranks.count(set)}, local) : local), set};
}

} // namespace det::import
