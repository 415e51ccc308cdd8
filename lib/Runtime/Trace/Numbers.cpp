// Shortest decimals.
#include "det/Runtime/Trace/Numbers.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

namespace det::rt {

namespace {

template <class T> T load(const uint8_t *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

// A float with few bits, exactly as f32. `bias` of the exponent; `special`: all ones in the exponent are inf and NaN.
float widen(uint32_t bits, int exponentBits, int mantissaBits, bool special) {
  const uint32_t mantissa = bits & ((1u << mantissaBits) - 1);
  const int exponent = int(bits >> mantissaBits & ((1u << exponentBits) - 1));
  const int bias = (1 << (exponentBits - 1)) - 1, top = (1 << exponentBits) - 1;
  const bool negative = bits >> (exponentBits + mantissaBits) & 1;
  float value;
  if (special && exponent == top)
    value = mantissa ? NAN : INFINITY;
  else if (!special && exponent == top && mantissa == (1u << mantissaBits) - 1)
    value = NAN; // f8E4M3FN has no infinity and one NaN
  else if (exponent == 0)
    value = std::ldexp(float(mantissa), 1 - bias - mantissaBits);
  else
    value = std::ldexp(float(mantissa | 1u << mantissaBits), exponent - bias - mantissaBits);
  return negative ? -value : value;
}

template <class Float> std::string floatText(Float value) {
  if (std::isnan(value))
    return "\"NaN\"";
  if (std::isinf(value))
    return value < 0 ? "\"-Infinity\"" : "\"Infinity\"";
  char text[64];
  char *end = std::to_chars(text, text + sizeof text, value).ptr;
  // Readers go through f64, and rounding twice can miss where the shortest digits lie close to a tie.
  double read = 0;
  std::from_chars(text, end, read);
  if (Float(read) != value)
    end = std::to_chars(text, text + sizeof text, double(value)).ptr;
  std::string shortest(text, end);
  if (shortest.find_first_of(".e") == std::string::npos)
    shortest += ".0";
  return shortest;
}

// One element, and the number it stands for.
std::string elementText(ElementType type, const uint8_t *bytes, double &number) {
  const auto real = [&](auto value) {
    number = double(value);
    return floatText(value);
  };
  const auto integer = [&](auto value) {
    number = double(value);
    return std::to_string(value);
  };
  switch (type) {
  case ElementType::i1:
    number = *bytes ? 1 : 0;
    return *bytes ? "true" : "false";
  case ElementType::i2:
  case ElementType::i4:
  case ElementType::i8:
    return integer(load<int8_t>(bytes));
  case ElementType::i16:
    return integer(load<int16_t>(bytes));
  case ElementType::i32:
    return integer(load<int32_t>(bytes));
  case ElementType::i64:
    return integer(load<int64_t>(bytes));
  case ElementType::ui2:
  case ElementType::ui4:
  case ElementType::ui8:
    return integer(load<uint8_t>(bytes));
  case ElementType::ui16:
    return integer(load<uint16_t>(bytes));
  case ElementType::ui32:
    return integer(load<uint32_t>(bytes));
  case ElementType::ui64:
    return integer(load<uint64_t>(bytes));
  case ElementType::f8E3M4:
    return real(widen(*bytes, 3, 4, true));
  case ElementType::f8E4M3:
    return real(widen(*bytes, 4, 3, true));
  case ElementType::f8E4M3FN:
    return real(widen(*bytes, 4, 3, false));
  case ElementType::f8E5M2:
    return real(widen(*bytes, 5, 2, true));
  case ElementType::f16:
    return real(widen(load<uint16_t>(bytes), 5, 10, true));
  case ElementType::bf16:
    return real(std::bit_cast<float>(uint32_t(load<uint16_t>(bytes)) << 16));
  case ElementType::f32:
    return real(load<float>(bytes));
  case ElementType::f64:
    return real(load<double>(bytes));
  case ElementType::c64: {
    const std::string imaginary = floatText(load<float>(bytes + 4));
    return "[" + real(load<float>(bytes)) + ", " + imaginary + "]";
  }
  case ElementType::c128: {
    const std::string imaginary = floatText(load<double>(bytes + 8));
    return "[" + real(load<double>(bytes)) + ", " + imaginary + "]";
  }
  }
  return "null";
}

void appendDims(const TensorView &tensor, size_t dim, size_t &element, std::string &text) {
  if (dim == tensor.shape.size()) {
    double number;
    text += elementText(tensor.type, tensor.bytes.data() + element++ * size_t(elementBytes(tensor.type)), number);
    return;
  }
  text += "[";
  for (int64_t i = 0; i < tensor.shape[dim]; ++i) {
    text += i ? ", " : "";
    appendDims(tensor, dim + 1, element, text);
  }
  text += "]";
}

} // namespace

std::string toJson(const TensorView &tensor) {
  std::string text;
  size_t element = 0;
  appendDims(tensor, 0, element, text);
  return text;
}

double firstNumber(const TensorView &tensor) {
  double number = NAN;
  if (!tensor.bytes.empty())
    elementText(tensor.type, tensor.bytes.data(), number);
  return number;
}

std::string quoteJson(const std::string &text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace det::rt
