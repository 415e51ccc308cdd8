// Planes whose rows are contiguous in the source and whose columns are in the target: squares through shared memory, so that both
// sides see whole lines. A row of the square is one element longer than it needs to be: a column then lies in different banks.
#include "Walk.h"

using namespace det::device;
using namespace det::rt::cuda;

namespace {

template <class Unit, uint32_t tile> DET_INLINE void transpose(const TransposeRecord &r, SharedPointer<Unit> square) {
  constexpr uint32_t step = transposeThreads / tile, pitch = tile + 1;
  const uint32_t plane = divide(block(), r.byColumnTiles), columnTile = block() - plane * r.columnTiles;
  const uint32_t planeNumber = divide(plane, r.byRowTiles), rowTile = plane - planeNumber * r.rowTiles;
  Place place{0, 0};
  walk(planeNumber, r.dim, r.dims, place);
  const uint32_t fast = thread() % tile, slow = thread() / tile;
  const uint32_t row0 = rowTile * tile, column0 = columnTile * tile;
  if (row0 + fast < r.rows) {
    const uint64_t from = r.from + static_cast<uint64_t>(place.from) + static_cast<uint64_t>(row0 + fast) * sizeof(Unit);
#pragma unroll
    for (uint32_t i = 0; i < tile; i += step)
      if (column0 + slow + i < r.columns)
        square[(slow + i) * pitch + fast] =
            *global<const Unit>(from + static_cast<uint64_t>(static_cast<int64_t>(column0 + slow + i) * r.columnFrom));
  }
  barrier();
  if (column0 + fast < r.columns) {
    const uint64_t to = r.to + static_cast<uint64_t>(place.to) + static_cast<uint64_t>(column0 + fast) * sizeof(Unit);
#pragma unroll
    for (uint32_t i = 0; i < tile; i += step)
      if (row0 + slow + i < r.rows)
        *global<Unit>(to + static_cast<uint64_t>(static_cast<int64_t>(row0 + slow + i) * r.rowTo)) =
            square[fast * pitch + slow + i];
  }
}

} // namespace

#define DET_TRANSPOSE(WIDTH, UNIT)                                                                                               \
  DET_KERNEL det_transpose_##WIDTH(TransposeRecord r) {                                                                          \
    constexpr uint32_t tile = transposeTile(WIDTH);                                                                              \
    DET_SHARED UNIT square[tile * (tile + 1)];                                                                                   \
    transpose<UNIT, tile>(r, square);                                                                                            \
  }

DET_TRANSPOSE(1, uint8_t)
DET_TRANSPOSE(2, uint16_t)
DET_TRANSPOSE(4, uint32_t)
DET_TRANSPOSE(8, uint64_t)
DET_TRANSPOSE(16, Quad)
