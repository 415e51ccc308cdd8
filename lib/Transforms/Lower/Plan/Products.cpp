// Products: one entry per product, or per node of a product whose inner dim is split. Any strides are read and written in place.
#include "Lowerings.h"

#include "det/Runtime/Host/Product.h"

using namespace mlir;

namespace det::plan {

namespace {
/// The four loop groups of a product, with strides in A, B and C.
struct Loops {
  std::vector<rt::host::Axis> batch, rows, columns, inner;
};
} // namespace

/// Drops dims of size 1 and merges neighbours that lie like one dim in A, B and C.
static void collapse(std::vector<rt::host::Axis> &axes) {
  std::vector<rt::host::Axis> merged;
  for (const rt::host::Axis &axis : axes) {
    if (axis.size == 1)
      continue;
    if (!merged.empty()) {
      rt::host::Axis &outer = merged.back();
      if (outer.a == axis.a * axis.size && outer.b == axis.b * axis.size && outer.c == axis.c * axis.size) {
        outer = {outer.size * axis.size, axis.a, axis.b, axis.c};
        continue;
      }
    }
    merged.push_back(axis);
  }
  axes = std::move(merged);
}

/// The loops of a product over a node (null: all of the local inner dims).
static Loops loopsOf(DotOp op, const View &a, const View &b, const View &c, const order::Box *node) {
  Loops loops;
  size_t dim = 0;
  for (auto [l, r] : llvm::zip(op.getLhsBatching(), op.getRhsBatching())) {
    loops.batch.push_back({a.shape[l], a.strides[l], b.strides[r], c.strides[dim]});
    ++dim;
  }
  auto isFree = [](ArrayRef<int64_t> batching, ArrayRef<int64_t> contracting, int64_t i) {
    return !llvm::is_contained(batching, i) && !llvm::is_contained(contracting, i);
  };
  for (int64_t i = 0, e = a.shape.size(); i < e; ++i)
    if (isFree(op.getLhsBatching(), op.getLhsContracting(), i))
      loops.rows.push_back({a.shape[i], a.strides[i], 0, c.strides[dim++]});
  for (int64_t i = 0, e = b.shape.size(); i < e; ++i)
    if (isFree(op.getRhsBatching(), op.getRhsContracting(), i))
      loops.columns.push_back({b.shape[i], 0, b.strides[i], c.strides[dim++]});
  for (auto [position, pair] : llvm::enumerate(llvm::zip(op.getLhsContracting(), op.getRhsContracting()))) {
    auto [l, r] = pair;
    loops.inner.push_back({node ? (*node)[position].size() : a.shape[l], a.strides[l], b.strides[r], 0});
  }
  for (std::vector<rt::host::Axis> *axes : {&loops.batch, &loops.rows, &loops.columns, &loops.inner})
    collapse(*axes);
  return loops;
}

/// The leaf lengths and the joins of a node, as the walk over the inner dims meets them. Fails where leaves are not runs of
/// that walk: no default order does that.
static LogicalResult setExpression(DotOp op, const order::Box &node, rt::host::Product &product) {
  int64_t volume = order::volume(node);
  if (volume == 0)
    return success();
  if (getLevel(op) == "not_guaranteed") {
    product.leaves = {static_cast<int32_t>(volume)};
    product.pops = {0};
    return success();
  }
  order::Program program = order::program(toModel(op.getOrderAttr()), node);
  int64_t next = 0;
  for (const order::Box &leaf : program.leaves) {
    // First and last position of the leaf in the row-major walk over the node.
    int64_t first = 0, last = 0;
    for (size_t dim = 0; dim < node.size(); ++dim) {
      first = first * node[dim].size() + leaf[dim].begin - node[dim].begin;
      last = last * node[dim].size() + leaf[dim].end - 1 - node[dim].begin;
    }
    int64_t size = order::volume(leaf);
    if (first != next || last != next + size - 1)
      return op.emitOpError("has an order whose leaves are not consecutive in the row-major walk over the contracting dims");
    product.leaves.push_back(static_cast<int32_t>(size));
    next += size;
  }
  product.pops = program.pops;
  return success();
}

/// True if neighbours in C's memory are rows of one column rather than columns of one row.
static bool isAlongRows(const Loops &loops) {
  return !loops.rows.empty() && !loops.columns.empty() && loops.rows.back().c == 1 && loops.columns.back().c != 1;
}

static std::vector<artifact::ProductAxis> axesOf(const std::vector<rt::host::Axis> &axes) {
  std::vector<artifact::ProductAxis> result;
  for (const rt::host::Axis &axis : axes)
    result.emplace_back(axis.size, axis.a, axis.b, axis.c);
  return result;
}

static LogicalResult addProduct(DotOp op, const View &left, const View &right, const View &c, Type type, const order::Box *node,
                                ProgramBuilder &builder) {
  int64_t bytes = bytesOf(type);
  Loops loops = loopsOf(op, left, right, c, node);
  // Where C lies transposed, the transposed product writes it along rows. a*b is b*a in all bits.
  bool isTransposed = isAlongRows(loops);
  const View &a = isTransposed ? right : left, &b = isTransposed ? left : right;
  if (isTransposed) {
    std::swap(loops.rows, loops.columns);
    for (std::vector<rt::host::Axis> *axes : {&loops.batch, &loops.rows, &loops.columns, &loops.inner})
      for (rt::host::Axis &axis : *axes)
        std::swap(axis.a, axis.b);
  }
  rt::host::Product product{
      loops.batch, loops.rows, loops.columns, loops.inner, {}, {}, type.isF64() ? rt::host::Real::f64 : rt::host::Real::f32};
  if (failed(setExpression(op, node ? *node : boxOf(op), product)))
    return failure();
  artifact::ProductT entry;
  entry.type = elementTypeOf(type);
  entry.batch = axesOf(loops.batch);
  entry.rows = axesOf(loops.rows);
  entry.columns = axesOf(loops.columns);
  entry.inner = axesOf(loops.inner);
  entry.leaves = product.leaves;
  entry.pops = product.pops;
  for (rt::host::Isa isa : {rt::host::Isa::v3, rt::host::Isa::v4}) {
    rt::host::Tiling tiling = rt::host::chooseTiling(product, isa);
    entry.tilings.emplace_back(tiling.mr, tiling.nr, tiling.mc, tiling.nc, tiling.kc);
  }
  builder.addRankOffsets(a, 0, bytes, entry.rank_offsets);
  builder.addRankOffsets(b, 1, bytes, entry.rank_offsets);
  int64_t flops = 2 * c.elements();
  for (const rt::host::Axis &axis : loops.inner)
    flops *= axis.size;
  builder.add(std::move(entry), {builder.reads(a, bytes), builder.reads(b, bytes), builder.writes(c, bytes)},
              builder.tables.label(op), flops, flops / 8);
  return success();
}

static LogicalResult lowerDot(DotOp op, ProgramBuilder &builder) {
  Type type = cast<RankedTensorType>(op.getLhs().getType()).getElementType();
  for (Value value : op->getOperands())
    if (cast<RankedTensorType>(value.getType()).getElementType() != type || !(type.isF32() || type.isF64()))
      return op.emitOpError() << "expected f32 or f64 operands for a product on the host, got " << op.getLhs().getType()
                              << " and " << op.getRhs().getType() << "; convert them first";
  Value result = op.getResult();
  View a = builder.view(op.getLhs()), b = builder.view(op.getRhs());
  if (!builder.placements.layout(result).isPartial()) {
    View c = builder.place(result);
    builder.setView(result, c);
    return c.isEmpty() ? success() : addProduct(op, a, b, c, type, nullptr, builder);
  }

  // One entry per node, over the node's part of the inner dims; results one after the other.
  SmallVector<order::Box> nodes = builder.placements.nodes(result, builder.rank);
  order::Box part = builder.placements.part(result, builder.rank);
  SmallVector<int64_t> local = builder.localShape(result), all{static_cast<int64_t>(nodes.size())};
  all.append(local);
  View results = builder.allocate(all, bytesOf(type));
  builder.setView(result, results);
  if (elementsOf(local) == 0)
    return success();
  for (auto [i, node] : llvm::enumerate(nodes)) {
    View nodeA = a, nodeB = b, c = View::dense(results.buffer, local);
    c.offset = static_cast<int64_t>(i) * elementsOf(local);
    for (auto [position, pair] : llvm::enumerate(llvm::zip(op.getLhsContracting(), op.getRhsContracting()))) {
      auto [l, r] = pair;
      int64_t start = node[position].begin - part[position].begin;
      nodeA.offset += start * a.strides[l];
      nodeB.offset += start * b.strides[r];
    }
    if (failed(addProduct(op, nodeA, nodeB, c, type, &node, builder)))
      return failure();
  }
  return success();
}

void addProductLowerings(LoweringTable &table) { addLowering<DotOp>(table, lowerDot); }

} // namespace det::plan
