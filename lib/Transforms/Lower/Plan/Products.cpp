// Matrix products: one entry per product, or per node of a product whose inner dim is split. Any strides are read and written in
// place.
#include "Claims.h"
#include "Lowerings.h"
#include "ProductEntry.h"

using namespace mlir;

namespace det::plan {

/// The loops over outputs.
static void setLoops(DotOp op, const View &a, const View &b, const View &c, rt::host::Product &product) {
  size_t dim = 0;
  for (auto [l, r] : llvm::zip(op.getLhsBatching(), op.getRhsBatching())) {
    product.batch.push_back({a.shape[l], a.strides[l], b.strides[r], c.strides[dim]});
    ++dim;
  }
  auto isFree = [](ArrayRef<int64_t> batching, ArrayRef<int64_t> contracting, int64_t i) {
    return !llvm::is_contained(batching, i) && !llvm::is_contained(contracting, i);
  };
  for (int64_t i = 0, e = a.shape.size(); i < e; ++i)
    if (isFree(op.getLhsBatching(), op.getLhsContracting(), i))
      product.rows.push_back({a.shape[i], a.strides[i], 0, c.strides[dim++]});
  for (int64_t i = 0, e = b.shape.size(); i < e; ++i)
    if (isFree(op.getRhsBatching(), op.getRhsContracting(), i))
      product.columns.push_back({b.shape[i], 0, b.strides[i], c.strides[dim++]});
}

/// Adds the entry of one node of the product's box. The views are those of the node's first elements.
static Step &addNode(DotOp op, const View &a, const View &b, const View &c, const order::Box &node, ProgramBuilder &builder) {
  rt::host::Product product;
  product.type = *productTypeOf(cast<RankedTensorType>(op.getType()).getElementType());
  setLoops(op, a, b, c, product);
  SmallVector<TermDim> dims;
  for (auto [range, l, r] : llvm::zip(node, op.getLhsContracting(), op.getRhsContracting()))
    dims.push_back({range.size(), a.strides[l], b.strides[r]});
  if (isFree(op)) {
    setOneLeaf(dims, product);
  } else {
    order::Program program = order::program(toModel(op.getOrderAttr()), node);
    for (order::Box &leaf : program.leaves)
      for (auto [range, from] : llvm::zip(leaf, node))
        range = {range.begin - from.begin, range.end - from.begin};
    setTerms(program, dims, product);
  }
  return addProduct(std::move(product), a, b, c, op, builder);
}

static LogicalResult lowerDot(DotOp op, ProgramBuilder &builder) {
  Type type = cast<RankedTensorType>(op.getType()).getElementType();
  if (toModel(op.getOrderAttr()).leaf == order::Leaf::Mma && !(mmaOf(op) && type.isF32()))
    return op.emitOpError() << "expected an order that this product's operands can have, got " << op.getOrderAttr();
  for (Value value : op->getOperands())
    if (!mmaOf(op) && (cast<RankedTensorType>(value.getType()).getElementType() != type || !productTypeOf(type)))
      return op.emitOpError() << "expected f32, f64, i32 or i64 operands for a product on the host, got " << op.getLhs().getType()
                              << " and " << op.getRhs().getType() << "; det-widen-products converts them";
  Value result = op.getResult();
  View a = builder.view(op.getLhs()), b = builder.view(op.getRhs());
  if (!builder.placements.layout(result).isPartial()) {
    View c = builder.place(result);
    builder.setView(result, c);
    if (!c.isEmpty())
      addNode(op, a, b, c, boxOf(op), builder);
    return success();
  }

  // One entry per node, over the node's part of the inner dims; results one after the other.
  SmallVector<order::Box> nodes = builder.placements.nodes(result, builder.rank);
  order::Box part = builder.placements.part(result, builder.rank);
  SmallVector<int64_t> local = builder.localShape(result), all{static_cast<int64_t>(nodes.size())};
  all.append(local);
  View results = builder.allocate(all, bytesOf(type));
  results.nodes = {0, static_cast<uint32_t>(nodes.size())};
  builder.setView(result, results);
  if (elementsOf(local) == 0)
    return success();
  for (auto [i, node] : llvm::enumerate(nodes)) {
    View nodeA = a, nodeB = b, c = View::dense(results.buffer, local);
    c.offset = static_cast<int64_t>(i) * elementsOf(local);
    c.value = result;
    c.nodes = {static_cast<uint32_t>(i), 1};
    nodeA.starts.assign(a.shape.size(), 0);
    nodeB.starts.assign(b.shape.size(), 0);
    for (auto [position, pair] : llvm::enumerate(llvm::zip(op.getLhsContracting(), op.getRhsContracting()))) {
      auto [l, r] = pair;
      int64_t start = node[position].begin - part[position].begin;
      nodeA.offset += start * a.strides[l];
      nodeB.offset += start * b.strides[r];
      nodeA.starts[l] = nodeB.starts[r] = start;
      nodeA.shape[l] = nodeB.shape[r] = node[position].size();
    }
    addNode(op, nodeA, nodeB, c, node, builder).node = boxWithin(node, part);
  }
  return success();
}

void addProductLowerings(LoweringTable &table) { addLowering<DotOp>(table, lowerDot); }

} // namespace det::plan
