// sort, and top_k as a sort and slices.
#include "Bodies.h"

using namespace mlir;

namespace det::import {
namespace {

LogicalResult sort(const Conversion &c) {
  unsigned count = c.op->getNumOperands();
  if (count == 0 || c.op->getNumResults() != count || c.op->getNumRegions() != 1)
    return c.op->emitError() << "'" << c.op->getName() << "' expected as many results as operands, at least one, and one region";
  int64_t rank = c.type().getRank(), dim = -1;
  if (auto attr = c.op->getAttrOfType<IntegerAttr>("dimension"))
    dim = attr.getInt();
  if (dim < -rank || dim >= rank)
    return c.op->emitError() << "'" << c.op->getName() << "' expected a dimension in [" << -rank << ", " << rank << "), got "
                             << dim;
  Region &region = c.op->getRegion(0);
  if (!region.hasOneBlock() || region.getNumArguments() != 2 * count || !regionReturn(region) ||
      regionReturn(region)->getNumOperands() != 1)
    return c.op->emitError() << "'" << c.op->getName() << "' expected a comparator with two arguments per operand and one result";
  // is_stable does not matter: all sorts are stable.
  auto made = SortOp::create(c.b, c.loc(), c.op->getResultTypes(), c.op->getOperands(), dim < 0 ? dim + rank : dim);
  SmallVector<unsigned> arguments = llvm::to_vector(llvm::seq(2 * count));
  if (failed(convertBody(c, region, arguments, {0}, made.getBody())))
    return failure();
  return c.replace(made.getOutputs());
}

/// The k first of a stable sort, greatest first; floats by their total order.
LogicalResult topK(const Conversion &c) {
  FailureOr<int64_t> k = c.integer("k");
  if (failed(k))
    return failure();
  RankedTensorType type = c.type();
  int64_t rank = type.getRank();
  if (rank == 0 || *k > type.getShape().back() || c.op->getNumResults() != 2)
    return c.op->emitError() << "'" << c.op->getName()
                             << "' expected an operand whose last dim has at least k elements, and two results";
  bool largest = true;
  if (auto attr = c.op->getAttrOfType<BoolAttr>("largest"))
    largest = attr.getValue();
  Type indexType = c.resultType(1).getElementType();
  Value line = IotaOp::create(c.b, c.loc(), RankedTensorType::get({type.getShape().back()}, indexType), 0);
  Value indices = BroadcastInDimOp::create(c.b, c.loc(), type.clone(indexType), line, ArrayRef<int64_t>{rank - 1});
  auto made = SortOp::create(c.b, c.loc(), {type, indices.getType()}, {c.operand(), indices}, rank - 1);
  Block &body = made.getBody().emplaceBlock();
  auto scalar = [&](Type element) { return RankedTensorType::get({}, element); };
  for (Type element : {type.getElementType(), indexType})
    body.addArguments({scalar(element), scalar(element)}, {c.loc(), c.loc()});
  OpBuilder inner = OpBuilder::atBlockEnd(&body);
  bool isTotal = isa<FloatType>(type.getElementType());
  Value before = CompareOp::create(inner, c.loc(), scalar(inner.getI1Type()), largest ? Comparison::GT : Comparison::LT,
                                   body.getArgument(0), body.getArgument(1), isTotal);
  YieldOp::create(inner, c.loc(), before);
  SmallVector<int64_t> starts(rank, 0), limits(type.getShape()), steps(rank, 1);
  limits.back() = *k;
  SmallVector<Value> results;
  for (auto [i, output] : llvm::enumerate(made.getOutputs()))
    results.push_back(SliceOp::create(c.b, c.loc(), c.resultType(i), output, starts, limits, steps));
  return c.replace(results);
}

} // namespace

void addSortConversions(Conversions &table) {
  table.add("sort", -1, sort);
  table.add("chlo.top_k topk", 1, topK);
}

} // namespace det::import
