// The parameters of the kernels of products by tensor cores: det_mma_{TYPE}_k{DEPTH}_{ROWS}x{COLUMNS}_{STACK}, DEPTH being that of an instruction:
// 16 where it is one step of the model, 8 for models of steps of 8. Plain C++, as Records.h.
#ifndef DET_RUNTIME_CUDA_MMARECORDS_H
#define DET_RUNTIME_CUDA_MMARECORDS_H

#include "det/Runtime/Cuda/Records.h"

namespace det::rt::cuda {

/// A tile of C that one block computes, `depth` terms at a time.
inline constexpr ProductTile mmaTiles[] = {{128, 128, 32, 256}, {64, 64, 32, 128}, {32, 32, 32, 128}};

/// The same by the tensor cores of warpgroups: det_wgmma_{TYPE}_{ROWS}x{COLUMNS}_{STACK}, which take the same record. `depth`: the terms of a line of
/// wgmmaLineBytes, for 16-bit operands; 8-bit ones have twice as many. The second tile is for 8-bit operands alone.
inline constexpr ProductTile wgmmaTiles[] = {{128, 128, 64, 256}, {64, 32, 64, 128}};
inline constexpr uint32_t wgmmaLineBytes = 128, wgmmaRing = 3;
/// Dynamic shared memory, with what it takes to begin at a multiple of 1024.
inline constexpr uint32_t wgmmaSharedBytes(const ProductTile &tile) { return wgmmaRing * (tile.rows + tile.columns) * wgmmaLineBytes + 1024; }

/// How the tile of an operand is read: elements, neighbours of the warp along k or along rows (columns); 16 bytes at once along k or along
/// rows. Vectors along k: all terms of a step lie side by side, from a multiple of 16 bytes on; along rows: so do the rows of a group of eight.
enum MmaRead : uint32_t { mmaElementsAlongK, mmaElementsAlongRows, mmaVectorsAlongK, mmaVectorsAlongRows };

/// A or B. The element of row (column) i at k: base + bytes * (batches[batch] + rows[i] + steps[k]).
struct MmaOperand {
  uint64_t base, batches, rows, steps; ///< tables of int64, in elements
  uint32_t read, unused;
};

/// C[batch, row, column] = the program over leaves of k, each a chain of instructions from +0.0 on. A grid has segments x batches x row tiles
/// x column tiles blocks; segment i runs the steps [segments[i], segments[i + 1]) and writes i * segmentBytes further.
struct MmaRecord {
  MmaOperand a, b;
  uint64_t c, batchesC, rowsC, columnsC; ///< tables of int64, in elements of f32
  uint64_t steps, segments;              ///< ProductStep; uint32
  int64_t segmentBytes;
  uint32_t m, n, rowTiles, columnTiles;
  uint32_t tiles; ///< rowTiles * columnTiles
  uint32_t batches;
  uint32_t pairsC; ///< columns of C lie in whole, aligned groups of 8 bytes
  uint32_t unused;
};
static_assert(sizeof(MmaRecord) == 2 * 40 + 7 * 8 + 8 * 4);

} // namespace det::rt::cuda

#endif // DET_RUNTIME_CUDA_MMARECORDS_H
