// Elementary functions of complex numbers, as real ones of their parts in f64: docs/complex.md has the formulas.
#include "Complex.h"

#include <limits>

using namespace mlir;

namespace det::import {

static constexpr double infinity = std::numeric_limits<double>::infinity();
static Term log1p(Term x) { return x.call("log_plus_one"); }
static Term isInf(Term x) { return x.call("abs").compare("EQ", infinity); }

Term logAbs(Complex z) {
  Term a = z.re.call("abs"), b = z.im.call("abs"), most = a.call("maximum", b), least = a.call("minimum", b);
  Term ratio = select(most.compare("EQ", 0), most, least / most);
  Term far = most.call("log") + log1p(ratio * ratio) * 0.5;
  Term near = log1p((most - 1.0) * (most + 1.0) + least * least) * 0.5;
  Term value = select(most.compare("GT", 0.5) & most.compare("LT", 2), near, far);
  return select(isInf(a) | isInf(b), a.like(infinity), value);
}

namespace {

Term exp(Term x) { return x.call("exponential"); }
Term sin(Term x) { return x.call("sine"); }
Term cos(Term x) { return x.call("cosine"); }
Term sqrt(Term x) { return x.call("sqrt"); }
Term sinh(Term x) { return x.call("chlo.sinh"); }
Term cosh(Term x) { return x.call("chlo.cosh"); }

/// In two halves, so that only what is out of range overflows; on the real axis the imaginary part stays a zero.
Complex exp(Complex z) {
  Term half = exp(z.re * 0.5), whole = exp(z.re), real = z.im.compare("EQ", 0);
  Term re = select(isInf(whole), half * cos(z.im) * half, whole * cos(z.im));
  Term im = select(isInf(whole), half * sin(z.im) * half, whole * sin(z.im));
  Term none = z.re.compare("EQ", -infinity);
  re = select(real, whole, select(none, re.like(0), re));
  im = select(real, z.im, select(none, im.like(0), im));
  return {re, im};
}

/// exp(z) - 1 without cancellation near 0.
Complex expm1(Complex z) {
  Term s = sin(z.im * 0.5), less = z.re.call("exponential_minus_one");
  Complex whole = exp(z);
  return {select(z.im.compare("EQ", 0), less, select(z.re.compare("GT", 1), whole.re - 1.0, less * cos(z.im) - s * s * 2.0)),
          whole.im};
}

Complex log(Complex z) { return {logAbs(z), z.im.call("atan2", z.re)}; }

Complex log1p(Complex z) {
  Term shifted = z.re + 1.0;
  Term small = z.re.call("abs").compare("LT", 0.5) & z.im.call("abs").compare("LT", 0.5);
  Term near = log1p(z.re * (z.re + 2.0) + z.im * z.im) * 0.5;
  return {select(small, near, logAbs({shifted, z.im})), z.im.call("atan2", shifted)};
}

/// A number without neighbours of overflow and underflow, and the root of the power of two that it was divided by.
struct Scaled {
  Complex z;
  Term root;
};
Scaled scaled(Complex z) {
  Term most = z.re.call("abs").call("maximum", z.im.call("abs"));
  auto choose = [&](double great, double tiny) {
    return select(most.compare("GT", 0x1p1000), most.like(great),
                  select(most.compare("LT", 0x1p-960), most.like(tiny), most.like(1)));
  };
  return {z * choose(0x1p-4, 0x1p120), choose(0x1p2, 0x1p-60)};
}

/// The root with a real part that is not negative; the larger part first, the other by a division.
Complex sqrt(Complex z) {
  Scaled s = scaled(z);
  Term length = abs(s.z), left = z.re.compare("LT", 0);
  Term larger = sqrt((length + s.z.re.call("abs")) * 0.5), other = s.z.im.call("abs") / (larger * 2.0);
  Term re = select(left, other, larger) * s.root, im = copySign(select(left, larger, other), z.im) * s.root;
  Term zero = length.compare("EQ", 0), up = isInf(z.im), wide = isInf(z.re);
  re = select(zero, re.like(0), select(wide, select(left, re.like(0), z.re), re));
  im = select(zero, z.im, select(wide, copySign(select(left, im.like(infinity), im.like(0)), z.im), im));
  return {select(up, re.like(infinity), re), select(up, z.im, im)};
}

/// The conjugate of the root by the length. That of 0 is infinite in the real part and has no imaginary one.
Complex reciprocalSqrt(Complex z) {
  Scaled s = scaled(z);
  Complex root = sqrt(s.z);
  Term length = abs(s.z), zero = length.compare("EQ", 0), far = isInf(length);
  Term re = root.re / length / s.root, im = root.im / length / s.root;
  re = select(zero, re.like(infinity), select(far, re.like(0), re));
  return {re, -select(far, copySign(im.like(0), z.im), im)};
}

/// Kahan's form; far out only the sign of the real part and the tail of the imaginary one are left.
Complex tanh(Complex z) {
  Term t = z.im.call("tan"), beta = t * t + 1.0, s = sinh(z.re), rho = sqrt(s * s + 1.0);
  Term below = beta * s * s + 1.0;
  Term far = z.re.call("abs").compare("GT", 22);
  Term tail = sin(z.im) * cos(z.im) * exp(z.re.call("abs") * -2.0) * 4.0;
  return {select(far, copySign(z.re.like(1), z.re), beta * rho * s / below), select(far, tail, t / below)};
}

Complex turned(Complex z) { return {-z.im, z.re}; }     ///< i z
Complex turnedBack(Complex z) { return {z.im, -z.re}; } ///< -i z

Complex tan(Complex z) { return turnedBack(tanh(turned(z))); }
Complex sinh(Complex z) { return {sinh(z.re) * cos(z.im), cosh(z.re) * sin(z.im)}; }
Complex cosh(Complex z) { return {cosh(z.re) * cos(z.im), sinh(z.re) * sin(z.im)}; }
Complex sine(Complex z) { return {sin(z.re) * cosh(z.im), cos(z.re) * sinh(z.im)}; }
Complex cosine(Complex z) { return {cos(z.re) * cosh(z.im), -(sin(z.re) * sinh(z.im))}; }

Complex logistic(Complex z) {
  Complex e = exp({-z.re, -z.im}), one{z.re.like(1), z.re.like(0)};
  return one / (one + e);
}

Complex cbrt(Complex z) {
  Term zero = abs(z).compare("EQ", 0), third = z.re.like(1.0 / 3);
  Complex root = exp(log(z) * third);
  return {select(zero, z.re, root.re), select(zero, z.im, root.im)};
}

/// exp(b log a); 0 to the power of 0 is 1, to one with a positive real part 0.
Complex power(Complex a, Complex b) {
  Complex value = exp(b * log(a));
  Term base = a.re.compare("EQ", 0) & a.im.compare("EQ", 0);
  Term none = b.re.compare("EQ", 0) & b.im.compare("EQ", 0);
  Term zero = base & b.re.compare("GT", 0);
  return {select(none, a.re.like(1), select(zero, a.re.like(0), value.re)), select(none | zero, a.im.like(0), value.im)};
}

/// -i log((x + i y) / sqrt(x^2 + y^2)).
Complex atan2(Complex y, Complex x) { return turnedBack(log((x + turned(y)) / sqrt(x * x + y * y))); }

template <Complex (*function)(Complex, Complex)> LogicalResult binary(ComplexStep &c) {
  Complex a = c.operand(0), b = c.operand(1);
  return c.replace(narrowed(function(widened(a), widened(b)), a.re.element()));
}

} // namespace

void addComplexFunctions(ComplexTable &table) {
  table.add("exponential", unary<exp>);
  table.add("exponential_minus_one", unary<expm1>);
  table.add("log", unary<log>);
  table.add("log_plus_one", unary<log1p>);
  table.add("sqrt", unary<sqrt>);
  table.add("rsqrt", unary<reciprocalSqrt>);
  table.add("cbrt", unary<cbrt>);
  table.add("tanh", unary<tanh>);
  table.add("tan chlo.tan", unary<tan>);
  table.add("sine", unary<sine>);
  table.add("cosine", unary<cosine>);
  table.add("logistic", unary<logistic>);
  table.add("power", binary<power>);
  table.add("atan2", binary<atan2>);
  table.add("chlo.sinh", unary<sinh>);
  table.add("chlo.cosh", unary<cosh>);
}

} // namespace det::import
