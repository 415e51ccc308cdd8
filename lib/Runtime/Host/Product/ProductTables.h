// What the parts of the matrix product share: kernel interfaces and the tables of a prepared product.
#ifndef DET_LIB_RUNTIME_HOST_PRODUCT_PRODUCTTABLES_H
#define DET_LIB_RUNTIME_HOST_PRODUCT_PRODUCTTABLES_H

#include "det/Runtime/Host/Walk.h"

namespace det::rt::host {

/// One call of a register tile. Element (k, column) of B is b[column + k * bStep]. Element (row, k) of A is
/// a[row + k * aStride] for the kernels in `tiles`, a[row * aStride + k] for those in `rowTiles`.
template <class Scalar> struct TileCall {
  const Scalar *a, *b;
  int64_t aStride, bStep;
  const int32_t *leaves; ///< the leaves of this call
  const uint8_t *pops;
  int64_t count;
  Scalar *stack;             ///< first free entry; an entry is rows x vectors, dense
  Scalar *c;                 ///< element (0, 0) of the tile in C; null: leave the values on the stack
  const int64_t *rowOffsets; ///< of the tile's rows in C; columns are consecutive
  int32_t columns;           ///< how many columns exist
};

/// Packs panels of `width` lanes each, one after the other: lane l, value k goes to
/// to[(l / width) * panelSize + k * width + l % width] from from[lanes[l] + steps[k]].
template <class Scalar> struct PackCall {
  const Scalar *from;
  const int64_t *lanes; ///< offsets of the lanes that exist
  const int64_t *steps; ///< offsets of k, from the first one packed
  Scalar *to;
  int64_t panelSize;
  int64_t count, first; ///< values of k, and the position of the first one in the walk
  int64_t run;          ///< steps are consecutive inside aligned runs of this length
  int64_t valid;        ///< lanes that exist, in all panels together
  int32_t width;
};

/// Some rows of one column, for batches that lie side by side: element k of row r of batch i is a[rowsA[r] + stepsA[k] + i].
template <class Scalar> struct SideCall {
  const Scalar *a, *b;
  const int64_t *rowsA, *rowsC, *stepsA, *stepsB;
  const int32_t *leaves;
  const uint8_t *pops;
  int64_t count;
  Scalar *stack, *c;
  int32_t batches; ///< how many there are, where that is less than a vector
};

template <class Scalar> struct Kernels {
  static constexpr int mostRows = 14;
  int rows = 0, lanes = 0; ///< largest register tile is rows x (2 * lanes)
  void (*pack)(const PackCall<Scalar> &) = nullptr;
  using Tile = void (*)(const TileCall<Scalar> &);
  Tile tiles[mostRows][2] = {}, rowTiles[mostRows][2] = {}; ///< by rows - 1 and vectors - 1
  static constexpr int mostSideRows = 8;
  using Side = void (*)(const SideCall<Scalar> &);
  Side sides[mostSideRows] = {}, partSides[mostSideRows] = {}; ///< a vector of batches, or less; by rows - 1
  Side wideSide = nullptr;                                     ///< one row, four vectors
};

extern const Kernels<float> kernelsF32V3, kernelsF32V4;
extern const Kernels<double> kernelsF64V3, kernelsF64V4;
extern const Kernels<int32_t> kernelsI32V3, kernelsI32V4;
extern const Kernels<int64_t> kernelsI64V3, kernelsI64V4;

/// A product in normal form: merged axes, A and B exchanged where that gives longer vectors.
struct NormalProduct {
  std::vector<Axis> batch, rows, columns;
  std::vector<InnerPart> inner; ///< one after the other
  bool exchanged = false;
  int64_t batches = 1, m = 1, n = 1, k = 1;
  int64_t side = 0; ///< so many batches lie side by side and are computed together, beside those of `batch`; 0: none
};
NormalProduct normalise(const Product &product);

/// How many indices the axes have together.
int64_t extent(const std::vector<Axis> &axes);

/// An error for a negative extent.
Status checkExtents(const Product &product);
/// The depth of the stack that the joins need, or an error where leaves and joins are not those of `terms` terms.
Result<int> checkTerms(const Product &product, int64_t terms);

struct PreparedProduct::Tables {
  Real type;
  Isa isa;
  Tiling tiling;
  bool exchanged;
  int64_t batches, m, n, k;
  int64_t side;
  int64_t aRun, bRun;   ///< k is consecutive in A and B over such runs
  int64_t aStep, bStep; ///< the one stride of k in A and B, 0 where there are several
  std::vector<int64_t> rowA, rowC, columnB, columnC, stepA, stepB, batchA, batchB, batchC; ///< offsets in elements
  std::vector<int32_t> leaves;
  std::vector<uint8_t> pops;
  std::vector<uint8_t> contiguous; ///< per panel of nr columns: consecutive in C
  std::vector<uint8_t> directB;    ///< per panel: read where it is, not packed
  bool allDirectB = false;
  enum Source : uint8_t { packed, columnsOfA, rowsOfA };
  std::vector<Source> sourceA; ///< per tile of mr rows: packed, or read where it is
  int depth;                   ///< of the stack of tiles
  int saved;                   ///< entries of a tile's stack that outlive a block of k, at most

  /// k blocks: leaves [leafAt[i], leafAt[i+1]), k from kAt[i], stack height at the start.
  std::vector<int64_t> leafAt, kAt;
  std::vector<int> heightAt;
};

} // namespace det::rt::host

#endif // DET_LIB_RUNTIME_HOST_PRODUCT_PRODUCTTABLES_H
