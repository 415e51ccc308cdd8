// Cumulative reductions in blocks, in the order of include/det/Runtime/Host/Scan.h: a fold inside each block, the blocks' totals folded
// into a carry, result = init + (carry + local). With several blocks three kernels: totals, carries, results (which folds once more).
#include "Scalar.h"
#include "det/Runtime/Cuda/ScanRecords.h"

using namespace det::device;
using namespace det::rt::cuda;

namespace {

/// Columns of a row's tile: one more than the steps, so that lanes that walk rows meet different banks.
constexpr uint32_t tileWidth = warpSize + 1;
constexpr uint32_t tileElements = scanThreads * tileWidth;
/// Totals that are read before they are folded, so that reads overlap.
constexpr uint32_t totalsAtOnce = 8;

/// A block of a row or column.
struct ScanBlock {
  int64_t outer, number; ///< in memory
  int64_t begin, size;
  bool isFirst; ///< of the fold

  DET_INLINE ScanBlock(const ScanRecord &record, int64_t at) : outer(at / record.blocks), number(at % record.blocks) {
    begin = number * record.block;
    size = record.size - begin < record.block ? record.size - begin : record.block;
    isFirst = number == (record.reverse ? record.blocks - 1 : 0);
  }
  /// The place of a step of the fold, in the block.
  DET_INLINE int64_t place(const ScanRecord &record, int64_t step) const { return record.reverse ? size - 1 - step : step; }
};

template <class E, class T = typename E::Value> DET_INLINE T shuffleValue(T value, uint32_t from) {
  if constexpr (sizeof(T) == 8) {
    const uint64_t bits = bitsOf<E>(value);
    return fromBits<E>(shuffle(uint32_t(bits), from) | uint64_t(shuffle(uint32_t(bits >> 32), from)) << 32);
  } else {
    return fromBits<E>(typename E::Unsigned(shuffle(uint32_t(bitsOf<E>(value)), from)));
  }
}

template <class Op, class E, class T = typename E::Value> DET_INLINE T resultOf(T init, bool isFirst, T carry, T local) {
  return canonical<E>(Op::template join<E>(init, isFirst ? local : Op::template join<E>(carry, local)));
}

/// A lane per block of a contiguous row; a warp loads 32 steps of its 32 blocks at a time.
template <class Op, class E, bool Totals, class T = typename E::Value> DET_INLINE void scanRows(const ScanRecord &record, SharedPointer<T> tiles) {
  const int64_t all = record.outer * record.blocks, first = gridThread() / warpSize * warpSize;
  if (first >= all)
    return;
  const uint32_t rows = all - first < warpSize ? uint32_t(all - first) : warpSize;
  const SharedPointer<T> tile = tiles + warp() * warpSize * tileWidth;
  const auto from = global<const T>(record.operand);
  const auto to = global<T>(record.result), totals = global<T>(record.totals);
  const bool works = lane() < rows;
  const ScanBlock mine(record, first + (works ? lane() : 0));
  const T init = *global<const T>(record.init);
  T local{}, carry{};
  if constexpr (!Totals)
    if (works && !mine.isFirst)
      carry = totals[first + lane()];
  const int64_t most = record.size < record.block ? record.size : record.block;
  for (int64_t step = 0; step < most; step += warpSize) {
    for (uint32_t r = 0; r < rows; ++r) {
      const ScanBlock block(record, first + r);
      if (step + lane() < block.size)
        tile[r * tileWidth + lane()] = from[block.outer * record.size + block.begin + block.place(record, step + lane())];
    }
    warpBarrier();
    if (works)
      for (uint32_t i = 0; i < warpSize && step + i < mine.size; ++i) {
        const T value = tile[lane() * tileWidth + i];
        local = step + i == 0 ? value : Op::template join<E>(local, value);
        if constexpr (!Totals)
          tile[lane() * tileWidth + i] = resultOf<Op, E>(init, mine.isFirst, carry, local);
      }
    warpBarrier();
    if constexpr (!Totals) {
      for (uint32_t r = 0; r < rows; ++r) {
        const ScanBlock block(record, first + r);
        if (step + lane() < block.size)
          to[block.outer * record.size + block.begin + block.place(record, step + lane())] = tile[r * tileWidth + lane()];
      }
    } // a lane that loads the next steps writes what it has read itself
  }
  if constexpr (Totals)
    if (works)
      totals[first + lane()] = local;
}

/// A thread per block of a column, neighbours in neighbouring columns.
template <class Op, class E, bool Totals, class T = typename E::Value> DET_INLINE void scanColumns(const ScanRecord &record) {
  const int64_t item = gridThread();
  if (item >= record.outer * record.blocks * record.inner)
    return;
  const ScanBlock block(record, item / record.inner);
  const int64_t start = (block.outer * record.size + block.begin) * record.inner + item % record.inner;
  const auto from = global<const T>(record.operand) + start;
  const auto to = global<T>(record.result) + start, totals = global<T>(record.totals);
  const T init = *global<const T>(record.init);
  T local{}, carry{};
  if constexpr (!Totals)
    if (!block.isFirst)
      carry = totals[item];
  for (int64_t step = 0; step < block.size; ++step) {
    const int64_t at = block.place(record, step) * record.inner;
    const T value = from[at];
    local = step == 0 ? value : Op::template join<E>(local, value);
    if constexpr (!Totals)
      to[at] = resultOf<Op, E>(init, block.isFirst, carry, local);
  }
  if constexpr (Totals)
    totals[item] = local;
}

/// Turns the totals of a row into what is carried into each block: a warp per row, every lane folds.
template <class Op, class E, class T = typename E::Value> DET_INLINE void carryRow(const ScanRecord &record) {
  const int64_t row = gridThread() / warpSize;
  if (row >= record.outer)
    return;
  const auto totals = global<T>(record.totals) + row * record.blocks;
  const auto at = [&](int64_t i) { return record.reverse ? record.blocks - 1 - i : i; };
  T carry{}, next = lane() < record.blocks ? totals[at(lane())] : T{};
  for (int64_t first = 0; first < record.blocks; first += warpSize) {
    const T total = next;
    const int64_t mine = first + lane(), ahead = mine + warpSize;
    if (ahead < record.blocks)
      next = totals[at(ahead)];
    T before{};
    for (uint32_t i = 0; i < warpSize; ++i) {
      before = lane() == i ? carry : before;
      const T value = shuffleValue<E>(total, i);
      carry = first + i == 0 ? value : Op::template join<E>(carry, value); // past the last block, what it becomes is not used
    }
    if (mine < record.blocks)
      totals[at(mine)] = before;
  }
}

/// The same for columns: a thread each.
template <class Op, class E, class T = typename E::Value> DET_INLINE void carryColumns(const ScanRecord &record) {
  const int64_t item = gridThread();
  if (item >= record.outer * record.inner)
    return;
  const auto totals = global<T>(record.totals) + item / record.inner * record.blocks * record.inner + item % record.inner;
  const auto at = [&](int64_t i) { return (record.reverse ? record.blocks - 1 - i : i) * record.inner; };
  T carry{};
  for (int64_t first = 0; first < record.blocks; first += totalsAtOnce) {
    T read[totalsAtOnce];
    for (uint32_t i = 0; i < totalsAtOnce; ++i)
      if (first + i < record.blocks)
        read[i] = totals[at(first + i)];
    for (uint32_t i = 0; i < totalsAtOnce; ++i)
      if (first + i < record.blocks) {
        totals[at(first + i)] = carry;
        carry = first + i == 0 ? read[i] : Op::template join<E>(carry, read[i]);
      }
  }
}

} // namespace

#define DET_SCAN_KERNELS(NAME, OP, E)                                                                                                \
  DET_KERNEL det_scan_row_totals_##NAME(ScanRecord record) {                                                                         \
    DET_SHARED E::Value tiles[tileElements];                                                                                         \
    scanRows<OP, E, true>(record, tiles);                                                                                            \
  }                                                                                                                                  \
  DET_KERNEL det_scan_row_carries_##NAME(ScanRecord record) { carryRow<OP, E>(record); }                                             \
  DET_KERNEL det_scan_rows_##NAME(ScanRecord record) {                                                                               \
    DET_SHARED E::Value tiles[tileElements];                                                                                         \
    scanRows<OP, E, false>(record, tiles);                                                                                           \
  }                                                                                                                                  \
  DET_KERNEL det_scan_column_totals_##NAME(ScanRecord record) { scanColumns<OP, E, true>(record); }                                  \
  DET_KERNEL det_scan_column_carries_##NAME(ScanRecord record) { carryColumns<OP, E>(record); }                                      \
  DET_KERNEL det_scan_columns_##NAME(ScanRecord record) { scanColumns<OP, E, false>(record); }

DET_EACH_COMBINE(DET_SCAN_KERNELS)
