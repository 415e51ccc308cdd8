// What one step of a tensor core computes, as a model of the published measurements: a fused sum of products in integer arithmetic.
// Sources: MMA-Sim (arXiv 2511.10909), arXiv 2512.07004, FPRev (arXiv 2411.00442).
#ifndef DET_TENSORCORE_TENSORCORE_H
#define DET_TENSORCORE_TENSORCORE_H

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace det::tensorcore {

/// A family of tensor cores. One step joins up to `products` products and the accumulator.
struct Model {
  std::string_view name;
  int products; ///< K of one step
  int fraction; ///< F: fractional bits that are kept below the largest exponent of a step, at most 40
};

/// volta_4, ampere_8 (A100 and Ada), hopper_16 (Hopper and Blackwell), hopper_fp8_32 (8-bit inputs on Hopper's wgmma).
inline constexpr std::array<Model, 4> models = {Model{"volta_4", 4, 23}, Model{"ampere_8", 8, 24}, Model{"hopper_16", 16, 25},
                                                Model{"hopper_fp8_32", 32, 13}};

/// The model of that name, if there is one.
std::optional<Model> findModel(std::string_view name);

/// The layout of a binary input format with infinities: 1 sign bit, exponent bits, mantissa bits.
struct Format {
  int exponentBits, mantissaBits;
  int bias() const { return (1 << (exponentBits - 1)) - 1; }
};
inline constexpr Format f16{5, 10}, bf16{8, 7};

/// One step: c plus the sum of a[i] * b[i], as bits of f32. `a` and `b` hold bits of `format` and have equal lengths, at most
/// model.products. Every product and c is aligned to the largest exponent among them (a product's is the sum of its factors' exponents;
/// terms that are zero have none), cut to model.fraction fractional bits, summed exactly, and the sum cut (toward zero) to f32.
/// Subnormal inputs and results count; a sum that is exactly zero is +0.0; past the largest f32 it is infinite; infinities are as in
/// IEEE 754, and every NaN is 0x7fffffff.
uint32_t step(const Model &model, Format format, std::span<const uint16_t> a, std::span<const uint16_t> b, uint32_t c);

/// A chain of steps over ascending k: `a` and `b` of any equal length, cut at the multiples of model.products.
uint32_t chain(const Model &model, Format format, std::span<const uint16_t> a, std::span<const uint16_t> b, uint32_t c);

} // namespace det::tensorcore

#endif // DET_TENSORCORE_TENSORCORE_H
