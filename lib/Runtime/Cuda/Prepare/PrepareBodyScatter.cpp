// Scatters by a body: where every update goes, a stable sort by that, then the updates of each target by one thread.
#include "PrepareWork.h"

#include "../../Executor/Resolve/DescribeWork.h"

namespace det::rt::cuda {

namespace {

void addAddressing(BodyScatterRecord &record, const host::PreparedScatter &targets, DeviceMemory &memory) {
  std::vector<UpdateDim> dims;
  std::vector<IndexComponent> components;
  for (const host::PreparedScatter::Position &position : targets.positions)
    dims.push_back({position.size, position.updates, position.indices, position.row, -1});
  for (const host::PreparedScatter::Window &window : targets.window)
    dims.push_back({window.size, window.updates, 0, window.operand, window.component});
  for (const host::PreparedScatter::Component &component : targets.components)
    components.push_back({component.row, component.whole});
  record.dims = dims.empty() ? 0 : memory.uploadAll(dims);
  record.components = components.empty() ? 0 : memory.uploadAll(components);
  record.positions = uint32_t(targets.positions.size());
  record.window = uint32_t(targets.window.size());
  record.componentCount = uint32_t(components.size());
  record.componentStride = targets.componentStride;
  record.index = uint32_t(targets.index);
}

} // namespace

Launches prepareBodyScatter(const artifact::GenericScatterT &scatter, const AddressSpace &space, DeviceMemory &memory) {
  Result<host::GenericScatter> description = describeScatter(scatter);
  if (!description)
    return description.error();
  Result<ScatterAddresses> addresses = resolveScatter(scatter, *description, space);
  if (!addresses)
    return addresses.error();
  std::vector<DeviceLaunch> launches;
  BodyScatterRecord record{};
  record.updates = description->targets.items;
  record.elements = addresses->elements;
  record.indices = DevicePointer(addresses->indices);
  record.arrays = uint32_t(description->arrays());
  if (record.updates > int64_t(UINT32_MAX))
    return Error{"it has " + std::to_string(record.updates) + " updates, where a GPU sorts fewer than 2^32"};
  for (uint32_t i = 0; i < record.arrays; ++i) {
    const int64_t bytes = description->body.resultBytes[i];
    record.array[i] = {DevicePointer(addresses->updates[i]), DevicePointer(addresses->outputs[i]), uint64_t(bytes)};
    if (addresses->inputs[i] == addresses->outputs[i])
      continue;
    Launches copy = prepareBoxCopy({{record.elements, 1, 1}}, DevicePointer(addresses->inputs[i]), DevicePointer(addresses->outputs[i]),
                                   bytes, memory);
    if (!copy)
      return copy.error();
    launches.insert(launches.end(), copy->begin(), copy->end());
  }
  if (record.updates == 0 || record.elements == 0)
    return launches;
  const int64_t keyBytes = device::scatterKeyBytes(scatter);
  record.wide = keyBytes == 8;
  addAddressing(record, description->targets, memory);
  record.body = bodyRecord(description->body, uint64_t(record.updates) + bodyThreads, memory);
  record.targets = memory.scratch(uint64_t(record.updates * keyBytes));
  if (Status status = addLaunch(launches, device::scatterTargetsKernel(), record, uint64_t(record.updates), bodyThreads); !status)
    return status.error();
  SortRecord sort{};
  sort.rows = sort.inner = 1;
  sort.size = record.updates;
  sort.keys = record.targets;
  sort.kind = KeyOrder::unsignedInteger;
  sort.keyBytes = uint8_t(keyBytes);
  if (Status status = addSort(sort, device::keySortKernels(keyBytes), true, memory, launches); !status)
    return status.error();
  record.targets = sort.sorted[0];
  record.order = sort.order[0];
  if (Status status = addLaunch(launches, device::bodyScatterKernel(scatter), record, uint64_t(record.updates), bodyThreads); !status)
    return status.error();
  return launches;
}

} // namespace det::rt::cuda
