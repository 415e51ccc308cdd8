// The parameters of device kernels: each kernel takes one of these structs by value. Shared by lib/Device and by what prepares
// launches, so plain C++ without the standard library. Addresses are those of the device; strides and offsets are bytes unless a
// name says otherwise.
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
/// `count` units, all those of a row one after the other, or (`rowsInside`) all rows for one unit of a row. Rows begin at
/// `firstRow`.
struct GatherRecord {
  uint64_t operand, indices, result;
  uint32_t count, firstRow;
  uint32_t inside; ///< how many of the faster of the two
  Divider byInside;
  uint32_t rowsInside;
  uint32_t index, batches, dims, components;
  int64_t componentStride;     ///< in index elements
  GatherBatch batch[mostDims]; ///< innermost first
  WalkDim dim[mostDims];       ///< of a row's units
  GatherComponent component[mostDims];
};
inline constexpr uint32_t gatherThreads = 256;

//===-- det_join_{OP}_{TYPE} ------------------------------------------------------------------------------------------===//

enum InitKind : uint32_t { initNone, initScalar, initArray };
/// `f32`: the root of an f64 sum as f32; `bf16`, `f16`: that of an f32 sum.
enum Narrowing : uint32_t { narrowNone, narrowF32, narrowBf16, narrowF16 };

/// out[i] = init[i] op (the program `pops` over nodes[0][i], nodes[1][i], ...), for `elements` elements. Dynamic shared memory
/// holds `depth` entries of joinElements(bytes) elements of each thread.
struct JoinRecord {
  uint64_t nodes, init, out, pops;
  int64_t elements, stride; ///< in elements
  uint32_t count, init_kind, narrowing, depth;
};
constexpr uint32_t joinElements(uint32_t bytes) { return bytes == 8 ? 2 : 4; }

//===-- Scatters: keys, a stable sort, a walk over the updates of each target --------------------------------------===//

/// An update that hits: its place in the tree, and where it lies (in elements).
struct ScatterHit {
  uint64_t key;
  int64_t update;
};
/// A dim of the updates outside the window, of the node's box: `low` its first position. Blocks of the order's level: block 0 is
/// none.
struct ScatterPosition {
  uint32_t size;
  Divider by;
  uint32_t shift; ///< of the block's number in the key
  int64_t updates, indices, row, low, start, block, firstBlock;
};
/// A dim of the window, where windows may overlap in part. `component`: the index that moves it, or -1; `row`: of the dim else.
struct ScatterWindow {
  uint32_t size;
  Divider by;
  int32_t component;
  int64_t updates, row;
};
struct ScatterComponent {
  int64_t row, whole, start, local;
};
/// det_scatter_keys: the row of every item (`rows` where it hits none) and its hit. Dims lie innermost first; strides count
/// elements.
struct ScatterKeysRecord {
  uint64_t indices, keys, hits;
  uint32_t count, rows, index;
  uint32_t positions, windows, components;
  int64_t componentStride;
  ScatterPosition position[mostDims];
  ScatterWindow window[mostDims];
  ScatterComponent component[mostDims];
};
inline constexpr uint32_t scatterThreads = 128, scatterKeyThreads = 256;

/// det_scatter_base_{OP}_{TYPE}: out = operand, or the identity where there is none; scatterBaseUnits elements a thread.
struct ScatterBaseRecord {
  uint64_t operand, out;
  int64_t elements;
};
inline constexpr uint32_t scatterBaseUnits = 4;

/// det_scatter_{OP}_{TYPE}: joins the updates of each row. A thread takes the element `number % elements` of the row that begins
/// at position `first + number / elements` of the sorted items, if one does. det_scatter_runs_{OP}_{TYPE} does so for runs of a
/// row with equal keys >> `shift`, which are subtrees: element e of the run at position p becomes partials[p * elements + e], and
/// next[p] says where the run ends. With `partials` the other kernel joins runs. Dynamic shared memory holds as many values of
/// each thread as the keys have bits for it.
struct ScatterRecord {
  uint64_t keys, items, hits, operand, updates, out, partials, next;
  uint32_t items_count, first, count, rows;
  uint32_t elements;
  Divider byElements;
  uint32_t rowDims, dims, shift;
  WalkDim row[mostDims]; ///< `to`: stride of the operand, in bytes
  WalkDim dim[mostDims]; ///< of a row's elements: updates, operand
};

//===-- det_radix_{small,count,scan,place}: a stable sort of 32-bit keys -----------------------------------------------===//

/// `items`: 0 stands for 0, 1, ... The small kernel sorts all bits below `bits` in one block; the others the eight from `shift`
/// on. `counts`: blocks x 256 numbers, digit by digit.
struct RadixRecord {
  uint64_t keys, items, sortedKeys, sortedItems, counts;
  uint32_t count, shift, blocks, bits;
};
inline constexpr uint32_t radixThreads = 256, radixTile = 2048, radixScanThreads = 1024;

//===-- Products ------------------------------------------------------------------------------------------------------===//

/// A tile of C that one block computes, `depth` terms at a time. The name of its kernels:
/// det_product_{TYPE}_{ROWS}x{COLUMNS}_{STACK}.
struct ProductTile {
  uint32_t rows, columns, depth, threads;
};
inline constexpr ProductTile productTiles4[] = {{128, 128, 8, 256}, {64, 64, 16, 128}, {32, 32, 16, 64}, {128, 16, 16, 128}};
inline constexpr ProductTile productTiles8[] = {{64, 64, 8, 256}, {32, 32, 16, 64}};

/// How the tile of an operand is read: neighbours of the warp along k; along rows (columns); 16 bytes at once along rows
/// (columns).
enum ProductRead : uint32_t { readAlongK, readAlongRows, readRowVectors };

/// A or B. The element of row (column) i at k: base + sizeof * (batch offset + rows[i] + steps[k]).
struct ProductOperand {
  uint64_t base, batches, rows, steps; ///< tables of int64, in elements
  int64_t stride;                      ///< of k, in elements, where steps[k] = k * stride; else 0
  uint32_t read, unused;
};
/// Some terms of one leaf, at most the tile's depth. `last`: the leaf ends here, and `pops` joins follow.
struct ProductStep {
  uint32_t k;
  uint8_t count, last, pops, unused;
};
/// C[batch, row, column] = the program over leaves of k. A grid has segments x batches x row tiles x column tiles blocks; segment
/// i runs the steps [segments[i], segments[i + 1]) and writes i * segmentBytes further.
struct ProductRecord {
  ProductOperand a, b;
  uint64_t c, batchesC, rowsC, columnsC; ///< tables of int64, in elements
  uint64_t steps, segments;
  int64_t segmentBytes;
  uint32_t m, n, rowTiles, columnTiles;
  uint32_t tiles; ///< rowTiles * columnTiles
  uint32_t batches;
  uint32_t vectorC; ///< columns of C lie in whole, aligned groups of 16 bytes
  uint32_t unused;
};

/// One of batch, rows, columns of det_product_each_{TYPE}: tables of offsets in elements.
struct EachLoop {
  uint64_t a, b, c;
  uint32_t size;
  Divider by;
  uint32_t unused;
};
struct EachLeaf {
  uint32_t terms, pops;
};
/// One output per thread; loops innermost first.
struct ProductEachRecord {
  uint64_t a, b, c, stepsA, stepsB, leaves;
  EachLoop loop[3];
  uint32_t count, leafCount;
};
inline constexpr uint32_t eachThreads = 128;
/// The deepest stack of leaves, as host::maxPostfixDepth.
inline constexpr int mostStack = 64;

} // namespace det::rt::cuda

#endif // DET_RUNTIME_CUDA_RECORDS_H
