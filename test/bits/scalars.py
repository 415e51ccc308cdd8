"""Every elementwise op on every element type: compiled for AVX-512 and AVX2, cut over two ranks and interpreted, it gives the same bits."""
import json
import random
import struct
import sys

from det import OUT, tool

SHAPE = (33, 7)
FLOATS = {"f32": ("F32", "<f"), "f64": ("F64", "<d"), "bf16": ("BF16", 2), "f16": ("F16", 2), "f8E4M3FN": ("F8_E4M3", 1), "f8E5M2": ("F8_E5M2", 1)}
INTEGERS = {"i8": ("I8", 1), "ui8": ("U8", 1), "i16": ("I16", 2), "ui16": ("U16", 2), "i32": ("I32", 4), "ui32": ("U32", 4), "i64": ("I64", 8), "ui64": ("U64", 8)}
TYPES = {**FLOATS, **INTEGERS}

BOTH = ["abs", "negate", "sign"]
BOTH_BINARY = ["add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "power"]
REAL = ["floor", "ceil", "round_nearest_even", "round_nearest_afz", "sqrt", "rsqrt", "cbrt", "exponential", "exponential_minus_one", "log", "log_plus_one",
        "tanh", "logistic", "sine", "cosine", "tan", "chlo.erf", "chlo.erfc", "chlo.erf_inv", "chlo.asin", "chlo.acos", "chlo.atan", "chlo.sinh", "chlo.cosh",
        "chlo.asinh", "chlo.acosh", "chlo.atanh", "chlo.lgamma", "chlo.digamma"]
WHOLE = ["not", "popcnt", "count_leading_zeros"]
WHOLE_BINARY = ["and", "or", "xor", "shift_left", "shift_right_logical", "shift_right_arithmetic"]


def tensor(element):
    return f"tensor<{'x'.join(map(str, SHAPE))}x{element}>"


def module(element):
    """All ops of a type, one result each."""
    t, truth, lines, results = tensor(element), tensor("i1"), [], []

    def add(text, type):
        results.append((f"%r{len(results)}", type))
        lines.append(f"    {results[-1][0]} = {text}")

    real = element in FLOATS
    for name in BOTH + (REAL if real else WHOLE):
        if name in BOTH and element.startswith("u"): # of signed numbers only
            continue
        add(f"{name} %a : {t} -> {t}" if name.startswith("chlo") else f"stablehlo.{name} %a : {t}", t)
    for name in BOTH_BINARY + (["atan2"] if real else WHOLE_BINARY):
        add(f"stablehlo.{name} %a, %b : {t}", t)
    for suffix in [""] + ([", TOTALORDER"] if real else []):
        add(f"stablehlo.compare LT, %a, %b{suffix} : ({t}, {t}) -> {truth}", truth)
    add(f"stablehlo.select {results[-1][0]}, %a, %b : {truth}, {t}", t)
    if real:
        add(f"stablehlo.reduce_precision %a, format = e4m2 : {t}", t)
        add(f"stablehlo.is_finite %a : ({t}) -> {truth}", truth)
    for other in ["i1", *TYPES]:
        if other != element:
            add(f"stablehlo.convert %a : ({t}) -> {tensor(other)}", tensor(other))
            add(f"stablehlo.convert {results[-1][0]} : ({tensor(other)}) -> {t}", t)
    names, types = ", ".join(name for name, _ in results), ", ".join(type for _, type in results)
    body = "\n".join(lines)
    return f"module {{\n  func.func @main(%a: {t}, %b: {t}) -> ({types}) {{\n{body}\n    return {names} : {types}\n  }}\n}}\n"


def elements(form, count, rng):
    """Every kind of number: for wide floats special and everyday ones, for the others all bits."""
    if isinstance(form, int):
        return bytes(rng.randrange(256) for _ in range(count * form))
    special = [0.0, -0.0, float("inf"), float("-inf"), float("nan"), 1.0, -1.0, 0.5, 2.0, -3.0]
    return b"".join(struct.pack(form, rng.choice(special + [rng.gauss(0, 1)] * 8 + [rng.gauss(0, 40)] * 4)) for _ in range(count))


def check(element):
    rng, count = random.Random(element), SHAPE[0] * SHAPE[1]
    name, form = TYPES[element]
    header, data = {}, b""
    for i in range(2):
        more = elements(form, count, rng)
        header[f"arg{i}"] = {"dtype": name, "shape": [1, *SHAPE], "data_offsets": [len(data), len(data) + len(more)]}
        data += more
    text = json.dumps(header).encode()
    OUT.mkdir(parents=True, exist_ok=True)
    program, feed, trace = OUT / f"scalars-{element}.mlir", OUT / f"scalars-{element}.safetensors", OUT / f"scalars-{element}.jsonl"
    program.write_text(module(element))
    feed.write_bytes(struct.pack("<Q", len(text)) + text + data)
    seen = {}
    for options in (["--device=host", "--threads=1"], ["--device=host", "--isa=v3", "--threads=2", "--mesh=data=2"], ["--device=reference"]):
        trace.unlink(missing_ok=True)
        tool("det-run", program, "--data", f"arg0={feed}", "--data", f"arg1={feed}", f"--fingerprints={trace}", *options)
        seen[" ".join(options)] = json.loads(trace.read_text().splitlines()[0])["metrics"]
    if len(set(seen.values())) != 1:
        sys.exit(f"{element}: other bits: {seen}")


for element in sys.argv[1:] or TYPES:
    check(element)
