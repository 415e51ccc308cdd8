// Reductions by a body on a GPU against those of the host: orders of many kinds, folds and lanes, strided operands, no elements.
#include "WorkHarness.h"

#include "../../lib/Runtime/Executor/Resolve/DescribeWork.h"

#include <algorithm>

using namespace work;

namespace {

void run(Device &device, const Arena &arena, const artifact::GenericReduceT &reduce, const std::string &what) {
  compare(
      device, arena, [&](const AddressSpace &space, cuda::DeviceMemory &memory) { return cuda::prepareReduce(reduce, space, memory); },
      [&](const AddressSpace &space) {
        host::GenericReduce description = *describeReduce(reduce);
        description.body.function = bodyFunctions[reduce.body->kernel];
        const ReduceAddresses at = *resolveReduce(reduce, description, space);
        std::vector<const void *> inputs(at.inputs.begin(), at.inputs.end()), inits(at.inits.begin(), at.inits.end());
        std::vector<void *> outputs(at.outputs.begin(), at.outputs.end());
        std::vector<std::byte> scratch(host::genericReduceScratch(description));
        host::runGenericReduce(description, inputs.data(), inits.data(), outputs.data(), 0, description.results(), scratch.data());
      },
      what);
}

std::string text(const std::vector<int64_t> &values) {
  std::string made = "[";
  for (int64_t value : values)
    made += (made.size() > 1 ? ", " : "") + std::to_string(value);
  return made + "]";
}

/// Elements that bodies take without making a NaN.
artifact::Ref placeValues(Arena &arena, check::Random &random, Body body, size_t array, int64_t count, uint32_t bytes) {
  if (body == halves)
    return arena.place(check::values<double>(random, count, false));
  if (body == moments || (body == largest && array == 0))
    return arena.place(check::values<float>(random, count, body == largest));
  return arena.place(check::values<uint8_t>(random, count * bytes, false));
}

std::vector<uint32_t> bytesOf(Body body) {
  switch (body) {
  case largest:
    return {4, 4};
  case halves:
    return {8};
  case moments:
    return {4, 4, 4};
  default:
    return {1, 2, 4, 8};
  }
}

/// A shape whose dims are kept or reduced; inputs lie in any order of dims.
void checkReduce(Device &device, check::Random &random, Body body, std::vector<int64_t> kept, std::vector<int64_t> box,
           std::vector<std::pair<int64_t, int64_t>> levels, bool lanes) {
  Arena arena(random);
  artifact::GenericReduceT reduce;
  reduce.kept = kept;
  reduce.box = box;
  reduce.lanes = lanes;
  for (auto [dim, block] : levels) {
    reduce.level_dims.push_back(dim);
    reduce.level_blocks.push_back(block);
  }
  std::vector<int64_t> dims = kept;
  dims.insert(dims.end(), box.begin(), box.end());
  int64_t results = 1, count = 1;
  for (int64_t size : kept)
    results *= size;
  for (int64_t size : dims)
    count *= size;
  const std::vector<uint32_t> bytes = bytesOf(body);
  for (size_t i = 0; i < bytes.size(); ++i) {
    // Row-major, column-major, or any.
    std::vector<size_t> order(dims.size());
    for (size_t d = 0; d < order.size(); ++d)
      order[d] = d;
    const int64_t kind = random.below(3);
    if (kind == 1)
      std::reverse(order.begin(), order.end());
    for (size_t d = 0; kind == 2 && d < order.size(); ++d)
      std::swap(order[d], order[size_t(random.below(int64_t(order.size())))]);
    std::vector<int64_t> strides(dims.size());
    int64_t stride = 1;
    for (size_t d = order.size(); d-- > 0;) {
      strides[order[d]] = stride;
      stride *= std::max<int64_t>(dims[order[d]], 1);
    }
    reduce.strides.insert(reduce.strides.end(), strides.begin(), strides.end());
    reduce.inputs.push_back(placeValues(arena, random, body, i, std::max<int64_t>(count, 1), bytes[i]));
    reduce.inits.push_back(placeValues(arena, random, body, i, 1, bytes[i]));
    reduce.outputs.push_back(arena.place(uint64_t(results) * bytes[i]));
  }
  std::vector<uint32_t> arguments = bytes;
  arguments.insert(arguments.end(), bytes.begin(), bytes.end());
  reduce.body = std::make_unique<artifact::BodyT>(bodyOf(body, arguments, bytes, {random.between(1, 3)}, body == mixed ? 16 : 0));
  run(device, arena, reduce, std::string("reduce by ") + bodyNames[body] + " " + text(kept) + " " + text(box) + (lanes ? " lanes" : ""));
}

void checkLimits() {
  artifact::GenericReduceT reduce;
  reduce.kept = {int64_t(1) << 40};
  reduce.box = {1};
  reduce.strides = {0, 1};
  reduce.lanes = true;
  reduce.inputs = reduce.inits = reduce.outputs = {artifact::Ref(artifact::Space::arena, 0)};
  reduce.body = std::make_unique<artifact::BodyT>(bodyOf(halves, {8, 8}, {8}, {1}));
  expectError([&](const AddressSpace &space, cuda::DeviceMemory &memory) { return cuda::prepareReduce(reduce, space, memory); },
              "it needs 274877906944 blocks of det_body_reduce_lanes_1__4");
}

void cases(Device &device, bool isLong) {
  checkLimits();
  check::Random random{40};
  for (Body body : {largest, halves, moments, mixed})
    for (bool lanes : {false, true}) {
      checkReduce(device, random, body, {}, {1}, {}, lanes);
      checkReduce(device, random, body, {7}, {31}, {}, lanes);
      checkReduce(device, random, body, {3, 5}, {32}, {{0, 32}}, lanes);
      checkReduce(device, random, body, {2}, {33}, {{0, 8}}, lanes);
      checkReduce(device, random, body, {}, {1000}, {{0, 64}}, lanes);
      checkReduce(device, random, body, {45}, {130}, {{0, 64}}, lanes);
      checkReduce(device, random, body, {4, 3}, {5, 37}, {{0, 1}, {1, 16}}, lanes);
      checkReduce(device, random, body, {6}, {3, 4, 11}, {{0, 1}}, lanes);
      checkReduce(device, random, body, {5}, {0}, {}, lanes);
      checkReduce(device, random, body, {0}, {4}, {}, lanes);
      checkReduce(device, random, body, {3}, {}, {}, lanes);
      for (int i = 0; i < (isLong ? 30 : 4); ++i) {
        std::vector<int64_t> kept, box;
        std::vector<std::pair<int64_t, int64_t>> levels;
        for (int64_t d = random.below(3); d > 0; --d)
          kept.push_back(random.between(1, isLong ? 4 : 9));
        for (int64_t d = random.between(1, 3); d > 0; --d)
          box.push_back(random.between(1, box.empty() && isLong ? 200 : 20));
        for (size_t d = 0; d + 1 < box.size(); ++d)
          levels.push_back({int64_t(d), 1});
        levels.push_back({int64_t(box.size()) - 1, int64_t(1) << random.below(7)});
        if (random.below(3) == 0)
          levels.clear();
        checkReduce(device, random, body, kept, box, levels, lanes);
      }
      if (isLong)
        checkReduce(device, random, body, {3}, {40001}, {{0, 512}}, lanes);
    }
}

} // namespace

int main(int argc, char **argv) {
  return runTests("device/reduce", argc, argv, cases, {{halves, "det_body_reduce_tree_1", "bar.sync", "// bar.sync"},
                                               {halves, "det_body_reduce_lanes_1", "add.rn.f64", "sub.rn.f64"},
                                               {largest, "det_body_reduce_fold_2", "setp.gt.f32", "setp.ge.f32"}});
}
