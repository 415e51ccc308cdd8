#!/usr/bin/env python3
"""Fits the polynomials of lib/Math (minimax by the Remez exchange, in mpmath) and prints them as C++ hex literals.

Usage: fit.py [NAME...]      needs: pip install mpmath
A fit minimises |w(x) (f(x) - p(x))| over [lo, hi]; `w` is chosen such that the printed error is relative to the whole function, not to the
part that the polynomial stands for. Coefficients are printed from the constant term upwards, rounded to the format they are used in.
"""
import struct
import sys

import mpmath
from mpmath import mp, mpf

mp.prec = 200


def remez(f, w, lo, hi, degree):
    """Returns (coefficients, error) of the minimax polynomial of that degree."""
    lo, hi = mpf(lo), mpf(hi)
    n = degree + 2
    points = [(lo + hi) / 2 - (hi - lo) / 2 * mpmath.cos(mpmath.pi * (2 * i + 1) / (2 * n)) for i in range(n)]
    grid = [(lo + hi) / 2 - (hi - lo) / 2 * mpmath.cos(mpmath.pi * i / (16 * n)) for i in range(16 * n + 1)]
    values = [(x, f(x), w(x)) for x in grid]
    for _ in range(12):
        rows = mp.matrix(n, n)
        right = mp.matrix(n, 1)
        for i, x in enumerate(points):
            for j in range(degree + 1):
                rows[i, j] = x**j
            rows[i, degree + 1] = (-1) ** i / w(x)
            right[i] = f(x)
        solved = mp.lu_solve(rows, right)
        coefficients = [solved[i] for i in range(degree + 1)]
        level = abs(solved[degree + 1])
        errors = [(x, wx * (fx - mpmath.polyval(coefficients[::-1], x))) for x, fx, wx in values]
        # One extremum per run of equal sign; the runs alternate by construction.
        extrema = []
        for x, e in errors:
            if extrema and (e > 0) == (extrema[-1][1] > 0):
                if abs(e) > abs(extrema[-1][1]):
                    extrema[-1] = (x, e)
            else:
                extrema.append((x, e))
        worst = max(abs(e) for _, e in extrema)
        while len(extrema) > n:
            extrema.pop(0 if abs(extrema[0][1]) < abs(extrema[-1][1]) else -1)
        if len(extrema) < n or worst < level * mpf("1.02"):
            break
        points = [x for x, _ in extrema]
    return coefficients, worst


def literal(x, bits):
    if bits == 24:
        return float(struct.unpack("f", struct.pack("f", float(x)))[0]).hex() + "f"
    return float(x).hex()


def show(name, f, w, lo, hi, degree, bits):
    # At 0 the quotients below are 0/0; their limits are smooth, so a point beside it serves.
    nudge = lambda g: lambda x: g(x if x != 0 else mpf(2) ** -60)
    coefficients, error = remez(nudge(f), nudge(w), lo, hi, degree)
    print(f"// {name}: degree {degree} on [{lo}, {hi}], error 2^{float(mpmath.log(error, 2)):.1f}")
    print("{" + ",\n ".join(", ".join(literal(c, bits) for c in coefficients[i : i + 4]) for i in range(0, degree + 1, 4)) + "}")
    sys.stdout.flush()


ln2 = mpmath.log(2)


def erfinv_of_w(w):
    """erfinv(x) / x at x = sqrt(1 - 2^-w)."""
    q = mpf(2) ** -w
    # Newton on erfc keeps full precision where x is near 1.
    x = mpmath.sqrt(1 - q)
    tail = q / (1 + x)
    y = mpmath.erfinv(x) if w < 40 else mpmath.sqrt(w * ln2)
    for _ in range(3 if w < 40 else 9):
        y -= (tail - mpmath.erfc(y)) * mpmath.sqrt(mpmath.pi) / 2 * mpmath.exp(y * y)
    return y / x


def erfcx_of_t(t):
    x = 3 * (1 + t) / (1 - t)
    return (1 + 2 * x) * mpmath.exp(x * x) * mpmath.erfc(x)


def erfcx_of_t4(t):
    x = 4 * (1 + t) / (1 - t)
    return (1 + 2 * x) * mpmath.exp(x * x) * mpmath.erfc(x)


def stirling(w):
    y = 1 / mpmath.sqrt(w)
    if y > 1e6:
        return mpf(1) / 12 - w / 360
    return y * (mpmath.loggamma(y) - (y - mpf(1) / 2) * mpmath.log(y) + y - mpmath.log(2 * mpmath.pi) / 2)


def digamma(w):
    y = 1 / mpmath.sqrt(w)
    if y > 1e6:
        return mpf(1) / 12 - w / 120
    return (mpmath.log(y) - 1 / (2 * y) - mpmath.psi(0, y)) / w


FITS = {
    # e^r = 1 + r + r^2/2 + r^3 p(r); error relative to r for expm1 and tanh near 0.
    "exp_f32": lambda: show("exp_f32", lambda r: (mpmath.expm1(r) - r - r * r / 2) / r**3, lambda r: r * r, "-0.3470", "0.3470", 4, 24),
    # The same for f64.
    "exp_f64": lambda: show("exp_f64", lambda r: (mpmath.expm1(r) - r - r * r / 2) / r**3, lambda r: r * r, "-0.3470", "0.3471", 9, 53),
    # 2 atanh(s) = 2s + s z p(z), z = s^2; error relative to 2s
    "log_f64": lambda: show("log_f64", lambda z: (2 * mpmath.atanh(mpmath.sqrt(z)) / mpmath.sqrt(z) - 2) / z, lambda z: z / 2, "0", "0.02945", 6, 53),
    # log(1 + f) = f - f^2/2 + f^3 p(f)
    "log_f32": lambda: show("log_f32", lambda f: (mpmath.log1p(f) - f + f * f / 2) / f**3, lambda f: f**3 / mpmath.log1p(f), "-0.2929", "0.4143", 9, 24),
    # 2^r = 1 + r p(r)
    "exp2_f64": lambda: show("exp2_f64", lambda r: (mpf(2) ** r - 1) / r, lambda r: r / mpf(2) ** r, "-0.5001", "0.5001", 10, 53),
    # log2(m) = s p(s^2), s = (m - 1)/(m + 1)
    "log2_f64": lambda: show("log2_f64", lambda z: 2 * mpmath.atanh(mpmath.sqrt(z)) / mpmath.sqrt(z) / ln2, lambda z: mpf(1), "0", "0.02945", 7, 53),
    # sin(pi/2 r) = r p(r^2); cos(pi/2 r) = 1 + r^2 p(r^2)
    "sin_f64": lambda: show("sin_f64", lambda z: mpmath.sin(mpmath.pi / 2 * mpmath.sqrt(z)) / mpmath.sqrt(z), lambda z: mpf(1), "0", "0.2501", 6, 53),
    "cos_f64": lambda: show("cos_f64", lambda z: (mpmath.cos(mpmath.pi / 2 * mpmath.sqrt(z)) - 1) / z, lambda z: z, "0", "0.2501", 5, 53),
    # erfinv(x) = x p(w), w = -log2(1 - x^2)
    "erfinv_near": lambda: show("erfinv_near", erfinv_of_w, lambda w: 1 / erfinv_of_w(w), "0", "7.5", 15, 53),
    "erfinv_far": lambda: show("erfinv_far", lambda v: erfinv_of_w(v * v), lambda v: 1 / erfinv_of_w(v * v), "2.73", "4.8", 14, 53),
    # erf(x) = x p(x^2)
    "erf_near": lambda: show("erf_near", lambda z: mpmath.erf(mpmath.sqrt(z)) / mpmath.sqrt(z), lambda z: mpf(1), "0", "1", 10, 53),
    # erf(x) = p(x - 5/2)
    "erf_far": lambda: show("erf_far", lambda t: mpmath.erf(t + mpf("2.5")), lambda t: 1 / mpmath.erf(t + mpf("2.5")), "-1.5", "1.5", 20, 53),
    # (1 + 2x) e^(x^2) erfc(x) = p(t), t = (x - 3)/(x + 3), x up to 10.1
    "erfc_far": lambda: show("erfc_far", erfcx_of_t, lambda t: 1 / erfcx_of_t(t), "-1", "0.543", 16, 53),
    # asin(x) = x + x z p(z), z = x^2
    "asin_f64": lambda: show("asin_f64", lambda z: (mpmath.asin(mpmath.sqrt(z)) / mpmath.sqrt(z) - 1) / z, lambda z: z, "0", "0.2501", 13, 53),
    "asin_f32": lambda: show("asin_f32", lambda z: (mpmath.asin(mpmath.sqrt(z)) / mpmath.sqrt(z) - 1) / z, lambda z: z, "0", "0.2501", 9, 53),
    # atan(t) = t + t z p(z), z = t^2
    "atan_pair": lambda: show("atan_pair", lambda z: (mpmath.atan(mpmath.sqrt(z)) / mpmath.sqrt(z) - 1) / z, lambda z: z, "0", "0.17160", 11, 53),
    # sin(t) = t + t z p(z); cos(t) = 1 - z/2 + z^2 p(z), z = t^2, |t| <= pi/4
    "sin_pair": lambda: show("sin_pair", lambda z: (mpmath.sin(mpmath.sqrt(z)) / mpmath.sqrt(z) - 1) / z, lambda z: z, "0", "0.618", 6, 53),
    "cos_pair": lambda: show("cos_pair", lambda z: (mpmath.cos(mpmath.sqrt(z)) - 1 + z / 2) / z**2, lambda z: z**2, "0", "0.618", 5, 53),
    # log gamma(y) = (y - 1/2) log y - y + log(2 pi)/2 + p(w)/y; digamma(y) = log y - 1/(2y) - w p(w); w = 1/y^2, y >= 8
    "stirling": lambda: show("stirling", stirling, lambda w: mpmath.sqrt(w), "0", "0.015626", 7, 53),
    "digamma": lambda: show("digamma", digamma, lambda w: w, "0", "0.015626", 7, 53),
    # the same with fewer terms, for f32
    "stirling_f32": lambda: show("stirling_f32", stirling, lambda w: mpmath.sqrt(w), "0", "0.015626", 3, 53),
    "digamma_f32": lambda: show("digamma_f32", digamma, lambda w: w, "0", "0.015626", 3, 53),
    # 2 atanh(s) = 2s (1 + z/3 + z^2/5 + z^3 p(z)), z = s^2
    "log_pow": lambda: show("log_pow", lambda z: (mpmath.atanh(mpmath.sqrt(z)) / mpmath.sqrt(z) - 1 - z / 3 - z * z / 5) / z**3, lambda z: z**3, "0", "0.02945", 6, 53),
    # cbrt(m)
    "cbrt": lambda: show("cbrt", lambda m: m ** (mpf(1) / 3), lambda m: m ** (-mpf(1) / 3), "0.7071", "1.4143", 5, 53),
    # erf(x) = x (2/sqrt(pi) + z p(z)), z = x^2
    "erf_f64": lambda: show("erf_f64", lambda z: (mpmath.erf(mpmath.sqrt(z)) / mpmath.sqrt(z) - 2 / mpmath.sqrt(mpmath.pi)) / z, lambda z: z, "0", "1", 11, 53),
    # (1 + 2x) e^(x^2) erfc(x) = p(t), t = (x - 4)/(x + 4), x up to 27.3
    "erfc_f64": lambda: show("erfc_f64", erfcx_of_t4, lambda t: 1 / erfcx_of_t4(t), "-1", "0.745", 25, 53),
    # a start for erfinv on f64: x p(sqrt(w)), w = -log2(1 - x^2) in [7.5, 54]
    "erfinv_start": lambda: show("erfinv_start", lambda v: erfinv_of_w(v * v), lambda v: 1 / erfinv_of_w(v * v), "2.73", "7.36", 11, 53),
    # atan(t) = t p(t^2), |t| <= tan(pi/8)
    "atan_f64": lambda: show("atan_f64", lambda z: mpmath.atan(mpmath.sqrt(z)) / mpmath.sqrt(z), lambda z: mpf(1), "0", "0.17158", 10, 53),
}

if __name__ == "__main__":
    for name in sys.argv[1:] or FITS:
        FITS[name]()
