// Functions of chlo that are sums or series of elementary ones: the zeta function of Hurwitz, derivatives of digamma, the
// modified Bessel function. All are evaluated in f64 and rounded once.
#include "Decompose.h"

#include <limits>

using namespace mlir;

namespace det::import {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Term power(Term base, Term exponent) { return base.call("power", exponent); }
Term isWhole(Term x) { return x.call("floor").compare("EQ", x); }

/// The sum over k >= 0 of (q + k)^-x: ten terms as they are, the rest by Euler and Maclaurin.
Term zeta(Term x, Term q) {
  // B(2j) / (2j)!, j = 1, 2, ...
  constexpr double bernoulli[] = {8.333333333333333e-2,   -1.388888888888889e-3,  3.3068783068783070e-5,  -8.267195767195768e-7,
                                  2.0876756987868100e-8,  -5.284190138687493e-10, 1.3382536530684680e-11, -3.389680296322583e-13,
                                  8.5860620562778450e-15, -2.174868698558062e-16, 5.5090028283602300e-18, -1.395446468581252e-19};
  constexpr int terms = 10;
  Term sum = power(q, -x);
  for (int k = 1; k < terms; ++k)
    sum = sum + power(q + double(k), -x);
  Term a = q + double(terms), last = power(a, -x), inverse = 1.0 / (a * a);
  Term rest = last * a / (x - 1.0) + last * 0.5;
  // x (x + 1) ... (x + 2j - 2) a^(-x - 2j + 1)
  Term factor = x * (last / a);
  for (int j = 0; j < int(std::size(bernoulli)); ++j) {
    rest = rest + factor * bernoulli[j];
    factor = factor * ((x + double(2 * j + 1)) * (x + double(2 * j + 2))) * inverse;
  }
  Term value = select(last.compare("EQ", 0), sum, sum + rest);

  // At and left of 0 every integer is a pole; beside the poles powers of negative numbers need a whole exponent.
  Term half = x * 0.5, even = isWhole(half), negative = q.compare("LE", 0);
  Term pole = select(even, x.like(infinity), x.like(nan));
  Term left = select(isWhole(q), pole, select(isWhole(x), value, x.like(nan)));
  value = select(negative, left, value);
  value = select(x.compare("EQ", 1), x.like(infinity), value);
  value = select(x.compare("LT", 1), x.like(nan), value);
  return select(x.compare("NE", x) | q.compare("NE", q), x.like(nan), value);
}

/// The derivative of order n of digamma: (-1)^(n + 1) n! zeta(n + 1, x).
Term polygamma(Term n, Term x) {
  Term next = n + 1.0, odd = !isWhole(n * 0.5);
  Term size = next.call("chlo.lgamma").call("exponential") * zeta(next, x);
  Term value = select(odd, size, -size);
  value = select(n.compare("EQ", 0), x.call("chlo.digamma"), value);
  return select(isWhole(n) & n.compare("GE", 0), value, n.like(nan));
}

/// The sum of c[k] T(k, t) over Chebyshev polynomials.
Term chebyshev(Term t, ArrayRef<double> c) {
  Term twice = t + t, before = t.like(0), value = t.like(c.back());
  for (size_t k = c.size() - 1; k-- > 1;) {
    Term next = twice * value - before + c[k];
    before = value;
    value = next;
  }
  return t * value - before + c.front();
}

/// exp(-|x|) I1(x), by series for exp(-x) I1(x) / x on [0, 8] and exp(-x) I1(x) sqrt(x) beyond, fitted to values of 60 digits.
Term besselI1e(Term x) {
  static constexpr double near[] = {
      0.12629359322181682,     -0.17641651835783406,    0.1026436586898471,      -0.05294598120809499,   0.024726449030626516,
      -0.010564084894626197,   0.004156422944312888,    -0.0015135724506312532,  0.0005122859561685758,  -0.00016176081582589674,
      4.781565107550054e-05,   -1.3273163656039436e-05, 3.4702513081376785e-06,  -8.568720264695455e-07, 2.0032947535521353e-07,
      -4.445059128796328e-08,  9.381537386495773e-09,   -1.8872497517228294e-09, 3.625590281552117e-10,  -6.663489723502027e-11,
      1.1736186298890901e-11,  -1.9839743977649436e-12, 3.223793365945575e-13,   -5.042185504727912e-14, 7.600684294735408e-15,
      -1.1055969477353862e-15, 1.5536319577362005e-16,  -2.111421214358166e-17};
  static constexpr double far[] = {
      0.38928811750914005,     -0.009761097491361469,  -0.00011058893876262371, -3.882564808877691e-06,  -2.512236237870209e-07,
      -2.6314688468895196e-08, -3.835380385964237e-09, -5.589743462196584e-10,  -1.8974958123505413e-11, 3.2526035830154884e-11,
      1.4125807436613782e-11,  2.0356285441470896e-12, -7.198551776245908e-13,  -4.0835511110921974e-13, -2.1015418427726643e-14,
      4.272440016711951e-14,   1.0420276984128802e-14, -3.8144030724370075e-15, -1.8803547755107825e-15, 3.3082023109209285e-16,
      2.96262899764595e-16,    -3.209525921993424e-17, -4.6503053684893586e-17, 4.414348323071708e-18,   7.517296310842105e-18};
  Term a = x.call("abs"), close = a.compare("LE", 8);
  // Where the other series holds, its argument would leave [-1, 1] without end.
  Term within = select(close, a, a.like(8)), beyond = select(close, a.like(8), a);
  Term small = chebyshev(within * 0.25 - 1.0, near) * x;
  Term root = beyond.call("sqrt"), large = chebyshev(16.0 / beyond - 1.0, far) / root;
  return select(close, small, select(x.compare("LT", 0), -large, large));
}

template <typename Function> LogicalResult inDouble(const Conversion &c, Function function) {
  Type element = c.type().getElementType();
  if (!isa<FloatType>(element) || c.type() != c.resultType() || !llvm::all_equal(c.op->getOperandTypes()))
    return refuse(c.op, "expected operands and a result of one float type");
  return decompose(c, [&](Maker &m, SmallVectorImpl<Term> &results) {
    SmallVector<Term> wide;
    for (Value operand : c.op->getOperands())
      wide.push_back(Term{operand, &m}.convert(m.b.getF64Type()));
    results.push_back(function(wide).convert(element));
    return success();
  });
}

} // namespace

void addSpecialConversions(Conversions &table) {
  table.add("chlo.zeta", 2, [](const Conversion &c) { return inDouble(c, [](ArrayRef<Term> x) { return zeta(x[0], x[1]); }); });
  table.add("chlo.polygamma", 2,
            [](const Conversion &c) { return inDouble(c, [](ArrayRef<Term> x) { return polygamma(x[0], x[1]); }); });
  table.add("chlo.bessel_i1e", 1,
            [](const Conversion &c) { return inDouble(c, [](ArrayRef<Term> x) { return besselI1e(x[0]); }); });
}

} // namespace det::import
