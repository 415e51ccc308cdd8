"""Families that address by data: gather, scatter, sort, top-k; and random bits."""
from graphs import MOST_ELEMENTS, Type


def dimension_numbers(g, t):
    """How a gather or a scatter addresses `t`: (slice sizes, collapsed, batching, start map)."""
    rank = len(t.shape)
    starts = g.rng.sample(range(rank), g.rng.randrange(1, rank + 1))
    sizes = [min(n, 1) if d in starts and g.rng.random() < 0.7 else g.rng.choice((n, n, max(n - 1, min(n, 1)))) for d, n in enumerate(t.shape)]
    free = [d for d in range(rank) if d not in starts]
    batching = [d for d in free if g.rng.random() < 0.2]
    for d in batching:
        sizes[d] = min(t.shape[d], 1)
    collapsed = [d for d in range(rank) if d not in batching and sizes[d] == 1 and g.rng.random() < 0.7]
    return sizes, sorted(collapsed), batching, starts


def addressed(g):
    """(operand, sizes, dims, index type, type of what is gathered, its window dims, attributes' common part)"""
    v = g.value(kinds=("float", "float", "signed", "unsigned"), wanted=lambda t: 0 not in t.shape or g.rng.random() < 0.2, least=1, most=4)
    t = g.type(v)
    for _ in range(20):
        sizes, collapsed, batching, starts = dimension_numbers(g, t)
        places = [t.shape[d] for d in batching] + [g.extent() for _ in range(g.rng.choice((0, 1, 1, 2)))]
        order = list(range(len(places)))
        g.rng.shuffle(order)
        index_batching = [order.index(i) for i in range(len(batching))]
        places = [places[i] for i in order]
        implicit = len(starts) == 1 and g.rng.random() < 0.2
        position = len(places) if implicit else g.rng.choice((len(places), len(places), g.rng.randrange(len(places) + 1)))
        shape = list(places)
        if not implicit:
            shape.insert(position, len(starts))
            index_batching = [i + (i >= position) for i in index_batching]
        window = [n for d, n in enumerate(sizes) if d not in collapsed and d not in batching]
        rank = len(window) + len(places)
        offsets = sorted(g.rng.sample(range(rank), len(window)))
        whole, windows, others = [], iter(window), iter(places)
        for d in range(rank):
            whole.append(next(windows) if d in offsets else next(others))
        r = Type(t.element, tuple(whole))
        index = Type(g.rng.choice(("i32", "i32", "ui32", "i64", "i8")), tuple(shape))
        if r.count <= MOST_ELEMENTS and index.count <= MOST_ELEMENTS and rank <= 6:
            return v, t, index, r, sizes, offsets, collapsed, batching, index_batching, starts, position
    return None


def gather(g):
    found = addressed(g)
    if not found:
        return
    v, t, index, r, sizes, offsets, collapsed, batching, index_batching, starts, position = found
    batches = f"operand_batching_dims = {batching}, start_indices_batching_dims = {index_batching}, " if batching else ""
    g.add(f'$r = "stablehlo.gather"($0, $1) <{{dimension_numbers = #stablehlo.gather<offset_dims = {offsets}, collapsed_slice_dims = {collapsed}, '
          f"{batches}start_index_map = {starts}, index_vector_dim = {position}>, indices_are_sorted = false, slice_sizes = array<i64: "
          f"{', '.join(map(str, sizes))}>}}> : ({t}, {index}) -> {r}", [v, g.of_type(index)], r)


def scatter(g):
    found = addressed(g)
    if not found:
        return
    v, t, index, u, _, offsets, collapsed, batching, index_batching, starts, position = found
    batches = f"input_batching_dims = {batching}, scatter_indices_batching_dims = {index_batching}, " if batching else ""
    s = Type(t.element, ())
    names = ("add", "add", "overwrite", "maximum", "minimum", "multiply") + (("subtract",) if g.rng.random() < 0.3 else ())
    combiner = g.rng.choice(names)
    body = "stablehlo.return %b$u" if combiner == "overwrite" else f"%c$u = stablehlo.{combiner} %a$u, %b$u : {s}\n  stablehlo.return %c$u"
    g.add(f'$r = "stablehlo.scatter"($0, $1, $2) <{{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = {offsets}, '
          f"inserted_window_dims = {collapsed}, {batches}scatter_dims_to_operand_dims = {starts}, index_vector_dim = {position}>, unique_indices = false}}> ({{\n"
          f"^bb0(%a$u: {s}, %b$u: {s}):\n  {body} : {s}\n}}) : ({t}, {index}, {u}) -> {t}", [v, g.of_type(index), g.of_type(u)], t)


def sort(g):
    v = g.value(kinds=("float", "float", "signed", "unsigned"), least=1)
    t = g.type(v)
    dim = g.rng.randrange(len(t.shape))
    values = [v] + [g.of_type(t.of(g.rng.choice((t.element, "i32", "f32")))) for _ in range(g.rng.choice((0, 1, 1, 2)))]
    types = [g.type(w) for w in values]
    pairs = [(f"%a$u_{i}", f"%b$u_{i}", Type(u.element, ())) for i, u in enumerate(types)]
    kind = {"float": g.rng.choice(("FLOAT", "TOTALORDER")), "signed": "SIGNED", "unsigned": "UNSIGNED"}[t.kind]
    direction = g.rng.choice(("LT", "GT", "LT", "GE"))
    arguments = ", ".join(f"{a}: {s}, {b}: {s}" for a, b, s in pairs)
    listed = ", ".join(map(str, types))
    s = pairs[0][2]
    g.add(f'$r = "stablehlo.sort"({", ".join(f"${i}" for i in range(len(values)))}) <{{dimension = {dim} : i64, is_stable = {g.rng.choice(("true", "false"))}}}> ({{\n'
          f"^bb0({arguments}):\n  %c$u = stablehlo.compare {direction}, {pairs[0][0]}, {pairs[0][1]}, {kind} : ({s}, {s}) -> tensor<i1>\n"
          f"  stablehlo.return %c$u : tensor<i1>\n}}) : ({listed}) -> ({listed})", values, *types)


def top_k(g):
    v = g.value(kinds=("float", "float", "signed"), least=1)
    t = g.type(v)
    k = g.rng.randrange(t.shape[-1] + 1) if g.rng.random() < 0.5 else min(t.shape[-1], 2)
    r = Type(t.element, t.shape[:-1] + (k,))
    g.add(f"$r = chlo.top_k($0, k = {k}) : {t} -> ({r}, {r.of('i32')})", [v], r, r.of("i32"))


def random_bits(g):
    state = Type("ui64", (2,))
    r = Type(g.rng.choice(("ui32", "ui64", "ui8", "ui16")), g.shape(1, 3))
    algorithm = g.rng.choice(("THREE_FRY", "DEFAULT", "PHILOX"))
    g.add(f"$r = stablehlo.rng_bit_generator $0, algorithm = {algorithm} : ({state}) -> ({state}, {r})", [g.of_type(state)], state, r)


FAMILIES = {"gather": (gather, 3), "scatter": (scatter, 3), "sort": (sort, 2), "top_k": (top_k, 1), "random_bits": (random_bits, 1)}
