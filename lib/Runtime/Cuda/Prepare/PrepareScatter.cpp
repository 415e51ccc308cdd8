// Scatters as launches: for each node the rows of its updates, a stable sort by row, and a walk over each row's updates.
#include "PrepareEntries.h"

#include <algorithm>
#include <bit>

namespace det::rt::cuda {

namespace {

Error bad(std::string message) { return Error{"scatter: " + std::move(message)}; }

/// The record that finds the rows of a node's updates; count 0 if it has none. `keyBits` gets the length of a key.
Result<ScatterKeysRecord> keysOf(const host::PreparedScatter &s, const host::ScatterNode &node, int64_t &count, int &keyBits) {
  ScatterKeysRecord record{};
  record.index = uint32_t(s.index);
  record.rows = uint32_t(s.rows);
  record.componentStride = s.componentStride;
  count = s.items > 0 ? 1 : 0;
  keyBits = 0;
  struct Part {
    ScatterPosition position;
    int width;
  };
  std::vector<Part> parts;
  size_t scatterDim = 0;
  for (const auto &p : s.positions) {
    int64_t low = 0, high = p.size, firstBlock = 0;
    int width = 0;
    if (p.scatter) {
      const int64_t start = node.start[scatterDim], end = node.end[scatterDim];
      ++scatterDim;
      low = std::max(start - p.start, int64_t(0));
      high = std::min(end - p.start, p.size);
      if (p.block > 0 && end > start) {
        firstBlock = start / p.block;
        width = std::bit_width(uint64_t((end - 1) / p.block - firstBlock));
      }
    }
    const int64_t size = std::max(high - low, int64_t(0));
    if (__builtin_mul_overflow(count, size, &count) || size > INT32_MAX)
      return bad("its updates are more than a GPU's walk takes");
    parts.push_back({{uint32_t(size), dividerOf(uint32_t(std::max<int64_t>(size, 1))), 0, p.updates, p.indices, p.row, low,
                      p.start, width > 0 ? p.block : 0, firstBlock},
                     width});
  }
  for (size_t d = parts.size(); d-- > 0;) {
    parts[d].position.shift = uint32_t(keyBits);
    keyBits += parts[d].width;
    record.position[record.positions++] = parts[d].position;
  }
  if (keyBits > 63)
    return bad("the blocks of its order need keys of " + std::to_string(keyBits) + " bits");
  for (const auto &c : s.components)
    record.component[record.components++] = {c.row, c.whole, c.start, c.local};
  if (s.windowed)
    for (size_t d = s.window.size(); d-- > 0;) {
      const auto &w = s.window[d];
      if (__builtin_mul_overflow(count, w.size, &count) || w.size > INT32_MAX)
        return bad("its updates are more than a GPU's walk takes");
      record.window[record.windows++] = {uint32_t(w.size), dividerOf(uint32_t(std::max<int64_t>(w.size, 1))),
                                         int32_t(w.component), w.updates, w.component < 0 ? w.operand : 0};
    }
  if (count > INT32_MAX)
    return bad(std::to_string(count) + " updates are more than a GPU's walk takes (2147483647)");
  record.count = uint32_t(count);
  return record;
}

// A row's updates are walked by one thread for each element. From so many bits of keys on, subtrees are joined by threads of
// their own before, unless that takes more memory than this.
constexpr int leastRunBits = 3;
constexpr int64_t mostPartialBytes = int64_t(256) << 20;

/// Memory for the updates of one node; the nodes follow one another and share it.
struct ScatterScratch {
  DevicePointer keys, hits, sortedKeys[2] = {}, sortedItems[2] = {}, counts = 0;
  DevicePointer partials = 0, next = 0; ///< of runs; none where rows are not cut

  ScatterScratch(int64_t items, int64_t partialBytes, bool isFree, DeviceMemory &memory) {
    if (partialBytes > 0) {
      partials = memory.scratch(uint64_t(partialBytes));
      next = memory.scratch(uint64_t(items) * sizeof(uint32_t));
    }
    const uint64_t bytes = uint64_t(items) * sizeof(uint32_t);
    const bool isLong = items > radixTile;
    keys = memory.scratch(bytes);
    hits = memory.scratch(uint64_t(items) * sizeof(ScatterHit));
    if (isFree) // nothing is sorted
      return;
    for (int i = 0; i < 2; ++i) {
      sortedKeys[i] = i == 0 || isLong ? memory.scratch(bytes) : 0;
      sortedItems[i] = i == 0 || isLong ? memory.scratch(bytes) : 0;
    }
    counts = isLong ? memory.scratch(uint64_t(blocksFor(items, radixTile)) * 256 * sizeof(uint32_t)) : 0;
  }
};
struct Sorted {
  DevicePointer keys, items;
};

/// Adds a stable sort of keys below 2^bits.
Result<Sorted> addSort(const ScatterScratch &scratch, int64_t count, int bits, std::vector<DeviceLaunch> &launches) {
  RadixRecord record{};
  record.keys = scratch.keys;
  record.count = uint32_t(count);
  record.bits = uint32_t(bits);
  record.sortedKeys = scratch.sortedKeys[0];
  record.sortedItems = scratch.sortedItems[0];
  if (count <= radixTile) {
    if (Status status = addBlocks(launches, device::radixSmallKernel(), record, 1, radixThreads); !status)
      return status.error();
    return Sorted{record.sortedKeys, record.sortedItems};
  }
  const int64_t blocks = blocksFor(count, radixTile);
  record.blocks = uint32_t(blocks);
  record.counts = scratch.counts;
  for (int shift = 0; shift < bits; shift += 8) {
    record.shift = uint32_t(shift);
    for (const auto &[kernel, grid, threads] : {std::tuple{device::radixCountKernel(), blocks, radixThreads},
                                                std::tuple{device::radixScanKernel(), int64_t(1), radixScanThreads},
                                                std::tuple{device::radixPlaceKernel(), blocks, radixThreads}})
      if (Status status = addBlocks(launches, kernel, record, grid, threads); !status)
        return status.error();
    record.keys = record.sortedKeys;
    record.items = record.sortedItems;
    const int next = shift / 8 % 2 == 0;
    record.sortedKeys = scratch.sortedKeys[next];
    record.sortedItems = scratch.sortedItems[next];
  }
  return Sorted{record.keys, record.items};
}

Status addNode(const ScatterOp &op, const host::ScatterNode &node, DevicePointer operand, DevicePointer out,
               const std::string &combine, bool isFree, const ScatterScratch &scratch, std::vector<DeviceLaunch> &launches) {
  const host::PreparedScatter &s = op.scatter;
  const int64_t bytes = host::elementSize(s.type);
  if (s.rows == 0)
    return {};
  if (s.rows >= INT32_MAX)
    return bad(std::to_string(s.rows) + " rows are more than a GPU's walk takes (2147483646)");
  int64_t elements = 1; // of a row
  ScatterRecord record{};
  if (!s.windowed)
    for (size_t d = s.window.size(); d-- > 0;) {
      const Result<WalkDim> dim = walkDim(s.window[d].size, s.window[d].updates * bytes, s.window[d].operand * bytes);
      if (!dim)
        return bad(dim.error().message);
      record.dim[record.dims++] = *dim;
      elements *= s.window[d].size;
    }
  if (elements > INT32_MAX)
    return bad("rows of " + std::to_string(elements) + " elements are more than a GPU's walk takes");
  for (size_t d = s.rowDims.size(); d-- > 0;) {
    const Result<WalkDim> dim = walkDim(s.rowDims[d].size, 0, s.rowDims[d].operand * bytes);
    if (!dim)
      return bad(dim.error().message);
    record.row[record.rowDims++] = *dim;
  }
  // What no update hits keeps what it holds, or gets the identity.
  if (operand != out)
    if (Status status =
            addBlocks(launches, device::scatterBaseKernel(combine), ScatterBaseRecord{operand, out, s.rows * elements},
                      blocksFor(s.rows * elements, int64_t(scatterThreads) * scatterBaseUnits), scatterThreads);
        !status)
      return status;

  int64_t count = 0;
  int keyBits = 0;
  Result<ScatterKeysRecord> keys = keysOf(s, node, count, keyBits);
  if (!keys)
    return keys.error();
  if (count == 0)
    return {};
  keys->indices = addressOf(op.indices);
  keys->keys = scratch.keys;
  keys->hits = scratch.hits;
  if (Status status =
          addBlocks(launches, device::scatterKeysKernel(), *keys, blocksFor(count, scatterKeyThreads), scatterKeyThreads);
      !status)
    return status;
  if (isFree) {
    record.keys = keys->keys;
    record.hits = keys->hits;
    record.updates = addressOf(op.updates);
    record.out = out;
    record.items_count = uint32_t(count);
    record.rows = uint32_t(s.rows);
    record.elements = uint32_t(elements);
    record.byElements = dividerOf(record.elements);
    const int64_t atOnce = std::max<int64_t>(1, INT32_MAX / elements);
    for (int64_t first = 0; first < count; first += atOnce) {
      record.first = uint32_t(first);
      record.count = uint32_t(std::min(atOnce, count - first) * elements);
      if (Status status = addBlocks(launches, device::scatterAtomicKernel(combine), record, blocksFor(record.count, scatterThreads), scatterThreads);
          !status)
        return status;
    }
    return {};
  }
  const Result<Sorted> sorted = addSort(scratch, count, std::bit_width(uint64_t(s.rows)), launches);
  if (!sorted)
    return sorted.error();

  record.keys = sorted->keys;
  record.items = sorted->items;
  record.hits = keys->hits;
  record.operand = operand;
  record.updates = addressOf(op.updates);
  record.out = out;
  record.items_count = uint32_t(count);
  record.rows = uint32_t(s.rows);
  record.elements = uint32_t(elements);
  record.byElements = dividerOf(record.elements);
  const bool cuts = scratch.partials != 0 && keyBits >= leastRunBits;
  const int runBits = cuts ? (keyBits + 1) / 2 : 0;
  const auto add = [&](const std::string &kernel, int bits) -> Status {
    const int64_t perThread = std::max(bits, 1) * bytes, atOnce = std::max<int64_t>(1, INT32_MAX / elements);
    int64_t threads = scatterThreads;
    while (threads > 32 && perThread * threads > 32768)
      threads /= 2;
    for (int64_t first = 0; first < count; first += atOnce) {
      record.first = uint32_t(first);
      record.count = uint32_t(std::min(atOnce, count - first) * elements);
      if (Status status = addBlocks(launches, kernel, record, blocksFor(record.count, threads), uint32_t(threads),
                                    uint32_t(std::max<int64_t>(perThread * threads, 16)));
          !status)
        return status;
    }
    return {};
  };
  if (cuts) {
    record.partials = scratch.partials;
    record.next = scratch.next;
    record.shift = uint32_t(runBits);
    if (Status status = add(device::scatterRunsKernel(combine), runBits); !status)
      return status;
  }
  return add(device::scatterKernel(combine), keyBits - runBits);
}

} // namespace

Launches prepareScatter(const ScatterOp &op, const std::string &combine, bool isFree, DeviceMemory &memory) {
  std::vector<DeviceLaunch> launches;
  isFree &= !device::scatterAtomicKernel(combine).empty();
  const bool assigns = op.nodeBytes == 0;
  if (op.scatter.items > INT32_MAX)
    return bad(std::to_string(op.scatter.items) + " updates are more than a GPU's walk takes (2147483647)");
  // Rows are cut where some node's keys are long enough; few updates do not take long.
  int64_t elements = 1;
  if (!op.scatter.windowed)
    for (const auto &window : op.scatter.window)
      elements = std::min(mostPartialBytes, elements * window.size);
  const int64_t partialBytes = op.scatter.items * elements * host::elementSize(op.scatter.type);
  const bool cuts =
      !isFree && !assigns && op.scatter.items > 256 && op.scatter.items <= mostPartialBytes / elements && partialBytes <= mostPartialBytes;
  const ScatterScratch scratch(op.scatter.items, cuts ? partialBytes : 0, isFree, memory);
  for (size_t i = 0; i < op.nodes.size(); ++i) {
    const DevicePointer out = addressOf(op.result + int64_t(i) * op.nodeBytes);
    // Overwriting applies its nodes one after the other to one result.
    const DevicePointer operand = i > 0 && assigns ? out : addressOf(op.operand);
    if (Status status = addNode(op, op.nodes[i], operand, out, combine, isFree, scratch, launches); !status)
      return status.error();
  }
  return launches;
}

} // namespace det::rt::cuda
