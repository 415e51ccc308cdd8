"""Families of ops that move elements."""
from graphs import MOST_ELEMENTS, Type


def factors(n, rng):
    """n as a product of up to three numbers."""
    parts, rest = [], n
    while rest > 1 and len(parts) < 2:
        divisors = [d for d in range(2, rest + 1) if rest % d == 0]
        d = rng.choice(divisors)
        parts.append(d)
        rest //= d
    return parts + ([rest] if rest > 1 else [])


def reshape(g):
    v = g.value()
    t = g.type(v)
    shape = list(t.shape)
    for _ in range(g.rng.choice((1, 1, 2))):
        what = g.rng.random()
        if what < 0.45 and len(shape) >= 2:
            i = g.rng.randrange(len(shape) - 1)
            shape[i:i + 2] = [shape[i] * shape[i + 1]]
        elif what < 0.8 and shape:
            i = g.rng.randrange(len(shape))
            if shape[i] > 1:
                shape[i:i + 1] = factors(shape[i], g.rng)
        else:
            shape.insert(g.rng.randrange(len(shape) + 1), 1)
    r = Type(t.element, tuple(shape[:5])) if len(shape) <= 5 else t
    g.add(f"$r = stablehlo.reshape $0 : ({t}) -> {r}", [v], r)


def transpose(g):
    v = g.value(least=2)
    t = g.type(v)
    order = list(range(len(t.shape)))
    g.rng.shuffle(order)
    r = Type(t.element, tuple(t.shape[i] for i in order))
    g.add(f"$r = stablehlo.transpose $0, dims = {order} : ({t}) -> {r}", [v], r)


def broadcast(g):
    v = g.value(lambda t: t.count <= 300, most=3)
    t = g.type(v)
    rank = g.rng.randrange(max(len(t.shape), 1), 5)
    dims = sorted(g.rng.sample(range(rank), len(t.shape)))
    if g.rng.random() < 0.2:
        g.rng.shuffle(dims)
    for _ in range(20):
        shape = [g.extent() for _ in range(rank)]
        for i, d in enumerate(dims):
            if t.shape[i] != 1 or g.rng.random() < 0.5:
                shape[d] = t.shape[i]
        r = Type(t.element, tuple(shape))
        if r.count <= MOST_ELEMENTS:
            g.add(f"$r = stablehlo.broadcast_in_dim $0, dims = {dims} : ({t}) -> {r}", [v], r)
            return


def slice_(g):
    v = g.value(least=1)
    t = g.type(v)
    text, shape = [], []
    for n in t.shape:
        start = g.rng.randrange(n + 1) if g.rng.random() < 0.5 else 0
        limit = g.rng.randrange(start, n + 1) if g.rng.random() < 0.5 else n
        if limit == start and g.rng.random() < 0.8:
            start, limit = 0, n
        stride = g.rng.choice((1, 1, 1, 2, 3))
        text.append(f"{start}:{limit}" + (f":{stride}" if stride > 1 else ""))
        shape.append(-(-(limit - start) // stride))
    r = Type(t.element, tuple(shape))
    g.add(f"$r = stablehlo.slice $0 [{', '.join(text)}] : ({t}) -> {r}", [v], r)


def pad(g):
    v = g.value(least=1)
    t = g.type(v)
    for _ in range(20):
        low = [g.rng.choice((0, 0, 1, 2, -1)) for _ in t.shape]
        high = [g.rng.choice((0, 0, 1, 3, -1)) for _ in t.shape]
        interior = [g.rng.choice((0, 0, 0, 1, 2)) for _ in t.shape]
        shape = tuple(n + max(n - 1, 0) * i + a + b for n, a, b, i in zip(t.shape, low, high, interior))
        r = Type(t.element, shape)
        if min(shape) >= 0 and r.count <= MOST_ELEMENTS:
            s = Type(t.element, ())
            g.add(f"$r = stablehlo.pad $0, $1, low = {low}, high = {high}, interior = {interior} : ({t}, {s}) -> {r}", [v, g.of_type(s)], r)
            return


def concatenate(g):
    v = g.value(least=1)
    t = g.type(v)
    dim = g.rng.randrange(len(t.shape))
    values, total = [v], t.shape[dim]
    for _ in range(g.rng.choice((0, 1, 1, 2))):
        n = g.extent()
        u = Type(t.element, t.shape[:dim] + (n,) + t.shape[dim + 1:])
        if u.count + sum(g.type(w).count for w in values) > MOST_ELEMENTS:
            break
        values.append(g.of_type(u))
        total += n
    r = Type(t.element, t.shape[:dim] + (total,) + t.shape[dim + 1:])
    names, types = ", ".join(f"${i}" for i in range(len(values))), ", ".join(str(g.type(w)) for w in values)
    g.add(f"$r = stablehlo.concatenate {names}, dim = {dim} : ({types}) -> {r}", values, r)


def reverse(g):
    v = g.value(least=1)
    t = g.type(v)
    dims = sorted(g.rng.sample(range(len(t.shape)), g.rng.randrange(1, len(t.shape) + 1)))
    g.add(f"$r = stablehlo.reverse $0, dims = {dims} : {t}", [v], t)


def iota(g):
    r = Type(g.rng.choice(("i32", "f32", "bf16", "ui32", "i64")), g.shape(1, 3))
    g.add(f"$r = stablehlo.iota dim = {g.rng.randrange(len(r.shape))} : {r}", [], r)


def dynamic_slice(g):
    v = g.value(least=1)
    t = g.type(v)
    sizes = [g.rng.choice((n, n, max(n - 1, 0), min(n, 1), n // 2)) for n in t.shape]
    index = Type(g.rng.choice(("i32", "i32", "ui32", "i64")), ())
    starts = [g.of_type(index) for _ in sizes]
    r = Type(t.element, tuple(sizes))
    names, types = ", ".join(f"${i + 1}" for i in range(len(sizes))), ", ".join([str(index)] * len(sizes))
    g.add(f"$r = stablehlo.dynamic_slice $0, {names}, sizes = {sizes} : ({t}, {types}) -> {r}", [v, *starts], r)


def dynamic_update_slice(g):
    v = g.value(least=1)
    t = g.type(v)
    sizes = [g.rng.choice((n, n, max(n - 1, 0), min(n, 1), n // 2)) for n in t.shape]
    index = Type(g.rng.choice(("i32", "i32", "ui32", "i64")), ())
    starts = [g.of_type(index) for _ in sizes]
    u = Type(t.element, tuple(sizes))
    names, types = ", ".join(f"${i + 2}" for i in range(len(sizes))), ", ".join([str(index)] * len(sizes))
    g.add(f"$r = stablehlo.dynamic_update_slice $0, $1, {names} : ({t}, {u}, {types}) -> {t}", [v, g.of_type(u), *starts], t)


def constraint(g):
    """A sharding constraint, or a barrier."""
    v = g.value(least=1)
    t = g.type(v)
    if g.rng.random() < 0.2:
        g.add(f"$r = stablehlo.optimization_barrier $0 : {t}", [v], t)
        return
    axes, dims = ['"a"', '"b"'], []
    g.rng.shuffle(axes)
    for _ in t.shape:
        dims.append("{" + axes.pop() + "}" if axes and g.rng.random() < 0.5 else "{}")
    g.add(f"$r = sdy.sharding_constraint $0 <@mesh, [{', '.join(dims)}]> : {t}", [v], t)


FAMILIES = {"reshape": (reshape, 4), "transpose": (transpose, 3), "broadcast": (broadcast, 3), "slice": (slice_, 3), "pad": (pad, 2),
            "concatenate": (concatenate, 2), "reverse": (reverse, 1), "iota": (iota, 1), "dynamic_slice": (dynamic_slice, 2),
            "dynamic_update_slice": (dynamic_update_slice, 2), "constraint": (constraint, 2)}
