// A product of the plan as calls of a library that multiplies matrices: a pure function of the entry, so that the compiler, the
// tool that picks algorithms and the runtime mean the same product.
#ifndef DET_RUNTIME_PINS_GEMMSHAPE_H
#define DET_RUNTIME_PINS_GEMMSHAPE_H

#include "det/Device/ProductShape.h"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace det::rt {

/// The attributes of an algorithm of cuBLASLt, in the order of their numbers.
using Algorithm = std::array<int32_t, 9>;
inline constexpr std::array<const char *, 9> algorithmAttributes = {
    "id",        "tile_id",        "splitk_num",      "reduction_scheme", "cta_swizzling", "custom_option",
    "stages_id", "inner_shape_id", "cluster_shape_id"};
enum : size_t { splitKAttribute = 2, reductionSchemeAttribute = 3 };
/// One accumulation per result: K is not split, and nothing is reduced.
inline bool isOrdered(const Algorithm &algorithm) {
  return algorithm[splitKAttribute] == 1 && algorithm[reductionSchemeAttribute] == 0;
}

enum class GemmType : uint8_t { f16, bf16, f32, f64 };
inline int64_t bytesOf(GemmType type) { return type == GemmType::f64 ? 8 : type == GemmType::f32 ? 4 : 2; }
const char *nameOf(GemmType type);

/// How an operand lies. A has rows and terms, B columns and terms: those that are neighbours, and elements from one line to the
/// next.
struct GemmOperand {
  bool alongTerms = false; ///< terms are neighbours; otherwise rows (of B: columns) are
  int64_t ld = 1;          ///< elements
  int64_t batch = 0;       ///< elements from one product of the entry's batch to the next
  int64_t alignment = 16;  ///< bytes, at most 16: of every address that a call is given
  auto operator<=>(const GemmOperand &) const = default;
};

/// `count` products at equal distances: D[m, n] = A[m, k] * B[k, n]. D has its columns side by side; it is f64 for f64, else f32.
struct GemmCall {
  GemmType type = GemmType::f32;
  int64_t m = 1, n = 1, k = 1, count = 1;
  GemmOperand a, b, d; ///< `batch`: from one of the `count` products to the next
  auto operator<=>(const GemmCall &) const = default;
};
/// A call, and where it begins: elements behind the starts of A, B and D.
struct PlacedGemm {
  GemmCall call;
  int64_t a = 0, b = 0, d = 0;
};

/// `count` leaves of `terms` terms each, one after the other.
struct GemmLeaves {
  int64_t count = 0, terms = 0;
  auto operator<=>(const GemmLeaves &) const = default;
};

/// A product whose leaves are products of matrices. Two entries with equal shapes do the same work, and may have the same
/// algorithm.
struct GemmShape {
  GemmType type = GemmType::f32;
  std::string model = "none"; ///< of tensor cores
  int64_t batches = 1, m = 1, n = 1;
  std::vector<GemmLeaves> leaves;
  GemmOperand a, b;
  /// C, where the one leaf of the product can be written straight to it. Otherwise leaves lie densely one after the other, [leaf,
  /// batch, m, n].
  std::optional<GemmOperand> c;
  auto operator<=>(const GemmShape &) const = default;

  int64_t leafCount() const;
  int64_t terms() const;
  int64_t results() const { return batches * m * n; }
  /// Bytes of the leaves' values, where they do not go to C.
  int64_t leafBytes() const { return c ? 0 : leafCount() * results() * (type == GemmType::f64 ? 8 : 4); }
  /// All of it, in as few calls as one stride of a batch allows.
  std::vector<PlacedGemm> calls() const;
};

/// A shape, and the walk over C that belongs to it.
struct GemmProduct {
  GemmShape shape;
  bool isExchanged = false;    ///< A of the shape is B of the entry
  device::ProductShape normal; ///< batch, rows and columns as in `shape`
};

/// More calls than this, or more bytes of leaves, are no gain over det's own kernel.
inline constexpr size_t mostGemmCalls = 64;
inline constexpr int64_t mostGemmLeafBytes = int64_t(1) << 30;

/// Nothing where a leaf is no product of matrices with neighbours in each: gathers, windows, several dims that do not merge; or
/// too many calls.
std::optional<GemmProduct> gemmOf(const artifact::ProductT &product);

} // namespace det::rt

#endif // DET_RUNTIME_PINS_GEMMSHAPE_H
