// Inputs by kind. Rows and columns are made apart from each other, so what two factors shall do together is split between them.
#include "ProductCases.h"

#include <algorithm>

namespace det::gpu {

uint64_t Random::next() {
  state += 0x9e3779b97f4a7c15;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

namespace {

using tensorcore::Format;

/// Makes inputs of one format.
class Maker {
public:
  Maker(Random &random, Format format)
      : random(random), format(format), sign(uint16_t(1 << (format.exponentBits + format.mantissaBits))),
        mantissas(uint16_t((1 << format.mantissaBits) - 1)), infinity(uint16_t(sign - mantissas - 1)) {}

  uint16_t anySign() { return random.below(2) ? sign : 0; }
  uint16_t anyMantissa() { return uint16_t(random.next()) & mantissas; }
  uint16_t zero() { return anySign(); }
  /// 2^exponent times 1.mantissa, as far as the format reaches.
  uint16_t number(int64_t exponent, uint16_t mantissa) {
    const int64_t biased = std::clamp<int64_t>(exponent + format.bias(), 1, (1 << format.exponentBits) - 2);
    return uint16_t(anySign() | uint16_t(biased << format.mantissaBits) | mantissa);
  }
  uint16_t near(int64_t first, int64_t last) { return number(random.between(first, last), anyMantissa()); }
  uint16_t subnormal() { return anySign() | anyMantissa(); }
  uint16_t special() {
    const uint64_t which = random.below(4);
    return which == 0 ? zero() : uint16_t(anySign() | infinity | (which == 1 ? 0 : anyMantissa()));
  }
  uint16_t opposite(uint16_t value) const { return value ^ sign; }

  /// `terms` inputs of a row, or of a column.
  void fill(Kind kind, bool isRow, uint16_t *to, int64_t terms);

private:
  void fillCancelling(bool isRow, uint16_t *to, int64_t terms);

  Random &random;
  const Format format;
  const uint16_t sign, mantissas, infinity;
};

/// Two neighbours are opposite in the row and equal in the column: they cancel out, or differ in the last bit. The rest is small.
void Maker::fillCancelling(bool isRow, uint16_t *to, int64_t terms) {
  for (int64_t k = 0; k < terms; ++k) {
    const bool isLarge = k % 8 < 6;
    to[k] = isLarge ? near(isRow ? 6 : 4, isRow ? 8 : 6) : near(-8, 0);
    if (isLarge && k % 2 == 1) {
      to[k] = isRow ? opposite(to[k - 1]) : to[k - 1];
      if (random.below(4) == 0)
        to[k] ^= 1;
    }
  }
}

void Maker::fill(Kind kind, bool isRow, uint16_t *to, int64_t terms) {
  if (kind == Kind::cancelling)
    return fillCancelling(isRow, to, terms);
  const int64_t bias = format.bias();
  // Rows whose infinities or NaNs are few: with many, every result is a NaN.
  const bool isMarked = random.below(2);
  const int64_t leader = random.between(0, terms - 1);
  for (int64_t k = 0; k < terms; ++k)
    switch (kind) {
    case Kind::bits:
      to[k] = uint16_t(random.next());
      break;
    case Kind::narrow:
      to[k] = near(-2, 2);
      break;
    case Kind::wide:
      to[k] = near(std::max<int64_t>(1 - bias, -20), std::min<int64_t>(bias, 20));
      break;
    case Kind::subnormal:
      to[k] = random.below(3) == 0 ? subnormal() : near(isRow ? -bias / 2 - 6 : 4 - bias / 2, isRow ? -bias / 2 : 8 - bias / 2);
      // Where the format reaches that far, a product of two is below the least f32 of full precision.
      if (bias > 100 && random.below(2))
        to[k] = near(-76, -62);
      break;
    case Kind::special:
      to[k] = isMarked && random.below(uint64_t(terms)) == 0 ? special() : near(-4, 4);
      break;
    case Kind::zeros:
      to[k] = random.below(3) ? zero() : near(-3, 3);
      break;
    case Kind::ties:
      // One term of weight 1, unless the leaders of row and column part; the others 22 to 28 binary places below, with few bits.
      to[k] = k == leader ? number(0, 0) : number(-random.between(11, 14), uint16_t(random.below(3) ? random.below(4) : mantissas - random.below(2)));
      break;
    default: // huge
      to[k] = near(bias > 100 ? 60 : bias - 3, bias > 100 ? 64 : bias);
    }
}

} // namespace

Tile makeTile(uint64_t number, Format format, int64_t rows, int64_t columns, int64_t terms) {
  Random random(number * 2 + 1);
  Tile tile;
  tile.kind = Kind(number % kindNames.size());
  tile.rows = rows;
  tile.columns = columns;
  tile.terms = terms;
  tile.a.resize(size_t(rows * terms));
  tile.b.resize(size_t(columns * terms));
  Maker maker(random, format);
  for (int64_t row = 0; row < rows; ++row)
    maker.fill(tile.kind, true, &tile.a[size_t(row * terms)], terms);
  for (int64_t column = 0; column < columns; ++column)
    maker.fill(tile.kind, false, &tile.b[size_t(column * terms)], terms);
  return tile;
}

void addAccumulators(uint64_t number, const tensorcore::Model &model, Format format, Tile &tile) {
  Random random(number * 2);
  tile.c.assign(size_t(tile.rows * tile.columns), 0);
  const size_t terms = size_t(tile.terms);
  for (int64_t row = 0; row < tile.rows; ++row)
    for (int64_t column = 0; column < tile.columns; ++column) {
      uint32_t &c = tile.c[size_t(row * tile.columns + column)];
      const uint32_t sign = uint32_t(random.below(2)) << 31, mantissa = uint32_t(random.below(1 << 23));
      const std::span a(&tile.a[size_t(row) * terms], terms), b(&tile.b[size_t(column) * terms], terms);
      switch (random.below(8)) {
      case 0:
        c = sign;
        break;
      case 1:
        c = uint32_t(random.next());
        break;
      case 2:
      case 3:
        c = tensorcore::chain(model, format, a, b, 0) ^ 0x80000000u;
        break;
      case 4:
        c = sign | 0x7f7fff00u | (mantissa & 0xff);
        break;
      case 5:
        c = sign | mantissa;
        break;
      default:
        c = sign | uint32_t(127 + random.between(-28, 28)) << 23 | mantissa;
      }
    }
}

} // namespace det::gpu
