// The parameters of device kernels: each kernel takes one of these structs by value. Shared by lib/Device and by what prepares launches, so plain
// C++ without the standard library. Addresses are those of the device; strides and offsets are bytes unless a name says otherwise.
#ifndef DET_RUNTIME_CUDA_RECORDS_H
#define DET_RUNTIME_CUDA_RECORDS_H

#include <stdint.h>

namespace det::rt::cuda {

/// Dims of any walk, after merging.
inline constexpr int mostDims = 16;

/// Division by a constant, for numbers below 2^31: (high half of n * multiplier + n) >> shift.
struct Divider {
  uint32_t multiplier, shift;
};
constexpr Divider dividerOf(uint32_t divisor) {
  uint32_t shift = 0;
  while ((uint64_t(1) << shift) < divisor)
    ++shift;
  return {uint32_t((((uint64_t(1) << shift) - divisor) << 32) / divisor + 1), shift};
}

/// One dim of a walk that is cut by division, innermost first.
struct WalkDim {
  uint32_t size;
  Divider by;
  uint32_t unused;
  int64_t from, to;
};

//===-- Copies: det_copy_{1,2,4,8,16}, det_transpose_{1,2,4,8,16} ----------------------------------------------------===//

/// Copies `count` units of the kernel's width; 256 threads, four units each.
struct CopyRecord {
  uint64_t from, to;
  uint32_t count, dims;
  WalkDim dim[mostDims];
};
inline constexpr uint32_t copyThreads = 256, copyUnits = 4;

/// Element (row, column): from + row * width + column * columnFrom, to + row * rowTo + column * width. A block takes one tile of
/// transposeTile(width) squared; `dim` walks the planes.
struct TransposeRecord {
  uint64_t from, to;
  int64_t columnFrom, rowTo;
  uint32_t rows, columns, rowTiles, columnTiles;
  Divider byRowTiles, byColumnTiles;
  uint32_t dims, unused;
  WalkDim dim[mostDims];
};
inline constexpr uint32_t transposeThreads = 256;
constexpr uint32_t transposeTile(uint32_t width) { return width <= 2 ? 64 : 32; }

//===-- Index values --------------------------------------------------------------------------------------------------===//

/// As host::Index.
enum IndexType : uint32_t { indexI8, indexI16, indexI32, indexI64, indexU8, indexU16, indexU32, indexU64 };

//===-- det_update_{1,2,4,8,16} ---------------------------------------------------------------------------------------===//

struct UpdateStart {
  uint64_t address; ///< of one index
  int64_t limit, stride;
};
/// A copy whose target lies clamp(start, 0, limit) * stride further, summed over `start`.
struct UpdateRecord {
  CopyRecord copy;
  uint32_t index, starts;
  UpdateStart start[mostDims];
};

//===-- det_gather_{1,2,4,8,16} ---------------------------------------------------------------------------------------===//

struct GatherBatch {
  uint32_t size;
  Divider by;
  uint32_t unused;
  int64_t result, indices, operand; ///< `indices` counts index elements
};
struct GatherComponent {
  int64_t operand, limit, start, local; ///< stride; largest start in the whole; origin and number of starts in the local box
};
/// `count` units, all those of a row one after the other, or (`rowsInside`) all rows for one unit of a row. Rows begin at `firstRow`.
struct GatherRecord {
  uint64_t operand, indices, result;
  uint32_t count, firstRow;
  uint32_t inside; ///< how many of the faster of the two
  Divider byInside;
  uint32_t rowsInside;
  uint32_t index, batches, dims, components;
  int64_t componentStride; ///< in index elements
  GatherBatch batch[mostDims]; ///< innermost first
  WalkDim dim[mostDims];       ///< of a row's units
  GatherComponent component[mostDims];
};
inline constexpr uint32_t gatherThreads = 256;

//===-- det_join_{OP}_{TYPE} ------------------------------------------------------------------------------------------===//

enum InitKind : uint32_t { initNone, initScalar, initArray };
/// `f32`: the root of an f64 sum as f32; `bf16`, `f16`: that of an f32 sum.
enum Narrowing : uint32_t { narrowNone, narrowF32, narrowBf16, narrowF16 };

/// out[i] = init[i] op (the program `pops` over nodes[0][i], nodes[1][i], ...), for `elements` elements. Dynamic shared memory holds
/// `depth` entries of joinElements(bytes) elements of each thread.
struct JoinRecord {
  uint64_t nodes, init, out, pops;
  int64_t elements, stride; ///< in elements
  uint32_t count, init_kind, narrowing, depth;
};
constexpr uint32_t joinElements(uint32_t bytes) { return bytes == 8 ? 2 : 4; }

} // namespace det::rt::cuda

#endif // DET_RUNTIME_CUDA_RECORDS_H
