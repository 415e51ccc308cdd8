// Operations that make, move or repeat elements.
#include "../Constants.h"
#include "Converters.h"

using namespace mlir;

namespace det::import {
namespace {

LogicalResult constant(const Conversion &c) {
  auto dense = c.op->getAttrOfType<DenseElementsAttr>("value");
  if (!dense || dense.getType() != c.resultType())
    return c.bad("value");
  return c.replace(ConstantOp::create(c.b, c.loc(), canonicalNaNs(dense)).getResult());
}

LogicalResult iota(const Conversion &c) {
  FailureOr<int64_t> dim = c.integer("iota_dimension");
  if (failed(dim))
    return failure();
  return c.replace(IotaOp::create(c.b, c.loc(), c.resultType(), *dim).getResult());
}

LogicalResult broadcastInDim(const Conversion &c) {
  FailureOr<input::Ints> dims = c.ints("broadcast_dimensions", c.type().getRank());
  if (failed(dims))
    return failure();
  return c.replace(BroadcastInDimOp::create(c.b, c.loc(), c.resultType(), c.operand(), *dims).getResult());
}

/// New dims in front.
LogicalResult broadcast(const Conversion &c) {
  int64_t rank = c.type().getRank(), added = c.resultType().getRank() - rank;
  if (added < 0)
    return c.bad("broadcast_sizes");
  input::Ints dims;
  for (int64_t i = 0; i < rank; ++i)
    dims.push_back(added + i);
  return c.replace(BroadcastInDimOp::create(c.b, c.loc(), c.resultType(), c.operand(), dims).getResult());
}

LogicalResult reshape(const Conversion &c) { return c.replace(c.make("det.reshape", c.operand(), c.resultType())); }

LogicalResult transpose(const Conversion &c) {
  FailureOr<input::Ints> dims = c.ints("permutation", c.type().getRank());
  if (failed(dims))
    return failure();
  return c.replace(TransposeOp::create(c.b, c.loc(), c.resultType(), c.operand(), *dims).getResult());
}

LogicalResult slice(const Conversion &c) {
  int64_t rank = c.type().getRank();
  FailureOr<input::Ints> starts = c.ints("start_indices", rank), limits = c.ints("limit_indices", rank),
                         strides = c.ints("strides", rank);
  if (failed(starts) || failed(limits) || failed(strides))
    return failure();
  return c.replace(SliceOp::create(c.b, c.loc(), c.resultType(), c.operand(), *starts, *limits, *strides).getResult());
}

LogicalResult concatenate(const Conversion &c) {
  FailureOr<int64_t> dim = c.integer("dimension");
  if (failed(dim))
    return failure();
  return c.replace(ConcatenateOp::create(c.b, c.loc(), c.resultType(), c.op->getOperands(), *dim).getResult());
}

LogicalResult pad(const Conversion &c) {
  int64_t rank = c.type().getRank();
  FailureOr<input::Ints> low = c.ints("edge_padding_low", rank), high = c.ints("edge_padding_high", rank),
                         interior = c.ints("interior_padding", rank);
  if (failed(low) || failed(high) || failed(interior))
    return failure();
  return c.replace(PadOp::create(c.b, c.loc(), c.resultType(), c.operand(0), c.operand(1), *low, *high, *interior).getResult());
}

LogicalResult reverse(const Conversion &c) {
  FailureOr<input::Ints> dims = c.ints("dimensions");
  if (failed(dims))
    return failure();
  llvm::sort(*dims);
  return c.replace(ReverseOp::create(c.b, c.loc(), c.resultType(), c.operand(), *dims).getResult());
}

LogicalResult dynamicSlice(const Conversion &c) {
  FailureOr<input::Ints> sizes = c.ints("slice_sizes", c.type().getRank());
  if (failed(sizes))
    return failure();
  ValueRange starts = c.op->getOperands().drop_front();
  return c.replace(DynamicSliceOp::create(c.b, c.loc(), c.resultType(), c.operand(), starts, *sizes).getResult());
}

LogicalResult dynamicUpdateSlice(const Conversion &c) {
  if (c.op->getNumOperands() < 2)
    return c.op->emitError() << "'" << c.op->getName() << "' expected an operand and an update";
  ValueRange starts = c.op->getOperands().drop_front(2);
  return c.replace(DynamicUpdateSliceOp::create(c.b, c.loc(), c.resultType(), c.operand(0), c.operand(1), starts).getResult());
}

LogicalResult gather(const Conversion &c) {
  auto dims = input::Fields::read(c.op->getAttr("dimension_numbers"), "gather");
  if (!dims)
    return c.bad("dimension_numbers");
  FailureOr<input::Ints> sizes = c.ints("slice_sizes", c.type().getRank());
  if (failed(sizes))
    return failure();
  return c.replace(GatherOp::create(c.b, c.loc(), c.resultType(), c.operand(0), c.operand(1), dims->list("offset_dims"),
                                    dims->list("collapsed_slice_dims"), dims->list("operand_batching_dims"),
                                    dims->list("start_indices_batching_dims"), dims->list("start_index_map"),
                                    dims->value("index_vector_dim"), *sizes)
                       .getResult());
}

/// Shapes are static: sizes are constants.
LogicalResult getDimensionSize(const Conversion &c) {
  FailureOr<int64_t> dim = c.integer("dimension");
  if (failed(dim))
    return failure();
  auto size = DenseElementsAttr::get(c.resultType(), c.b.getI32IntegerAttr(int32_t(c.type().getDimSize(*dim))).getValue());
  return c.replace(ConstantOp::create(c.b, c.loc(), size).getResult());
}

} // namespace

void addMovementConversions(Conversions &table) {
  table.add("constant chlo.constant sdy.constant", 0, constant);
  table.add("iota", 0, iota);
  table.add("broadcast_in_dim", 1, broadcastInDim);
  table.add("broadcast", 1, broadcast);
  table.add("reshape", 1, reshape);
  table.add("transpose", 1, transpose);
  table.add("slice", 1, slice);
  table.add("concatenate", -1, concatenate);
  table.add("pad", 2, pad);
  table.add("reverse", 1, reverse);
  table.add("dynamic_slice", -1, dynamicSlice);
  table.add("dynamic_update_slice", -1, dynamicUpdateSlice);
  table.add("gather", 2, gather);
  table.add("get_dimension_size", 1, getDimensionSize);
}

} // namespace det::import
