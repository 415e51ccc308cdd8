// The tile of a product by the tensor cores of warpgroups (sm_90a): operands by cp.async into a ring of slices in shared memory, from where the
// instructions read them; accumulators in registers.
//
// An instruction is one step of the model: 16 terms of f16 and bf16, 32 of 8-bit floats. A slice has lines of 128 bytes of terms of each row, in the layout
// of 128-byte swizzle: of the eight pieces of 16 bytes of line i, piece p lies where piece p ^ (i mod 8) would. Where memory has neighbours along rows
// (16-bit operands alone) a line is 64 rows of one term instead ("turned"). Leaves, ends and missing elements are as in MmaKernel.h.
#ifndef DET_LIB_DEVICE_WGMMAKERNEL_H
#define DET_LIB_DEVICE_WGMMAKERNEL_H

#include "MmaKernel.h"
#include "WgmmaInstruction.h"

namespace det::device {

/// The dynamic shared memory of a kernel: slices at multiples of 1024.
extern "C" __attribute__((address_space(3))) Quad det_wgmma_slices[];

constexpr uint32_t lineBytes = rt::cuda::wgmmaLineBytes, pieceBytes = 16, pieces = lineBytes / pieceBytes;

/// A warpgroup computes 64 rows and all columns.
template <Factor FACTOR, int GROUPS, int COLUMNS> struct WgmmaShape {
  static constexpr Factor factor = FACTOR;
  using Element = typename FactorOf<FACTOR>::Element;
  static constexpr int terms = lineBytes / sizeof(Element);
  static constexpr int rows = 64 * GROUPS, columns = COLUMNS, ring = rt::cuda::wgmmaRing, threads = 128 * GROUPS;
  static constexpr uint32_t sliceA = rows * lineBytes, sliceB = columns * lineBytes;
};

/// Where piece `piece` of line `line` begins; lines follow each other, so that eight of them are a block of the swizzle.
DET_INLINE uint32_t pieceAt(uint32_t line, uint32_t piece) { return line * lineBytes + (piece ^ line % 8) * pieceBytes; }

/// Brings `extent` rows (or columns) of one operand into a slice.
template <class Shape, int extent> struct WgmmaReader {
  using Element = typename Shape::Element;
  static constexpr uint32_t size = sizeof(Element), terms = Shape::terms, threads = Shape::threads, group = pieceBytes / size;

  const MmaOperand &operand;
  const uint64_t base;
  const uint32_t first, end;

  DET_INLINE WgmmaReader(const MmaOperand &operand, uint32_t batch, uint32_t first, uint32_t end)
      : operand(operand), base(operand.base + static_cast<uint64_t>(global<const int64_t>(operand.batches)[batch]) * size), first(first), end(end) {}

  DET_INLINE uint64_t addressOf(uint32_t row, uint32_t k) const {
    return base + static_cast<uint64_t>(global<const int64_t>(operand.rows)[row] + global<const int64_t>(operand.steps)[k]) * size;
  }

  template <bool isTurned> DET_INLINE void read(SharedPointer<uint8_t> slice, const ProductStep &step) const {
    if constexpr (isTurned)
      return readPieces(step, [&](uint32_t i, uint32_t &row, uint32_t &k, uint32_t &exist) DET_INLINED {
        row = i % (extent / group) * group;
        k = i / (extent / group);
        exist = count(k < step.count ? end - first : 0, row);
        return slice + row / 64 * (terms * lineBytes) + pieceAt(k, row / group % pieces);
      });
    if (operand.read == rt::cuda::mmaVectorsAlongK)
      return readPieces(step, [&](uint32_t i, uint32_t &row, uint32_t &k, uint32_t &exist) DET_INLINED {
        row = i / pieces;
        k = i % pieces * group;
        exist = count(row < end - first ? step.count : 0, k);
        return slice + pieceAt(row, i % pieces);
      });
    const bool isAlongK = operand.read == rt::cuda::mmaElementsAlongK;
#pragma unroll 4
    for (uint32_t i = thread(); i < extent * terms; i += threads) {
      const uint32_t row = isAlongK ? i / terms : i % extent, k = isAlongK ? i % terms : i / extent;
      Element value = 0;
      if (first + row < end && k < step.count)
        value = *global<const Element>(addressOf(first + row, step.k + k));
      *(SharedPointer<Element>)(slice + pieceAt(row, k / group) + k % group * size) = value;
    }
  }

private:
  /// How many of a piece's elements from `at` on exist, of `count` in all.
  DET_INLINE static uint32_t count(uint32_t count, uint32_t at) { return count <= at ? 0 : count - at < group ? count - at : group; }

  template <class Place> DET_INLINE void readPieces(const ProductStep &step, Place place) const {
    constexpr uint32_t all = extent * pieces;
    static_assert(all % threads == 0);
#pragma unroll
    for (uint32_t pass = 0; pass < all / threads; ++pass) {
      uint32_t row, k, exist;
      const SharedPointer<uint8_t> to = place(thread() + pass * threads, row, k, exist);
      copyAsyncPart((SharedPointer<void>)to, exist ? addressOf(first + row, step.k + k) : base, exist * size);
    }
  }
};

/// All of a tile; how both operands lie is known, so that the loop has no branch on it.
template <class Shape, int stackSize, bool isTurnedA, bool isTurnedB> DET_INLINE void wgmmaTileOf(const MmaRecord &r) {
  constexpr int sumCount = Shape::columns / 2;
  const MmaPlace<Shape> place(r, block());
  const WgmmaReader<Shape, Shape::rows> readerA(r.a, place.batch, place.row, r.m);
  const WgmmaReader<Shape, Shape::columns> readerB(r.b, place.batch, place.column, r.n);
  const auto segments = global<const uint32_t>(r.segments);
  const auto steps = global<const uint64_t>(r.steps);
  const uint32_t firstStep = segments[place.segment], stepCount = segments[place.segment + 1] - firstStep;
  const auto stepAt = [&](uint32_t i) DET_INLINED { return __builtin_bit_cast(ProductStep, static_cast<uint64_t>(steps[firstStep + i])); };
  // Swizzles follow from addresses: a slice begins at a multiple of 1024.
  const uint32_t declared = static_cast<uint32_t>(reinterpret_cast<uint64_t>((SharedPointer<uint8_t>)det_wgmma_slices));
  const uint32_t start = (declared + 1023) / 1024 * 1024;
  const auto slices = (SharedPointer<uint8_t>)det_wgmma_slices + (start - declared);
  constexpr uint32_t slice = Shape::sliceA + Shape::sliceB;
  const auto fetch = [&](uint32_t i) DET_INLINED {
    if (i < stepCount) {
      const ProductStep step = stepAt(i);
      const auto to = slices + i % Shape::ring * slice;
      readerA.template read<isTurnedA>(to, step);
      readerB.template read<isTurnedB>(to + Shape::sliceA, step);
    }
    commitCopies();
  };
  const uint32_t groupA = thread() / 128 * (64 * lineBytes); // the first line of the warpgroup

  float sums[sumCount];
  float stack[stackSize > 1 ? stackSize - 1 : 1][sumCount];
  uint32_t top = 0;
  const auto each = [&](auto body) DET_INLINED {
#pragma unroll
    for (int i = 0; i < sumCount; ++i)
      body(sums[i], i);
  };
  each([](float &sum, int) DET_INLINED { sum = 0; });

  // Step i is computed while those behind it are on their way, into slices that all warpgroups have read before the barrier.
  constexpr uint32_t ahead = Shape::ring - 1;
  for (uint32_t next = 0; next < stepCount + ahead; ++next) {
    if (next >= ahead) {
      waitForCopies<Shape::ring - 2>();
      showToTensorCores();
      barrier();
    }
    fetch(next);
    if (next < ahead)
      continue;
    const uint32_t i = next - ahead, at = start + i % Shape::ring * slice;
    const ProductStep step = stepAt(i);
    constexpr uint32_t perInstruction = Shape::terms / 4;
    multiplySlice<Shape::factor, Shape::columns, isTurnedA, isTurnedB>(sums, descriptorOf<isTurnedA>(at + groupA), descriptorOf<isTurnedB>(at + Shape::sliceA),
                                                                      (step.count + perInstruction - 1) / perInstruction);
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

  // The place once more, rather than in registers all the while. A warp has 16 rows of its warpgroup's 64.
  const MmaPlace<Shape> tile(r, opaque(block()));
  const uint64_t c = r.c + static_cast<uint64_t>(tile.segment * r.segmentBytes) +
                     static_cast<uint64_t>(global<const int64_t>(r.batchesC)[tile.batch]) * sizeof(float);
  const auto rowsC = global<const int64_t>(r.rowsC), columnsC = global<const int64_t>(r.columnsC);
  using Pair = float __attribute__((ext_vector_type(2)));
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const uint32_t row = tile.row + warp() * 16 + static_cast<uint32_t>(half * 8) + lane() / 4;
    if (row >= r.m)
      continue;
    const int64_t rowOffset = rowsC[row];
#pragma unroll
    for (int y = 0; y < Shape::columns / 8; ++y) {
      const uint32_t column = tile.column + static_cast<uint32_t>(y * 8) + lane() % 4 * 2;
      const Pair pair{canonicalSum(sums[y * 4 + 2 * half]), canonicalSum(sums[y * 4 + 2 * half + 1])};
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

template <class Shape, int stackSize> DET_INLINE void wgmmaTile(const MmaRecord &r) {
  if constexpr (sizeof(typename Shape::Element) == 1)
    return wgmmaTileOf<Shape, stackSize, false, false>(r); // there is no turned form of 8-bit factors
  else {
    const bool isTurnedA = r.a.read == rt::cuda::mmaVectorsAlongRows, isTurnedB = r.b.read == rt::cuda::mmaVectorsAlongRows;
    if (isTurnedA)
      return isTurnedB ? wgmmaTileOf<Shape, stackSize, true, true>(r) : wgmmaTileOf<Shape, stackSize, true, false>(r);
    return isTurnedB ? wgmmaTileOf<Shape, stackSize, false, true>(r) : wgmmaTileOf<Shape, stackSize, false, false>(r);
  }
}

} // namespace det::device

#endif // DET_LIB_DEVICE_WGMMAKERNEL_H
