// From loops and an expression to a product entry.
#include "ProductEntry.h"

#include "det/Dialect/Det/OrderModel.h"

using namespace mlir;

namespace det::plan {

using rt::host::Axis;

std::optional<rt::host::Real> productTypeOf(Type element) {
  if (element.isF32())
    return rt::host::Real::f32;
  if (element.isF64())
    return rt::host::Real::f64;
  if (element.isInteger(32))
    return rt::host::Real::i32;
  if (element.isInteger(64))
    return rt::host::Real::i64;
  return std::nullopt;
}

/// Drops dims of size 1 and merges neighbours that lie like one dim in A, B and C.
static void collapse(std::vector<Axis> &axes) {
  std::vector<Axis> merged;
  for (const Axis &axis : axes) {
    if (axis.size == 1)
      continue;
    if (!merged.empty()) {
      Axis &outer = merged.back();
      if (outer.a == axis.a * axis.size && outer.b == axis.b * axis.size && outer.c == axis.c * axis.size) {
        outer = {outer.size * axis.size, axis.a, axis.b, axis.c};
        continue;
      }
    }
    merged.push_back(axis);
  }
  axes = std::move(merged);
}

//===-- Terms ------------------------------------------------------------------------------------------------------===//

/// True if the leaves are consecutive runs of the row-major walk over all terms.
static bool isOneWalk(const order::Program &program, ArrayRef<TermDim> dims) {
  int64_t next = 0;
  for (const order::Box &leaf : program.leaves) {
    int64_t first = 0, last = 0;
    for (auto [range, dim] : llvm::zip(leaf, dims)) {
      first = first * dim.size + range.begin;
      last = last * dim.size + range.end - 1;
    }
    int64_t size = order::volume(leaf);
    if (first != next || last != next + size - 1)
      return false;
    next += size;
  }
  return true;
}

/// The only dim along which `next` lies behind `leaf`, and how far; the shapes are equal. Nothing if there is no such dim.
static std::optional<std::pair<size_t, int64_t>> stepBetween(const order::Box &leaf, const order::Box &next) {
  std::optional<std::pair<size_t, int64_t>> step;
  for (size_t dim = 0; dim < leaf.size(); ++dim) {
    if (leaf[dim].size() != next[dim].size())
      return std::nullopt;
    if (leaf[dim].begin == next[dim].begin)
      continue;
    if (step)
      return std::nullopt;
    step = {dim, next[dim].begin - leaf[dim].begin};
  }
  return step;
}

/// Leaves of one shape at equal distances are one part of the walk.
static std::vector<rt::host::InnerPart> partsOf(const order::Program &program, ArrayRef<TermDim> dims) {
  std::vector<rt::host::InnerPart> parts;
  for (size_t i = 0, end; i < program.leaves.size(); i = end) {
    const order::Box &leaf = program.leaves[i];
    std::optional<std::pair<size_t, int64_t>> step;
    for (end = i + 1; end < program.leaves.size(); ++end) {
      auto next = stepBetween(program.leaves[end - 1], program.leaves[end]);
      if (!next || (step && next != step))
        break;
      step = next;
    }
    rt::host::InnerPart &part = parts.emplace_back();
    if (step) {
      const TermDim &dim = dims[step->first];
      part.axes.push_back({static_cast<int64_t>(end - i), step->second * dim.a, step->second * dim.b, 0});
    }
    for (auto [range, dim] : llvm::zip(leaf, dims)) {
      part.a += range.begin * dim.a;
      part.b += range.begin * dim.b;
      part.axes.push_back({range.size(), dim.a, dim.b, 0});
    }
    collapse(part.axes);
  }
  return parts;
}

static std::vector<Axis> oneWalk(ArrayRef<TermDim> dims) {
  std::vector<Axis> axes;
  for (const TermDim &dim : dims)
    axes.push_back({dim.size, dim.a, dim.b, 0});
  collapse(axes);
  return axes;
}

void setTerms(const order::Program &program, ArrayRef<TermDim> dims, rt::host::Product &product) {
  for (const order::Box &leaf : program.leaves)
    product.leaves.push_back(static_cast<int32_t>(order::volume(leaf)));
  product.pops = program.pops;
  if (isOneWalk(program, dims)) {
    product.inner = oneWalk(dims);
    return;
  }
  // The first leaf is at the first term: `inner` starts there.
  product.more = partsOf(program, dims);
  product.inner = product.more.front().axes;
  product.more.erase(product.more.begin());
}

void setOneLeaf(ArrayRef<TermDim> dims, rt::host::Product &product) {
  int64_t volume = 1;
  for (const TermDim &dim : dims)
    volume *= dim.size;
  product.inner = oneWalk(dims);
  if (volume == 0)
    return;
  product.leaves = {static_cast<int32_t>(volume)};
  product.pops = {0};
}

//===-- Tensor cores -----------------------------------------------------------------------------------------------===//

std::optional<Mma> mmaOf(Operation *op) {
  auto dot = dyn_cast<DotOp>(op);
  if (!dot || !dot.getOrderAttr())
    return std::nullopt;
  order::Order order = toModel(dot.getOrderAttr());
  if (!tensorCoreOf(order, dot))
    return std::nullopt;
  Mma mma{artifact::MmaModel::none, artifact::ElementType::f32};
  for (artifact::MmaModel model : artifact::EnumValuesMmaModel())
    if (order.model == artifact::EnumNameMmaModel(model))
      mma.model = model;
  std::string type = typeName(cast<RankedTensorType>(dot.getLhs().getType()).getElementType());
  for (artifact::ElementType element : artifact::EnumValuesElementType())
    if (type == artifact::EnumNameElementType(element))
      mma.operand = element;
  return mma;
}

//===-- The entry --------------------------------------------------------------------------------------------------===//

/// True if neighbours in C's memory are rows of one column rather than columns of one row.
static bool isAlongRows(const rt::host::Product &product) {
  return !product.rows.empty() && !product.columns.empty() && product.rows.back().c == 1 && product.columns.back().c != 1;
}

static std::vector<artifact::ProductAxis> axesOf(const std::vector<Axis> &axes) {
  std::vector<artifact::ProductAxis> result;
  for (const Axis &axis : axes)
    result.emplace_back(axis.size, axis.a, axis.b, axis.c);
  return result;
}

Step &addProduct(rt::host::Product product, const View &left, const View &right, const View &c, Operation *op, ProgramBuilder &builder) {
  std::vector<std::vector<Axis> *> groups{&product.batch, &product.rows, &product.columns, &product.inner};
  for (rt::host::InnerPart &part : product.more)
    groups.push_back(&part.axes);
  for (std::vector<Axis> *axes : groups)
    collapse(*axes);
  // Where C lies transposed, the transposed product writes it along rows. a*b is b*a in all bits.
  bool isTransposed = isAlongRows(product);
  const View &a = isTransposed ? right : left, &b = isTransposed ? left : right;
  if (isTransposed) {
    std::swap(product.rows, product.columns);
    for (std::vector<Axis> *axes : groups)
      for (Axis &axis : *axes)
        std::swap(axis.a, axis.b);
    for (rt::host::InnerPart &part : product.more)
      std::swap(part.a, part.b);
  }
  Type element = cast<RankedTensorType>(op->getResult(0).getType()).getElementType();
  int64_t bytes = bytesOf(element), operandBytes = bytes, outputs = 1, terms = 0;
  artifact::ProductT entry;
  if (std::optional<Mma> mma = mmaOf(op)) {
    entry.model = mma->model;
    entry.operand = mma->operand;
    operandBytes = bytesOf(op->getOperand(0));
  }
  switch (product.type) {
  case rt::host::Real::f32:
    entry.type = artifact::ElementType::f32;
    break;
  case rt::host::Real::f64:
    entry.type = artifact::ElementType::f64;
    break;
  case rt::host::Real::i32:
    entry.type = artifact::ElementType::i32;
    break;
  case rt::host::Real::i64:
    entry.type = artifact::ElementType::i64;
    break;
  }
  entry.batch = axesOf(product.batch);
  entry.rows = axesOf(product.rows);
  entry.columns = axesOf(product.columns);
  entry.inner = axesOf(product.inner);
  for (const rt::host::InnerPart &part : product.more) {
    entry.more.push_back(std::make_unique<artifact::ProductPartT>());
    entry.more.back()->a = part.a;
    entry.more.back()->b = part.b;
    entry.more.back()->inner = axesOf(part.axes);
  }
  entry.leaves = product.leaves;
  entry.pops = product.pops;
  for (rt::host::Isa isa : {rt::host::Isa::v3, rt::host::Isa::v4}) {
    rt::host::Tiling tiling = rt::host::chooseTiling(product, isa);
    entry.tilings.emplace_back(tiling.mr, tiling.nr, tiling.mc, tiling.nc, tiling.kc);
  }
  for (const std::vector<Axis> *axes : {&product.batch, &product.rows, &product.columns})
    for (const Axis &axis : *axes)
      outputs *= axis.size;
  for (int32_t leaf : product.leaves)
    terms += leaf;
  int64_t multiplications = outputs * terms;
  builder.addRankOffsets(a, 0, operandBytes, entry.rank_offsets);
  builder.addRankOffsets(b, 1, operandBytes, entry.rank_offsets);
  builder.addRankOffsets(c, 2, bytes, entry.rank_offsets);
  return builder.add(std::move(entry), {builder.reads(a, operandBytes), builder.reads(b, operandBytes), builder.writes(c, bytes)},
              builder.tables.label(op), isa<FloatType>(element) ? 2 * multiplications : 0, multiplications / 4);
}

} // namespace det::plan
