// Products for probing tensor cores: random ones, and ones that are hard to add up.
#ifndef DET_TEST_GPU_PRODUCTCASES_H
#define DET_TEST_GPU_PRODUCTCASES_H

#include "det/TensorCore/TensorCore.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace det::gpu {

/// What is hard about a product. Every kind probes one rule of the model.
enum class Kind : uint8_t {
  bits,       ///< any bits at all
  narrow,     ///< exponents close together: every term counts
  wide,       ///< exponents far apart: most terms are cut
  cancelling, ///< large terms in pairs that leave nothing, or little
  subnormal,  ///< inputs, and sums where the format allows them
  special,    ///< infinities and NaNs of all payloads, and infinity times zero
  zeros,      ///< of both signs; terms of zero are none
  ties,       ///< terms at the very bit where a step cuts
  huge        ///< sums past the largest f32
};
inline constexpr std::array<std::string_view, 9> kindNames = {"bits",    "narrow", "wide", "cancelling", "subnormal",
                                                              "special", "zeros",  "ties", "huge"};

/// splitmix64.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next();
  uint64_t below(uint64_t end) { return next() % end; }
  int64_t between(int64_t first, int64_t last) { return first + int64_t(below(uint64_t(last - first + 1))); }

private:
  uint64_t state;
};

/// Rows of A and columns of B, each of `terms` inputs that lie side by side, and (where it has any) an accumulator per result.
struct Tile {
  Kind kind = Kind::bits;
  int64_t rows = 0, columns = 0, terms = 0;
  std::vector<uint16_t> a, b; ///< [rows][terms], [columns][terms]
  std::vector<uint32_t> c;    ///< [rows][columns], bits of f32; empty: +0.0
};

/// The tile of a number: equal numbers give equal tiles. Kinds take turns.
Tile makeTile(uint64_t number, tensorcore::Format format, int64_t rows, int64_t columns, int64_t terms);

/// Gives a tile accumulators: none, random ones, the exact opposite of what `model` makes of the terms, the ends of f32.
void addAccumulators(uint64_t number, const tensorcore::Model &model, tensorcore::Format format, Tile &tile);

} // namespace det::gpu

#endif // DET_TEST_GPU_PRODUCTCASES_H
