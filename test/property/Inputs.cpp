#include "Inputs.h"

#include "det/Order/Number.h"
#include "det/Runtime/Trace/SplitMix.h"

#include <cstring>
#include <limits>

namespace det::property {

namespace {

using rt::ElementType;

/// Numbers drawn one after the other.
class Stream {
public:
  explicit Stream(uint64_t seed) : state(rt::splitmix64(seed)) {}
  uint64_t next() { return state = rt::splitmix64(state); }
  uint64_t below(uint64_t bound) { return (next() >> 11) % bound; }

private:
  uint64_t state;
};

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
constexpr double smallFloats[] = {-2, -1.5, -1, -0.5, -0.0, 0.0, 0.25, 0.5, 1, 1, 2, 3};
constexpr double specialFloats[] = {nan,    inf,     -inf,    -0.0,     0.0,      1e-40,   -1e-45, 3.4e38, -3.4e38,
                                    65504., 1.2e-38, 6.1e-05, 5.9e-08, 1 + 1e-7, 16777217, 448.,   57344.};

double normalFloat(Stream &stream) {
  const double fraction = double(stream.next() >> 12) * 0x1p-52, scale = double(int64_t(1) << stream.below(6)) / 8;
  return (stream.next() >> 20 & 1 ? -1 : 1) * (1 + fraction) * scale;
}

double drawFloat(Stream &stream, Mood mood) {
  if (mood == Mood::small)
    return smallFloats[stream.below(std::size(smallFloats))];
  if (mood == Mood::specials && stream.below(16) == 0)
    return specialFloats[stream.below(std::size(specialFloats))];
  if (mood == Mood::wide)
    return std::ldexp(normalFloat(stream), int(stream.below(80)) - 40);
  return normalFloat(stream);
}

int64_t drawInteger(Stream &stream, Mood mood, bool isSigned, int bits) {
  const uint64_t least = isSigned ? ~uint64_t(0) << (bits - 1) : 0, most = isSigned ? ~least : ~uint64_t(0) >> (64 - bits);
  switch (mood) {
  case Mood::small:
    return int64_t(stream.below(4)) - (isSigned ? 1 : 0);
  case Mood::wide:
    // Sign-extended from the width, so that narrow types hold what their bytes say.
    return isSigned ? int64_t(stream.next() << (64 - bits)) >> (64 - bits) : int64_t(stream.next() >> (64 - bits));
  case Mood::specials:
    if (stream.below(16) == 0)
      return int64_t(stream.below(2) ? least : most);
    [[fallthrough]];
  case Mood::normal:
    return int64_t(stream.below(isSigned && bits > 4 ? 17 : 8)) - (isSigned ? (bits > 4 ? 8 : 4) : 0);
  }
  return 0;
}

template <class T> void put(uint8_t *at, T value) { std::memcpy(at, &value, sizeof value); }

void drawFloatInto(ElementType type, uint8_t *at, double value) {
  switch (type) {
  case ElementType::f64:
    return put(at, order::canonical(value));
  case ElementType::f32:
    return put(at, order::canonical(float(value)));
  case ElementType::bf16:
    return put(at, uint16_t(order::roundTo(order::bf16, value)));
  case ElementType::f16:
    return put(at, uint16_t(order::roundTo(order::f16, value)));
  case ElementType::f8E4M3FN:
    return put(at, uint8_t(order::roundTo(order::f8E4M3FN, value)));
  default:
    return put(at, uint8_t(order::roundTo(order::f8E5M2, value)));
  }
}

/// "f32", "bf16", "complex<f64>": how an element's name starts tells its kind.
bool isFloat(std::string_view name) { return name.starts_with("f") || name.starts_with("bf"); }

int bitsOf(std::string_view name) { return std::stoi(std::string(name.substr(name.find_first_of("0123456789")))); }

} // namespace

std::optional<Mood> moodOf(std::string_view name) {
  constexpr std::pair<std::string_view, Mood> moods[] = {
      {"normal", Mood::normal}, {"small", Mood::small}, {"specials", Mood::specials}, {"wide", Mood::wide}};
  for (const auto &[known, mood] : moods)
    if (known == name)
      return mood;
  return std::nullopt;
}

rt::HostTensor makeTensor(ElementType type, const std::vector<int64_t> &shape, uint64_t seed, Mood mood) {
  const std::string_view name = rt::elementName(type);
  rt::HostTensor tensor{type, shape, {}};
  const int64_t count = rt::elementCount(shape).value_or(0), size = rt::elementBytes(type);
  tensor.bytes.resize(size_t(count * size));
  Stream stream(seed);
  for (int64_t i = 0; i < count; ++i) {
    uint8_t *at = tensor.bytes.data() + i * size;
    if (name.starts_with("complex")) {
      const ElementType part = name == "complex<f64>" ? ElementType::f64 : ElementType::f32;
      drawFloatInto(part, at, drawFloat(stream, mood));
      drawFloatInto(part, at + size / 2, drawFloat(stream, mood));
    } else if (isFloat(name)) {
      drawFloatInto(type, at, drawFloat(stream, mood));
    } else if (name == "i1") {
      *at = uint8_t(stream.below(2));
    } else {
      const int64_t value = drawInteger(stream, mood, !name.starts_with("u"), bitsOf(name));
      std::memcpy(at, &value, size_t(size));
    }
  }
  return tensor;
}

} // namespace det::property
