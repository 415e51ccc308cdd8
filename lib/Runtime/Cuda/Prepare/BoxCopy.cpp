// Copies: normal form, the widest unit, then runs of units or transposed squares.
#include "BoxCopy.h"

#include <algorithm>
#include <cstdlib>

namespace det::rt::cuda {

Result<BoxWalk> boxWalk(const std::vector<host::CopyDim> &given, int64_t elementBytes, const std::vector<int64_t> &alignment) {
  if (elementBytes < 1)
    return Error{"copy: expected elements of at least 1 byte, got " + std::to_string(elementBytes)};
  BoxWalk walk;
  std::vector<host::CopyDim> dims;
  for (const host::CopyDim &dim : given) {
    if (dim.size < 0)
      return Error{"copy: expected extents of at least 0, got " + std::to_string(dim.size)};
    walk.empty |= dim.size == 0;
    if (dim.size > 1)
      dims.push_back({dim.size, dim.from * elementBytes, dim.to * elementBytes});
  }
  if (walk.empty)
    return walk;
  std::stable_sort(dims.begin(), dims.end(),
                   [](const host::CopyDim &x, const host::CopyDim &y) { return std::abs(x.to) > std::abs(y.to); });
  // The bytes of an element are the innermost dim.
  dims.push_back({elementBytes, 1, 1});
  for (const host::CopyDim &dim : dims) {
    if (!walk.dims.empty() && walk.dims.back().from == dim.size * dim.from && walk.dims.back().to == dim.size * dim.to)
      walk.dims.back() = {walk.dims.back().size * dim.size, dim.from, dim.to};
    else
      walk.dims.push_back(dim);
  }
  const int64_t run = walk.dims.back().size;
  walk.dims.pop_back();
  walk.width = commonWidth({run});
  for (const host::CopyDim &dim : walk.dims)
    walk.width = commonWidth({dim.from, dim.to}, walk.width);
  for (int64_t number : alignment)
    walk.width = commonWidth({number}, walk.width);
  if (run > walk.width)
    walk.dims.push_back({run / walk.width, walk.width, walk.width});
  return walk;
}

Status forEachPart(const BoxWalk &walk, DevicePointer from, DevicePointer to,
                   const std::function<Status(const CopyRecord &)> &launch) {
  if (walk.empty)
    return {};
  if (walk.dims.size() > size_t(mostDims))
    return Error{"copy: expected at most " + std::to_string(mostDims) + " dims that do not merge, got " +
                 std::to_string(walk.dims.size())};
  int64_t units = 1;
  size_t longest = 0;
  for (size_t d = 0; d < walk.dims.size(); ++d) {
    if (__builtin_mul_overflow(units, walk.dims[d].size, &units))
      return Error{"copy: its size is out of range"};
    longest = walk.dims[d].size > walk.dims[longest].size ? d : longest;
  }
  if (units > INT32_MAX) { // halves of the longest dim
    for (const int64_t first : {int64_t(0), walk.dims[longest].size / 2}) {
      BoxWalk half = walk;
      host::CopyDim &dim = half.dims[longest];
      const int64_t step = dim.size / 2;
      dim.size = first == 0 ? step : dim.size - step;
      if (Status status = forEachPart(half, from + uint64_t(first * dim.from), to + uint64_t(first * dim.to), launch); !status)
        return status;
    }
    return {};
  }
  CopyRecord record{};
  record.from = from;
  record.to = to;
  record.count = uint32_t(units);
  record.dims = uint32_t(walk.dims.size());
  for (size_t d = 0; d < walk.dims.size(); ++d) {
    const host::CopyDim &dim = walk.dims[walk.dims.size() - 1 - d];
    record.dim[d] = *walkDim(dim.size, dim.from, dim.to);
  }
  return launch(record);
}

namespace {

// A plane whose rows are contiguous in the source and whose columns are in the target: squares. Nothing if there is none worth
// it.
Result<bool> addTranspose(const BoxWalk &walk, DevicePointer from, DevicePointer to, std::vector<DeviceLaunch> &launches) {
  const int64_t width = walk.width;
  constexpr int64_t least = 8; // below, most of a square is empty
  const auto column = std::find_if(walk.dims.begin(), walk.dims.end(), [&](const host::CopyDim &d) { return d.to == width; });
  const auto row = std::find_if(walk.dims.begin(), walk.dims.end(), [&](const host::CopyDim &d) { return d.from == width; });
  if (column == walk.dims.end() || row == walk.dims.end() || row == column || row->size < least || column->size < least)
    return false;
  const int64_t tile = transposeTile(uint32_t(width));
  TransposeRecord record{};
  if (row->size > INT32_MAX || column->size > INT32_MAX)
    return false;
  record.from = from;
  record.to = to;
  record.columnFrom = column->from;
  record.rowTo = row->to;
  record.rows = uint32_t(row->size);
  record.columns = uint32_t(column->size);
  record.rowTiles = uint32_t(blocksFor(row->size, tile));
  record.columnTiles = uint32_t(blocksFor(column->size, tile));
  record.byRowTiles = dividerOf(record.rowTiles);
  record.byColumnTiles = dividerOf(record.columnTiles);
  int64_t blocks = int64_t(record.rowTiles) * record.columnTiles;
  for (auto dim = walk.dims.rbegin(); dim != walk.dims.rend(); ++dim) {
    if (&*dim == &*row || &*dim == &*column)
      continue;
    if (dim->size > INT32_MAX || record.dims == uint32_t(mostDims) || blocks > INT32_MAX / dim->size)
      return false;
    blocks *= dim->size;
    record.dim[record.dims++] = *walkDim(dim->size, dim->from, dim->to);
  }
  if (blocks > INT32_MAX)
    return false;
  if (Status status = addBlocks(launches, device::transposeKernel(width), record, blocks, transposeThreads); !status)
    return status.error();
  return true;
}

} // namespace

Launches prepareBoxCopy(const std::vector<host::CopyDim> &dims, DevicePointer from, DevicePointer to, int64_t elementBytes,
                        DeviceMemory &) {
  const Result<BoxWalk> walk = boxWalk(dims, elementBytes, {int64_t(from % 16), int64_t(to % 16)});
  if (!walk)
    return walk.error();
  std::vector<DeviceLaunch> launches;
  if (walk->empty)
    return launches;
  const Result<bool> transposed = addTranspose(*walk, from, to, launches);
  if (!transposed)
    return transposed.error();
  if (*transposed)
    return launches;
  const Status status = forEachPart(*walk, from, to, [&](const CopyRecord &record) {
    return addBlocks(launches, device::copyKernel(walk->width), record, blocksFor(record.count, copyThreads * copyUnits),
                     copyThreads);
  });
  if (!status)
    return status.error();
  return launches;
}

Launches prepareUpdate(const DeviceUpdate &update, DeviceMemory &memory) {
  const size_t rank = update.shape.size();
  if (rank > size_t(mostDims))
    return Error{"update: expected a rank of at most " + std::to_string(mostDims) + ", got " + std::to_string(rank)};
  if (update.updateShape.size() != rank || update.starts.size() != rank)
    return Error{"update: expected an update and starts of rank " + std::to_string(rank)};
  std::vector<host::CopyDim> box(rank);
  std::vector<int64_t> alignment{int64_t(update.update % 16), int64_t(update.result % 16)};
  UpdateRecord record{};
  record.index = uint32_t(update.index);
  record.starts = uint32_t(rank);
  int64_t elements = 1, updated = 1;
  for (size_t d = rank; d-- > 0;) {
    const int64_t limit = update.shape[d] - update.updateShape[d];
    if (update.updateShape[d] < 0 || limit < 0)
      return Error{"update: expected an update of at most " + std::to_string(update.shape[d]) + " along dim " +
                   std::to_string(d) + ", got " + std::to_string(update.updateShape[d])};
    box[d] = {update.updateShape[d], updated, elements};
    record.start[d] = {update.starts[d], limit, elements * update.elementBytes};
    if (limit > 0)
      alignment.push_back(elements * update.elementBytes);
    elements *= update.shape[d];
    updated *= update.updateShape[d];
  }
  std::vector<DeviceLaunch> launches;
  if (update.operand != update.result) {
    Launches whole = prepareBoxCopy({{elements, 1, 1}}, update.operand, update.result, update.elementBytes, memory);
    if (!whole)
      return whole;
    launches = std::move(*whole);
  }
  const Result<BoxWalk> walk = boxWalk(box, update.elementBytes, alignment);
  if (!walk)
    return walk.error();
  const Status status = forEachPart(*walk, update.update, update.result, [&](const CopyRecord &part) {
    record.copy = part;
    return addBlocks(launches, device::updateKernel(walk->width), record, blocksFor(part.count, copyThreads * copyUnits),
                     copyThreads);
  });
  if (!status)
    return status.error();
  return launches;
}

} // namespace det::rt::cuda
