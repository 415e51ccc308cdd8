"""Steps of the tensor-core model against exact rational numbers: alignment to the largest exponent, a cut, an exact sum, a cut to f32, or to fewer bits.

    steps.py TensorCoreTest COUNT [SEED]
"""
import random
import subprocess
import sys
from fractions import Fraction

MODELS = {"volta_4": (4, 23, 23), "ampere_8": (8, 24, 23), "hopper_16": (16, 25, 23), "hopper_fp8_32": (32, 13, 13)}
FORMATS = {"f16": (5, 10, True), "bf16": (8, 7, True), "f8E5M2": (5, 2, True), "f8E4M3FN": (4, 3, False), "f32": (8, 23, True)}
CASES = [("volta_4", "f16"), ("ampere_8", "f16"), ("ampere_8", "bf16"), ("hopper_16", "f16"), ("hopper_16", "bf16"),
         ("hopper_fp8_32", "f8E5M2"), ("hopper_fp8_32", "f8E4M3FN")]
NAN, INFINITY = 0x7FFFFFFF, 0x7F800000


def number(bits, name):
    """('nan',), ('inf', sign), or the value and the exponent that it is aligned by."""
    exponent_bits, mantissa_bits, infinities = FORMATS[name]
    sign = -1 if bits >> (exponent_bits + mantissa_bits) & 1 else 1
    field, fraction = bits >> mantissa_bits & (1 << exponent_bits) - 1, bits & (1 << mantissa_bits) - 1
    if field == (1 << exponent_bits) - 1:
        if infinities:
            return ("nan",) if fraction else ("inf", sign)
        if fraction == (1 << mantissa_bits) - 1:
            return ("nan",)
    exponent = max(field, 1) - (1 << exponent_bits - 1) + 1
    hidden = 1 if field else 0
    return sign * (hidden + Fraction(fraction, 1 << mantissa_bits)) * Fraction(2) ** exponent, exponent


def cut(value, unit):
    """The multiple of unit next to value, toward zero."""
    count = abs(value) / unit
    return (1 if value >= 0 else -1) * (count.numerator // count.denominator) * unit


def to_f32(value, mantissa):
    if value == 0:
        return 0
    sign, magnitude = (0x80000000 if value < 0 else 0), abs(value)
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if Fraction(2) ** exponent > magnitude:
        exponent -= 1
    if exponent > 127:
        return sign | INFINITY
    exponent = max(exponent, -126)
    units = int(cut(magnitude, Fraction(2) ** (exponent - mantissa)) / Fraction(2) ** (exponent - 23))
    return sign | (units if units < 1 << 23 else (exponent + 127 << 23) + units - (1 << 23))


def step(model, name, c, a, b):
    _, fraction, mantissa = MODELS[model]
    terms, infinities = [], set()
    for x, y in [(number(x, name), number(y, name)) for x, y in zip(a, b)] + [(number(c, "f32"), (Fraction(1), 0))]:
        if "nan" in (x[0], y[0]):
            return NAN
        if "inf" in (x[0], y[0]):
            if 0 in (x[0], y[0]):
                return NAN
            signs = [p[1] if p[0] == "inf" else (1 if p[0] > 0 else -1) for p in (x, y)]
            infinities.add(signs[0] * signs[1])
        elif x[0] and y[0]:
            terms.append((x[0] * y[0], x[1] + y[1]))
    if infinities:
        return NAN if len(infinities) == 2 else INFINITY if 1 in infinities else 0x80000000 | INFINITY
    if not terms:
        return 0
    unit = Fraction(2) ** (max(exponent for _, exponent in terms) - fraction)
    return to_f32(sum(cut(value, unit) for value, _ in terms), mantissa)


def factor(rng, name, kind):
    exponent_bits, mantissa_bits, _ = FORMATS[name]
    width, bias = 1 + exponent_bits + mantissa_bits, (1 << exponent_bits - 1) - 1
    if kind == "any":
        return rng.getrandbits(width)
    if kind == "zeros" and rng.random() < 0.7:
        return rng.getrandbits(1) << width - 1
    field = {"near": lambda: bias + rng.randint(-2, 2), "wide": lambda: rng.randint(0, 2 * bias), "zeros": lambda: bias,
             "cancel": lambda: bias + rng.randint(0, 1), "small": lambda: rng.randint(0, 3), "large": lambda: 2 * bias - rng.randint(0, 3)}[kind]()
    fraction = rng.getrandbits(mantissa_bits)
    if kind == "cancel":
        fraction = rng.choice([0, 1 << mantissa_bits - 1, (1 << mantissa_bits) - 1])
    return rng.getrandbits(1) << width - 1 | field << mantissa_bits | fraction


def accumulator(rng, kind):
    if kind == "any" and rng.random() < 0.2:
        return rng.getrandbits(32)
    if rng.random() < 0.15:
        return rng.choice([0, 0x80000000, 1, 0x807FFFFF, 0x7F7FFFFF, 0x00800000])
    middle = {"small": 3, "large": 250}.get(kind, 127)
    return rng.getrandbits(1) << 31 | min(254, max(0, middle + rng.randint(-30, 30))) << 23 | rng.getrandbits(23)


def main():
    program, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1
    rng = random.Random(seed)
    cases, text = [], []
    for i in range(count):
        model, name = CASES[i % len(CASES)]
        kind = rng.choice(["near", "wide", "zeros", "cancel", "small", "large", "any"])
        products = rng.randint(0, MODELS[model][0])
        a, b = ([factor(rng, name, kind) for _ in range(products)] for _ in range(2))
        if kind == "cancel" and products > 1: # pairs that cancel exactly
            sign = 1 << FORMATS[name][0] + FORMATS[name][1]
            for j in range(0, products - 1, 2):
                a[j + 1], b[j + 1] = a[j] ^ sign, b[j]
        case = (model, name, accumulator(rng, kind), a, b)
        cases.append(case)
        text.append(" ".join([model, name, f"{case[2]:x}"] + [f"{x:x} {y:x}" for x, y in zip(a, b)]))
    printed = subprocess.run([program, "step"], input="\n".join(text) + "\n", capture_output=True, text=True, check=True).stdout.split()
    faults = [(line, int(got, 16), want) for line, got, want in zip(text, printed, (step(*case) for case in cases)) if int(got, 16) != want]
    assert len(printed) == count
    for line, got, want in faults[:10]:
        print(f"{line}: {got:08x} instead of {want:08x}")
    print(f"{count} steps, {len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())
