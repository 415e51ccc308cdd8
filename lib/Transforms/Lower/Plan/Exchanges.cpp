// Exchanges and joins: bytes between ranks, and the upper part of a reduction's tree.
#include "Bodies.h"
#include "Lowerings.h"

using namespace mlir;

namespace det::plan {

//===-- exchange ---------------------------------------------------------------------------------------------------===//

static LogicalResult lowerExchange(ExchangeOp op, ProgramBuilder &builder) {
  Value from = op.getOperand(), to = op.getResult();
  ArrayRef<int64_t> shape = globalShape(to);
  LayoutAttr source = builder.placements.layout(from), target = builder.placements.layout(to);
  if (builder.placements.isContained(target, source, shape)) {
    // Every rank holds what it needs: a view at the difference of the two boxes' starts.
    View view = builder.view(from);
    view.shape = builder.localShape(to);
    if (source != target)
      for (unsigned dim = 0; dim < shape.size(); ++dim) {
        if (source.getDims()[dim] == target.getDims()[dim] || view.strides[dim] == 0)
          continue;
        if (!target.getDims()[dim].getEdges().empty())
          view.terms.push_back({target, SmallVector<int64_t>(shape), dim, view.strides[dim]});
        if (!source.getDims()[dim].getEdges().empty())
          view.terms.push_back({source, SmallVector<int64_t>(shape), dim, -view.strides[dim]});
      }
    builder.setView(to, std::move(view));
    return success();
  }
  int64_t bytes = bytesOf(to);
  View have = builder.dense(from), need = builder.allocate(builder.localShape(to), bytes);
  need.value = to;
  artifact::ExchangeT exchange;
  exchange.source_layout = builder.tables.layout(source, shape);
  exchange.target_layout = builder.tables.layout(target, shape);
  exchange.element_bytes = bytes;
  exchange.label = builder.tables.label(op);
  builder.beginExchange(std::move(exchange), have, need);
  builder.setView(to, need);
  return success();
}

//===-- join -------------------------------------------------------------------------------------------------------===//

/// The init of a join in the type of its nodes.
static FailureOr<View> initOf(JoinOp op, Type accumulation, ProgramBuilder &builder) {
  View init = builder.dense(op.getInit());
  auto from = cast<RankedTensorType>(op.getInit().getType());
  if (from.getElementType() == accumulation || isa<IntegerType>(accumulation))
    return init;
  Block body;
  BlockArgument argument = body.addArgument(RankedTensorType::get({}, from.getElementType()), op.getLoc());
  OpBuilder b(op.getContext());
  b.setInsertionPointToEnd(&body);
  Value wide = ConvertOp::create(b, op.getLoc(), RankedTensorType::get({}, accumulation), argument);
  FailureOr<BodyKernel> kernel = lowerBody(op, argument, wide, builder);
  if (failed(kernel))
    return failure();
  View converted = builder.allocate(init.shape, bytesOf(accumulation));
  converted.value = init.value;
  launchBody(op, *kernel, init, converted, builder);
  return converted;
}

static LogicalResult lowerJoin(JoinOp op, ProgramBuilder &builder) {
  Value partial = op.getPartial(), result = op.getResult();
  const PartialNodes &nodes = builder.placements.allNodes(partial);
  OrderedOpInterface ordered = orderedOpOf(partial);
  Type accumulation = ordered.getFixedOrder().getAcc();
  int64_t bytes = bytesOf(accumulation);
  ArrayRef<int64_t> shape = globalShape(result);
  SmallVector<int64_t> local = builder.localShape(result);
  uint32_t label = builder.tables.label(op);

  // All nodes of this rank's box of the result, one after the other.
  SmallVector<int64_t> gathered{static_cast<int64_t>(nodes.all.size())};
  gathered.append(local);
  View target = builder.allocate(gathered, bytes);
  target.value = partial;
  target.layout = builder.placements.layout(result);
  target.nodes = {0, static_cast<uint32_t>(nodes.all.size())};
  artifact::ExchangeT exchange;
  exchange.source_layout = builder.tables.layout(builder.placements.layout(partial), shape);
  exchange.target_layout = builder.tables.layout(builder.placements.layout(result), shape);
  exchange.element_bytes = bytes;
  exchange.label = label;
  exchange.node_count = nodes.all.size();
  for (AxisRefAttr axis : nodes.axes)
    exchange.node_axes.push_back(axisOf(builder.placements.mesh(), axis));
  for (const std::vector<uint32_t> &positions : nodes.shards) {
    exchange.nodes.push_back(std::make_unique<artifact::NodeListT>());
    exchange.nodes.back()->positions = positions;
  }
  builder.beginExchange(std::move(exchange), builder.view(partial), target);
  builder.endExchanges(target.buffer);

  int64_t resultBytes = bytesOf(result), elements = elementsOf(local);
  View joined = builder.allocate(local, resultBytes);
  builder.setView(result, joined);
  if (elements == 0)
    return success();
  artifact::JoinT join;
  join.combiner = combinerOf(ordered.getCombiner());
  join.type = elementTypeOf(accumulation);
  join.result_type = elementTypeOf(cast<RankedTensorType>(result.getType()).getElementType());
  join.count = nodes.all.size();
  join.elements = elements;
  join.pops = nodes.pops;
  SmallVector<BufferUse> uses{builder.reads(target, bytes), builder.writes(joined, resultBytes)};
  bool initInPlace = false;
  if (Value init = op.getInit()) {
    join.has_init = true;
    join.init_is_scalar = globalShape(init).empty() && !shape.empty();
    initInPlace = !join.init_is_scalar;
    FailureOr<View> wide = initOf(op, accumulation, builder);
    if (failed(wide))
      return failure();
    initInPlace &= bytesOf(accumulation) == resultBytes;
    uses.push_back(builder.reads(*wide, bytes));
  }
  int64_t flops = isa<FloatType>(accumulation) ? elements * (join.count - 1 + join.has_init) : 0;
  Step &step = builder.add(std::move(join), uses, label, flops, elements * static_cast<int64_t>(nodes.all.size()));
  if (initInPlace)
    step.inPlace.push_back({2, 1});
  return success();
}

void addPlacementLowerings(LoweringTable &table) {
  addLowering<ExchangeOp>(table, lowerExchange);
  addLowering<JoinOp>(table, lowerJoin);
}

} // namespace det::plan
