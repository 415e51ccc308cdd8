"""Families that reduce: reduce, arg-max, products, windows, cumulative sums, batch norms."""
from graphs import MOST_ELEMENTS, Type

IDENTITY = {"add": "0", "multiply": "1", "maximum": None, "minimum": None, "and": None, "or": "0", "xor": "0"}


def scalar(g, element, combiner):
    """An init: mostly the identity, sometimes any number."""
    t = Type(element, ())
    if g.rng.random() < 0.25:
        return g.of_type(t)
    if element == "i1":
        return g.constant("i1", "true" if combiner in ("and", "minimum", "multiply") else "false")
    floating = t.kind == "float"
    text = IDENTITY[combiner]
    if text is None and floating:
        text = {"f32": ("0xFF800000", "0x7F800000"), "f64": ("0xFFF0000000000000", "0x7FF0000000000000"), "bf16": ("0xFF80", "0x7F80"),
                "f16": ("0xFC00", "0x7C00")}.get(element, ("-1.0", "1.0"))[combiner == "minimum"]
    elif text is None:
        text = "0" if combiner == "maximum" and t.kind == "unsigned" else "-1" if combiner == "and" and t.kind == "signed" else "3"
    elif floating:
        text = g.rng.choice((text + ".0", "-0.0" if text == "0" else "1.0", "1.5" if g.rng.random() < 0.3 else text + ".0"))
    return g.constant(element, text)


def combiners(kind):
    return {"float": ("add", "add", "add", "maximum", "minimum", "multiply"), "bool": ("and", "or", "xor", "maximum")}.get(
        kind, ("add", "add", "maximum", "minimum", "multiply", "and", "or", "xor"))


def reduce(g):
    v = g.value(kinds=("float", "float", "signed", "unsigned", "bool"))
    t = g.type(v)
    rank = len(t.shape)
    dims = g.rng.sample(range(rank), g.rng.choice([n for n in (0, 1, 1, 1, 2, 2, 3) if n <= rank]))
    r = Type(t.element, tuple(n for i, n in enumerate(t.shape) if i not in dims))
    s = Type(t.element, ())
    combiner = g.rng.choice(combiners(t.kind))
    init = scalar(g, t.element, combiner)
    if g.rng.random() < 0.8:
        g.add(f"$r = stablehlo.reduce($0 init: $1) applies stablehlo.{combiner} across dimensions = {dims} : ({t}, {s}) -> {r}", [v, init], r)
        return
    # A region in words: the sum of absolute values, or another pure expression of the two.
    body = {"float": "%s$u = stablehlo.abs %b$u : S\n    %t$u = stablehlo.add %a$u, %s$u : S",
            "bool": "%s$u = stablehlo.not %b$u : S\n    %t$u = stablehlo.and %a$u, %s$u : S"}.get(
        t.kind, "%s$u = stablehlo.xor %a$u, %b$u : S\n    %t$u = stablehlo.add %s$u, %b$u : S").replace("S", str(s))
    g.add(f"$r = stablehlo.reduce($0 init: $1) across dimensions = {dims} : ({t}, {s}) -> {r}\n"
          f" reducer(%a$u: {s}, %b$u: {s}) {{\n    {body}\n    stablehlo.return %t$u : {s}\n}}", [v, init], r)


def argmax(g):
    """A pair (value, index) reduced as JAX's argmax does."""
    v = g.value(kinds=("float", "float", "signed"), least=1)
    t = g.type(v)
    dim = g.rng.randrange(len(t.shape))
    index = t.of("i32")
    i = g.add(f"$r = stablehlo.iota dim = {dim} : {index}", [], index)
    r, ri, s, si = (Type(e, sh) for sh in (t.shape[:dim] + t.shape[dim + 1:], ()) for e in (t.element, "i32"))
    low, zero = scalar(g, t.element, "maximum"), g.constant("i32", "0")
    kind = "FLOAT" if t.kind == "float" else "SIGNED"
    b, bi = Type("i1", ()), "tensor<i1>"
    direction = g.rng.choice(("GT", "LT"))
    g.add(f"$r = stablehlo.reduce($0 init: $2), ($1 init: $3) across dimensions = [{dim}] : ({t}, {index}, {s}, {si}) -> ({r}, {ri})\n"
          f" reducer(%a$u: {s}, %c$u: {s}) (%b$u: {si}, %d$u: {si}) {{\n"
          f"    %p$u = stablehlo.compare {direction}, %a$u, %c$u, {kind} : ({s}, {s}) -> {bi}\n"
          f"    %q$u = stablehlo.compare NE, %a$u, %a$u, {kind} : ({s}, {s}) -> {bi}\n"
          f"    %o$u = stablehlo.or %p$u, %q$u : {b}\n"
          f"    %e$u = stablehlo.compare EQ, %a$u, %c$u, {kind} : ({s}, {s}) -> {bi}\n"
          f"    %l$u = stablehlo.compare LT, %b$u, %d$u, SIGNED : ({si}, {si}) -> {bi}\n"
          f"    %f$u = stablehlo.and %e$u, %l$u : {b}\n"
          f"    %g$u = stablehlo.or %o$u, %f$u : {b}\n"
          f"    %x$u = stablehlo.select %o$u, %a$u, %c$u : {bi}, {s}\n"
          f"    %y$u = stablehlo.select %g$u, %b$u, %d$u : {bi}, {si}\n"
          f"    stablehlo.return %x$u, %y$u : {s}, {si}\n}}", [v, i, low, zero], r, ri)


def dot(g):
    v = g.value(lambda t: t.element in ("f32", "bf16", "f16", "f64", "i32", "i8", "ui8", "i64"), least=1, fresh="f32")
    t = g.type(v)
    dims = list(range(len(t.shape)))
    g.rng.shuffle(dims)
    batch = dims[:g.rng.choice((0, 0, 1, 1, 2))]
    contract = [d for d in dims if d not in batch][:g.rng.choice((1, 1, 1, 2))]
    free = [d for d in range(len(t.shape)) if d not in batch and d not in contract]
    extra = [g.extent() for _ in range(g.rng.choice((0, 1, 1, 1, 2)))]
    order = [("b", t.shape[d]) for d in batch] + [("c", t.shape[d]) for d in contract] + [("f", n) for n in extra]
    labelled = list(enumerate(order))
    g.rng.shuffle(labelled)
    u = Type(t.element, tuple(n for _, (_, n) in labelled))
    place = {number: position for position, (number, _) in enumerate(labelled)}
    right_batch = [place[i] for i in range(len(batch))]
    right_contract = [place[len(batch) + i] for i in range(len(contract))]
    right_free = [n for _, (kind, n) in labelled if kind == "f"]
    element = {"bf16": g.rng.choice(("bf16", "f32")), "f16": g.rng.choice(("f16", "f32")), "i8": "i32", "ui8": "ui32"}.get(t.element, t.element)
    r = Type(element, tuple([t.shape[d] for d in batch] + [t.shape[d] for d in free] + right_free))
    if r.count > MOST_ELEMENTS or u.count > MOST_ELEMENTS:
        return
    batching = f"batching_dims = {batch} x {right_batch}, " if batch else ""
    g.add(f"$r = stablehlo.dot_general $0, $1, {batching}contracting_dims = {contract} x {right_contract} : ({t}, {u}) -> {r}", [v, g.of_type(u)], r)


def window(g):
    """reduce_window, cumulative sums among them"""
    v = g.value(kinds=("float", "float", "signed"), least=1, most=4)
    t = g.type(v)
    combiner = g.rng.choice(("add", "add", "maximum", "minimum"))
    rank, s = len(t.shape), Type(t.element, ())
    ones = [1] * rank
    size, stride, base, dilation, padding = ones[:], ones[:], ones[:], ones[:], [[0, 0] for _ in ones]
    if g.rng.random() < 0.35:
        dim = g.rng.randrange(rank)
        size[dim] = max(t.shape[dim], 1)
        padding[dim] = [size[dim] - 1, 0] if g.rng.random() < 0.6 else [0, size[dim] - 1]
    else:
        for d in g.rng.sample(range(rank), min(rank, g.rng.choice((1, 2, 2)))):
            size[d], stride[d] = g.rng.choice((1, 2, 2, 3)), g.rng.choice((1, 1, 2, 3))
            base[d], dilation[d] = g.rng.choice((1, 1, 1, 2)), g.rng.choice((1, 1, 1, 2))
            padding[d] = [g.rng.choice((0, 0, 1, 2, -1)), g.rng.choice((0, 0, 1, 2, -1))]
    shape = tuple(extent(n, size[d], stride[d], base[d], dilation[d], padding[d]) for d, n in enumerate(t.shape))
    r = Type(t.element, shape)
    if r.count > MOST_ELEMENTS or any(n == 0 and padding[d][0] + padding[d][1] < 0 for d, n in enumerate(t.shape)):
        return
    g.add(f'$r = "stablehlo.reduce_window"($0, $1) <{{base_dilations = array<i64: {commas(base)}>, padding = dense<{padding}> : tensor<{rank}x2xi64>, '
          f"window_dilations = array<i64: {commas(dilation)}>, window_dimensions = array<i64: {commas(size)}>, window_strides = array<i64: {commas(stride)}>}}> ({{\n"
          f"^bb0(%a$u: {s}, %b$u: {s}):\n  %c$u = stablehlo.{combiner} %a$u, %b$u : {s}\n  stablehlo.return %c$u : {s}\n}}) : ({t}, {s}) -> {r}",
          [v, scalar(g, t.element, combiner)], r)


def commas(numbers):
    return ", ".join(map(str, numbers))


def extent(n, size, stride, base, dilation, padding):
    """How many windows fit."""
    whole = (0 if n == 0 else (n - 1) * base + 1) + sum(padding)
    reach = (size - 1) * dilation + 1
    return 0 if whole <= 0 or whole < reach else (whole - reach) // stride + 1


def pool_gradient(g):
    """select_and_scatter"""
    v = g.value(lambda t: t.element in ("f32", "bf16", "f64", "i32") and 0 not in t.shape, least=1, most=4, fresh="f32")
    t = g.type(v)
    rank, s = len(t.shape), Type(t.element, ())
    size, stride, padding = [1] * rank, [1] * rank, [[0, 0] for _ in t.shape]
    for d in g.rng.sample(range(rank), min(rank, 2)):
        size[d], stride[d] = g.rng.choice((1, 2, 3)), g.rng.choice((1, 2, 3))
        padding[d] = g.rng.choice(([0, 0], [0, 0], [0, size[d] - 1], [size[d] - 1, 0]))
    shape = tuple(extent(n, size[d], stride[d], 1, 1, padding[d]) for d, n in enumerate(t.shape))
    source = Type(t.element, shape)
    kind = "FLOAT" if t.kind == "float" else "SIGNED"
    g.add(f'$r = "stablehlo.select_and_scatter"($0, $1, $2) <{{padding = dense<{padding}> : tensor<{rank}x2xi64>, '
          f"window_dimensions = array<i64: {commas(size)}>, window_strides = array<i64: {commas(stride)}>}}> ({{\n"
          f"^bb0(%a$u: {s}, %b$u: {s}):\n  %c$u = stablehlo.compare GE, %a$u, %b$u, {kind} : ({s}, {s}) -> tensor<i1>\n  stablehlo.return %c$u : tensor<i1>\n}}, {{\n"
          f"^bb0(%a$u: {s}, %b$u: {s}):\n  %c$u = stablehlo.add %a$u, %b$u : {s}\n  stablehlo.return %c$u : {s}\n}}) : ({t}, {source}, {s}) -> {t}",
          [v, g.of_type(source), scalar(g, t.element, "add")], t)


def batch_norm(g):
    v = g.value(lambda t: t.element in ("f32", "bf16", "f64") and 0 not in t.shape, least=2, most=4, fresh="f32")
    t = g.type(v)
    feature = g.rng.randrange(len(t.shape))
    f = Type(t.element, (t.shape[feature],))
    attributes = f"<{{epsilon = 1.000000e-03 : f32, feature_index = {feature} : i64}}>"
    what = g.rng.choice(("training", "inference", "grad"))
    more = [g.of_type(f) for _ in range({"training": 2, "inference": 4, "grad": 3}[what])] + ([g.of_type(t)] if what == "grad" else [])
    types = ", ".join(str(g.type(w)) for w in [v, *more])
    names = ", ".join(f"${i}" for i in range(len(more) + 1))
    results = (t,) if what == "inference" else (t, f, f)
    shown = str(t) if what == "inference" else f"({t}, {f}, {f})"
    g.add(f'$r = "stablehlo.batch_norm_{what}"({names}) {attributes} : ({types}) -> {shown}', [v, *more], *results)


FAMILIES = {"reduce": (reduce, 7), "argmax": (argmax, 1), "dot": (dot, 6), "window": (window, 2), "pool_gradient": (pool_gradient, 1), "batch_norm": (batch_norm, 1)}
