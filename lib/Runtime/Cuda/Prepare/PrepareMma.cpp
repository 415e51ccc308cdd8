// Tables and record of a product by tensor cores. How operands are read follows from where they lie.
#include "PrepareMma.h"
#include "PrepareEntries.h"

#include "../../Executor/Resolve/DescribeProduct.h"
#include "det/Device/MmaNames.h"
#include "det/Device/MmaShape.h"
#include "det/Runtime/Cuda/MmaRecords.h"

#include <algorithm>
#include <cstdlib>

namespace det::rt::cuda {

namespace {

/// True if all offsets are multiples of `group`, the elements of 16 bytes.
bool isAligned(const std::vector<int64_t> &offsets, int64_t group) {
  return std::all_of(offsets.begin(), offsets.end(), [&](int64_t offset) { return offset % group == 0; });
}

/// True if `count` offsets from `first` on are consecutive.
bool areConsecutive(const std::vector<int64_t> &offsets, size_t first, size_t count) {
  for (size_t i = 1; i < count; ++i)
    if (offsets[first + i] != offsets[first] + int64_t(i))
      return false;
  return true;
}

/// The mode that moves most at once. There is none of vectors along rows for elements of a byte.
MmaRead readOf(uint64_t base, int64_t bytes, const std::vector<int64_t> &batches, const std::vector<int64_t> &rows, const std::vector<int64_t> &terms,
               const std::vector<ProductStep> &steps) {
  const int64_t group = 16 / bytes;
  const bool isPlaced = base % 16 == 0 && isAligned(batches, group);
  const auto stepsLieInGroups = [&] {
    return std::all_of(steps.begin(), steps.end(), [&](const ProductStep &step) {
      return terms[step.k] % group == 0 && areConsecutive(terms, step.k, step.count);
    });
  };
  const auto rowsLieInGroups = [&] {
    for (size_t first = 0; first < rows.size(); first += size_t(group))
      if (rows[first] % group != 0 || !areConsecutive(rows, first, std::min<size_t>(size_t(group), rows.size() - first)))
        return false;
    return true;
  };
  if (isPlaced && isAligned(rows, group) && stepsLieInGroups())
    return mmaVectorsAlongK;
  if (bytes > 1 && isPlaced && isAligned(terms, group) && rowsLieInGroups())
    return mmaVectorsAlongRows;
  // Elements: neighbours of a warp read what lies side by side.
  const auto isUnit = [](const std::vector<int64_t> &offsets) { return offsets.size() > 1 && std::abs(offsets[1] - offsets[0]) == 1; };
  return isUnit(rows) && !isUnit(terms) ? mmaElementsAlongRows : mmaElementsAlongK;
}

/// Pairs of columns lie side by side, and every pair at a multiple of 8 bytes.
bool hasPairs(uint64_t base, const std::vector<int64_t> &batches, const std::vector<int64_t> &rows, const std::vector<int64_t> &columns) {
  const auto isEven = [](int64_t offset) { return offset % 2 == 0; };
  if (base % 8 != 0 || columns.size() % 2 != 0 || !std::all_of(batches.begin(), batches.end(), isEven) || !std::all_of(rows.begin(), rows.end(), isEven))
    return false;
  for (size_t column = 0; column < columns.size(); column += 2)
    if (!isEven(columns[column]) || columns[column + 1] != columns[column] + 1)
      return false;
  return true;
}

} // namespace

Result<std::vector<DeviceLaunch>> prepareMma(const artifact::ProductT &product, const AddressSpace &space, DeviceMemory &memory, device::Warpgroups warpgroups) {
  using host::Axis, host::InnerPart;
  Result<device::ProductShape> shape = device::shapeMma(product, warpgroups);
  if (!shape)
    return shape.error();
  const host::Product description = describeProduct(product, host::Real::f32);
  const Result<ProductAddresses> at = resolveProduct(product, description, space);
  if (!at)
    return at.error();
  std::vector<DeviceLaunch> launches;
  if (shape->kernel.empty())
    return launches;
  const uint64_t a = DevicePointer(shape->exchanged ? at->b : at->a), b = DevicePointer(shape->exchanged ? at->a : at->b);
  const device::ProductSteps steps = device::stepsOf(description, shape->segments, shape->tile.depth);
  const size_t segments = shape->segments.size();
  const int64_t results = shape->batches * shape->m * shape->n;
  const std::vector<int64_t> batchesA = host::walk(shape->batch, &Axis::a), batchesB = host::walk(shape->batch, &Axis::b),
                             rowsA = host::walk(shape->rows, &Axis::a), columnsB = host::walk(shape->columns, &Axis::b),
                             denseBatches = multiples(shape->batches, shape->m * shape->n), denseRows = multiples(shape->m, shape->n),
                             denseColumns = multiples(shape->n, 1);
  std::vector<int64_t> batchesC = host::walk(shape->batch, &Axis::c), rowsC = host::walk(shape->rows, &Axis::c),
                       columnsC = host::walk(shape->columns, &Axis::c);
  const bool isDense = batchesC == denseBatches && rowsC == denseRows && columnsC == denseColumns;
  const std::vector<int64_t> termsA = host::walkParts(shape->inner, &Axis::a, &InnerPart::a),
                             termsB = host::walkParts(shape->inner, &Axis::b, &InnerPart::b);
  MmaRecord record{};
  const int64_t bytes = device::needsWarpgroups(product) ? 1 : 2;
  record.a = {a, memory.uploadAll(batchesA), memory.uploadAll(rowsA), memory.uploadAll(termsA), readOf(a, bytes, batchesA, rowsA, termsA, steps.steps), 0};
  record.b = {b, memory.uploadAll(batchesB), memory.uploadAll(columnsB), memory.uploadAll(termsB), readOf(b, bytes, batchesB, columnsB, termsB, steps.steps), 0};
  record.c = DevicePointer(at->c);
  if (segments > 1) {
    record.c = memory.scratch(uint64_t(results) * sizeof(float) * segments);
    record.segmentBytes = results * int64_t(sizeof(float));
    batchesC = denseBatches;
    rowsC = denseRows;
    columnsC = denseColumns;
  }
  record.batchesC = memory.uploadAll(batchesC);
  record.rowsC = memory.uploadAll(rowsC);
  record.columnsC = memory.uploadAll(columnsC);
  record.steps = memory.uploadAll(steps.steps);
  record.segments = memory.uploadAll(steps.segments);
  record.m = uint32_t(shape->m);
  record.n = uint32_t(shape->n);
  record.rowTiles = uint32_t((shape->m + shape->tile.rows - 1) / shape->tile.rows);
  record.columnTiles = uint32_t((shape->n + shape->tile.columns - 1) / shape->tile.columns);
  record.tiles = record.rowTiles * record.columnTiles;
  record.batches = uint32_t(shape->batches);
  record.pairsC = record.segmentBytes % 8 == 0 && hasPairs(record.c, batchesC, rowsC, columnsC);
  DeviceLaunch &launch = launches.emplace_back();
  launch.kernel = shape->kernel;
  launch.grid = {record.tiles * record.batches * uint32_t(segments), 1, 1};
  launch.block = {shape->tile.threads, 1, 1};
  if (launch.kernel.starts_with(device::wgmmaPrefix))
    launch.sharedBytes = wgmmaSharedBytes(shape->tile);
  launch.setRecord(record);
  if (segments > 1)
    if (Status status = addSegmentJoin(description, *shape, record.c, DevicePointer(at->c), isDense, memory, launches); !status)
      return status.error();
  return launches;
}

} // namespace det::rt::cuda
