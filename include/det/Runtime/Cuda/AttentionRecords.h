// The parameters of kernels that keep tiles of rows in a block: a product, what is made of each row of it, and a product of that.
#ifndef DET_RUNTIME_CUDA_ATTENTIONRECORDS_H
#define DET_RUNTIME_CUDA_ATTENTIONRECORDS_H

#include "det/Runtime/Cuda/Records.h"

namespace det::rt::cuda {

/// A tile of rows that a block works on, `columns` columns of either product at a time. The names of its kernels:
/// det_attention_{ROWS}_{ENTRIES}.
struct AttentionTile {
  uint32_t rows, columns;
};
inline constexpr AttentionTile attentionTiles[] = {{64, 64}, {32, 64}, {16, 128}};
inline constexpr uint32_t attentionThreads = 128, attentionDepth = 16, attentionSlices = 4;
/// The most values that a program of either product holds at once.
inline constexpr int attentionStack = 8;
inline constexpr uint32_t mostRowBuffers = 24;

/// Bytes of a block's shared memory for the slices of both operands, beside the tile.
constexpr uint32_t attentionRingBytes(const AttentionTile &tile) {
  return attentionSlices * attentionDepth * (tile.rows + 4 + tile.columns + 4) * 4;
}
/// From one row of the tile to the next, in elements: groups of 16 bytes of four neighbouring rows lie in different banks.
constexpr uint32_t attentionPitch(uint32_t columns) { return (columns + 7) / 8 * 8 + 4; }

/// Steps of a product, all in one segment.
struct AttentionSteps {
  uint64_t steps;
  uint32_t count, unused;
};
/// A block takes `rows` rows of one batch of the first product; the grid has batches x row tiles blocks. Of the products' records only operands,
/// sizes, batches, `vectorC` and where C lies are read, the latter not of the first. `buffer` and `params` are those of the launch of the rows, but that strides
/// of the tile's buffers are the tile's. `kept`: where the results of the rows go, dense; 0: nowhere.
struct AttentionRecord {
  ProductRecord first, second;
  AttentionSteps firstSteps, secondSteps;
  uint64_t params, kept;
  uint64_t buffer[mostRowBuffers];
  uint32_t rowTiles, pitch;
};

} // namespace det::rt::cuda

#endif // DET_RUNTIME_CUDA_ATTENTIONRECORDS_H
