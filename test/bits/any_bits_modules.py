"""Modules for any_bits.py: every result is a part of the state, so that its bytes are saved."""

# Type in a safetensors file, bytes, and of floats bits of exponent and mantissa.
ELEMENTS = {"f64": ("F64", 8, 11, 52), "f32": ("F32", 4, 8, 23), "f16": ("F16", 2, 5, 10), "bf16": ("BF16", 2, 8, 7),
            "f8E4M3FN": ("F8_E4M3", 1, 4, 3), "f8E5M2": ("F8_E5M2", 1, 5, 2), "i64": ("I64", 8), "i32": ("I32", 4), "i16": ("I16", 2), "i8": ("I8", 1),
            "ui64": ("U64", 8), "ui32": ("U32", 4), "ui16": ("U16", 2), "ui8": ("U8", 1), "i1": ("BOOL", 1)}
SIZES = {kind: size for kind, size, *_ in ELEMENTS.values()}
FLOATS = ("f64", "f32", "f16", "bf16")
COUNT = 203

FLOAT_UNARY = ("negate", "abs", "sign", "floor", "ceil", "round_nearest_even", "round_nearest_afz", "sqrt", "rsqrt")
FLOAT_BINARY = ("add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum")
ELEMENTARY = ("exponential", "exponential_minus_one", "log", "log_plus_one", "tanh", "logistic", "cbrt", "sine", "cosine", "tan")
INTEGER_BINARY = ("add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "power", "and", "or", "xor", "shift_left",
                  "shift_right_logical", "shift_right_arithmetic")
INTEGER_UNARY = ("negate", "not", "popcnt", "count_leading_zeros")
DIRECTIONS = ("EQ", "NE", "LT", "LE", "GT", "GE")


def tensor(element, shape):
    return f"tensor<{''.join(f'{extent}x' for extent in shape)}{element}>"


def named(tree, name):
    """A name as JAX writes it."""
    return f"\"{tree}['{name}']\""


class Module:
    def __init__(self, name):
        self.name, self.arguments, self.lines, self.results, self.kept = name, [], [], {}, []

    def argument(self, element, shape, bound=0):
        """A tensor of the batch; `bound` where it addresses so many elements."""
        name = f"x{len(self.arguments)}"
        self.arguments.append((name, element, shape, bound))
        return f"%{name}"

    def add(self, text, *results):
        """An op, in which `$u` is a number of its own; each (element, shape) of its results becomes state."""
        number = len(self.lines)
        self.lines.append(f"%v{number}{f':{len(results)}' if len(results) > 1 else ''} = {text.replace('$u', str(number))}")
        for i, (element, shape) in enumerate(results):
            name = f"r{len(self.kept)}"
            self.kept.append((name, element, shape, f"%v{number}" + (f"#{i}" if len(results) > 1 else "")))
            self.results[name] = f"{name} = {text.splitlines()[0]}"
        return f"%v{number}"

    def text(self):
        state = [f"%{name}: {tensor(element, shape)} {{tf.aliasing_output = {i} : i32}} loc({named('state', name)})" for i, (name, element, shape, _) in enumerate(self.kept)]
        batch = [f"%{name}: {tensor(element, shape)} loc({named('batch', name)})" for name, element, shape, _ in self.arguments]
        results = [f"{tensor(element, shape)} {{jax.result_info = {named('result[0]', name)}}}" for name, element, shape, _ in self.kept]
        body = "\n    ".join(self.lines)
        return (f"module @{self.name} {{\n  func.func public @main({', '.join(state + batch)})\n      -> ({', '.join(results)}) {{\n    {body}\n"
                f"    return {', '.join(value for *_, value in self.kept)} : {', '.join(tensor(element, shape) for _, element, shape, _ in self.kept)}\n  }}\n}}\n")

    def zeros(self):
        """The first state, of which nothing is left."""
        tensors = {}
        for name, element, shape, _ in self.kept:
            kind, size, *_ = ELEMENTS[element]
            count = 1
            for extent in shape:
                count *= extent
            tensors[name] = (kind, shape, bytes(size * count))
        return tensors


def comparisons(m, element, a, b, kind):
    t = tensor(element, (COUNT,))
    for direction in DIRECTIONS:
        m.add(f"stablehlo.compare {direction}, {a}, {b}, {kind} : ({t}, {t}) -> {tensor('i1', (COUNT,))}", ("i1", (COUNT,)))


def floats(element):
    m = Module(f"floats_{element}")
    kept, t = (element, (COUNT,)), tensor(element, (COUNT,))
    a, b, c, p = m.argument(*kept), m.argument(*kept), m.argument(*kept), m.argument("i1", (COUNT,))
    for name in FLOAT_UNARY:
        m.add(f"stablehlo.{name} {a} : {t}", kept)
    for name in FLOAT_BINARY:
        m.add(f"stablehlo.{name} {a}, {b} : {t}", kept)
    comparisons(m, element, a, b, "FLOAT")
    comparisons(m, element, a, b, "TOTALORDER")
    m.add(f"stablehlo.is_finite {a} : ({t}) -> {tensor('i1', (COUNT,))}", ("i1", (COUNT,)))
    m.add(f"stablehlo.select {p}, {a}, {b} : {tensor('i1', (COUNT,))}, {t}", kept)
    m.add(f"stablehlo.clamp {b}, {a}, {c} : {t}", kept)
    m.add(f"stablehlo.reverse {a}, dims = [0] : {t}", kept)
    for form in ("e8m7", "e4m3", "e5m10"):
        m.add(f"stablehlo.reduce_precision {a}, format = {form} : {t}", kept)
    return m


def elementary(element):
    m = Module(f"elementary_{element}")
    kept, t = (element, (COUNT,)), tensor(element, (COUNT,))
    a, b = m.argument(*kept), m.argument(*kept)
    for name in ELEMENTARY:
        m.add(f"stablehlo.{name} {a} : {t}", kept)
    for name in ("power", "atan2"):
        m.add(f"stablehlo.{name} {a}, {b} : {t}", kept)
    return m


def integers(element):
    m = Module(f"integers_{element}")
    kept, t = (element, (COUNT,)), tensor(element, (COUNT,))
    a, b, c = m.argument(*kept), m.argument(*kept), m.argument(*kept)
    for name in INTEGER_BINARY:
        m.add(f"stablehlo.{name} {a}, {b} : {t}", kept)
    for name in INTEGER_UNARY + (() if element.startswith("u") else ("abs", "sign")):
        m.add(f"stablehlo.{name} {a} : {t}", kept)
    m.add(f"stablehlo.clamp {b}, {a}, {c} : {t}", kept)
    comparisons(m, element, a, b, "UNSIGNED" if element.startswith("u") else "SIGNED")
    return m


def conversions(name, sources, targets):
    m = Module(f"conversions_{name}")
    for source in sources:
        a, t = m.argument(source, (COUNT,)), tensor(source, (COUNT,))
        for target in targets:
            u = tensor(target, (COUNT,))
            if target != source:
                m.add(f"stablehlo.convert {a} : ({t}) -> {u}", (target, (COUNT,)))
            if target != source and ELEMENTS[target][1] == ELEMENTS[source][1] and "i1" not in (source, target):
                m.add(f"stablehlo.bitcast_convert {a} : ({t}) -> {u}", (target, (COUNT,)))
    return m


def reductions(elements):
    m = Module("reductions")
    for element in elements:
        shape = (7, 150)
        a, t = m.argument(element, shape), tensor(element, shape)
        s = tensor(element, ())
        zero = m.add(f"stablehlo.constant dense<{0 if 'i' in element else '0.0'}> : {s}")
        for name in ("add", "maximum", "minimum") + (("and", "xor") if "i" in element else ("multiply",)):
            for dim in (0, 1):
                r = shape[1 - dim:2 - dim]
                m.add(f"stablehlo.reduce({a} init: {zero}) applies stablehlo.{name} across dimensions = [{dim}] : ({t}, {s}) -> {tensor(element, r)}", (element, r))
        if "i" not in element:
            window = 'window_dimensions = array<i64: 1, 150>, padding = dense<[[0, 0], [149, 0]]> : tensor<2x2xi64>'
            m.add(f'"stablehlo.reduce_window"({a}, {zero}) <{{{window}}}> ({{\n^bb0(%a$u: {s}, %b$u: {s}):\n  %c$u = stablehlo.add %a$u, %b$u : {s}\n'
                  f"  stablehlo.return %c$u : {s}\n}}) : ({t}, {s}) -> {t}", (element, shape))
    return m


def sorts(elements):
    m = Module("sorts")
    for element, kind in elements:
        shape = (3, 150)
        a, b = m.argument(element, shape), m.argument("i32", shape)
        t, s, i = tensor(element, shape), tensor(element, ()), tensor("i32", ())
        for direction in ("LT", "GE"):
            m.add(f'"stablehlo.sort"({a}, {b}) <{{dimension = 1 : i64, is_stable = true}}> ({{\n^bb0(%a$u: {s}, %b$u: {s}, %c$u: {i}, %d$u: {i}):\n'
                  f"  %e$u = stablehlo.compare {direction}, %a$u, %b$u, {kind} : ({s}, {s}) -> tensor<i1>\n  stablehlo.return %e$u : tensor<i1>\n"
                  f"}}) : ({t}, {tensor('i32', shape)}) -> ({t}, {tensor('i32', shape)})", (element, shape), ("i32", shape))
        if kind == "FLOAT":
            r = (3, 9)
            m.add(f"chlo.top_k({a}, k = 9) : {t} -> ({tensor(element, r)}, {tensor('i32', r)})", (element, r), ("i32", r))
    return m


def indexing(indices, elements):
    m = Module("indexing")
    rows, width, places = 11, 5, 90
    for index in indices:
        for element in elements:
            a, n = m.argument(element, (rows, width)), m.argument(index, (places, 1), rows)
            u = m.argument(element, (places, width))
            t, v, g, s = tensor(element, (rows, width)), tensor(index, (places, 1)), tensor(element, (places, width)), tensor(element, ())
            m.add(f'"stablehlo.gather"({a}, {n}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], '
                  f"index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, {width}>}}> : ({t}, {v}) -> {g}", (element, (places, width)))
            for name in ("add", "maximum", ""):
                body = f"%c$u = stablehlo.{name} %a$u, %b$u : {s}\n  stablehlo.return %c$u : {s}" if name else f"stablehlo.return %b$u : {s}"
                m.add(f'"stablehlo.scatter"({a}, {n}, {u}) <{{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], '
                      f"inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}}> ({{\n"
                      f"^bb0(%a$u: {s}, %b$u: {s}):\n  {body}\n}}) : ({t}, {v}, {g}) -> {t}", (element, (rows, width)))
            i, j, p = m.argument(index, (), rows), m.argument(index, (), width), m.argument(element, (3, 2))
            part = tensor(element, (3, 2))
            m.add(f"stablehlo.dynamic_slice {a}, {i}, {j}, sizes = [3, 2] : ({t}, {tensor(index, ())}, {tensor(index, ())}) -> {part}", (element, (3, 2)))
            m.add(f"stablehlo.dynamic_update_slice {a}, {p}, {i}, {j} : ({t}, {part}, {tensor(index, ())}, {tensor(index, ())}) -> {t}", (element, (rows, width)))
    return m


def products(elements):
    m = Module("products")
    for element, result in elements:
        left, right, shape = (19, 70), (70, 23), (19, 23)
        a, b = m.argument(element, left), m.argument(element, right)
        m.add(f"stablehlo.dot_general {a}, {b}, contracting_dims = [1] x [0] : ({tensor(element, left)}, {tensor(element, right)}) -> {tensor(result, shape)}", (result, shape))
    return m


def all_modules(long):
    """Quick: the types that models have; long: all types, and every elementary function of all of them."""
    yield from map(floats, FLOATS if long else ("f32", "bf16"))
    yield from map(elementary, FLOATS if long else ("f32",))
    yield from map(integers, ("i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64") if long else ("i8", "i32", "ui32", "i64"))
    numbers = tuple(ELEMENTS)
    yield conversions("floats", FLOATS, numbers if long else ("f64", "f32", "f16", "bf16", "i64", "i32", "i8", "ui32", "ui8", "i1"))
    if long:
        yield conversions("small", ("f8E4M3FN", "f8E5M2", "i8", "ui8", "i1"), numbers)
        yield conversions("integers", ("i64", "ui64", "i32", "ui32", "i16", "ui16"), numbers)
    else:
        yield conversions("others", ("i64", "ui64", "i32", "i8", "f8E4M3FN", "f8E5M2"), ("f32", "bf16", "f16", "i32", "i8", "ui8", "i1"))
    yield reductions(("f64", "f32", "f16", "bf16", "i64", "i32", "i8", "ui16") if long else ("f32", "bf16", "i32"))
    kinds = [("f32", "FLOAT"), ("f32", "TOTALORDER"), ("i32", "SIGNED")]
    yield sorts(kinds + [("f64", "FLOAT"), ("f64", "TOTALORDER"), ("bf16", "FLOAT"), ("f16", "TOTALORDER"), ("i8", "SIGNED"), ("ui64", "UNSIGNED")] if long else kinds)
    yield indexing(("i32", "i64", "ui32", "ui64", "i16", "i8", "ui8") if long else ("i32", "i64"), ("f32", "bf16", "i64") if long else ("f32",))
    yield products([("f32", "f32"), ("f64", "f64"), ("bf16", "f32"), ("f16", "f32"), ("i32", "i32"), ("i64", "i64"), ("i8", "i32")] if long else
                   [("f32", "f32"), ("bf16", "f32"), ("i32", "i32")])
