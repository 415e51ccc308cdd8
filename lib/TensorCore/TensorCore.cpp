// Models, formats and chips by name; the step over bits as they lie in memory.
#include "det/TensorCore/TensorCore.h"
#include "Sum.h"

#include <algorithm>
#include <utility>

namespace det::tensorcore {

std::optional<Model> findModel(std::string_view name) {
  auto found = std::find_if(models.begin(), models.end(), [&](const Model &model) { return model.name == name; });
  return found == models.end() ? std::nullopt : std::optional(*found);
}

std::optional<Format> findFormat(std::string_view name) {
  static constexpr std::pair<std::string_view, Format> formats[] = {
      {"f16", f16}, {"bf16", bf16}, {"f8E5M2", f8E5M2}, {"f8E4M3FN", f8E4M3FN}};
  for (const auto &[known, format] : formats)
    if (known == name)
      return format;
  return std::nullopt;
}

bool takes(const Model &model, Format format) {
  if (format.bytes() == 1)
    return model.name == "hopper_fp8_32";
  return model.name != "hopper_fp8_32" && (format == f16 || model.name != "volta_4");
}

std::optional<Model> modelOf(std::string_view family, std::string_view type) {
  std::optional<Format> format = findFormat(type);
  for (const Model &model : models)
    if (format && model.name.substr(0, model.name.find('_')) == family && takes(model, *format))
      return model;
  return std::nullopt;
}

bool isFamily(std::string_view name) {
  return std::any_of(models.begin(), models.end(), [&](const Model &model) { return model.name.substr(0, model.name.find('_')) == name; });
}

bool hasModel(std::string_view chip, const Model &model) {
  // Chips whose tensor cores were measured; variants with a letter have the same ones.
  static constexpr std::pair<std::string_view, std::string_view> known[] = {
      {"sm_70", "volta_4"},    {"sm_80", "ampere_8"},   {"sm_86", "ampere_8"},       {"sm_87", "ampere_8"},
      {"sm_89", "ampere_8"},   {"sm_90", "hopper_16"},  {"sm_90", "hopper_fp8_32"},  {"sm_100", "hopper_16"},
      {"sm_103", "hopper_16"}, {"sm_120", "hopper_16"},
  };
  if (chip.ends_with("a") || chip.ends_with("f"))
    chip.remove_suffix(1);
  return std::find(std::begin(known), std::end(known), std::pair(chip, model.name)) != std::end(known);
}

uint32_t step(const Model &model, Format format, std::span<const uint16_t> a, std::span<const uint16_t> b, uint32_t c) {
  StepSum sum;
  for (size_t i = 0; i < a.size(); ++i)
    sum.addProduct(split(a[i], format), split(b[i], format), format.mantissaBits);
  return sum.finish(model, c);
}

uint32_t chain(const Model &model, Format format, std::span<const uint16_t> a, std::span<const uint16_t> b, uint32_t c) {
  for (size_t k = 0; k < a.size(); k += model.products) {
    size_t count = std::min<size_t>(model.products, a.size() - k);
    c = step(model, format, a.subspan(k, count), b.subspan(k, count), c);
  }
  return c;
}

} // namespace det::tensorcore
