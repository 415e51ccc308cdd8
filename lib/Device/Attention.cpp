// A product, what a row kernel makes of each row of its results, and a product of that, in one block: the scores and weights of attention stay in
// shared memory. Either product is that of ProductKernel.h, in the same order; the rows are worked on by the very code that the plan's launch of them has.
#include "ProductKernel.h"
#include "det/Runtime/Cuda/AttentionRecords.h"

using namespace det::device;
using namespace det::rt::cuda;

/// A generated row kernel for rows [begin, end), called by all lanes of a warp. The compiler makes an instance of each kernel below for it.
extern "C" __attribute__((convergent)) void det_rows(void *const *buffers, const int64_t *params, int64_t begin, int64_t end, void *scratch);
/// Which of its buffers lie in the tile: that of the first product's results, and that of the second's operand. No number of a buffer: none.
extern "C" uint32_t det_rows_input();
extern "C" uint32_t det_rows_output();

extern "C" __attribute__((address_space(3))) Quad det_attention_tile[];

namespace {

using Tile64 = TileShape<F32, 2, 2, 4, 8, 2, 1, attentionDepth>;
using Tile32 = TileShape<F32, 2, 2, 4, 8, 1, 1, attentionDepth>;
using Tile16 = TileShape<F32, 1, 4, 4, 8, 1, 1, attentionDepth>;

static_assert(ringSlices == attentionSlices);

template <class Shape> class Attention {
  using Value = float;
  using Sums = Chains<Shape>;
  using Group = typename Sums::Group;
  static constexpr int wide = Shape::wide;
  static_assert(Shape::threads == attentionThreads && wide == 4);
  static_assert(4 * ringSlices * (Shape::sliceA + Shape::sliceB) == attentionRingBytes({Shape::rows, Shape::columns}));

public:
  DET_INLINE Attention(const AttentionRecord &record, SharedPointer<Value> ringA, SharedPointer<Value> ringB)
      : r(record), ringA(ringA), ringB(ringB), tile((SharedPointer<Value>)det_attention_tile), batch(block() / record.rowTiles),
        first(block() % record.rowTiles * Shape::rows), count(r.first.m - first < Shape::rows ? r.first.m - first : Shape::rows) {}

  /// The rows of the first product's results, all columns.
  DET_INLINE void scores() const {
    const Reader<Shape, Shape::rows, false> readerA(r.first.a, batch, first, r.first.m);
    for (uint32_t column = 0; column < r.first.n; column += Shape::columns) {
      const Reader<Shape, Shape::columns, true> readerB(r.first.b, batch, column, r.first.n);
      const ThreadPlace<Shape> mine(thread());
      Sums sums;
      Value stack[attentionStack - 1][Sums::results];
      uint32_t top = 0;
      overSteps(
          r.firstSteps,
          [&](uint32_t slice, const ProductStep &step) DET_INLINED {
            readerA.read(ringA + slice * Shape::sliceA, step);
            readerB.read(ringB + slice * Shape::sliceB, step);
          },
          [&](uint32_t slice, const ProductStep &step, bool isLast) DET_INLINED {
            sums.multiply(ringA + slice * Shape::sliceA + mine.row, ringB + slice * Shape::sliceB + mine.column);
            sums.endStep(step, isLast, stack, top);
          });
#pragma unroll
      for (int x = 0; x < Shape::threadRows; ++x) {
        const uint32_t row = mine.row + static_cast<uint32_t>(x / wide) * Sums::rowDistance + x % wide;
#pragma unroll
        for (int g = 0; g < Shape::columnGroups; ++g) {
          const uint32_t at = column + mine.column + static_cast<uint32_t>(g) * Sums::columnDistance;
          if (at < r.first.n) // the pitch has room for the rest of the group
            *(SharedPointer<Group>)(tile + row * r.pitch + at) = groupOf(sums, x, g);
        }
      }
    }
    barrier();
  }

  /// What the generated kernel makes of them, some rows to each warp.
  DET_INLINE void rows() const {
    constexpr uint32_t warps = attentionThreads / warpSize;
    const uint32_t each = (count + warps - 1) / warps, from = warp() * each, to = from + each < count ? from + each : count;
    const int64_t number = static_cast<int64_t>(batch) * r.first.m + first;
    // Rows are numbered from that of the whole on: the tile seems to begin at row 0.
    const uint64_t start = (uint64_t)tile - static_cast<uint64_t>(number) * r.pitch * sizeof(Value);
    void *buffers[mostRowBuffers];
    repeat<mostRowBuffers>([&](auto i) DET_INLINED {
      const uint32_t buffer = static_cast<uint32_t>(static_cast<int>(i));
      buffers[i] = buffer == det_rows_input() || buffer == det_rows_output() ? (void *)(SharedPointer<void>)start
                                                                              : (void *)global<void>(r.buffer[i]);
    });
    if (from < to)
      det_rows(buffers, (const int64_t *)global<const int64_t>(r.params), number + from, number + to, nullptr);
    barrier();
  }

  /// Writes what was made of the rows to memory.
  DET_INLINE void keep() const {
    if (!r.kept)
      return;
    const uint32_t n = r.first.n;
    const uint64_t to = r.kept + (static_cast<uint64_t>(batch) * r.first.m + first) * n * sizeof(Value);
    for (uint32_t row = warp(); row < count; row += attentionThreads / warpSize)
      for (uint32_t column = lane(); column < n; column += warpSize)
        *global<Value>(to + (static_cast<uint64_t>(row) * n + column) * sizeof(Value)) = tile[row * r.pitch + column];
  }

  /// The product of those rows. A thread's rows are every fourth of its warp's, whose groups of 16 bytes along k lie in different banks.
  DET_INLINE void weigh() const {
    const uint32_t inWarp = lane() / Shape::laneColumns, warpRow = warp() / Shape::warpColumns * Shape::warpTileRows;
    const uint64_t c = r.second.c + static_cast<uint64_t>(global<const int64_t>(r.second.batchesC)[batch]) * sizeof(Value);
    const auto rowsC = global<const int64_t>(r.second.rowsC);
    for (uint32_t column = 0; column < r.second.n; column += Shape::columns) {
      const Reader<Shape, Shape::columns, true> readerB(r.second.b, batch, column, r.second.n);
      const uint32_t ownColumn = ThreadPlace<Shape>(thread()).column;
      const SharedPointer<const Value> left = tile + (warpRow + inWarp) * r.pitch;
      Sums sums;
      Value stack[attentionStack - 1][Sums::results];
      uint32_t top = 0;
      overSteps(
          r.secondSteps, [&](uint32_t slice, const ProductStep &step) DET_INLINED { readerB.read(ringB + slice * Shape::sliceB, step); },
          [&](uint32_t slice, const ProductStep &step, bool isLast) DET_INLINED {
            const SharedPointer<const Value> right = ringB + slice * Shape::sliceB + ownColumn;
            if (step.count == Shape::depth && step.k % wide == 0)
              wholeStep(sums, left + step.k, right);
            else
              partStep(sums, left + step.k, right, step.count);
            sums.endStep(step, isLast, stack, top);
          });
#pragma unroll
      for (int x = 0; x < Shape::threadRows; ++x) {
        const uint32_t row = warpRow + inWarp + static_cast<uint32_t>(x * Shape::laneRows);
        if (row >= count)
          continue;
#pragma unroll
        for (int g = 0; g < Shape::columnGroups; ++g)
          storeGroup<Shape>(r.second, c, rowsC[first + row], column + ownColumn + static_cast<uint32_t>(g) * Sums::columnDistance,
                            groupOf(sums, x, g));
      }
    }
  }

private:
  /// Fetches slices ahead of what computes with them.
  template <class Fetch, class Compute>
  DET_INLINE void overSteps(const AttentionSteps &all, const Fetch &fetchSlice, const Compute &compute) const {
    const auto steps = global<const uint64_t>(all.steps);
    const auto stepAt = [&](uint32_t i) DET_INLINED { return __builtin_bit_cast(ProductStep, static_cast<uint64_t>(steps[i])); };
    const auto fetch = [&](uint32_t i) DET_INLINED {
      if (i < all.count)
        fetchSlice(i % ringSlices, stepAt(i));
      commitCopies();
    };
    barrier(); // nobody reads the ring any more
    repeat<ringSlices - 1>([&](auto i) DET_INLINED { fetch(static_cast<uint32_t>(static_cast<int>(i))); });
    for (uint32_t i = 0; i < all.count; ++i) {
      waitForCopies<ringSlices - 2>();
      barrier();
      fetch(i + ringSlices - 1);
      compute(i % ringSlices, stepAt(i), i + 1 == all.count);
    }
  }

  DET_INLINE void wholeStep(Sums &sums, SharedPointer<const Value> left, SharedPointer<const Value> right) const {
#pragma unroll
    for (int k = 0; k < Shape::depth; k += wide) {
      Group row[Shape::threadRows];
#pragma unroll
      for (int x = 0; x < Shape::threadRows; ++x)
        row[x] = *(SharedPointer<const Group>)(left + static_cast<uint32_t>(x * Shape::laneRows) * r.pitch + k);
#pragma unroll
      for (int j = 0; j < wide; ++j) {
        Group columns[Shape::columnGroups];
        Sums::columnsAt(right + (k + j) * Shape::pitchB, columns);
#pragma unroll
        for (int x = 0; x < Shape::threadRows; ++x)
          sums.add(x, row[x][j], columns);
      }
    }
  }
  /// The terms that exist: what lies behind them in the tile belongs to the next leaf.
  DET_INLINE void partStep(Sums &sums, SharedPointer<const Value> left, SharedPointer<const Value> right, uint32_t terms) const {
#pragma unroll 1
    for (uint32_t k = 0; k < terms; ++k) {
      Group columns[Shape::columnGroups];
      Sums::columnsAt(right + k * Shape::pitchB, columns);
#pragma unroll
      for (int x = 0; x < Shape::threadRows; ++x)
        sums.add(x, left[static_cast<uint32_t>(x * Shape::laneRows) * r.pitch + k], columns);
    }
  }
  DET_INLINE static Group groupOf(const Sums &sums, int x, int g) {
    Group group;
#pragma unroll
    for (int y = 0; y < wide; ++y)
      group[y] = canonical<F32>(sums.sums[x * Shape::threadColumns + g * wide + y]);
    return group;
  }

  const AttentionRecord &r;
  const SharedPointer<Value> ringA, ringB, tile;
  const uint32_t batch, first, count;
};

} // namespace

#define DET_ATTENTION(ROWS, ENTRIES)                                                                                             \
  DET_KERNEL det_attention_##ROWS##_##ENTRIES(AttentionRecord record) {                                                          \
    using Shape = Tile##ROWS;                                                                                                    \
    DET_SHARED float ringA[ringSlices * Shape::sliceA] __attribute__((aligned(16)));                                             \
    DET_SHARED float ringB[ringSlices * Shape::sliceB] __attribute__((aligned(16)));                                             \
    const Attention<Shape> attention(record, ringA, ringB);                                                                      \
    attention.scores();                                                                                                          \
    attention.rows();                                                                                                            \
    if constexpr (ENTRIES == 3) {                                                                                                \
      attention.keep();                                                                                                          \
      attention.weigh();                                                                                                         \
    }                                                                                                                            \
  }

DET_ATTENTION(64, 2)
DET_ATTENTION(64, 3)
DET_ATTENTION(32, 2)
DET_ATTENTION(32, 3)
DET_ATTENTION(16, 2)
DET_ATTENTION(16, 3)
