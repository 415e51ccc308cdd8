// The tile of a matrix product: operands by cp.async into a ring of slices in shared memory, results in registers.
//
// Every result is one fma chain over ascending k per leaf, from -0.0, so that the first term is a plain product. What fills a
// slice behind the end of a leaf is 0 * -0.0 = -0.0, which no sum notices. At the end of a leaf the chains go to a stack in local
// memory and are joined there.
#ifndef DET_LIB_DEVICE_PRODUCTKERNEL_H
#define DET_LIB_DEVICE_PRODUCTKERNEL_H

#include "AsyncCopy.h"
#include "Scalar.h"

namespace det::device {

using rt::cuda::ProductOperand, rt::cuda::ProductRecord, rt::cuda::ProductStep;

constexpr int ringSlices = 4;

template <class T> DET_INLINE typename T::Value multiplyAdd(typename T::Value a, typename T::Value b, typename T::Value c) {
  if constexpr (sizeof(a) == 4 && T::floating)
    return __builtin_fmaf(a, b, c);
  else if constexpr (T::floating)
    return __builtin_fma(a, b, c);
  else
    return a * b + c;
}
/// Where a chain begins.
template <class T> constexpr typename T::Unsigned chainStart = T::floating ? T::sign : 0;

/// How the threads of a block share a tile: warpRows x warpColumns warps of laneRows x laneColumns lanes, each with rowGroups x
/// columnGroups groups of 16 bytes squared. `Offset`: holds what the offsets of a batch, a row and a step come to together, in
/// elements.
template <class ScalarType, int WARP_ROWS, int WARP_COLUMNS, int LANE_ROWS, int LANE_COLUMNS, int ROW_GROUPS, int COLUMN_GROUPS,
          int DEPTH, class OffsetType = int64_t>
struct TileShape {
  using T = ScalarType;
  using Offset = OffsetType;
  using Value = typename T::Value;
  static constexpr int wide = 16 / sizeof(Value);
  static constexpr int warpColumns = WARP_COLUMNS, laneColumns = LANE_COLUMNS, laneRows = LANE_ROWS;
  static constexpr int rowGroups = ROW_GROUPS, columnGroups = COLUMN_GROUPS, depth = DEPTH;
  static constexpr int threads = 32 * WARP_ROWS * WARP_COLUMNS;
  static constexpr int warpTileRows = LANE_ROWS * wide * ROW_GROUPS, warpTileColumns = LANE_COLUMNS * wide * COLUMN_GROUPS;
  static constexpr int rows = WARP_ROWS * warpTileRows, columns = WARP_COLUMNS * warpTileColumns;
  static constexpr int threadRows = wide * ROW_GROUPS, threadColumns = wide * COLUMN_GROUPS;
  static constexpr int pitchA = rows + wide, pitchB = columns + wide;
  static constexpr int sliceA = depth * pitchA, sliceB = depth * pitchB;
  static_assert(LANE_ROWS * LANE_COLUMNS == 32);
};

/// Brings `extent` rows (or columns) x `depth` terms of one operand into a slice, in which the rows of one k are neighbours.
template <class Shape, int extent, bool isB> struct Reader {
  using T = typename Shape::T;
  using Value = typename Shape::Value;
  using Offset = typename Shape::Offset;
  static constexpr int depth = Shape::depth, threads = Shape::threads, wide = Shape::wide, pitch = extent + wide;
  static constexpr int each = (extent * depth + threads - 1) / threads; // elements of a thread
  static constexpr bool allThreads = extent * depth % threads == 0;
  static constexpr typename T::Unsigned filling = isB ? chainStart<T> : 0;

  const ProductOperand &operand;
  Offset rowOffsets[each]; ///< along k: of each element; along rows: one. With that of the batch

  DET_INLINE Reader(const ProductOperand &operand, uint32_t batch, uint32_t first, uint32_t end) : operand(operand) {
    const int64_t batchOffset = global<const int64_t>(operand.batches)[batch];
    const auto rowTable = global<const int64_t>(operand.rows);
    const uint32_t last = end - 1; // rows that do not exist read the last one that does
    if (operand.read == rt::cuda::readAlongK) {
      repeat<each>([&](auto i) DET_INLINED {
        const uint32_t row = first + (thread() + static_cast<uint32_t>(i * threads)) / depth;
        rowOffsets[i] = static_cast<Offset>(batchOffset + rowTable[row < last ? row : last]);
      });
    } else if (operand.read == rt::cuda::readAlongRows) {
      const uint32_t row = first + thread() % extent;
      rowOffsets[0] = static_cast<Offset>(batchOffset + rowTable[row < last ? row : last]);
    } else {
      const uint32_t row = first + thread() % (extent / wide) * wide, lastGroup = end - wide;
      rowOffsets[0] = static_cast<Offset>(batchOffset + rowTable[row < lastGroup ? row : lastGroup]);
    }
  }

  DET_INLINE Offset offsetOf(uint32_t k) const {
    return static_cast<Offset>(operand.stride != 0 ? static_cast<Offset>(k) * static_cast<Offset>(operand.stride)
                                                   : global<const int64_t>(operand.steps)[k]);
  }
  DET_INLINE void element(SharedPointer<Value> to, Offset offset) const {
    copyAsync<sizeof(Value)>((SharedPointer<void>)to,
                             operand.base + static_cast<uint64_t>(static_cast<int64_t>(offset) * int64_t(sizeof(Value))));
  }

  DET_INLINE void read(SharedPointer<Value> slice, const ProductStep &step) const {
    const Value fill = fromBits<T>(filling);
    if (operand.read == rt::cuda::readAlongK) {
      static_assert(threads % depth == 0);
      const uint32_t k = thread() % depth;
      const SharedPointer<Value> to = slice + k * pitch + thread() / depth;
      if (k < step.count) {
        const Offset offset = offsetOf(step.k + k);
        repeat<each>([&](auto i) DET_INLINED {
          if (allThreads || thread() + static_cast<uint32_t>(i * threads) < extent * depth)
            element(to + i * (threads / depth), rowOffsets[i] + offset);
        });
      } else {
        repeat<each>([&](auto i) DET_INLINED {
          if (allThreads || thread() + static_cast<uint32_t>(i * threads) < extent * depth)
            to[i * (threads / depth)] = fill;
        });
      }
    } else if (operand.read == rt::cuda::readAlongRows) {
      static_assert(threads % extent == 0 || extent % threads == 0);
      // Rows are fewer than threads, or as many: each pass of the block takes the next few k.
      constexpr int passes = (extent * depth + threads - 1) / threads;
#pragma unroll
      for (int i = 0; i < passes; ++i) {
        const uint32_t k = (thread() + static_cast<uint32_t>(i * threads)) / extent;
        const SharedPointer<Value> to = slice + k * pitch + thread() % extent;
        if (allThreads || k < depth) {
          if (k < step.count)
            element(to, rowOffsets[0] + offsetOf(step.k + k));
          else
            *to = fill;
        }
      }
    } else {
      constexpr int groups = extent / wide, passes = (groups * depth + threads - 1) / threads;
      static_assert(threads % groups == 0);
#pragma unroll
      for (int i = 0; i < passes; ++i) {
        const uint32_t k = (thread() + static_cast<uint32_t>(i * threads)) / groups;
        const SharedPointer<Value> to = slice + k * pitch + thread() % groups * wide;
        if (groups * depth % threads == 0 || k < depth) {
          if (k < step.count) {
            const int64_t offset = static_cast<Offset>(rowOffsets[0] + offsetOf(step.k + k));
            copyAsync<16>((SharedPointer<void>)to, operand.base + static_cast<uint64_t>(offset * int64_t(sizeof(Value))));
          } else {
#pragma unroll
            for (int j = 0; j < wide; ++j)
              to[j] = fill;
          }
        }
      }
    }
  }
};

/// Which tile of C a block computes. Blocks of eight rows of tiles are walked column by column: what runs at the same time shares
/// more of A and B.
template <class Shape> struct TilePlace {
  uint32_t segment, batch, row, column;

  DET_INLINE TilePlace(const ProductRecord &r, uint32_t block) {
    segment = block / (r.tiles * r.batches);
    const uint32_t inSegment = block % (r.tiles * r.batches);
    batch = inSegment / r.tiles;
    const uint32_t tile = inSegment % r.tiles;
    const uint32_t stripe = tile / (8 * r.columnTiles), inStripe = tile % (8 * r.columnTiles);
    const uint32_t stripeRows = r.rowTiles - 8 * stripe < 8 ? r.rowTiles - 8 * stripe : 8;
    row = (8 * stripe + inStripe % stripeRows) * Shape::rows;
    column = inStripe / stripeRows * Shape::columns;
  }
};

/// Where a thread's first group of results lies in the tile.
template <class Shape> struct ThreadPlace {
  uint32_t row, column;

  DET_INLINE explicit ThreadPlace(uint32_t thread) {
    const uint32_t warp = thread / warpSize, lane = thread % warpSize;
    row = warp / Shape::warpColumns * Shape::warpTileRows + lane / Shape::laneColumns * Shape::wide;
    column = warp % Shape::warpColumns * Shape::warpTileColumns + lane % Shape::laneColumns * Shape::wide;
  }
};

/// What a thread has of a tile: a chain per result.
template <class Shape> struct Chains {
  using T = typename Shape::T;
  using Value = typename Shape::Value;
  using Group = Value __attribute__((ext_vector_type(Shape::wide)));
  static constexpr int results = Shape::threadRows * Shape::threadColumns, wide = Shape::wide;
  static constexpr uint32_t rowDistance = Shape::laneRows * wide, columnDistance = Shape::laneColumns * wide;

  Value sums[results];

  DET_INLINE Chains() { begin(); }
  DET_INLINE void begin() {
#pragma unroll
    for (int i = 0; i < results; ++i)
      sums[i] = fromBits<T>(chainStart<T>);
  }

  /// The columns of one k, from the thread's first on.
  DET_INLINE static void columnsAt(SharedPointer<const Value> b, Group (&right)[Shape::columnGroups]) {
#pragma unroll
    for (int g = 0; g < Shape::columnGroups; ++g)
      right[g] = *(SharedPointer<const Group>)(b + g * columnDistance);
  }
  DET_INLINE void add(int x, Value left, const Group (&right)[Shape::columnGroups]) {
#pragma unroll
    for (int y = 0; y < Shape::threadColumns; ++y)
      sums[x * Shape::threadColumns + y] = multiplyAdd<T>(left, right[y / wide][y % wide], sums[x * Shape::threadColumns + y]);
  }

  /// The terms of a slice of either operand, from the thread's first row and column on.
  DET_INLINE void multiply(SharedPointer<const Value> a, SharedPointer<const Value> b) {
#pragma unroll
    for (int k = 0; k < Shape::depth; ++k) {
      Group left[Shape::rowGroups], right[Shape::columnGroups];
#pragma unroll
      for (int g = 0; g < Shape::rowGroups; ++g)
        left[g] = *(SharedPointer<const Group>)(a + k * Shape::pitchA + g * rowDistance);
      columnsAt(b + k * Shape::pitchB, right);
#pragma unroll
      for (int x = 0; x < Shape::threadRows; ++x)
        add(x, left[x / wide][x % wide], right);
    }
  }

  /// Where a leaf ends its chains are joined with those on the stack as its program says, and go there. The stack is no member: chains stay in registers.
  template <int size> DET_INLINE void endStep(const ProductStep &step, bool isLast, Value (&stack)[size][results], uint32_t &top) {
    if (!step.last)
      return;
    for (uint32_t joins = step.pops; joins > 0; --joins) {
      --top;
#pragma unroll
      for (int j = 0; j < results; ++j)
        sums[j] = stack[top][j] + sums[j];
    }
    if (isLast)
      return;
#pragma unroll
    for (int j = 0; j < results; ++j)
      stack[top][j] = sums[j];
    begin();
    ++top;
  }
};

/// Stores a group of results of one row that begins at `column`.
template <class Shape, class Group>
DET_INLINE void storeGroup(const ProductRecord &r, uint64_t c, int64_t rowOffset, uint32_t column, const Group &group) {
  using Value = typename Shape::Value;
  const auto columnsC = global<const int64_t>(r.columnsC);
  if (r.vectorC) {
    if (column < r.n)
      *global<Group>(c + static_cast<uint64_t>(rowOffset + columnsC[column]) * sizeof(Value)) = group;
  } else {
#pragma unroll
    for (int y = 0; y < Shape::wide; ++y)
      if (column + static_cast<uint32_t>(y) < r.n)
        *global<Value>(c + static_cast<uint64_t>(rowOffset + columnsC[column + static_cast<uint32_t>(y)]) * sizeof(Value)) = group[y];
  }
}

/// `stackSize`: the most values that a program holds at once.
template <class Shape, int stackSize>
DET_INLINE void productTile(const ProductRecord &r, SharedPointer<typename Shape::Value> ringA,
                            SharedPointer<typename Shape::Value> ringB) {
  using T = typename Shape::T;
  using Value = typename Shape::Value;
  using Sums = Chains<Shape>;
  using Group = typename Sums::Group;
  constexpr int wide = Shape::wide;

  const TilePlace<Shape> place(r, block());
  const Reader<Shape, Shape::rows, false> readerA(r.a, place.batch, place.row, r.m);
  const Reader<Shape, Shape::columns, true> readerB(r.b, place.batch, place.column, r.n);
  const auto segments = global<const uint32_t>(r.segments);
  const auto steps = global<const uint64_t>(r.steps);
  const uint32_t firstStep = segments[place.segment], stepCount = segments[place.segment + 1] - firstStep;
  const auto stepAt = [&](uint32_t i)
                          DET_INLINED { return __builtin_bit_cast(ProductStep, static_cast<uint64_t>(steps[firstStep + i])); };
  const auto fetch = [&](uint32_t i) DET_INLINED {
    if (i < stepCount) {
      const ProductStep step = stepAt(i);
      readerA.read(ringA + i % ringSlices * Shape::sliceA, step);
      readerB.read(ringB + i % ringSlices * Shape::sliceB, step);
    }
    commitCopies();
  };

  const ThreadPlace<Shape> mine(thread());
  Sums made;
  Value stack[stackSize > 1 ? stackSize - 1 : 1][Sums::results];
  uint32_t top = 0;
  repeat<ringSlices - 1>([&](auto i) DET_INLINED { fetch(i); });
  for (uint32_t i = 0; i < stepCount; ++i) {
    waitForCopies<ringSlices - 2>();
    barrier();
    fetch(i + ringSlices - 1); // into the slice that all have read before this barrier
    made.multiply(ringA + i % ringSlices * Shape::sliceA + mine.row, ringB + i % ringSlices * Shape::sliceB + mine.column);
    if constexpr (stackSize > 1)
      made.endStep(stepAt(i), i + 1 == stepCount, stack, top);
  }

  // The places once more, rather than in registers all the while.
  const TilePlace<Shape> tile(r, opaque(block()));
  const ThreadPlace<Shape> own(opaque(thread()));
  const uint64_t c = r.c + static_cast<uint64_t>(tile.segment * r.segmentBytes) +
                     static_cast<uint64_t>(global<const int64_t>(r.batchesC)[tile.batch]) * sizeof(Value);
  const auto rowsC = global<const int64_t>(r.rowsC);
#pragma unroll
  for (int x = 0; x < Shape::threadRows; ++x) {
    const uint32_t row = tile.row + own.row + static_cast<uint32_t>(x / wide) * Sums::rowDistance + x % wide;
    if (row >= r.m)
      continue;
    const int64_t rowOffset = rowsC[row];
#pragma unroll
    for (int g = 0; g < Shape::columnGroups; ++g) {
      const uint32_t column = tile.column + own.column + static_cast<uint32_t>(g) * Sums::columnDistance;
      Group group;
#pragma unroll
      for (int y = 0; y < wide; ++y)
        group[y] = canonical<T>(stepCount == 0 ? Value(0) : made.sums[x * Shape::threadColumns + g * wide + y]);
      storeGroup<Shape>(r, c, rowOffset, column, group);
    }
  }
}

} // namespace det::device

#define DET_PRODUCT(NAME, SHAPE, STACK)                                                                                          \
  DET_KERNEL NAME##_##STACK(det::rt::cuda::ProductRecord r) {                                                                    \
    using Shape = SHAPE;                                                                                                         \
    DET_SHARED Shape::Value ringA[det::device::ringSlices * Shape::sliceA] __attribute__((aligned(16)));                         \
    DET_SHARED Shape::Value ringB[det::device::ringSlices * Shape::sliceB] __attribute__((aligned(16)));                         \
    det::device::productTile<Shape, STACK>(r, ringA, ringB);                                                                     \
  }

#endif // DET_LIB_DEVICE_PRODUCTKERNEL_H
