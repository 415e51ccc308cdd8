// Matrix products whose every output is a fixed expression: fma chains over leaves of k, joined by a postfix program.
#ifndef DET_RUNTIME_HOST_PRODUCT_H
#define DET_RUNTIME_HOST_PRODUCT_H

#include "det/Runtime/Host/Isa.h"
#include "det/Runtime/Host/Team.h"
#include "det/Runtime/Result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace det::rt::host {

/// One dim of a product: its extent, and its strides in elements in A, B and C (0 where the dim is absent).
struct Axis {
  int64_t size = 1, a = 0, b = 0, c = 0;
};

/// Integers wrap: their bits do not depend on signs.
enum class Real : uint8_t { f32, f64, i32, i64 };

inline constexpr int64_t sizeOf(Real type) { return type == Real::f32 || type == Real::i32 ? 4 : 8; }

/// A part of the walk over the inner loops, from these elements of A and B on.
struct InnerPart {
  int64_t a = 0, b = 0;
  std::vector<Axis> axes;
};

/// C[batch, row, column] = sum over inner of A[batch, row, inner] * B[batch, inner, column].
///
/// Each of the four groups is walked row-major, first axis slowest; k is the position in that walk of `inner`, and on through the
/// parts of `more`. The leaf
/// i of an output is the chain a*b, then fma(a, b, acc), over the next leaves[i] values of k; leaves are joined
/// by `pops` (Postfix.h), lower k on the left. A NaN is stored as the canonical one. Without any k, C is +0.0.
/// Views cost nothing: strides may be those of a transpose, a slice, a head split or a broadcast, and may be negative.
struct Product {
  std::vector<Axis> batch, rows, columns, inner;
  std::vector<int32_t> leaves; ///< each at least 1; their sum is the product of the inner sizes
  std::vector<uint8_t> pops;   ///< one per leaf
  Real type = Real::f32;
  std::vector<InnerPart> more{};
};

/// Block sizes. They decide speed and scratch, never bits.
struct Tiling {
  int32_t mr = 0, nr = 0;         ///< register tile: rows and columns
  int64_t mc = 0, nc = 0, kc = 0; ///< rows, columns and k of the blocks that stay in cache
};

/// A tiling for a shape: a pure function of the product and the instruction set.
Tiling chooseTiling(const Product &product, Isa isa);

/// How many pieces of work the product falls into: more threads than that are of no use.
int64_t productTasks(const Product &product, const Tiling &tiling);

/// A checked product with its tables. Immutable; may be run by several teams at once, each with its own scratch.
struct PreparedProduct {
  struct Tables;
  std::shared_ptr<const Tables> tables;
};

/// Checks shapes, leaves and program and builds the tables. Errors: negative sizes, leaves that do not sum to the inner
/// size, a malformed program, an instruction set or register tile that has no kernel.
Result<PreparedProduct> prepareProduct(const Product &product, const Tiling &tiling, Isa isa);

/// Bytes of scratch that a team of `teamSize` needs; the memory is shared by the team and must be 64-byte aligned.
size_t productScratch(const PreparedProduct &product, int teamSize);

/// Computes C. Called by all members of the team with the same arguments. The pointers are to the elements with all
/// indices 0; C may not overlap A or B. The caller sees to a team barrier between this call and whatever the team did before with
/// the scratch, the work counter or the buffers, and one before C is read. Allocates nothing.
void runProduct(const PreparedProduct &product, const void *a, const void *b, void *c, Team &team, void *scratch);

/// The same without a team and without blocking: the literal definition (std::fma), one output at a time.
void runProductPlainly(const Product &product, const void *a, const void *b, void *c);

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_PRODUCT_H
