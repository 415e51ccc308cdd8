// Reductions by a body: the leaves, then their tree, level by level; only the leaves where there is one.
#include "PrepareWork.h"

#include "../../Executor/Resolve/DescribeWork.h"

namespace det::rt::cuda {

namespace {

/// The joins of a postfix program, such that those of a level depend on earlier levels alone.
struct Levels {
  std::vector<JoinPair> joins;
  std::vector<uint32_t> begins{0};

  explicit Levels(const std::vector<uint8_t> &pops) {
    struct Entry {
      uint32_t leaf; ///< where the value lies
      size_t level;
    };
    std::vector<Entry> stack;
    std::vector<std::vector<JoinPair>> levels;
    for (size_t leaf = 0; leaf < pops.size(); ++leaf) {
      stack.push_back({uint32_t(leaf), 0});
      for (int pop = 0; pop < pops[leaf]; ++pop) {
        const Entry right = stack.back();
        stack.pop_back();
        Entry &left = stack.back();
        left.level = std::max(left.level, right.level) + 1;
        levels.resize(std::max(levels.size(), left.level));
        levels[left.level - 1].push_back({left.leaf, right.leaf});
      }
    }
    for (const std::vector<JoinPair> &level : levels) {
      joins.insert(joins.end(), level.begin(), level.end());
      begins.push_back(uint32_t(joins.size()));
    }
  }
};

DevicePointer uploadTable(DeviceMemory &memory, const std::vector<int64_t> &table) {
  return table.empty() ? 0 : memory.uploadAll(table);
}

void addTables(ReduceRecord &record, const host::GenericReduce &reduce, DeviceMemory &memory) {
  std::vector<int64_t> kept = reduce.kept, strides, boxes;
  for (size_t i = 0; i < reduce.inputs(); ++i) {
    kept.insert(kept.end(), reduce.keptStrides[i].begin(), reduce.keptStrides[i].end());
    strides.insert(strides.end(), reduce.boxStrides[i].begin(), reduce.boxStrides[i].end());
  }
  for (const auto &leaf : reduce.leaves)
    for (const auto &[begin, end] : leaf) {
      boxes.push_back(begin);
      boxes.push_back(end - begin);
    }
  record.kept = uploadTable(memory, kept);
  record.strides = uploadTable(memory, strides);
  record.boxes = uploadTable(memory, boxes);
  record.keptDims = uint32_t(reduce.kept.size());
  record.boxDims = uint32_t(reduce.box.size());
}

} // namespace

Launches prepareReduce(const artifact::GenericReduceT &reduce, const AddressSpace &space, DeviceMemory &memory) {
  Result<host::GenericReduce> description = describeReduce(reduce);
  if (!description)
    return description.error();
  Result<ReduceAddresses> addresses = resolveReduce(reduce, *description, space);
  if (!addresses)
    return addresses.error();
  const device::ReduceKernels kernels = device::reduceKernels(reduce);
  std::vector<DeviceLaunch> launches;
  ReduceRecord record{};
  record.results = description->results();
  record.leaves = int64_t(description->leaves.size());
  record.arrays = uint32_t(description->inputs());
  if (record.results == 0)
    return launches;
  uint64_t items = 0, partials = 0;
  if (__builtin_mul_overflow(record.results, record.leaves, &partials) || __builtin_mul_overflow(partials, reduce.lanes ? 32 : 1, &items) ||
      partials > uint64_t(INT64_MAX) / 8)
    return Error{"its sizes are out of range"};
  const uint64_t groups = (uint64_t(record.results) + treeResults - 1) / treeResults;
  for (uint32_t i = 0; i < record.arrays; ++i) {
    const int64_t bytes = description->body.resultBytes[i];
    record.array[i] = {DevicePointer(addresses->inputs[i]), DevicePointer(addresses->inits[i]), DevicePointer(addresses->outputs[i]),
                       record.leaves > 1 ? memory.scratch(partials * uint64_t(bytes)) : 0, uint32_t(bytes), 0};
  }
  addTables(record, *description, memory);
  record.body = bodyRecord(description->body, std::max(items + bodyThreads, groups * bodyThreads), memory);
  if (Status status = addLaunch(launches, kernels.leaves, record, items, bodyThreads); !status)
    return status.error();
  if (record.leaves == 1)
    return launches;
  const Levels levels(description->pops);
  record.levelCount = uint32_t(levels.begins.size() - 1);
  record.levels = memory.uploadAll(levels.begins);
  record.joins = levels.joins.empty() ? 0 : memory.uploadAll(levels.joins);
  if (Status status = addLaunch(launches, kernels.tree, record, groups * bodyThreads, bodyThreads); !status)
    return status.error();
  return launches;
}

} // namespace det::rt::cuda
