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
  int mantissa = 23; ///< of the sum, which lies in an f32: what is behind these bits is cut
};

/// volta_4, ampere_8 (A100 and Ada), hopper_16 (Hopper and Blackwell), hopper_fp8_32 (8-bit inputs on Hopper's wgmma).
inline constexpr std::array<Model, 4> models = {Model{"volta_4", 4, 23}, Model{"ampere_8", 8, 24}, Model{"hopper_16", 16, 25},
                                                Model{"hopper_fp8_32", 32, 13, 13}};

/// The model of that name, if there is one.
std::optional<Model> findModel(std::string_view name);

/// The layout of a binary input format: 1 sign bit, exponent bits, mantissa bits. With infinities the largest exponent is as in IEEE
/// 754; without, it is of numbers too, except that all mantissa bits set are a NaN.
struct Format {
  int exponentBits, mantissaBits;
  bool infinities = true;
  int bias() const { return (1 << (exponentBits - 1)) - 1; }
  int bytes() const { return (1 + exponentBits + mantissaBits) / 8; }
  bool operator==(const Format &) const = default;
};
inline constexpr Format f16{5, 10}, bf16{8, 7}, f8E5M2{5, 2}, f8E4M3FN{4, 3, false};

/// The format of that name ("bf16"), if tensor cores here read it.
std::optional<Format> findFormat(std::string_view name);

/// Whether the tensor cores of a model read a format: f16 of all but the model of 8-bit inputs, bf16 from ampere_8 on.
bool takes(const Model &model, Format format);

/// Whether a family of tensor cores has that name: the first word of a model's.
bool isFamily(std::string_view name);

/// The model that a family ("volta", "ampere", "hopper") has for operands of a type ("bf16"); nothing where it has none.
std::optional<Model> modelOf(std::string_view family, std::string_view type);

/// Whether the tensor cores of a chip ("sm_90", "sm_90a") compute as a model says. False also for chips that are not known to.
bool hasModel(std::string_view chip, const Model &model);

/// One step: c plus the sum of a[i] * b[i], as bits of f32. `a` and `b` hold bits of `format` and have equal lengths, at most
/// model.products. Every product and c is aligned to the largest exponent among them (a product's is the sum of its factors' exponents;
/// terms that are zero have none), cut to model.fraction fractional bits, summed exactly, and the sum cut (toward zero) to f32
/// with model.mantissa bits of mantissa.
/// Subnormal inputs and results count; a sum that is exactly zero is +0.0; past the largest f32 it is infinite; infinities are as in
/// IEEE 754, and every NaN is 0x7fffffff.
uint32_t step(const Model &model, Format format, std::span<const uint16_t> a, std::span<const uint16_t> b, uint32_t c);

/// A chain of steps over ascending k: `a` and `b` of any equal length, cut at the multiples of model.products.
uint32_t chain(const Model &model, Format format, std::span<const uint16_t> a, std::span<const uint16_t> b, uint32_t c);

} // namespace det::tensorcore

#endif // DET_TENSORCORE_TENSORCORE_H
