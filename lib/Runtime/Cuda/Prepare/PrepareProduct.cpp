// Products as launches: tables, how each operand is read, and the join of what several blocks made of one result.
#include "PrepareEntries.h"

#include "det/Runtime/Host/Postfix.h"

#include <algorithm>

namespace det::rt::cuda {

namespace {

using device::ProductShape, host::Axis, host::InnerPart;

/// True if `offsets` fall into groups of `wide` neighbours, each of which begins at a multiple of `wide`.
bool inGroups(const std::vector<int64_t> &offsets, int64_t wide) {
  if (int64_t(offsets.size()) % wide != 0)
    return false;
  for (size_t i = 0; i < offsets.size(); ++i)
    if (const int64_t at = int64_t(i) % wide; offsets[i] != offsets[i - size_t(at)] + at || (at == 0 && offsets[i] % wide != 0))
      return false;
  return true;
}
bool allMultiples(const std::vector<int64_t> &offsets, int64_t wide) {
  return std::all_of(offsets.begin(), offsets.end(), [&](int64_t offset) { return offset % wide == 0; });
}
int64_t distance(const std::vector<int64_t> &offsets) { return offsets.size() > 1 ? offsets[1] - offsets[0] : 0; }

ProductOperand operandOf(DevicePointer base, const std::vector<int64_t> &batches, const std::vector<int64_t> &rows,
                         const std::vector<int64_t> &steps, int64_t bytes, DeviceMemory &memory) {
  ProductOperand made{};
  made.base = base;
  made.batches = memory.uploadAll(batches);
  made.rows = memory.uploadAll(rows);
  made.steps = memory.uploadAll(steps);
  const int64_t step = distance(steps), wide = 16 / bytes;
  bool even = step != 0;
  for (size_t k = 0; even && k < steps.size(); ++k)
    even = steps[k] == int64_t(k) * step;
  made.stride = even ? step : 0;
  if (base % 16 == 0 && inGroups(rows, wide) && allMultiples(steps, wide) && allMultiples(batches, wide))
    made.read = readRowVectors;
  else if (distance(rows) == 1 || (step != 1 && std::abs(distance(rows)) < std::abs(step)))
    made.read = readAlongRows;
  else
    made.read = readAlongK;
  return made;
}

/// True if offsets of C fall into groups of 16 bytes that lie as they do in memory.
bool inVectors(DevicePointer c, const std::vector<int64_t> &batches, const std::vector<int64_t> &rows, const std::vector<int64_t> &columns,
               int64_t wide) {
  return c % 16 == 0 && inGroups(columns, wide) && allMultiples(rows, wide) && allMultiples(batches, wide);
}

Launches prepareEach(const host::Product &product, const ProductShape &shape, DevicePointer a, DevicePointer b, DevicePointer c,
                     DeviceMemory &memory) {
  ProductEachRecord record{};
  record.a = a;
  record.b = b;
  record.c = c;
  record.stepsA = memory.uploadAll(host::walkParts(shape.inner, &Axis::a, &InnerPart::a));
  record.stepsB = memory.uploadAll(host::walkParts(shape.inner, &Axis::b, &InnerPart::b));
  std::vector<EachLeaf> leaves;
  for (size_t i = 0; i < product.leaves.size(); ++i)
    leaves.push_back({uint32_t(product.leaves[i]), product.pops[i]});
  record.leaves = memory.uploadAll(leaves);
  record.leafCount = uint32_t(leaves.size());
  // Neighbours of the warp are neighbours in C.
  std::vector<const std::vector<Axis> *> loops{&shape.columns, &shape.rows, &shape.batch};
  const auto nearest = [](const std::vector<Axis> *axes) {
    int64_t least = INT64_MAX;
    for (const Axis &axis : *axes)
      least = std::min(least, std::abs(axis.c));
    return least;
  };
  std::stable_sort(loops.begin(), loops.end(), [&](const auto *x, const auto *y) { return nearest(x) < nearest(y); });
  int64_t count = 1;
  for (size_t d = 0; d < 3; ++d) {
    const std::vector<int64_t> offsets = host::walk(*loops[d], &Axis::c);
    EachLoop &loop = record.loop[d];
    loop.a = memory.uploadAll(host::walk(*loops[d], &Axis::a));
    loop.b = memory.uploadAll(host::walk(*loops[d], &Axis::b));
    loop.c = memory.uploadAll(offsets);
    loop.size = uint32_t(offsets.size());
    loop.by = dividerOf(loop.size);
    count *= loop.size;
  }
  record.count = uint32_t(count);
  std::vector<DeviceLaunch> launches;
  if (Status status = addBlocks(launches, shape.kernel, record, blocksFor(count, eachThreads), eachThreads); !status)
    return status.error();
  return launches;
}

} // namespace

std::vector<int64_t> multiples(int64_t count, int64_t step) {
  std::vector<int64_t> made(static_cast<size_t>(count));
  for (size_t i = 0; i < made.size(); ++i)
    made[i] = int64_t(i) * step;
  return made;
}

Status addResultCopy(const ProductShape &shape, DevicePointer from, DevicePointer c, int64_t bytes, DeviceMemory &memory,
                     std::vector<DeviceLaunch> &launches) {
  std::vector<host::CopyDim> dims;
  int64_t stride = 1;
  for (const auto *axes : {&shape.columns, &shape.rows, &shape.batch})
    for (auto axis = axes->rbegin(); axis != axes->rend(); ++axis) {
      dims.push_back({axis->size, stride, axis->c});
      stride *= axis->size;
    }
  Launches copies = prepareBoxCopy(dims, from, c, bytes, memory);
  if (!copies)
    return copies.error();
  launches.insert(launches.end(), copies->begin(), copies->end());
  return {};
}

Status addSegmentJoin(const host::Product &product, const ProductShape &shape, DevicePointer nodes, DevicePointer c, bool isDense,
               DeviceMemory &memory, std::vector<DeviceLaunch> &launches) {
  const int64_t bytes = host::sizeOf(product.type), results = shape.batches * shape.m * shape.n;
  const DevicePointer joined = isDense ? c : memory.scratch(uint64_t(results * bytes));
  const host::Element element = product.type == host::Real::f32   ? host::Element::f32
                                : product.type == host::Real::f64 ? host::Element::f64
                                : product.type == host::Real::i32 ? host::Element::i32
                                                                  : host::Element::i64;
  const ElementType result = product.type == host::Real::f32   ? ElementType::f32
                             : product.type == host::Real::f64 ? ElementType::f64
                             : product.type == host::Real::i32 ? ElementType::i32
                                                               : ElementType::i64;
  const JoinOp join{host::JoinOp::add,         element, result, reinterpret_cast<const void *>(nodes), results, int64_t(shape.segments.size()),
                    shape.joins, {}, reinterpret_cast<uint8_t *>(joined)};
  Launches joins = prepareJoin(join, "add_" + device::productTypeName(product.type), memory);
  if (!joins)
    return joins.error();
  launches.insert(launches.end(), joins->begin(), joins->end());
  return isDense ? Status() : addResultCopy(shape, joined, c, bytes, memory, launches);
}

ProductRecord operandRecord(const ProductShape &shape, DevicePointer a, DevicePointer b, int64_t bytes, DeviceMemory &memory) {
  ProductRecord record{};
  record.a = operandOf(a, host::walk(shape.batch, &Axis::a), host::walk(shape.rows, &Axis::a),
                       host::walkParts(shape.inner, &Axis::a, &InnerPart::a), bytes, memory);
  record.b = operandOf(b, host::walk(shape.batch, &Axis::b), host::walk(shape.columns, &Axis::b),
                       host::walkParts(shape.inner, &Axis::b, &InnerPart::b), bytes, memory);
  record.m = uint32_t(shape.m);
  record.n = uint32_t(shape.n);
  record.batches = uint32_t(shape.batches);
  return record;
}

void setResults(ProductRecord &record, const ProductShape &shape, DevicePointer c, int64_t bytes, DeviceMemory &memory) {
  const std::vector<int64_t> batches = host::walk(shape.batch, &Axis::c), rows = host::walk(shape.rows, &Axis::c),
                             columns = host::walk(shape.columns, &Axis::c);
  record.c = c;
  record.batchesC = memory.uploadAll(batches);
  record.rowsC = memory.uploadAll(rows);
  record.columnsC = memory.uploadAll(columns);
  record.vectorC = inVectors(c, batches, rows, columns, 16 / bytes);
}

Launches prepareProduct(const host::Product &product, DevicePointer a, DevicePointer b, DevicePointer c, DeviceMemory &memory,
                        const device::ProductChoice *choice) {
  const Result<ProductShape> found = device::shapeProduct(product, choice);
  if (!found)
    return found.error();
  const ProductShape &shape = *found;
  std::vector<DeviceLaunch> launches;
  if (shape.kernel.empty())
    return launches;
  if (shape.exchanged)
    std::swap(a, b);
  if (shape.each)
    return prepareEach(product, shape, a, b, c, memory);

  const int64_t bytes = host::sizeOf(product.type), wide = 16 / bytes, results = shape.batches * shape.m * shape.n;
  const size_t segments = shape.segments.size();
  ProductRecord record = operandRecord(shape, a, b, bytes, memory);
  std::vector<int64_t> batchesC = host::walk(shape.batch, &Axis::c), rowsC = host::walk(shape.rows, &Axis::c),
                       columnsC = host::walk(shape.columns, &Axis::c);
  const std::vector<int64_t> denseBatches = multiples(shape.batches, shape.m * shape.n), denseRows = multiples(shape.m, shape.n),
                             denseColumns = multiples(shape.n, 1);
  const bool isDense = batchesC == denseBatches && rowsC == denseRows && columnsC == denseColumns;
  record.c = c;
  DevicePointer nodes = 0;
  if (segments > 1) {
    nodes = record.c = memory.scratch(uint64_t(results * bytes) * segments);
    record.segmentBytes = results * bytes;
    batchesC = denseBatches;
    rowsC = denseRows;
    columnsC = denseColumns;
  }
  record.batchesC = memory.uploadAll(batchesC);
  record.rowsC = memory.uploadAll(rowsC);
  record.columnsC = memory.uploadAll(columnsC);
  record.vectorC = record.segmentBytes % 16 == 0 && inVectors(record.c, batchesC, rowsC, columnsC, wide);
  const device::ProductSteps steps = device::stepsOf(product, shape.segments, shape.tile.depth);
  record.steps = memory.uploadAll(steps.steps);
  record.segments = memory.uploadAll(steps.segments);
  record.rowTiles = uint32_t(blocksFor(shape.m, shape.tile.rows));
  record.columnTiles = uint32_t(blocksFor(shape.n, shape.tile.columns));
  record.tiles = record.rowTiles * record.columnTiles;
  if (Status status = addBlocks(launches, shape.kernel, record, int64_t(record.tiles) * record.batches * int64_t(segments), shape.tile.threads);
      !status)
    return status.error();
  if (segments > 1)
    if (Status status = addSegmentJoin(product, shape, nodes, c, isDense, memory, launches); !status)
      return status.error();
  return launches;
}

} // namespace det::rt::cuda
