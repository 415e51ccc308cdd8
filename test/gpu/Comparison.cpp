// Compares, and describes the first difference so that it can be computed by hand.
#include "Comparison.h"

#include <cmath>

namespace det::gpu {

namespace {

constexpr uint64_t sampleEvery = 8; ///< tiles that other models are tried on

double valueOf(tensorcore::Format format, uint16_t bits) {
  const int exponents = 1 << format.exponentBits, mantissa = bits & ((1 << format.mantissaBits) - 1);
  const int exponent = (bits >> format.mantissaBits) & (exponents - 1);
  const double sign = bits >> (format.exponentBits + format.mantissaBits) & 1 ? -1 : 1;
  if (exponent == exponents - 1)
    return mantissa ? std::nan("") : sign * INFINITY;
  return sign * std::ldexp(mantissa + (exponent ? 1 << format.mantissaBits : 0), std::max(exponent, 1) - format.bias() - format.mantissaBits);
}

std::string hex(uint32_t bits, int digits) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%0*x", digits, bits);
  return text;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

std::string f32Text(uint32_t bits) { return hex(bits, 8) + " (" + number(__builtin_bit_cast(float, bits)) + ")"; }

} // namespace

Comparison::Comparison(const tensorcore::Model &model, tensorcore::Format format, std::string type, std::string way)
    : model(model), format(format), type(std::move(type)), way(std::move(way)) {
  for (const tensorcore::Model &other : {*tensorcore::findModel("volta_4"), *tensorcore::findModel("ampere_8"), *tensorcore::findModel("hopper_16"),
                                         tensorcore::Model{"one bit less", model.products, model.fraction - 1, model.mantissa},
                                         tensorcore::Model{"one bit more", model.products, model.fraction + 1, model.mantissa}})
    if (other.name != model.name)
      others.push_back({other});
  if (model.mantissa < 23)
    others.push_back({tensorcore::Model{"all of f32's mantissa", model.products, model.fraction}});
}

std::string Comparison::describe(uint64_t number, const Tile &tile, int64_t row, int64_t column, uint32_t got, uint32_t expected) const {
  std::string text = type + ", " + way + ", tile " + std::to_string(number) + " (" + std::string(kindNames[size_t(tile.kind)]) + "), row " +
                     std::to_string(row) + ", column " + std::to_string(column) + ": the device gives " + f32Text(got) + ", " + std::string(model.name) +
                     " " + f32Text(expected) + "; c = " + f32Text(tile.c.empty() ? 0 : tile.c[size_t(row * tile.columns + column)]) + "; a * b =";
  for (int64_t k = 0; k < tile.terms; ++k) {
    const uint16_t a = tile.a[size_t(row * tile.terms + k)], b = tile.b[size_t(column * tile.terms + k)];
    text += (k ? ", " : " ") + hex(a, 4) + " * " + hex(b, 4) + " (" + gpu::number(valueOf(format, a)) + " * " + gpu::number(valueOf(format, b)) + ")";
  }
  return text;
}

void Comparison::add(uint64_t number, const Tile &tile, const uint32_t *results) {
  uint64_t wrong = 0;
  int64_t firstWrong = -1;
  std::vector<uint64_t> agreeing(others.size());
  const bool isSampled = number / kindNames.size() % sampleEvery == 0;
  uint32_t firstExpected = 0;
  const auto resultOf = [&](const tensorcore::Model &by, int64_t at) {
    const size_t terms = size_t(tile.terms);
    const std::span a(&tile.a[size_t(at / tile.columns) * terms], terms), b(&tile.b[size_t(at % tile.columns) * terms], terms);
    return tensorcore::chain(by, format, a, b, tile.c.empty() ? 0 : tile.c[size_t(at)]);
  };
  for (int64_t at = 0; at < tile.rows * tile.columns; ++at) {
    const uint32_t expected = resultOf(model, at);
    if (results[at] != expected) {
      if (firstWrong < 0)
        firstWrong = at, firstExpected = expected;
      ++wrong;
    }
    if (isSampled)
      for (size_t i = 0; i < others.size(); ++i)
        agreeing[i] += resultOf(others[i].model, at) == results[at];
  }
  const std::lock_guard lock(mutex);
  const uint64_t all = uint64_t(tile.rows * tile.columns);
  count += all;
  differing += wrong;
  byKind[size_t(tile.kind)] += all;
  differingByKind[size_t(tile.kind)] += wrong;
  if (isSampled)
    sampled += all;
  for (size_t i = 0; i < others.size(); ++i)
    others[i].agreeing += agreeing[i];
  if (wrong && number < first) {
    first = number;
    firstText = describe(number, tile, firstWrong / tile.columns, firstWrong % tile.columns, results[firstWrong], firstExpected);
  }
}

Json Comparison::report() const {
  Json made;
  made["type"] = type;
  made["way"] = way;
  made["model"] = model.name;
  made["products"] = count;
  made["differing"] = differing;
  if (differing)
    made["first_difference"] = firstText;
  for (size_t kind = 0; kind < kindNames.size(); ++kind)
    made["kinds"][kindNames[kind]] = {{"products", byKind[kind]}, {"differing", differingByKind[kind]}};
  made["sampled"] = sampled;
  uint64_t faults = differing;
  for (const Other &other : others) {
    made["agreeing_with"][other.model.name] = other.agreeing;
    if (other.agreeing == sampled) {
      made["blind_to"].push_back(other.model.name);
      ++faults;
    }
  }
  made["faults"] = faults;
  return made;
}

} // namespace det::gpu
