// Inverse trigonometric and hyperbolic functions of complex numbers, as real ones of their parts in f64.
//
// asin and acos after T. E. Hull, T. F. Fairgrieve, P. T. P. Tang, "Implementing the complex arcsine and arccosine functions
// using exception handling" (ACM TOMS 23, 1997), atanh after W. Kahan, "Branch cuts for complex elementary functions" (1987).
#include "Complex.h"

#include <limits>

using namespace mlir;

namespace det::import {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double log2 = 0.69314718055994530942, pi = 3.14159265358979323846;
/// Beyond it, terms of 1 / |z|^2 are less than a rounding.
constexpr double farAway = 0x1p28;

Term sqrt(Term x) { return x.call("sqrt"); }
Term log1p(Term x) { return x.call("log_plus_one"); }

Complex turned(Complex z) { return {-z.im, z.re}; }     ///< i z
Complex turnedBack(Complex z) { return {z.im, -z.re}; } ///< -i z

/// What asin and acos are made of, for x + iy in the first quadrant.
struct Arcs {
  Term sine, cosine; ///< the real parts of asin and acos
  Term height;       ///< the imaginary part of asin
};

/// (hypot(a, b) - b) / 2 without cancellation.
Term excess(Term a, Term b, Term hypot) {
  Term positive = a * (a / (hypot + b)) * 0.5;
  return select(b.compare("GT", 0), positive, select(b.compare("EQ", 0), a * 0.5, (hypot - b) * 0.5));
}

Arcs arcs(Term x, Term y) {
  // The foci of the ellipse through the point are -1 and 1, its half axis is a.
  Term right = abs({x + 1.0, y}), left = abs({x - 1.0, y}), a = (right + left) * 0.5, b = x / a;
  Term inside = x.compare("LT", 1), outside = x.compare("GT", 1);
  // On the real axis, as far as the digits tell.
  Term flat = y.compare("LT", (x - 1.0).call("abs") * epsilon);
  // Above a focus, where halves of y could be lost.
  Term above = x.compare("EQ", 1) & y.compare("LT", 0x1p-100);

  Term beyondOne = excess(y, x + 1.0, right) + excess(y, 1.0 - x, left); // a - 1
  Term low = log1p(beyondOne + sqrt(beyondOne * (a + 1.0))), high = (a + sqrt(a * a - 1.0)).call("log");
  Term height = select(a.compare("LE", 1.5), low, high);
  height = select(above, sqrt(y), select(flat & inside, y / sqrt((1.0 - x) * (x + 1.0)), height));

  Term beyondX = excess(y, x + 1.0, right) + excess(y, x - 1.0, left); // a - x
  Term adjacent = sqrt(beyondX * (a + x));
  adjacent = select(above, sqrt(y), select(flat & outside, y * x / sqrt((x + 1.0) * (x - 1.0)), adjacent));
  Term steep = b.compare("LE", 0.6417);
  Arcs value{select(steep, b.call("chlo.asin"), x.call("atan2", adjacent)),
             select(steep, b.call("chlo.acos"), adjacent.call("atan2", x)), height};

  Term wide = x.call("maximum", y).compare("GT", farAway);
  return {select(wide, x.call("atan2", y), value.sine), select(wide, y.call("atan2", x), value.cosine),
          select(wide, logAbs({x, y}) + log2, value.height)};
}

Arcs arcs(Complex z) { return arcs(z.re.call("abs"), z.im.call("abs")); }

Complex asin(Complex z) {
  Arcs parts = arcs(z);
  return {copySign(parts.sine, z.re), copySign(parts.height, z.im)};
}

/// The angle of acos, for a real part of either sign.
Term angle(Complex z, const Arcs &parts) { return select(z.re.compare("LT", 0), pi - parts.cosine, parts.cosine); }

Complex acos(Complex z) {
  Arcs parts = arcs(z);
  return {angle(z, parts), -copySign(parts.height, z.im)};
}

Complex acosh(Complex z) {
  Arcs parts = arcs(z);
  return {parts.height, copySign(angle(z, parts), z.im)};
}

Complex asinh(Complex z) { return turnedBack(asin(turned(z))); }

/// log((1 + z) / (1 - z)) / 2.
Complex atanh(Complex z) {
  Term x = z.re.call("abs"), y = z.im.call("abs"), one = x.compare("EQ", 1), low = y.compare("LT", epsilon);
  Term fromOne = 1.0 - x, square = select(y.compare("LT", 0x1p-500), y.like(0), y * y);
  Term re = log1p(x * 4.0 / (fromOne * fromOne + square)) * 0.25;
  re = select(one & low, (log2 - y.call("log")) * 0.5, re);
  Term im = (y * 2.0).call("atan2", fromOne * (x + 1.0) - square) * 0.5;

  // Far out 1 / z and a right angle are left.
  Term most = x.call("maximum", y), ratio = x.call("minimum", y) / most;
  Term reciprocal = x / most / most / (ratio * ratio + 1.0);
  Term infinite = most.compare("EQ", std::numeric_limits<double>::infinity()), wide = most.compare("GT", farAway);
  re = select(infinite, re.like(0), select(wide, reciprocal, re));
  im = select(most.compare("GT", 1 / epsilon), im.like(pi / 2), im);
  return {copySign(re, z.re), copySign(im, z.im)};
}

Complex atan(Complex z) { return turnedBack(atanh(turned(z))); }

} // namespace

void addComplexInverses(ComplexTable &table) {
  table.add("chlo.asin", unary<asin>);
  table.add("chlo.acos", unary<acos>);
  table.add("chlo.atan", unary<atan>);
  table.add("chlo.asinh", unary<asinh>);
  table.add("chlo.acosh", unary<acosh>);
  table.add("chlo.atanh", unary<atanh>);
}

} // namespace det::import
