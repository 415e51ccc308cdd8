// Compares tensors element by element.
#include "Compare.h"
#include "det/Runtime/Trace/Numbers.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace det::run {

namespace {

using rt::ElementType;
using rt::TensorView;

constexpr uint64_t farApart = std::numeric_limits<uint64_t>::max();

TensorView scalar(ElementType type, const uint8_t *bytes) { return {type, {}, {bytes, size_t(rt::elementBytes(type))}}; }

uint64_t bitsOf(ElementType type, const uint8_t *bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, size_t(rt::elementBytes(type)));
  return bits;
}

/// Position among the values of the type: 0 for both zeros.
int64_t position(ElementType type, const uint8_t *bytes) {
  const uint64_t bits = bitsOf(type, bytes), sign = uint64_t(1) << (8 * rt::elementBytes(type) - 1);
  const int64_t magnitude = int64_t(bits & (sign - 1));
  return bits & sign ? -magnitude : magnitude;
}

std::string ruleText(const DetCheck &rule) {
  char text[80];
  if (rule.kind == DET_CHECK_EQUAL)
    return "equal";
  if (rule.kind == DET_CHECK_ALMOST)
    std::snprintf(text, sizeof text, "within %g", rule.tolerance);
  else if (rule.minUlps > 0)
    std::snprintf(text, sizeof text, "%llu to %llu ULP apart", static_cast<unsigned long long>(rule.minUlps),
                  static_cast<unsigned long long>(rule.maxUlps));
  else
    std::snprintf(text, sizeof text, "within %llu ULP", static_cast<unsigned long long>(rule.maxUlps));
  return text;
}

std::string valueText(ElementType type, const uint8_t *bytes) {
  char hex[20];
  std::snprintf(hex, sizeof hex, "0x%0*llX", int(2 * rt::elementBytes(type)), static_cast<unsigned long long>(bitsOf(type, bytes)));
  return std::string(hex) + " (" + rt::toJson(scalar(type, bytes)) + ")";
}

std::string indexText(const std::vector<int64_t> &shape, int64_t flat) {
  std::string text;
  for (size_t d = shape.size(); d-- > 0; flat /= shape[d])
    text = std::to_string(flat % shape[d]) + (text.empty() ? "" : ", ") + text;
  return "[" + text + "]";
}

} // namespace

bool isFloat(ElementType type) { return std::string_view(rt::elementName(type)).find('f') < 2; }

double numberOf(ElementType type, const uint8_t *bytes) { return rt::firstNumber(scalar(type, bytes)); }

ElementType partType(ElementType type) {
  return type == ElementType::c64 ? ElementType::f32 : type == ElementType::c128 ? ElementType::f64 : type;
}

uint64_t ulpsBetween(ElementType type, const uint8_t *a, const uint8_t *b) {
  if (!isFloat(type))
    return bitsOf(type, a) == bitsOf(type, b) ? 0 : farApart;
  const double x = numberOf(type, a), y = numberOf(type, b);
  if (x == y || (std::isnan(x) && std::isnan(y)))
    return 0;
  if (!std::isfinite(x) || !std::isfinite(y))
    return farApart;
  const int64_t from = position(type, a), to = position(type, b);
  // Unsigned: the distance between the largest values of two signs is beyond int64.
  return from < to ? uint64_t(to) - uint64_t(from) : uint64_t(from) - uint64_t(to);
}

bool agrees(const DetCheck &rule, ElementType type, const uint8_t *computed, const uint8_t *expected) {
  const bool same = bitsOf(type, computed) == bitsOf(type, expected);
  if (!isFloat(type))
    return same;
  if (rule.kind == DET_CHECK_ULPS) {
    const uint64_t steps = ulpsBetween(type, computed, expected);
    return steps >= rule.minUlps && steps <= rule.maxUlps;
  }
  const double x = numberOf(type, computed), y = numberOf(type, expected);
  if (std::isnan(x) || std::isnan(y))
    return std::isnan(x) && std::isnan(y);
  if (rule.kind == DET_CHECK_ALMOST)
    return x == y || std::fabs(x - y) <= rule.tolerance * std::max(1.0, std::fabs(y));
  return same;
}

std::string difference(const DetCheck &rule, const TensorView &computed, const TensorView &expected) {
  if (computed.type != expected.type || computed.shape != expected.shape)
    return "expected a value of type " + rt::describe(expected.type, expected.shape) + ", got " +
           rt::describe(computed.type, computed.shape);
  const ElementType type = partType(computed.type);
  const bool complex = type != computed.type;
  const size_t width = size_t(rt::elementBytes(type)), parts = complex ? 2 : 1;
  for (size_t i = 0; (i + 1) * width <= expected.bytes.size(); ++i) {
    const uint8_t *x = computed.bytes.data() + i * width, *y = expected.bytes.data() + i * width;
    if (!agrees(rule, type, x, y))
      return "element " + indexText(expected.shape, int64_t(i / parts)) + (complex ? i % 2 ? ", imaginary part," : ", real part," : "") +
             " of " + rt::describe(expected.type, expected.shape) + ": expected " + valueText(type, y) + ", got " +
             valueText(type, x) + ", not " + ruleText(rule);
  }
  return {};
}

} // namespace det::run
