// The tile of a product by tensor cores: operands by cp.async into a ring of slices in shared memory, accumulators in registers.
//
// An instruction is one step of the model, or two instructions are two (steps of eight terms). A leaf is one chain of them from +0.0 on. What a
// slice holds behind the end of a leaf, or behind the last row, is +0.0: a product of zero is no term. Instructions of zeros alone are left out.
#ifndef DET_LIB_DEVICE_MMAKERNEL_H
#define DET_LIB_DEVICE_MMAKERNEL_H

#include "AsyncCopy.h"
#include "det/Runtime/Cuda/MmaRecords.h"

namespace det::device {

using rt::cuda::MmaOperand, rt::cuda::MmaRecord, rt::cuda::ProductStep;

/// 16 bits of bf16 or f16.
using Half = uint16_t;

/// c += a * b by 16 rows, 8 columns and DEPTH terms. Which lane holds what is as the PTX ISA's figures of the fragments say.
template <bool isBf16, int depth> DET_INLINE void multiplyFragments(float (&c)[4], const uint32_t *a, const uint32_t *b) {
#define DET_MMA_16(TYPE)                                                                                                               \
  asm("mma.sync.aligned.m16n8k16.row.col.f32." TYPE "." TYPE ".f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"    \
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])                                                                                 \
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
#define DET_MMA_8(TYPE)                                                                                                                \
  asm("mma.sync.aligned.m16n8k8.row.col.f32." TYPE "." TYPE ".f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"                 \
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])                                                                                 \
      : "r"(a[0]), "r"(a[1]), "r"(b[0]))
  if constexpr (depth == 16 && isBf16)
    DET_MMA_16("bf16");
  else if constexpr (depth == 16)
    DET_MMA_16("f16");
  else if constexpr (isBf16)
    DET_MMA_8("bf16");
  else
    DET_MMA_8("f16");
#undef DET_MMA_16
#undef DET_MMA_8
}

/// Four matrices of 8 rows of 16 bytes, whose rows' addresses the lanes give.
template <bool transposed> DET_INLINE void loadMatrices(uint32_t *to, SharedPointer<const Half> from) {
  const uint64_t address = reinterpret_cast<uint64_t>(from);
  if constexpr (transposed)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "l"(address)
                 : "memory");
  else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "l"(address)
                 : "memory");
}

/// How the warps of a block share a tile: each computes ROW_GROUPS times 16 rows and COLUMN_GROUPS times 8 columns.
template <bool IS_BF16, int DEPTH, int WARP_ROWS, int WARP_COLUMNS, int ROW_GROUPS, int COLUMN_GROUPS, int RING> struct MmaShape {
  static constexpr bool isBf16 = IS_BF16;
  static constexpr int depth = DEPTH, terms = 32; ///< of an instruction, of a slice
  static constexpr int warpColumns = WARP_COLUMNS, rowGroups = ROW_GROUPS, columnGroups = COLUMN_GROUPS, ring = RING;
  static constexpr int threads = 32 * WARP_ROWS * WARP_COLUMNS;
  static constexpr int rows = 16 * WARP_ROWS * ROW_GROUPS, columns = 8 * WARP_COLUMNS * COLUMN_GROUPS;
  static_assert(COLUMN_GROUPS % 2 == 0);
  /// Rows of a slice, along k or along rows: eight in a row lie in different banks.
  static constexpr int pitchAlongK = terms + 8;
  template <int extent> static constexpr int pitchAlongRows = extent + 8;
  static constexpr int sliceA = rows * pitchAlongK, sliceB = columns * pitchAlongK;
  static_assert(sliceA >= terms * pitchAlongRows<rows> && sliceB >= terms * pitchAlongRows<columns>);
  static_assert(RING * (sliceA + sliceB) * 2 <= 48 * 1024);
};

/// Brings `extent` rows (or columns) of one operand into a slice: rows of k, or for mmaVectorsAlongRows k of rows.
template <class Shape, int extent> struct MmaReader {
  static constexpr int terms = Shape::terms, threads = Shape::threads;

  const MmaOperand &operand;
  const uint64_t base;
  const uint32_t first, end;

  DET_INLINE MmaReader(const MmaOperand &operand, uint32_t batch, uint32_t first, uint32_t end)
      : operand(operand), base(operand.base + static_cast<uint64_t>(global<const int64_t>(operand.batches)[batch]) * sizeof(Half)), first(first),
        end(end) {}

  DET_INLINE uint64_t addressOf(uint32_t row, uint32_t k) const {
    return base + static_cast<uint64_t>(global<const int64_t>(operand.rows)[row] + global<const int64_t>(operand.steps)[k]) * sizeof(Half);
  }

  DET_INLINE void read(SharedPointer<Half> slice, const ProductStep &step) const {
    switch (operand.read) {
    case rt::cuda::mmaVectorsAlongK:
      return readVectors<terms / 8>(slice, step, [&](uint32_t i, uint32_t &row, uint32_t &k) DET_INLINED {
        row = i / (terms / 8);
        k = i % (terms / 8) * 8;
        return clampCount(row < end - first ? step.count : 0, k);
      });
    case rt::cuda::mmaVectorsAlongRows:
      return readVectors<extent / 8>(slice, step, [&](uint32_t i, uint32_t &row, uint32_t &k) DET_INLINED {
        row = i % (extent / 8) * 8;
        k = i / (extent / 8);
        return clampCount(k < step.count ? end - first : 0, row);
      });
    case rt::cuda::mmaElementsAlongK:
      return readElements(slice, step, [](uint32_t i, uint32_t &row, uint32_t &k) DET_INLINED { row = i / terms, k = i % terms; });
    default:
      return readElements(slice, step, [](uint32_t i, uint32_t &row, uint32_t &k) DET_INLINED { row = i % extent, k = i / extent; });
    }
  }

private:
  /// How many of eight elements from `at` on exist, of `count` in all.
  DET_INLINE static uint32_t clampCount(uint32_t count, uint32_t at) { return count <= at ? 0 : count - at < 8 ? count - at : 8; }

  template <int perLine, class Place> DET_INLINE void readVectors(SharedPointer<Half> slice, const ProductStep &step, Place place) const {
    constexpr int all = extent * terms / 8, passes = (all + threads - 1) / threads;
#pragma unroll
    for (int pass = 0; pass < passes; ++pass) {
      const uint32_t i = thread() + static_cast<uint32_t>(pass * threads);
      if (all % threads != 0 && i >= all)
        break;
      uint32_t row, k;
      const uint32_t exist = place(i, row, k);
      const SharedPointer<Half> to = slice + i / perLine * (perLine * 8 + 8) + i % perLine * 8;
      copyAsyncPart((SharedPointer<void>)to, exist ? addressOf(first + row, step.k + k) : base, exist * sizeof(Half));
    }
  }

  template <class Place> DET_INLINE void readElements(SharedPointer<Half> slice, const ProductStep &step, Place place) const {
#pragma unroll 4
    for (uint32_t i = thread(); i < extent * terms; i += threads) {
      uint32_t row, k;
      place(i, row, k);
      Half value = 0;
      if (first + row < end && k < step.count)
        value = *global<const Half>(addressOf(first + row, step.k + k));
      slice[row * Shape::pitchAlongK + k] = value;
    }
  }
};

/// Which tile of C a block computes: stripes of eight rows of tiles are walked column by column, which shares more of A and B.
template <class Shape> struct MmaPlace {
  uint32_t segment, batch, row, column;

  DET_INLINE MmaPlace(const MmaRecord &r, uint32_t block) {
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

DET_INLINE float canonicalSum(float value) { return value == value ? value : __builtin_bit_cast(float, 0x7fffffffu); }

/// `stackSize`: the most values that a program holds at once.
template <class Shape, int stackSize> DET_INLINE void mmaTile(const MmaRecord &r, SharedPointer<Half> ringA, SharedPointer<Half> ringB) {
  constexpr int rowGroups = Shape::rowGroups, columnGroups = Shape::columnGroups, results = rowGroups * columnGroups * 4;
  const MmaPlace<Shape> place(r, block());
  const MmaReader<Shape, Shape::rows> readerA(r.a, place.batch, place.row, r.m);
  const MmaReader<Shape, Shape::columns> readerB(r.b, place.batch, place.column, r.n);
  const auto segments = global<const uint32_t>(r.segments);
  const auto steps = global<const uint64_t>(r.steps);
  const uint32_t firstStep = segments[place.segment], stepCount = segments[place.segment + 1] - firstStep;
  const auto stepAt = [&](uint32_t i) DET_INLINED { return __builtin_bit_cast(ProductStep, static_cast<uint64_t>(steps[firstStep + i])); };
  const auto fetch = [&](uint32_t i) DET_INLINED {
    if (i < stepCount) {
      const ProductStep step = stepAt(i);
      readerA.read(ringA + i % Shape::ring * Shape::sliceA, step);
      readerB.read(ringB + i % Shape::ring * Shape::sliceB, step);
    }
    commitCopies();
  };

  // Where this lane's row of a matrix lies for ldmatrix, in a slice of rows of k and in one of k of rows.
  const uint32_t warpRow = warp() / Shape::warpColumns * (16 * rowGroups), warpColumn = warp() % Shape::warpColumns * (8 * columnGroups);
  const uint32_t low = lane() % 8, odd = lane() / 8 % 2 * 8, high = lane() / 16 * 8;
  const bool alongRowsA = r.a.read == rt::cuda::mmaVectorsAlongRows, alongRowsB = r.b.read == rt::cuda::mmaVectorsAlongRows;
  constexpr int pitchK = Shape::pitchAlongK, pitchA = Shape::template pitchAlongRows<Shape::rows>,
                pitchB = Shape::template pitchAlongRows<Shape::columns>;
  const uint32_t fromA = alongRowsA ? (low + high) * pitchA + warpRow + odd : (warpRow + low + odd) * pitchK + high;
  const uint32_t fromB = alongRowsB ? (low + odd) * pitchB + warpColumn + high : (warpColumn + low + high) * pitchK + odd;

  float sums[rowGroups][columnGroups][4];
  float stack[stackSize > 1 ? stackSize - 1 : 1][results];
  uint32_t top = 0;
  const auto each = [&](auto body) DET_INLINED {
#pragma unroll
    for (int x = 0; x < rowGroups; ++x)
#pragma unroll
      for (int y = 0; y < columnGroups; ++y)
#pragma unroll
        for (int i = 0; i < 4; ++i)
          body(sums[x][y][i], (x * columnGroups + y) * 4 + i);
  };
  each([](float &sum, int) DET_INLINED { sum = 0; });

  // Step i is computed while step i + ring - 1 is on its way, into the slice that all have read before the barrier.
  constexpr uint32_t ahead = Shape::ring - 1;
  for (uint32_t next = 0; next < stepCount + ahead; ++next) {
    if (next >= ahead) {
      waitForCopies<Shape::ring - 2>();
      barrier();
    }
    fetch(next);
    if (next < ahead)
      continue;
    const uint32_t i = next - ahead;
    const ProductStep step = stepAt(i);
    const SharedPointer<const Half> a = ringA + i % Shape::ring * Shape::sliceA + fromA, b = ringB + i % Shape::ring * Shape::sliceB + fromB;
#pragma unroll
    for (int k = 0; k < Shape::terms; k += 16) {
      if (k > 0 && step.count <= k) // the same for all threads
        break;
      uint32_t left[rowGroups][4], right[columnGroups][2];
#pragma unroll
      for (int x = 0; x < rowGroups; ++x)
        if (alongRowsA)
          loadMatrices<true>(left[x], a + k * pitchA + x * 16);
        else
          loadMatrices<false>(left[x], a + x * 16 * pitchK + k);
#pragma unroll
      for (int y = 0; y < columnGroups; y += 2)
        if (alongRowsB)
          loadMatrices<true>(right[y], b + k * pitchB + y * 8);
        else
          loadMatrices<false>(right[y], b + y * 8 * pitchK + k);
#pragma unroll
      for (int part = 0; part < 16 / Shape::depth; ++part) {
        if (part > 0 && step.count <= k + part * Shape::depth)
          break;
#pragma unroll
        for (int x = 0; x < rowGroups; ++x)
#pragma unroll
          for (int y = 0; y < columnGroups; ++y)
            multiplyFragments<Shape::isBf16, Shape::depth>(sums[x][y], left[x] + part * 2, right[y] + part);
      }
    }
    if constexpr (stackSize > 1)
      if (step.last) {
        for (uint32_t joins = step.pops; joins > 0; --joins) {
          --top;
          each([&](float &sum, int j) DET_INLINED { sum = stack[top][j] + sum; });
        }
        if (i + 1 < stepCount) {
          each([&](float &sum, int j) DET_INLINED {
            stack[top][j] = sum;
            sum = 0;
          });
          ++top;
        }
      }
  }

  // The place once more, rather than in registers all the while.
  const MmaPlace<Shape> tile(r, opaque(block()));
  const uint64_t c = r.c + static_cast<uint64_t>(tile.segment * r.segmentBytes) +
                     static_cast<uint64_t>(global<const int64_t>(r.batchesC)[tile.batch]) * sizeof(float);
  const auto rowsC = global<const int64_t>(r.rowsC), columnsC = global<const int64_t>(r.columnsC);
  using Pair = float __attribute__((ext_vector_type(2)));
#pragma unroll
  for (int x = 0; x < rowGroups; ++x)
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const uint32_t row = tile.row + warpRow + static_cast<uint32_t>(x * 16 + half * 8) + lane() / 4;
      if (row >= r.m)
        continue;
      const int64_t rowOffset = rowsC[row];
#pragma unroll
      for (int y = 0; y < columnGroups; ++y) {
        const uint32_t column = tile.column + warpColumn + static_cast<uint32_t>(y * 8) + lane() % 4 * 2;
        const Pair pair{canonicalSum(sums[x][y][2 * half]), canonicalSum(sums[x][y][2 * half + 1])};
        if (r.pairsC) {
          if (column < r.n)
            *global<Pair>(c + static_cast<uint64_t>(rowOffset + columnsC[column]) * sizeof(float)) = pair;
        } else {
#pragma unroll
          for (int i = 0; i < 2; ++i)
            if (column + i < r.n)
              *global<float>(c + static_cast<uint64_t>(rowOffset + columnsC[column + i]) * sizeof(float)) = pair[i];
        }
      }
    }
}

} // namespace det::device

#endif // DET_LIB_DEVICE_MMAKERNEL_H
