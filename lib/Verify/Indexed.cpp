// Gathers, scatters and updates: the entry addresses as the graph says, and dims that nothing addresses lie alike on both sides.
#include "Fault.h"
#include "Walk.h"

#include <algorithm>

namespace det::verify {

namespace {

Index sizesOf(const Box &box) {
  Index sizes;
  for (const Range &range : box)
    sizes.push_back(range.size());
  return sizes;
}

Index listOf(const std::vector<int64_t> &list) { return Index(list.begin(), list.end()); }

bool has(const Index &list, int64_t value) { return std::find(list.begin(), list.end(), value) != list.end(); }

/// The access's elements lie dense, row-major.
void requireDense(const Access &access, const char *what) {
  int64_t stride = access.elementBytes;
  for (size_t dim = access.box.size(); dim-- > 0; stride *= access.box[dim].size())
    require(access.box[dim].size() == 1 || access.strides[dim] == stride || volume(access.box) == 0, "has ", what, " that are not dense");
}

void requireWhole(const EntryAt &entry, const Access &access, int64_t dim) {
  int64_t size = entry.walk.graph.type(access.value).shape.at(dim);
  require(access.box.at(dim) == Range{0, size}, "addresses dim ", dim, " of value ", access.value, ", which its rank has not whole");
}

void requireAlike(const Access &a, size_t dimA, const Access &b, size_t dimB) {
  require(a.box.at(dimA) == b.box.at(dimB), "has dim ", dimA, " of value ", a.value, " and dim ", dimB, " of value ", b.value,
          " cut in different ways");
}

/// Dims of a value without some.
Index dimsWithout(size_t rank, const Index &without) {
  Index dims;
  for (size_t dim = 0; dim < rank; ++dim)
    if (!has(without, dim))
      dims.push_back(dim);
  return dims;
}

void requireIndexType(const EntryAt &entry, artifact::ElementType type, uint32_t value) {
  require(isType(type, entry.walk.graph.type(value).element), "reads indices as ", artifact::EnumNameElementType(type));
}

} // namespace

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

/// Scatter dims of the updates: neither of the window nor batching.
static Index scatterDims(const Op &op, const Access &updates) {
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

/// The kernel of a body computes what the graph's body does.
static void checkBody(const EntryAt &entry, const Op &op, const artifact::BodyT *body) {
  const artifact::PlanT &plan = entry.walk.context.plan;
  require(body && body->kernel < plan.kernel_bodies.size(), "has no body");
  Body listed;
  for (const auto &each : plan.kernel_bodies[body->kernel]->ops)
    listed.ops.push_back({each->does, {each->inputs.begin(), each->inputs.end()}});
  const std::vector<int32_t> &results = plan.kernel_bodies[body->kernel]->results;
  require(results.size() == op.body.results.size(), "has a body with ", results.size(), " results");
  for (size_t i = 0; i < results.size(); ++i)
    require(listed.expression(results[i]) == op.body.expression(op.body.results[i]), "has a body that computes something else than the graph's");
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

//===-- Sort, scan, generic reduce ---------------------------------------------------------------------------------===//

static void requireLines(const Access &access, int64_t dim, int64_t outer, int64_t size, int64_t inner) {
  Index sizes = sizesOf(access.box);
  require(volume(Index(sizes.begin(), sizes.begin() + dim)) == outer && sizes.at(dim) == size &&
              volume(Index(sizes.begin() + dim + 1, sizes.end())) == inner,
          "goes along other lines than dim ", dim, " of value ", access.value);
}

void checkSort(EntryAt &entry, const artifact::SortT &sort) {
  const Op &op = entry.op({"sort"});
  size_t count = op.out.size();
  int64_t dim = op.number("dim");
  require(entry.uses.size() == 2 * count + (sort.keys != nullptr), "has ", entry.uses.size(), " addresses");
  for (size_t i = 0; i < count; ++i) {
    const Access &input = entry.use(i), &output = entry.use(count + i);
    require(input.value == op.in[i] && output.value == op.out[i] && input.box == output.box, "sorts other values than the graph");
    require(static_cast<int64_t>(sort.element_bytes.at(i)) == input.elementBytes, "sorts elements of other sizes");
    requireWhole(entry, input, dim);
    requireLines(input, dim, sort.outer, sort.size, sort.inner);
    requireDense(input, "operands");
    requireDense(output, "results");
    entry.walk.memory.read(input);
  }
  if (!sort.keys) {
    checkBody(entry, op, sort.body.get());
  } else {
    // The comparator compares one key of each side; the kind of key follows from its type and direction.
    const Body::Op &compare = op.body.ops.at(op.body.results.at(0));
    bool isLess = compare.does.find("direction=2 ") != std::string::npos; // LT; else GT
    bool isLeftFirst = false;
    for (size_t i = 0; i < count; ++i) {
      std::string argument = "argument " + std::to_string(2 * i);
      std::function<bool(int)> reads = [&](int value) {
        if (value < 0)
          return value == -1 - static_cast<int>(2 * i);
        for (int input : op.body.ops[value].inputs)
          if (reads(input))
            return true;
        return false;
      };
      isLeftFirst = isLeftFirst || reads(compare.inputs.at(0));
    }
    require(compare.does.starts_with("compare") && sort.descending == (isLess != isLeftFirst), "sorts in the other direction");
    const Access &keys = entry.uses[2 * count];
    if (keys.value == none) {
      require(entry.walk.helpers.erase(keys.base) == 1, "sorts by keys that nothing has made");
    } else {
      require(std::find(op.in.begin(), op.in.end(), keys.value) != op.in.end(), "sorts by value ", keys.value);
    }
    entry.walk.memory.read(keys);
  }
  for (size_t i = 0; i < count; ++i)
    entry.walk.memory.write(entry.uses[count + i], volume(entry.uses[count + i].box));
}

void checkScan(EntryAt &entry, const artifact::ScanT &scan) {
  const Op &op = entry.op({"scan"});
  const Ordered &order = entry.walk.context.orderOf(op.out[0]);
  const Access &operand = entry.use(0), &init = entry.use(1), &result = entry.use(2);
  int64_t dim = op.number("dim");
  require(operand.value == op.in[0] && init.value == op.in[1] && result.value == op.out[0] && operand.box == result.box,
          "scans other values than the graph");
  require(isType(scan.type, order.acc), "sums in ", artifact::EnumNameElementType(scan.type), " instead of ", order.acc);
  require(order.combiner == artifact::EnumNameCombiner(scan.combiner) || order.combiner + "_" == artifact::EnumNameCombiner(scan.combiner),
          "combines by ", artifact::EnumNameCombiner(scan.combiner), " instead of ", order.combiner);
  require(order.levels.size() == 1 && order.levels[0].second == scan.block, "has blocks of ", scan.block);
  require(scan.reverse == (op.places.count("reverse") != 0), "runs from the other end");
  requireWhole(entry, operand, dim);
  requireLines(operand, dim, scan.outer, scan.size, scan.inner);
  requireDense(operand, "operands");
  requireDense(result, "results");
  entry.walk.memory.read(operand);
  entry.walk.memory.read(init);
  entry.walk.memory.write(result, volume(result.box));
}

void checkGenericReduce(EntryAt &entry, const artifact::GenericReduceT &reduce) {
  const Op &op = entry.op({"generic_reduce"});
  const Ordered &order = entry.walk.context.orderOf(op.out[0]);
  size_t count = op.out.size();
  const Index &dims = op.list("dims");
  require(entry.uses.size() == 3 * count && op.in.size() == 2 * count, "has ", entry.uses.size(), " addresses");
  require(reduce.lanes == (order.leaf == "lanes<32>"), "has other leaves than the order");
  require(reduce.level_dims.size() == order.levels.size() && reduce.level_blocks.size() == order.levels.size(),
          "has ", reduce.level_dims.size(), " levels where the order has ", order.levels.size());
  for (size_t i = 0; i < order.levels.size(); ++i)
    require(reduce.level_dims[i] == order.levels[i].first && reduce.level_blocks[i] == order.levels[i].second,
            "has other levels than the order");
  for (size_t i = 0; i < count; ++i) {
    const Access &input = entry.use(i), &init = entry.use(count + i), &result = entry.use(2 * count + i);
    require(input.value == op.in[i] && init.value == op.in[count + i] && result.value == op.out[i], "reduces other values than the graph");
    Index keptDims = dimsWithout(input.box.size(), dims), kept, box, strides;
    for (size_t dim = 0; dim < keptDims.size(); ++dim) {
      requireAlike(input, keptDims[dim], result, dim);
      kept.push_back(input.box[keptDims[dim]].size());
      strides.push_back(input.strides[keptDims[dim]] / input.elementBytes);
    }
    for (int64_t dim : dims) {
      requireWhole(entry, input, dim);
      box.push_back(input.box[dim].size());
      strides.push_back(input.strides[dim] / input.elementBytes);
    }
    require(listOf(reduce.kept) == kept && listOf(reduce.box) == box, "reduces elements of other shapes than its values");
    for (size_t dim = 0; dim < strides.size(); ++dim)
      require(reduce.strides.at(i * strides.size() + dim) == strides[dim], "reads elements at other distances than its value has");
    entry.walk.memory.read(input);
    entry.walk.memory.read(init);
  }
  checkBody(entry, op, reduce.body.get());
  for (size_t i = 0; i < count; ++i)
    entry.walk.memory.write(entry.uses[2 * count + i], volume(entry.uses[2 * count + i].box));
}

} // namespace det::verify
