// What the probes feed, and what they compare.
#include "Probes.h"
#include "det/TensorCore/TensorCore.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <functional>

namespace det::pin {

namespace {

tensorcore::Format formatOf(GemmType type) { return type == GemmType::f16 ? tensorcore::f16 : tensorcore::bf16; }

uint16_t bitsOf(tensorcore::Format format, bool isNegative, int exponent, uint32_t mantissa) {
  const uint32_t biased = uint32_t(std::clamp(exponent + format.bias(), 0, (1 << format.exponentBits) - 2));
  return uint16_t((isNegative ? 0x8000u : 0u) | (biased << format.mantissaBits) | (mantissa & ((1u << format.mantissaBits) - 1)));
}

using Value = std::function<uint16_t(int64_t batch, int64_t line, int64_t term)>;

std::vector<uint16_t> laid(const GemmOperand &operand, uint64_t elements, int64_t batches, int64_t lines, int64_t terms,
                           const Value &value) {
  std::vector<uint16_t> bits(elements);
  for (int64_t batch = 0; batch < batches; ++batch)
    for (int64_t line = 0; line < lines; ++line)
      for (int64_t term = 0; term < terms; ++term)
        bits[size_t(batch * operand.batch + (operand.alongTerms ? line * operand.ld + term : term * operand.ld + line))] =
            value(batch, line, term);
  return bits;
}

/// Bits that depend on a place alone.
uint64_t mixed(uint64_t seed, int64_t batch, int64_t line, int64_t term) {
  uint64_t x = seed * 0x9e3779b97f4a7c15 + uint64_t(batch) * 0xbf58476d1ce4e5b9 + uint64_t(line) * 0x94d049bb133111eb +
               uint64_t(term) * 0xd6e8feb86659fd93;
  for (int round = 0; round < 2; ++round) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  }
  return x ^ (x >> 31);
}

} // namespace

const char *nameOf(Probe probe) {
  switch (probe) {
  case Probe::ones:
    return "ones";
  case Probe::exponents:
    return "exponents";
  case Probe::cancellation:
    return "cancellation";
  case Probe::specials:
    return "specials";
  }
  return "";
}

Operands operandsOf(const Bench &bench, Probe probe, uint64_t seed) {
  const GemmShape &shape = bench.shape();
  const tensorcore::Format format = formatOf(shape.type);
  // Products stay within f32, sums of them too.
  const int spread = format.exponentBits == 5 ? 14 : 40;
  const auto any = [=](uint64_t x, int range) {
    return bitsOf(format, x & 1, int((x >> 8) % uint64_t(2 * range + 1)) - range, uint32_t(x >> 32));
  };
  const uint16_t one = bitsOf(format, false, 0, 0), infinity = uint16_t(((1 << format.exponentBits) - 1) << format.mantissaBits);
  Value a, b;
  switch (probe) {
  case Probe::ones:
    a = b = [=](int64_t, int64_t, int64_t) { return one; };
    break;
  case Probe::exponents:
    // Narrow, wider, widest: what is cut off lies elsewhere each time.
    a = [=](int64_t batch, int64_t line, int64_t term) {
      return any(mixed(2 * seed, batch, line, term), 2 + spread * int(seed % 3) / 2 * 9 / 10);
    };
    b = [=](int64_t batch, int64_t line, int64_t term) {
      return any(mixed(2 * seed + 1, batch, line, term), 2 + spread * int(seed % 3) / 2 * 9 / 10);
    };
    break;
  case Probe::cancellation:
    // Pairs of terms, nearby or far apart, that cancel but for a last bit; between them small ones.
    a = [=](int64_t batch, int64_t line, int64_t term) {
      const uint64_t x = mixed(2 * seed, batch, line, term / 2);
      return term % 7 == 6 ? any(mixed(2 * seed, batch, line, term), 2)
                           : bitsOf(format, x & 1, int((x >> 8) % uint64_t(spread / 2)) + spread / 2, uint32_t(x >> 32));
    };
    b = [=](int64_t batch, int64_t line, int64_t term) {
      const uint64_t x = mixed(2 * seed + 1, batch, line, term / 2), last = mixed(seed, batch, line, term) % 4 == 0;
      return bitsOf(format, (x & 1) ^ (term & 1), int((x >> 8) % 3), uint32_t(x >> 32) ^ uint32_t(last));
    };
    break;
  case Probe::specials:
    // Zeros and subnormals; an infinity or a NaN in some rows, nothing but zeros in others.
    a = [=](int64_t batch, int64_t line, int64_t term) -> uint16_t {
      const uint64_t x = mixed(2 * seed, batch, line, term);
      if (x % 8 == 0 || line % 8 == 3)
        return uint16_t(x & 0x8000);
      if (x % 8 == 1)
        return uint16_t((x & 0x8000) | ((x >> 32) & ((1u << format.mantissaBits) - 1)));
      if (line % 4 == 1 && term % 61 == 60)
        return uint16_t(infinity | (x & 0x8000));
      if (line % 16 == 2 && term % 53 == 52)
        return uint16_t(infinity | 1);
      return any(x, 4);
    };
    b = [=](int64_t batch, int64_t line, int64_t term) -> uint16_t {
      const uint64_t x = mixed(2 * seed + 1, batch, line, term);
      return x % 16 == 0 ? uint16_t(x & 0x8000) : any(x, 4);
    };
    break;
  }
  const int64_t terms = shape.terms();
  return {laid(shape.a, bench.elementsA(), shape.batches, shape.m, terms, a),
          laid(shape.b, bench.elementsB(), shape.batches, shape.n, terms, b)};
}

Result<Judgement> judge(Bench &bench, const Way &own, const Way &way, Probe probe, uint64_t seed, int64_t samples) {
  const GemmShape &shape = bench.shape();
  const auto model = tensorcore::findModel(shape.model);
  if (!model)
    return Error{"there is no model '" + shape.model + "' of tensor cores"};
  const Operands operands = operandsOf(bench, probe, seed);
  if (Status status = bench.setOperands(operands.a, operands.b); !status)
    return status.error();
  if (Status status = bench.run(own); !status)
    return Error{"det's own kernel: " + status.error().message};
  if (Status status = bench.run(way); !status)
    return Judgement{false, status.error().message};
  const auto leaves = bench.leafValues(way);
  const auto mine = bench.result(own), other = bench.result(way);
  if (!leaves || !mine || !other)
    return !leaves ? leaves.error() : !mine ? mine.error() : other.error();

  const std::string named = std::string(nameOf(probe)) + " " + std::to_string(seed) + ": ";
  const auto differs = [&](const std::string &what, uint32_t got, uint32_t expected) {
    char text[64];
    std::snprintf(text, sizeof text, " is %08x instead of %08x", got, expected);
    return Judgement{false, named + what + text};
  };
  const int64_t results = shape.results();
  if (probe == Probe::ones) {
    int64_t leaf = 0;
    for (const GemmLeaves &run : shape.leaves)
      for (int64_t i = 0; i < run.count; ++i, ++leaf)
        for (int64_t at = 0; at < results; ++at)
          if (const uint32_t length = std::bit_cast<uint32_t>(float(run.terms));
              run.terms < (1 << 24) && (*leaves)[size_t(leaf * results + at)] != length)
            return differs("leaf " + std::to_string(leaf) + " of " + std::to_string(run.terms) + " ones",
                           (*leaves)[size_t(leaf * results + at)], length);
  }
  // Against the model: results that are spread over all of C, the first and the last with them.
  const tensorcore::Format format = formatOf(shape.type);
  const int64_t taken = std::min(samples, results);
  std::vector<uint16_t> left, right;
  for (int64_t s = 0; s < taken; ++s) {
    const int64_t at = taken == results ? s
                       : s == 0         ? 0
                       : s == 1         ? results - 1
                                        : int64_t(mixed(seed, 0, s, 0) % uint64_t(results));
    const int64_t batch = at / (shape.m * shape.n), row = at / shape.n % shape.m, column = at % shape.n;
    int64_t term = 0, leaf = 0;
    for (const GemmLeaves &run : shape.leaves)
      for (int64_t i = 0; i < run.count; ++i, ++leaf, term += run.terms) {
        left.clear();
        right.clear();
        for (int64_t k = term; k < term + run.terms; ++k) {
          left.push_back(
              operands.a[size_t(batch * shape.a.batch + (shape.a.alongTerms ? row * shape.a.ld + k : k * shape.a.ld + row))]);
          right.push_back(
              operands
                  .b[size_t(batch * shape.b.batch + (shape.b.alongTerms ? column * shape.b.ld + k : k * shape.b.ld + column))]);
        }
        const uint32_t expected = tensorcore::chain(*model, format, left, right, 0);
        if (const uint32_t got = (*leaves)[size_t(leaf * results + at)]; got != expected)
          return differs("leaf " + std::to_string(leaf) + " of result " + std::to_string(at), got, expected);
      }
  }
  for (size_t i = 0; i < mine->size(); ++i)
    if ((*mine)[i] != (*other)[i])
      return differs("element " + std::to_string(i) + " of C", (*other)[i], (*mine)[i]);
  return Judgement{};
}

} // namespace det::pin
