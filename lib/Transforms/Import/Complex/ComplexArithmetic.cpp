// Complex arithmetic by its parts: docs/complex.md has the formulas.
#include "Complex.h"
#include "det/Dialect/Input/AttrReader.h"

#include <limits>

using namespace mlir;

namespace det::import {

static constexpr double infinity = std::numeric_limits<double>::infinity();

Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
Complex operator*(Complex a, Term b) { return {a.re * b, a.im * b}; }

Complex widened(Complex z) {
  Type wide = z.re.m->b.getF64Type();
  return {z.re.convert(wide), z.im.convert(wide)};
}

Complex narrowed(Complex z, Type element) { return {z.re.convert(element), z.im.convert(element)}; }

static Term isNan(Term x) { return x.compare("NE", x); }
static Term isInf(Term x) { return x.call("abs").compare("EQ", infinity); }
static Term isFinite(Term x) { return x.call("abs").compare("LT", infinity); }

static Term isNegative(Term x) {
  Term bits = x.bitcast(x.m->b.getIntegerType(x.width()));
  return bits.compare("LT", 0);
}

Term copySign(Term magnitude, Term sign) {
  Term positive = magnitude.call("abs");
  return select(isNegative(sign), -positive, positive);
}

Term abs(Complex z) {
  Term a = z.re.call("abs"), b = z.im.call("abs");
  Term most = a.call("maximum", b), least = a.call("minimum", b);
  Term ratio = least / most;
  Term length = most * (ratio * ratio + 1.0).call("sqrt");
  // 0 / 0 and inf / inf.
  length = select(most.compare("EQ", 0), most, length);
  return select(isInf(a) | isInf(b), a.like(infinity), length);
}

/// Smith's quotient: no overflow on the way; then the cases of C99 annex G where both parts came out as NaN.
Complex operator/(Complex x, Complex y) {
  Term a = x.re, b = x.im, c = y.re, d = y.im;
  Term wide = c.call("abs").compare("GE", d.call("abs"));
  Term large = select(wide, c, d), small = select(wide, d, c), ratio = small / large;
  Term denominator = large + small * ratio;
  Term re = select(wide, a + b * ratio, a * ratio + b) / denominator;
  Term im = select(wide, b - a * ratio, b * ratio - a) / denominator;

  Term lost = isNan(re) & isNan(im);
  Term zero = c.compare("EQ", 0) & d.compare("EQ", 0) & !(isNan(a) & isNan(b));
  Term infinite = copySign(a.like(infinity), c);
  Complex byZero{infinite * a, infinite * b};

  auto unit = [](Term v) { return copySign(select(isInf(v), v.like(1), v.like(0)), v); };
  auto product = [](Term a, Term b, Term c, Term d, double scale) {
    return Complex{(a * c + b * d) * scale, (b * c - a * d) * scale};
  };
  Term infiniteTop = (isInf(a) | isInf(b)) & isFinite(c) & isFinite(d);
  Complex top = product(unit(a), unit(b), c, d, infinity);
  Term infiniteBottom = (isInf(c) | isInf(d)) & isFinite(a) & isFinite(b);
  Complex bottom = product(a, b, unit(c), unit(d), 0);

  auto choose = [&](Term plain, Term byZero, Term top, Term bottom) {
    Term value = select(infiniteBottom, bottom, plain);
    value = select(infiniteTop, top, value);
    value = select(zero, byZero, value);
    return select(lost, value, plain);
  };
  return {choose(re, byZero.re, top.re, bottom.re), choose(im, byZero.im, top.im, bottom.im)};
}

namespace {

LogicalResult add(ComplexStep &c) { return c.replace(c.operand(0) + c.operand(1)); }
LogicalResult subtract(ComplexStep &c) { return c.replace(c.operand(0) - c.operand(1)); }
LogicalResult multiply(ComplexStep &c) { return c.replace(c.operand(0) * c.operand(1)); }

LogicalResult divide(ComplexStep &c) {
  Complex a = c.operand(0), b = c.operand(1);
  return c.replace(narrowed(widened(a) / widened(b), a.re.element()));
}

LogicalResult negate(ComplexStep &c) {
  Complex z = c.operand();
  return c.replace(Complex{-z.re, -z.im});
}

LogicalResult conj(ComplexStep &c) {
  Complex z = c.operand();
  return c.replace(Complex{z.re, -z.im});
}

/// (x - y)(x + y), which neither cancels nor overflows early, and 2xy.
LogicalResult square(ComplexStep &c) {
  Complex z = c.operand();
  Term x = z.re.call("abs"), y = z.im.call("abs"), even = x.compare("EQ", y) & isFinite(x);
  return c.replace(Complex{select(even, x.like(0), (x - y) * (x + y)), z.re * z.im * 2.0});
}

LogicalResult absolute(ComplexStep &c) {
  Complex z = c.operand();
  return c.replace(abs(widened(z)).convert(z.re.element()));
}

/// z / |z|; 0 stays, NaN in one part makes both NaN.
LogicalResult sign(ComplexStep &c) {
  Complex z = c.operand(), wide = widened(z);
  Term length = abs(wide), zero = length.compare("EQ", 0), none = isNan(wide.re) | isNan(wide.im);
  auto part = [&](Term x) {
    return select(none, x.like(std::numeric_limits<double>::quiet_NaN()), select(zero, x, x / length));
  };
  return c.replace(narrowed({part(wide.re), part(wide.im)}, z.re.element()));
}

/// By the real parts first, then by the imaginary ones. `strict` is the direction without equality.
Term inOrder(Complex a, Complex b, StringRef strict, StringRef direction) {
  return a.re.compare(strict, b.re) | (a.re.compare("EQ", b.re) & a.im.compare(direction, b.im));
}

Complex extreme(Complex a, Complex b, StringRef direction) {
  Term left = inOrder(a, b, direction, direction);
  return {select(left, a.re, b.re), select(left, a.im, b.im)};
}

LogicalResult maximum(ComplexStep &c) { return c.replace(extreme(c.operand(0), c.operand(1), "GT")); }
LogicalResult minimum(ComplexStep &c) { return c.replace(extreme(c.operand(0), c.operand(1), "LT")); }

/// The least of the upper bound and of the greatest of operand and lower bound; a scalar bound is one for all elements.
LogicalResult clamp(ComplexStep &c) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(c.op->getResult(0).getType()).getShape();
  auto bound = [&](unsigned i) {
    Complex z = c.operand(i);
    return z.re.type().getShape() == shape ? z : Complex{z.re.broadcast(shape, {}), z.im.broadcast(shape, {})};
  };
  return c.replace(extreme(extreme(c.operand(1), bound(0), "GT"), bound(2), "LT"));
}

LogicalResult real(ComplexStep &c) { return c.replace(c.operand().re); }
LogicalResult imag(ComplexStep &c) { return c.replace(c.operand().im); }
LogicalResult complex(ComplexStep &c) { return c.replace(Complex{c.real(0), c.real(1)}); }

LogicalResult compare(ComplexStep &c) {
  StringRef direction = input::word(c.op->getAttr("comparison_direction"));
  Complex a = c.operand(0), b = c.operand(1);
  if (direction != "EQ" && direction != "NE")
    return c.replace(inOrder(a, b, direction.take_front() == "G" ? "GT" : "LT", direction));
  Term re = a.re.compare(direction, b.re), im = a.im.compare(direction, b.im);
  return c.replace(direction == "EQ" ? re & im : re | im);
}

/// To a real type the real part counts.
LogicalResult convert(ComplexStep &c) {
  auto type = cast<RankedTensorType>(c.op->getResult(0).getType());
  Complex z = c.operand();
  if (!isComplex(type))
    return c.replace(z.re.convert(type.getElementType()));
  return c.replace(narrowed(z, partType(type).getElementType()));
}

/// The same bits are the same numbers; between widths parts would become parts of parts.
LogicalResult bitcast(ComplexStep &c) {
  if (c.op->getOperand(0).getType() != c.op->getResult(0).getType())
    return refuse(c.op, "expected a result of the operand's type for complex numbers");
  return c.replace(c.operand());
}

LogicalResult constant(ComplexStep &c) {
  auto value = dyn_cast_or_null<DenseElementsAttr>(c.op->getAttr("value"));
  if (!value || value.getType() != c.op->getResult(0).getType())
    return c.op->emitError() << "'" << c.op->getName() << "' has no readable 'value'";
  RankedTensorType type = partType(value.getType());
  SmallVector<APFloat> re, im;
  auto put = [&](const std::complex<APFloat> &z) {
    re.push_back(z.real());
    im.push_back(z.imag());
  };
  if (value.isSplat())
    put(value.getSplatValue<std::complex<APFloat>>());
  else
    for (const std::complex<APFloat> &z : value.getValues<std::complex<APFloat>>())
      put(z);
  auto make = [&](ArrayRef<APFloat> values) {
    return Term{c.m.make("constant", {}, type, {{"value", DenseElementsAttr::get(type, values)}}), &c.m};
  };
  return c.replace(Complex{make(re), make(im)});
}

LogicalResult complexIota(ComplexStep &c) {
  auto dim = c.op->getAttrOfType<IntegerAttr>("iota_dimension");
  if (!dim)
    return c.op->emitError() << "'" << c.op->getName() << "' has no readable 'iota_dimension'";
  Term re = iota(c.m, partType(c.op->getResult(0).getType()), dim.getInt());
  return c.replace(Complex{re, re.like(0)});
}

} // namespace

void addComplexArithmetic(ComplexTable &table) {
  table.add("add", add);
  table.add("subtract", subtract);
  table.add("multiply", multiply);
  table.add("divide", divide);
  table.add("negate", negate);
  table.add("chlo.conj", conj);
  table.add("chlo.square", square);
  table.add("abs", absolute);
  table.add("sign", sign);
  table.add("maximum", maximum);
  table.add("minimum", minimum);
  table.add("clamp", clamp);
  table.add("real", real);
  table.add("imag", imag);
  table.add("complex", complex);
  table.add("compare", compare);
  table.add("convert", convert);
  table.add("bitcast_convert", bitcast);
  table.add("constant chlo.constant sdy.constant", constant);
  table.add("iota", complexIota);
}

} // namespace det::import
