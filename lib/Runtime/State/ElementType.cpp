// One table of element types.
#include "det/Runtime/State/ElementType.h"

#include <array>

namespace det::rt {

namespace {

struct Row {
  ElementType type;
  int64_t bytes;
  std::string_view name, safetensors;
};

constexpr std::array<Row, 23> rows{{
    {ElementType::i1, 1, "i1", "BOOL"},
    {ElementType::i4, 1, "i4", ""},
    {ElementType::i8, 1, "i8", "I8"},
    {ElementType::i16, 2, "i16", "I16"},
    {ElementType::i32, 4, "i32", "I32"},
    {ElementType::i64, 8, "i64", "I64"},
    {ElementType::ui4, 1, "ui4", ""},
    {ElementType::ui8, 1, "ui8", "U8"},
    {ElementType::ui16, 2, "ui16", "U16"},
    {ElementType::ui32, 4, "ui32", "U32"},
    {ElementType::ui64, 8, "ui64", "U64"},
    {ElementType::f8E4M3FN, 1, "f8E4M3FN", "F8_E4M3"},
    {ElementType::f8E5M2, 1, "f8E5M2", "F8_E5M2"},
    {ElementType::f16, 2, "f16", "F16"},
    {ElementType::bf16, 2, "bf16", "BF16"},
    {ElementType::f32, 4, "f32", "F32"},
    {ElementType::f64, 8, "f64", "F64"},
    {ElementType::c64, 8, "complex<f32>", "C64"},
    {ElementType::c128, 16, "complex<f64>", ""},
    {ElementType::i2, 1, "i2", ""},
    {ElementType::ui2, 1, "ui2", ""},
    {ElementType::f8E3M4, 1, "f8E3M4", ""},
    {ElementType::f8E4M3, 1, "f8E4M3", ""},
}};

constexpr bool inEnumOrder() {
  for (size_t i = 0; i < rows.size(); ++i)
    if (size_t(rows[i].type) != i)
      return false;
  return rows.size() == size_t(ElementType::MAX) + 1;
}
static_assert(inEnumOrder());

} // namespace

int64_t elementBytes(ElementType type) { return rows[size_t(type)].bytes; }
std::string_view elementName(ElementType type) { return rows[size_t(type)].name; }
std::string_view safetensorsName(ElementType type) { return rows[size_t(type)].safetensors; }

std::optional<ElementType> fromSafetensorsName(std::string_view name) {
  for (const Row &row : rows)
    if (!name.empty() && row.safetensors == name)
      return row.type;
  return std::nullopt;
}

std::string describe(ElementType type, const std::vector<int64_t> &shape) {
  std::string text{elementName(type)};
  text += '[';
  for (size_t d = 0; d < shape.size(); ++d)
    text += (d ? "," : "") + std::to_string(shape[d]);
  return text + ']';
}

std::optional<int64_t> elementCount(const std::vector<int64_t> &shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    if (size < 0 || __builtin_mul_overflow(count, size, &count) || count > int64_t(1) << 48)
      return std::nullopt;
  return count;
}

} // namespace det::rt
