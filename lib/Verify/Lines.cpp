// Sorts, scans and reductions by bodies: the entry goes along the lines that the graph says, by the graph's body.
#include "Fault.h"
#include "Places.h"

#include <algorithm>
#include <functional>

namespace det::verify {

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
