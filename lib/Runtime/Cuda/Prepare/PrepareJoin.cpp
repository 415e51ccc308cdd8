// Joins and gathers as launches.
#include "PrepareEntries.h"

#include "det/Runtime/Host/Postfix.h"

#include <algorithm>

namespace det::rt::cuda {

Launches prepareJoin(const JoinOp &join, const std::string &combine, DeviceMemory &memory) {
  JoinRecord record{};
  record.nodes = addressOf(join.nodes);
  record.init = addressOf(join.init.data);
  record.out = addressOf(join.out);
  record.pops = memory.uploadAll(join.pops);
  record.elements = record.stride = join.elements;
  record.count = uint32_t(join.count);
  record.init_kind = join.init.kind == host::Init::none     ? initNone
                     : join.init.kind == host::Init::scalar ? initScalar
                                                            : initArray;
  const int64_t bytes = host::elementSize(join.element);
  record.narrowing = elementBytes(join.result) == bytes ? narrowNone
                     : join.result == ElementType::f32  ? narrowF32
                     : join.result == ElementType::bf16 ? narrowBf16
                                                        : narrowF16;
  // The newest value is in a register.
  const int depth = std::max(host::postfixDepth(join.pops.data(), join.count), 1) - 1;
  record.depth = uint32_t(depth);
  const int64_t each = joinElements(uint32_t(bytes)), perThread = depth * each * bytes;
  int64_t threads = 128;
  while (threads > 32 && perThread * threads > 32768)
    threads /= 2;
  std::vector<DeviceLaunch> launches;
  if (join.elements == 0)
    return launches;
  if (Status status = addBlocks(launches, device::joinKernel(combine), record, blocksFor(join.elements, threads * each),
                                uint32_t(threads), uint32_t(std::max<int64_t>(perThread * threads, 16)));
      !status)
    return status.error();
  return launches;
}

Launches prepareGather(const host::PreparedGather &gather, DevicePointer operand, DevicePointer indices, DevicePointer result) {
  std::vector<DeviceLaunch> launches;
  if (gather.rows == 0)
    return launches;
  const int64_t bytes = gather.elementBytes;
  // The widest unit of the innermost run that every row, and every place in the operand, keeps aligned.
  int64_t width = commonWidth({gather.run * bytes, int64_t(operand % 16), int64_t(result % 16)});
  for (const auto &batch : gather.batch)
    width = commonWidth({batch.result * bytes, batch.operand * bytes}, width);
  for (const auto &dim : gather.window)
    width = commonWidth({dim.operand * bytes, dim.result * bytes}, width);
  for (const auto &component : gather.components)
    width = commonWidth({component.operand * bytes}, width);

  GatherRecord record{};
  record.operand = operand;
  record.indices = indices;
  record.result = result;
  record.index = uint32_t(gather.index);
  record.componentStride = gather.componentStride;
  record.components = uint32_t(gather.components.size());
  for (size_t i = 0; i < gather.components.size(); ++i) {
    const auto &c = gather.components[i];
    record.component[i] = {c.operand * bytes, c.limit, c.start, c.local};
  }
  int64_t units = 1, nearest = INT64_MAX; // of a row; the least stride of the result between rows
  const auto add = [&](int64_t size, int64_t from, int64_t to) -> Status {
    Result<WalkDim> dim = walkDim(size, from, to);
    if (!dim || record.dims == uint32_t(mostDims))
      return Error{"gather: its slices have more dims, or longer ones, than a GPU's walk takes"};
    record.dim[record.dims++] = *dim;
    units *= size;
    return {};
  };
  if (gather.run * bytes > width)
    if (Status status = add(gather.run * bytes / width, width, width); !status)
      return status.error();
  for (size_t d = gather.window.size(); d-- > 0;)
    if (Status status = add(gather.window[d].size, gather.window[d].operand * bytes, gather.window[d].result * bytes); !status)
      return status.error();
  for (size_t d = gather.batch.size(); d-- > 0;) {
    const auto &batch = gather.batch[d];
    if (batch.size > INT32_MAX)
      return Error{"gather: a dim of " + std::to_string(batch.size) + " rows is more than a GPU's walk takes"};
    if (batch.size > 1)
      nearest = std::min(nearest, std::abs(batch.result * bytes));
    record.batch[record.batches++] = {
        uint32_t(batch.size), dividerOf(uint32_t(batch.size)), 0, batch.result * bytes, batch.indices, batch.operand * bytes};
  }
  if (gather.rows > INT32_MAX || units > INT32_MAX)
    return Error{"gather: " + std::to_string(gather.rows) + " rows of " + std::to_string(units) +
                 " units are more than a GPU's walk takes"};
  // Neighbours of the warp write neighbours of the result.
  record.rowsInside = units > 1 && nearest == width;
  const int64_t atOnce = std::max<int64_t>(1, std::min(gather.rows, INT32_MAX / units));
  for (int64_t first = 0; first < gather.rows; first += atOnce) {
    const int64_t rows = std::min(atOnce, gather.rows - first);
    record.firstRow = uint32_t(first);
    record.count = uint32_t(rows * units);
    record.inside = uint32_t(record.rowsInside ? rows : units);
    record.byInside = dividerOf(record.inside);
    if (Status status =
            addBlocks(launches, device::gatherKernel(width), record, blocksFor(record.count, gatherThreads), gatherThreads);
        !status)
      return status.error();
  }
  return launches;
}

} // namespace det::rt::cuda
