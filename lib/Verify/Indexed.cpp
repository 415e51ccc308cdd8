// Gathers, scatters and updates: the entry addresses as the graph says, and dims that nothing addresses lie alike on both sides.
#include "Fault.h"
#include "Places.h"

namespace det::verify {

/// The start indices of a dynamic slice: numbers that copies have put side by side.
static void checkStarts(EntryAt &entry, const Op &op, const artifact::GatherT &gather) {
  const Access &indices = entry.uses[1];
  require(indices.value == none && op.in.size() - 1 == static_cast<size_t>(volume(listOf(gather.indices_shape))),
          "has other indices than the graph");
  int64_t bytes = indices.box[0].size() / std::max<int64_t>(op.in.size() - 1, 1);
  for (size_t i = 1; i < op.in.size(); ++i) {
    requireIndexType(entry, gather.index_type, op.in[i]);
    Access start = indices;
    start.value = op.in[i];
    start.box = {};
    start.strides = {};
    start.base += (i - 1) * bytes;
    start.elementBytes = bytes;
    entry.walk.memory.read(start);
  }
}

void checkGather(EntryAt &entry, const artifact::GatherT &gather) {
  const Op &op = entry.op({"gather", "dynamic_slice"});
  const Access &operand = entry.use(0), &result = entry.use(2);
  require(operand.value == op.in[0] && result.value == op.out[0], "gathers from value ", operand.value, " into value ", result.value);
  require(gather.operand_layout == none, "gathers from an operand that is cut");
  require(listOf(gather.operand_shape) == sizesOf(operand.box) && listOf(gather.result_shape) == sizesOf(result.box) &&
              static_cast<int64_t>(gather.element_bytes) == operand.elementBytes && operand.elementBytes == result.elementBytes,
          "gathers elements of other shapes than its values");
  requireDense(operand, "operands");
  requireDense(result, "results");
  const Index &whole = entry.walk.graph.type(operand.value).shape;
  Index sliceSizes = op.list(op.name == "gather" ? "slice_sizes" : "sizes");
  for (size_t dim = 0; dim < whole.size(); ++dim)
    require(gather.slice_sizes.at(dim) == (sliceSizes[dim] == whole[dim] ? operand.box[dim].size() : sliceSizes[dim]),
            "has slices of ", gather.slice_sizes[dim], " along dim ", dim);
  Index offsetDims = listOf(gather.offset_dims), collapsed = listOf(gather.collapsed_slice_dims),
        batching = listOf(gather.operand_batching_dims), startMap = listOf(gather.start_index_map);
  if (op.name == "dynamic_slice") {
    Index all = dimsWithout(whole.size(), {});
    require(offsetDims == all && startMap == all && collapsed.empty() && batching.empty() && gather.index_vector_dim == 0,
            "addresses other dims than the graph");
    checkStarts(entry, op, gather);
  } else {
    const Access &indices = entry.use(1);
    require(indices.value == op.in[1] && offsetDims == op.list("offset_dims") && collapsed == op.list("collapsed_slice_dims") &&
                batching == op.list("operand_batching_dims") && startMap == op.list("start_index_map") &&
                listOf(gather.indices_batching_dims) == op.list("indices_batching_dims") &&
                gather.index_vector_dim == op.number("index_vector_dim"),
            "addresses other dims than the graph");
    require(listOf(gather.indices_shape) == sizesOf(indices.box), "has indices of another shape than its value");
    requireIndexType(entry, gather.index_type, indices.value);
    requireDense(indices, "indices");
    // Batch dims of the result are those of the indices, in order.
    Index fromIndices = dimsWithout(indices.box.size(), {gather.index_vector_dim});
    Index batchDims = dimsWithout(result.box.size(), offsetDims);
    for (size_t i = 0; i < batchDims.size(); ++i)
      requireAlike(result, batchDims[i], indices, fromIndices.at(i));
    for (size_t i = 0; i < batching.size(); ++i)
      requireAlike(operand, batching[i], indices, gather.indices_batching_dims.at(i));
    if (gather.index_vector_dim < static_cast<int64_t>(indices.box.size()))
      requireWhole(entry, indices, gather.index_vector_dim);
    entry.walk.memory.read(indices);
  }
  Index without = collapsed;
  without.insert(without.end(), batching.begin(), batching.end());
  Index windows = dimsWithout(whole.size(), without);
  for (size_t i = 0; i < windows.size(); ++i) {
    int64_t dim = windows[i];
    if (sliceSizes[dim] == whole[dim])
      requireAlike(operand, dim, result, offsetDims.at(i));
    else
      requireWhole(entry, operand, dim);
  }
  for (int64_t dim : collapsed)
    requireWhole(entry, operand, dim);
  entry.walk.memory.read(operand);
  entry.walk.memory.write(result, volume(result.box));
}

//===-- Scatter ----------------------------------------------------------------------------------------------------===//

Index scatterDims(const Op &op, const Access &updates) {
  Index dims = dimsWithout(updates.box.size(), op.list("update_window_dims")), kept;
  Index fromIndices = dimsWithout(dims.size() + 1, {op.number("index_vector_dim")});
  for (size_t i = 0; i < dims.size(); ++i)
    if (!has(op.list("indices_batching_dims"), fromIndices[i]))
      kept.push_back(dims[i]);
  return kept;
}

/// What a scatter and a generic scatter share: the entry addresses as the graph says.
template <class Entry>
static void checkAddressing(const EntryAt &entry, const Op &op, const Entry &scatter, const Access &operand, const Access &indices,
                            const Access &updates) {
  require(listOf(scatter.update_window_dims) == op.list("update_window_dims") &&
              listOf(scatter.inserted_window_dims) == op.list("inserted_window_dims") &&
              listOf(scatter.input_batching_dims) == op.list("input_batching_dims") &&
              listOf(scatter.indices_batching_dims) == op.list("indices_batching_dims") &&
              listOf(scatter.scatter_dims_to_operand_dims) == op.list("scatter_dims_to_operand_dims") &&
              scatter.index_vector_dim == op.number("index_vector_dim"),
          "addresses other dims than the graph");
  require(listOf(scatter.operand_shape) == sizesOf(operand.box) && listOf(scatter.indices_shape) == sizesOf(indices.box) &&
              listOf(scatter.updates_shape) == sizesOf(updates.box),
          "scatters elements of other shapes than its values");
  requireIndexType(entry, scatter.index_type, indices.value);
  requireDense(indices, "indices");
  requireDense(updates, "updates");
  requireDense(operand, "operands");
  Index fromIndices = dimsWithout(indices.box.size(), {scatter.index_vector_dim});
  Index positions = dimsWithout(updates.box.size(), listOf(scatter.update_window_dims));
  for (size_t i = 0; i < positions.size(); ++i)
    requireAlike(updates, positions[i], indices, fromIndices.at(i));
  for (int64_t dim : scatter.scatter_dims_to_operand_dims)
    requireWhole(entry, operand, dim);
}

void checkScatter(EntryAt &entry, const artifact::ScatterT &scatter) {
  const Op &op = entry.op({"scatter"});
  const Ordered &order = entry.walk.context.orderOf(op.out[0]);
  const Access &indices = entry.use(1), &updates = entry.use(2), &result = entry.use(3);
  bool isPartial = result.partial != none;
  const Access &operand = isPartial ? result : entry.use(0);
  require(scatter.operand_layout == none && scatter.updates_layout == none, "scatters into an operand that is cut");
  require(indices.value == op.in[1] && updates.value == op.in[2] && result.value == op.out[0] &&
              (isPartial || operand.value == op.in[0]),
          "scatters other values than the graph");
  checkAddressing(entry, op, scatter, isPartial ? result : operand, indices, updates);
  require(isPartial || operand.box == result.box, "makes other elements than it reads");
  require(scatter.join_operand != isPartial, isPartial ? "joins its operand on every rank" : "does not join its operand");
  require(order.combiner == artifact::EnumNameCombiner(scatter.combiner) || order.combiner + "_" == artifact::EnumNameCombiner(scatter.combiner),
          "combines by ", artifact::EnumNameCombiner(scatter.combiner), " instead of ", order.combiner);
  require(isType(scatter.type, order.acc) || order.combiner == "assign" || order.acc == "f32", "combines in ",
          artifact::EnumNameElementType(scatter.type), " instead of ", order.acc);

  // The blocks of the order's levels.
  Index dims = scatterDims(op, updates), blocks(dims.size(), 0);
  if (order.combiner != "assign")
    for (auto [dim, block] : order.levels)
      blocks.at(dim) = block;
  require(scatter.blocks.size() == blocks.size() && dims.size() == order.box.size(), "has blocks for ", scatter.blocks.size(),
          " scatter dims");
  for (size_t i = 0; i < blocks.size(); ++i)
    require(scatter.blocks[i] == blocks[i] || (order.box[i] <= 1 && scatter.blocks[i] <= 1), "has blocks of ", scatter.blocks[i],
            " along scatter dim ", i, " where the order has ", blocks[i]);
  for (size_t i = 0; i < dims.size(); ++i)
    require(isPartial || updates.box[dims[i]] == Range{0, order.box[i]}, "combines some of the updates as if they were all");
  if (isPartial) {
    Box part = entry.walk.context.partOf(result.partial, entry.walk.rank);
    for (size_t i = 0; i < dims.size(); ++i)
      require(updates.box[dims[i]] == part[i], "combines other updates than its rank has of the sum");
    require(scatter.nodes.size() == result.nodes, "evaluates ", scatter.nodes.size(), " nodes into ", result.nodes);
  } else {
    require(scatter.nodes.size() == 1, "evaluates ", scatter.nodes.size(), " nodes of a whole sum");
    for (size_t i = 0; i < dims.size(); ++i)
      require(scatter.nodes[0]->starts.at(i) == 0 && scatter.nodes[0]->ends.at(i) == order.box[i], "leaves updates out");
    entry.walk.memory.read(operand);
  }
  entry.walk.memory.read(indices);
  entry.walk.memory.read(updates);
  entry.walk.memory.write(result, result.count());
}

void checkGenericScatter(EntryAt &entry, const artifact::GenericScatterT &scatter) {
  const Op &op = entry.op({"generic_scatter"});
  size_t count = op.out.size();
  require(entry.uses.size() == 3 * count + 1 && op.in.size() == 2 * count + 1, "has ", entry.uses.size(), " addresses");
  const Access &indices = entry.use(3 * count);
  require(indices.value == op.in[count], "reads value ", indices.value, " as indices");
  for (size_t i = 0; i < count; ++i) {
    require(entry.use(i).value == op.in[i] && entry.use(count + i).value == op.in[count + 1 + i] && entry.use(2 * count + i).value == op.out[i],
            "scatters other values than the graph");
    checkAddressing(entry, op, scatter, entry.use(i), indices, entry.use(count + i));
    require(entry.use(i).box == entry.use(2 * count + i).box, "makes other elements than it reads");
    for (int64_t dim : scatterDims(op, entry.use(count + i)))
      requireWhole(entry, entry.use(count + i), dim);
  }
  checkBody(entry, op, scatter.body.get());
  for (size_t i = 0; i < entry.uses.size(); ++i)
    if (i < 2 * count || i == 3 * count)
      entry.walk.memory.read(entry.uses[i]);
  for (size_t i = 0; i < count; ++i)
    entry.walk.memory.write(entry.uses[2 * count + i], volume(entry.uses[2 * count + i].box));
}

void checkUpdate(EntryAt &entry, const artifact::UpdateT &update) {
  const Op &op = entry.op({"dynamic_update_slice"});
  const Access &operand = entry.use(0), &box = entry.use(1), &result = entry.use(2);
  require(operand.value == op.in[0] && box.value == op.in[1] && result.value == op.out[0] && entry.uses.size() == op.in.size() + 1,
          "updates other values than the graph");
  require(listOf(update.shape) == sizesOf(result.box) && operand.box == result.box && listOf(update.update_shape) == sizesOf(box.box) &&
              static_cast<int64_t>(update.element_bytes) == result.elementBytes,
          "updates elements of other shapes than its values");
  for (const Access *access : {&operand, &box, &result})
    requireDense(*access, "operands");
  const Index &whole = entry.walk.graph.type(result.value).shape, &part = entry.walk.graph.type(box.value).shape;
  for (size_t dim = 0; dim < whole.size(); ++dim) {
    require(entry.use(3 + dim).value == op.in[2 + dim], "starts at value ", entry.use(3 + dim).value, " along dim ", dim);
    requireIndexType(entry, update.index_type, op.in[2 + dim]);
    entry.walk.memory.read(entry.uses[3 + dim]);
    if (part[dim] == whole[dim]) {
      requireAlike(box, dim, result, dim);
    } else {
      requireWhole(entry, result, dim);
      requireWhole(entry, box, dim);
    }
  }
  entry.walk.memory.read(operand);
  entry.walk.memory.read(box);
  entry.walk.memory.write(result, volume(result.box));
}

} // namespace det::verify
