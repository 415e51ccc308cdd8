// rng: draws that depend on the seed and the step of the run, the operation's ordinal, the trips of loops around it and the
// global position of the element, and on nothing else (docs/random.md).
#include "Decompose.h"
#include "../Random.h"
#include "RandomBits.h"

#include <cmath>

using namespace mlir;

namespace det::import {
namespace {

/// The argument of @main with this name, made at its first use.
Value argumentNamed(const Conversion &c, StringRef name) {
  auto main = c.op->getParentOfType<func::FuncOp>();
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (main.getArgAttrOfType<StringAttr>(i, kNameAttr) == name)
      return main.getArgument(i);
  Builder &b = c.b;
  auto type = RankedTensorType::get({}, b.getIntegerType(64, /*isSigned=*/false));
  DictionaryAttr attrs = b.getDictionaryAttr(
      {b.getNamedAttr(kNameAttr, b.getStringAttr(name)), b.getNamedAttr(kKindAttr, b.getStringAttr("batch"))});
  unsigned index = main.getNumArguments();
  (void)main.insertArgument(index, type, attrs, main.getLoc());
  return main.getArgument(index);
}

/// Two words for each element of the result.
Words2 draw(const Conversion &c, Maker &m) {
  Words2 key = split({argumentNamed(c, kSeedName), &m});
  key = threefry(split({argumentNamed(c, kStepName), &m}), key);
  auto ordinal = c.op->getAttrOfType<IntegerAttr>(kOrdinalAttr);
  key = threefry({key[0].bits(ordinal ? uint64_t(ordinal.getInt()) : 0), key[0].bits(0)}, key);
  for (Value trips : c.op->getOperands().drop_front(3))
    key = threefry(split({trips, &m}), key);
  return threefry(split(positions(m, c.resultType().getShape())), key);
}

/// In [0, 1), with as many bits as the fraction of f32 or f64 has.
Term unitInterval(Words2 words, Type element) {
  Term bits = element.isF64() ? join(words[0], words[1]) >> 12 : words[0] >> 9;
  Term number = (bits | bits.bits(element.isF64() ? 0x3FF0000000000000 : 0x3F800000)).bitcast(element);
  return number - 1.0;
}

Term spread(Term scalar, Term like) { return scalar.broadcast(like.type().getShape(), {}); }

/// a + bits mod (b - a), without a sign on the way.
Term uniformInteger(Words2 words, Term a, Term b) {
  Maker &m = *a.m;
  Type bits = m.b.getIntegerType(a.width(), /*isSigned=*/false);
  Term low = a.bitcast(bits), range = b.bitcast(bits) - low, wide = join(words[0], words[1]);
  Term offset = wide.call("remainder", spread(range.convert(wide.element()), wide));
  return (offset.convert(bits) + spread(low, offset)).bitcast(a.element());
}

/// Rounding may reach b: such a draw is a.
Term uniformFloat(Words2 words, Term a, Term b) {
  Type element = a.element(), compute = element.isF64() ? element : Type(a.m->b.getF32Type());
  Term unit = unitInterval(words, compute), low = a.convert(compute), range = b.convert(compute) - low;
  Term value = (unit * spread(range, unit) + spread(low, unit)).convert(element);
  return select(value.compare("LT", spread(b, value)), value, spread(a, value));
}

/// Standard deviations by the inverse error function of a uniform draw in (-1, 1).
Term normal(Words2 words, Term mean, Term deviation) {
  Type element = mean.element(), compute = element.isF64() ? element : Type(mean.m->b.getF32Type());
  Term unit = unitInterval(words, compute);
  double least = compute.isF64() ? std::nextafter(-1.0, 0.0) : double(std::nextafter(-1.0f, 0.0f));
  Term inside = (unit * (1.0 - least) + least).call("maximum", unit.like(least));
  Term z = inside.call("chlo.erf_inv") * std::sqrt(2.0);
  return (z * spread(deviation.convert(compute), z) + spread(mean.convert(compute), z)).convert(element);
}

LogicalResult random(const Conversion &c) {
  StringRef name = inputName(c.op), distribution = input::word(c.op->getAttr("rng_distribution"));
  bool isNormal = distribution == "NORMAL" || name == "rng_normal";
  if (!isNormal && distribution != "UNIFORM" && name != "rng_uniform")
    return c.bad("rng_distribution");
  Type element = c.resultType().getElementType();
  if (c.op->getNumOperands() < 3 || c.type(0) != c.type(1) || c.type(0) != RankedTensorType::get({}, element))
    return c.op->emitError() << "'" << c.op->getName() << "' expected two scalars of the result's element type and a shape";
  bool isFloat = isa<FloatType>(element);
  if (isFloat ? !(element.isF64() || element.isF32() || element.isF16() || element.isBF16())
              : isNormal || !isa<IntegerType>(element) || element.isInteger(1))
    return refuse(c.op, "expected a result of f16, bf16, f32, f64, or for uniform draws integers of 4 to 64 bits");
  return decompose(c, [&](Maker &m, SmallVectorImpl<Term> &results) {
    Words2 words = draw(c, m);
    Term a{c.operand(0), &m}, b{c.operand(1), &m};
    results.push_back(isNormal ? normal(words, a, b) : isFloat ? uniformFloat(words, a, b) : uniformInteger(words, a, b));
    return success();
  });
}

} // namespace

void addRandomConversions(Conversions &table) { table.add("rng rng_uniform rng_normal", -1, random); }

} // namespace det::import
