// Elements in memory, and what they are filled with.
#include "Field.h"

#include "det/Order/Number.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace det::probe {

std::string storedType(const verify::Graph &graph, const Access &access) {
  const std::string &type = graph.type(access.value).element;
  std::optional<Scalar> scalar = scalarOf(type);
  if (!scalar || reference::sizeOf(*scalar) == access.elementBytes)
    return type;
  if (isFloatType(type))
    return access.elementBytes == 8 ? "f64" : "f32";
  return (isUnsigned(type) ? "ui" : "i") + std::to_string(8 * access.elementBytes);
}

void Field::forEach(const Access &access, const std::function<void(int64_t, const Index &, int64_t)> &visit) {
  if (access.count() == 0)
    return;
  Index element;
  for (const verify::Range &range : access.box)
    element.push_back(range.begin);
  const int64_t nodes = access.partial == verify::none ? 1 : access.nodes;
  for (int64_t node = 0; node < nodes; ++node)
    for (bool more = true; more;) {
      visit(access.addressOf(element) + (nodes > 1 ? node * access.nodeBytes() : 0), element, node);
      more = false;
      for (size_t dim = element.size(); dim-- > 0 && !more;) {
        if (++element[dim] < access.box[dim].end)
          more = true;
        else
          element[dim] = access.box[dim].begin;
      }
    }
}

uint64_t bitsOf(const std::string &type, double number) {
  uint64_t bits = 0;
  std::optional<Scalar> scalar = scalarOf(type);
  if (!scalar)
    return 0;
  if (reference::isFloat(*scalar)) {
    reference::store<double>(*scalar, &number, 1, &bits);
  } else {
    bits = static_cast<uint64_t>(static_cast<int64_t>(number));
    if (reference::sizeOf(*scalar) < 8)
      bits &= (uint64_t(1) << 8 * reference::sizeOf(*scalar)) - 1;
  }
  return bits;
}

double numberOf(const std::string &type, uint64_t bits) {
  std::optional<Scalar> scalar = scalarOf(type);
  if (!scalar)
    return 0;
  double number = 0;
  if (reference::isFloat(*scalar)) {
    reference::load<double>(*scalar, &bits, 1, &number);
    return number;
  }
  const int unused = 64 - 8 * static_cast<int>(reference::sizeOf(*scalar));
  return isUnsigned(type) ? static_cast<double>(bits) : static_cast<double>(static_cast<int64_t>(bits << unused) >> unused);
}

/// Mixes bits (the finaliser of SplitMix64, whose constants are in its publication).
static uint64_t mixed(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// The exponents that a float type has, without its least and greatest.
static int rangeOf(const std::string &type) { return type == "f64" ? 400 : type == "f16" ? 8 : type.starts_with("f8") ? 4 : 50; }

static double floatOf(Filling filling, const std::string &type, uint64_t random) {
  const double fraction = 1 + static_cast<double>(random >> 12) * 0x1p-52, sign = random & 1 ? -1 : 1;
  switch (filling) {
  case Filling::ordinary:
    return sign * std::ldexp(fraction, static_cast<int>((random >> 1) % 4) - 2);
  case Filling::wide:
    // Half of them near one another, so that they cancel; others anywhere.
    return sign * std::ldexp(fraction, (random >> 1) % 4
                                           ? static_cast<int>((random >> 3) % 30) * rangeOf(type) / 50 - 12 * rangeOf(type) / 50
                                           : static_cast<int>((random >> 3) % (2 * rangeOf(type))) - rangeOf(type));
  case Filling::moderate:
    return sign * 8 * (fraction - 1);
  case Filling::special:
    switch ((random >> 1) % 16) {
    case 0:
      return -0.0;
    case 1:
      return 0.0;
    case 2:
      return (random >> 5) % 4 ? fraction : sign * HUGE_VAL;
    case 3:
      return (random >> 5) % 4 ? -fraction : std::nan("");
    case 4: // below the least normal number
      return sign * std::ldexp(fraction, (type == "f64"   ? -1023
                                          : type == "f16" ? -15
                                                          : -127) -
                                             static_cast<int>((random >> 5) % 8));
    case 5: // halfway between two numbers of bf16, of f16, and between integers
    case 6:
      return sign * std::ldexp(std::floor(fraction * 128) * 2 + 1, -8 + static_cast<int>((random >> 5) % 20));
    case 7:
      return sign * std::ldexp(std::floor(fraction * 1024) * 2 + 1, -11 + static_cast<int>((random >> 5) % 8));
    case 8:
      return sign * (std::floor(fraction * 64) - 63.5);
    default:
      return sign * std::ldexp(fraction, static_cast<int>((random >> 5) % 20) - 10);
    }
  case Filling::zeros:
    return -0.0;
  case Filling::ones:
    return 1;
  }
  return 0;
}

uint64_t contentOf(Filling filling, const std::string &type, uint64_t seed, uint32_t value, int64_t position, int64_t below) {
  const uint64_t random = mixed(mixed(seed ^ (uint64_t(value) << 40)) + static_cast<uint64_t>(position));
  std::optional<Scalar> scalar = scalarOf(type);
  if (!scalar)
    return 0;
  if (reference::isFloat(*scalar))
    return bitsOf(type, floatOf(filling, type, random));
  if (below > 0) {
    // Now and then outside: such updates and rows are left out or clamped. With two kinds of numbers half of the places have none.
    const uint64_t among = filling == Filling::moderate || filling == Filling::special ? static_cast<uint64_t>(below + 1) / 2 : static_cast<uint64_t>(below);
    const int64_t index = random % 32 == 0 ? (random & 32 ? below : -1) : static_cast<int64_t>((random >> 8) % among);
    return bitsOf(type, static_cast<double>(index < 0 && isUnsigned(type) ? below : index));
  }
  if (*scalar == Scalar::I1)
    return filling == Filling::ones ? 1 : random & 1;
  if (filling == Filling::ones || filling == Filling::zeros)
    return filling == Filling::ones;
  const int width = type.ends_with("i2") ? 2 : type.ends_with("i4") ? 4 : 8 * static_cast<int>(reference::sizeOf(*scalar));
  uint64_t bits = random >> (64 - width);
  // Small numbers make branches that large ones never take.
  if (filling == Filling::moderate || (random & 3) == 0)
    bits = (random >> 8) % 5;
  if (width < 8 && !isUnsigned(type) && bits >> (width - 1)) // a byte holds the number
    bits |= 0xff & ~((uint64_t(1) << width) - 1);
  return bits;
}

} // namespace det::probe
