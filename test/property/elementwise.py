"""Families of ops on elements: arithmetic, comparisons, conversions, bits, complex numbers."""
from graphs import FLOATS, INTEGERS, Type

FLOAT_UNARY = ("negate", "abs", "exponential", "log", "tanh", "logistic", "sqrt", "rsqrt", "cbrt", "sine", "cosine", "tan", "floor", "ceil",
               "round_nearest_even", "round_nearest_afz", "sign", "exponential_minus_one", "log_plus_one")
CHLO_UNARY = ("erf", "erfc", "erf_inv", "square", "lgamma", "digamma", "acos", "asin", "atan", "acosh", "asinh", "atanh", "sinh", "cosh")
SIGNED_UNARY = ("negate", "abs", "sign", "not", "popcnt", "count_leading_zeros")
UNSIGNED_UNARY = ("negate", "not", "popcnt", "count_leading_zeros")
FLOAT_BINARY = ("add", "add", "subtract", "multiply", "multiply", "divide", "maximum", "minimum", "power", "remainder", "atan2")
INTEGER_BINARY = ("add", "subtract", "multiply", "divide", "maximum", "minimum", "remainder", "power", "and", "or", "xor", "shift_left",
                  "shift_right_logical", "shift_right_arithmetic")
BITS = {"f32": ("i32", "ui32"), "i32": ("f32", "ui32"), "ui32": ("f32", "i32"), "bf16": ("i16", "ui16", "f16"), "f16": ("i16", "bf16"),
        "i16": ("bf16", "f16", "ui16"), "f64": ("i64", "ui64"), "i64": ("f64", "ui64"), "ui64": ("f64", "i64"), "i8": ("ui8",), "ui8": ("i8",)}


def unary(g):
    v = g.value(kinds=("float", "float", "signed", "unsigned", "bool"))
    t = g.type(v)
    if t.kind == "float" and g.rng.random() < 0.25:
        g.add(f"$r = chlo.{g.rng.choice(CHLO_UNARY)} $0 : {t} -> {t}", [v], t)
    elif t.kind == "float" and g.rng.random() < 0.08:
        g.add(f"$r = stablehlo.is_finite $0 : ({t}) -> {t.of('i1')}", [v], t.of("i1"))
    else:
        names = {"float": FLOAT_UNARY, "signed": SIGNED_UNARY, "unsigned": UNSIGNED_UNARY, "bool": ("not",)}[t.kind]
        g.add(f"$r = stablehlo.{g.rng.choice(names)} $0 : {t}", [v], t)


def binary(g):
    v = g.value(kinds=("float", "signed", "unsigned", "bool"))
    t = g.type(v)
    w = g.of_type(t)
    if g.rng.random() < 0.5:
        v, w = w, v
    names = {"float": FLOAT_BINARY, "bool": ("and", "or", "xor", "add", "multiply", "maximum", "minimum")}.get(t.kind, INTEGER_BINARY)
    g.add(f"$r = stablehlo.{g.rng.choice(names)} $0, $1 : {t}", [v, w], t)


def choose(g):
    """compare and select, or clamp"""
    v = g.value(kinds=("float", "signed", "unsigned"))
    t = g.type(v)
    w = g.of_type(t)
    if g.rng.random() < 0.3:
        scalar = t if g.rng.random() < 0.4 else Type(t.element, ())
        low, high = g.of_type(scalar), g.of_type(scalar)
        g.add(f"$r = stablehlo.clamp $0, $1, $2 : ({scalar}, {t}, {scalar}) -> {t}", [low, v, high], t)
        return
    kind = {"float": g.rng.choice(("FLOAT", "TOTALORDER")), "signed": "SIGNED", "unsigned": "UNSIGNED"}[t.kind]
    direction = g.rng.choice(("EQ", "NE", "LT", "LE", "GT", "GE"))
    p = g.add(f"$r = stablehlo.compare {direction}, $0, $1, {kind} : ({t}, {t}) -> {t.of('i1')}", [v, w], t.of("i1"))
    if g.rng.random() < 0.8:
        g.add(f"$r = stablehlo.select $0, $1, $2 : {t.of('i1')}, {t}", [p, v, g.of_type(t)], t)


def convert(g):
    v = g.value(kinds=("float", "signed", "unsigned", "bool"))
    t = g.type(v)
    for _ in range(g.rng.choice((1, 1, 2))):
        u = t.of(g.rng.choice(FLOATS + INTEGERS + ("i1", "f8E4M3FN", "f8E5M2")))
        v = g.add(f"$r = stablehlo.convert $0 : ({t}) -> {u}", [v], u)
        t = u
    if t.element.startswith("f8"):
        g.add(f"$r = stablehlo.convert $0 : ({t}) -> {t.of('f32')}", [v], t.of("f32"))


def bits(g):
    """bitcast_convert and reduce_precision"""
    v = g.value(lambda t: t.element in BITS, fresh=g.rng.choice(list(BITS)))
    t = g.type(v)
    if t.kind == "float" and g.rng.random() < 0.3:
        g.add(f"$r = stablehlo.reduce_precision $0, format = {g.rng.choice(('e8m7', 'e5m10', 'e4m3', 'e11m52', 'e2m1'))} : {t}", [v], t)
        return
    u = t.of(g.rng.choice(BITS[t.element]))
    narrower = {"f32": "ui16", "i32": "i8", "ui32": "bf16", "i64": "ui32", "f64": "f32"}
    if t.element in narrower and g.rng.random() < 0.3:
        ratio = 4 if t.element == "i32" else 2
        u = Type(narrower[t.element], t.shape + (ratio,))
        w = g.add(f"$r = stablehlo.bitcast_convert $0 : ({t}) -> {u}", [v], u)
        if g.rng.random() < 0.5:
            g.add(f"$r = stablehlo.bitcast_convert $0 : ({u}) -> {t}", [w], t)
        return
    g.add(f"$r = stablehlo.bitcast_convert $0 : ({t}) -> {u}", [v], u)


def complexes(g):
    """complex arithmetic, left through real, imag or abs"""
    part = g.rng.choice(("f32", "f32", "f64"))
    v = g.value(lambda t: t.element == part, fresh=part)
    t = g.type(v)
    c = t.of(f"complex<{part}>")
    z = g.add(f"$r = stablehlo.complex $0, $1 : {c}", [v, g.of_type(t)], c) if g.rng.random() < 0.8 else g.argument(c)
    for _ in range(g.rng.randrange(1, 4)):
        if g.rng.random() < 0.6:
            others = [w for w in g.values() if g.type(w) == c]
            z = g.add(f"$r = stablehlo.{g.rng.choice(('add', 'subtract', 'multiply', 'divide'))} $0, $1 : {c}", [z, g.rng.choice(others)], c)
        else:
            z = g.add(f"$r = stablehlo.{g.rng.choice(('negate', 'exponential', 'log', 'sqrt', 'rsqrt', 'tanh', 'sine', 'cosine'))} $0 : {c}", [z], c)
    if g.rng.random() < 0.4 and t.shape:
        dim = g.rng.randrange(len(t.shape))
        r = Type(c.element, t.shape[:dim] + t.shape[dim + 1:])
        zero = g.constant(c.element, "(0.0, 0.0)")
        z = g.add(f"$r = stablehlo.reduce($0 init: $1) applies stablehlo.add across dimensions = [{dim}] : ({c}, tensor<{c.element}>) -> {r}", [z, zero], r)
        t, c = r.of(part), r
    if g.rng.random() < 0.7:
        g.add(f"$r = stablehlo.{g.rng.choice(('real', 'imag', 'abs'))} $0 : ({c}) -> {t}", [z], t)


FAMILIES = {"unary": (unary, 5), "binary": (binary, 8), "choose": (choose, 3), "convert": (convert, 3), "bits": (bits, 1), "complex": (complexes, 1)}
