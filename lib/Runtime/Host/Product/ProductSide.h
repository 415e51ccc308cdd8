// Products of batches that lie side by side in memory: who computes what, and the scratch for it.
#ifndef DET_LIB_RUNTIME_HOST_PRODUCT_PRODUCTSIDE_H
#define DET_LIB_RUNTIME_HOST_PRODUCT_PRODUCTSIDE_H

#include "ProductTables.h"

#include <algorithm>

namespace det::rt::host {

/// Bytes of the stack of one member: its entries are up to eight vectors.
inline int64_t sideStackBytes(const PreparedProduct::Tables &t) { return int64_t(t.depth) * 8 * 64; }

/// Tasks are runs of row tiles of one column of one group of batches.
template <class Scalar> class SideRun {
public:
  SideRun(const PreparedProduct::Tables &t, const Kernels<Scalar> &kernels, const Scalar *a, const Scalar *b, Scalar *c,
          Scalar *stack)
      : t(t), kernels(kernels), a(a), b(b), c(c), stack(stack) {
    tiles = (t.m + most - 1) / most;
    const int64_t work = most * t.side * std::max(t.k, int64_t(1));
    tilesPerTask = std::clamp<int64_t>(taskWork / work, 1, tiles);
    rowTasks = (tiles + tilesPerTask - 1) / tilesPerTask;
  }

  int64_t tasks() const { return t.batches * t.n * rowTasks; }

  void operator()(int64_t task) const {
    const int64_t first = task % rowTasks * tilesPerTask, column = task / rowTasks % t.n, batch = task / rowTasks / t.n;
    for (int64_t tile = first; tile < std::min(first + tilesPerTask, tiles); ++tile)
      runTile(batch, column, tile * most);
  }

private:
  static constexpr int64_t most = Kernels<Scalar>::mostSideRows;
  static constexpr int64_t taskWork = 64 * 1024; // multiply-adds: some microseconds

  void runTile(int64_t batch, int64_t column, int64_t row) const {
    const int64_t rows = std::min(most, t.m - row), wide = 4 * kernels.lanes;
    SideCall<Scalar> call;
    call.rowsA = t.rowA.data() + row;
    call.rowsC = t.rowC.data() + row;
    call.stepsA = t.stepA.data();
    call.stepsB = t.stepB.data();
    call.leaves = t.leaves.data();
    call.pops = t.pops.data();
    call.count = static_cast<int64_t>(t.leaves.size());
    call.stack = stack;
    for (int64_t at = 0, taken; at < t.side; at += taken) {
      call.a = a + t.batchA[batch] + at;
      call.b = b + t.batchB[batch] + t.columnB[column] + at;
      call.c = c + t.batchC[batch] + t.columnC[column] + at;
      const int64_t left = t.side - at;
      if (t.k == 0) {
        taken = left;
        fillZero(call.c, rows, row, left);
      } else if (rows == 1 && left >= wide) {
        taken = wide;
        kernels.wideSide(call);
      } else {
        taken = std::min<int64_t>(left, kernels.lanes);
        call.batches = static_cast<int32_t>(taken);
        (taken == kernels.lanes ? kernels.sides : kernels.partSides)[rows - 1](call);
      }
    }
  }

  void fillZero(Scalar *to, int64_t rows, int64_t row, int64_t count) const {
    for (int64_t r = 0; r < rows; ++r)
      std::fill_n(to + t.rowC[row + r], count, Scalar(0));
  }

  const PreparedProduct::Tables &t;
  const Kernels<Scalar> &kernels;
  const Scalar *a, *b;
  Scalar *c, *stack;
  int64_t tiles, tilesPerTask, rowTasks;
};

} // namespace det::rt::host

#endif // DET_LIB_RUNTIME_HOST_PRODUCT_PRODUCTSIDE_H
