"""Families with regions of whole graphs: loops, branches, manual computations."""
import elementwise
import movement
import reductions
from graphs import Graph, Type

BODY = {name: entry for module in (elementwise, movement, reductions) for name, entry in module.FAMILIES.items()
        if name in ("unary", "binary", "choose", "reshape", "transpose", "slice", "reverse", "broadcast", "reduce", "dot")}


def region(g, types, results, ops):
    """A small graph from arguments of `types` to values of types `results`: (lines, names of the results, types of what it takes from outside).

    Arguments that the graph makes for itself are values from outside; in the text they are $OUTER0, $OUTER1, ..."""
    inner = Graph(g.rng, g.extents)
    given = [inner.argument(t)[0] for t in types]
    names = list(BODY)
    for _ in range(ops):
        BODY[g.rng.choices(names, [BODY[n][1] for n in names])[0]][0](inner)
    outputs = []
    for wanted in results:
        fits = [v for v in inner.values() if inner.type(v) == wanted and v[0].text is not None]
        outputs.append(g.rng.choice(fits) if fits and g.rng.random() < 0.8 else inner.of_type(wanted, reuse=0.9))
    outer = [node for node in inner.arguments() if not any(node is own for own in given)]
    called = {id(node): f"%in$u_{i}" for i, node in enumerate(given)} | {id(node): f"$OUTER{i}" for i, node in enumerate(outer)}
    lines, name = inner.body("%x$u_", called)
    return lines, [name(v) for v in outputs], [node.types[0] for node in outer]


def fill(lines, first, tag):
    """The lines with values from outside as operands from number `first` on, and names of this region's own."""
    text = "\n    ".join(lines)
    for i in reversed(range(text.count("$OUTER") + 1)):
        text = text.replace(f"$OUTER{i}", f"${first + i}")
    return text.replace("$u_", f"$u{tag}_")


def loop(g):
    """A counted loop: a constant or a run-time number of trips, one or two carried values, values from outside."""
    carried = [g.type(g.value(lambda t: t.count <= 600, kinds=("float", "signed"))) for _ in range(g.rng.choice((1, 1, 2)))]
    start = [g.of_type(t, 0.95) for t in carried]
    i32, i1 = Type("i32", ()), Type("i1", ())
    zero = g.constant("i32", "0")
    if g.rng.random() < 0.5:
        trips = g.constant("i32", str(g.rng.choice((0, 1, 2, 3, 5))))
    else:
        four, raw = g.constant("i32", "4"), g.of_type(i32)
        trips = g.add(f"$r = stablehlo.clamp $0, $1, $2 : ({i32}, {i32}, {i32}) -> {i32}", [zero, raw, four], i32)
    one = g.constant("i32", "1")
    lines, names, outer = region(g, carried, carried, g.rng.randrange(1, 5))
    operands = [zero, *start, trips, one]
    first = len(operands)
    outside = [g.of_type(t, 0.95) for t in outer]
    types = ", ".join(map(str, (i32, *carried)))
    arguments = ", ".join(f"%in$ub_{i} = ${i + 1}" for i in range(len(carried)))
    shown = ", ".join(n.replace("$u_", "$ub_") if not n.startswith("$OUTER") else f"${first + int(n[6:])}" for n in names)
    g.add(f"$r = stablehlo.while(%k$u = $0, {arguments}) : {types}\ncond {{\n"
          f"    %p$u = stablehlo.compare LT, %k$u, ${len(carried) + 1}, SIGNED : ({i32}, {i32}) -> {i1}\n    stablehlo.return %p$u : {i1}\n}} do {{\n"
          f"    {fill(lines, first, 'b')}\n    %l$u = stablehlo.add %k$u, ${len(carried) + 2} : {i32}\n"
          f"    stablehlo.return %l$u, {shown} : {types}\n}}", operands + outside, i32, *carried)


def case(g):
    """case or if: branches over values from outside"""
    result = g.type(g.value(lambda t: t.count <= 600, kinds=("float", "signed")))
    boolean = g.rng.random() < 0.4
    if boolean and g.rng.random() < 0.5:
        # A predicate that is a sum over what may be sharded.
        v = g.value(kinds=("signed",))
        t, s, b = g.type(v), Type(g.type(v).element, ()), Type("i1", ())
        zero = g.constant(t.element, "0")
        total = g.add(f"$r = stablehlo.reduce($0 init: $1) applies stablehlo.add across dimensions = {list(range(len(t.shape)))} : ({t}, {s}) -> {s}", [v, zero], s)
        index = g.add(f"$r = stablehlo.compare GT, $0, $1, SIGNED : ({s}, {s}) -> {b}", [total, zero], b)
    else:
        index = g.of_type(Type("i1" if boolean else "i32", ()))
    operands, branches = [index], []
    for number in range(2 if boolean else g.rng.choice((1, 2, 3))):
        lines, names, outer = region(g, [], [result], g.rng.randrange(0, 4))
        first = len(operands)
        operands += [g.of_type(t, 0.95) for t in outer]
        tag = "abc"[number]
        shown = names[0].replace("$u_", f"$u{tag}_") if not names[0].startswith("$OUTER") else f"${first + int(names[0][6:])}"
        branches.append(f"{{\n    {fill(lines, first, tag)}\n    stablehlo.return {shown} : {result}\n}}")
    name = "if" if boolean else "case"
    g.add(f'$r = "stablehlo.{name}"($0) ({", ".join(branches)}) : ({g.type(index)}) -> {result}', operands, result)


def manual(g):
    """shard_map over axis a of two logical ranks, of a mesh a=2, b=2: elementwise work, then a collective."""
    element = g.rng.choice(("f32", "f32", "bf16", "i32", "f64"))
    shape = [g.extent() for _ in range(g.rng.choice((1, 2, 2, 3)))]
    dim = g.rng.randrange(len(shape))
    half = max(g.rng.choice((1, 2, 3, 4, 6)), 1)
    shape[dim] = 2 * half
    t = Type(element, tuple(shape))
    local = Type(element, tuple(half if d == dim else n for d, n in enumerate(shape)))
    if t.count > 3000:
        return
    def sharding(at): return "<@mesh, [" + ", ".join('{"a"}' if d == at else "{}" for d in range(len(shape))) + "]>"
    what = g.rng.choice(("all_reduce", "all_gather", "reduce_scatter", "collective_permute", "none"))
    groups = "replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids"
    s, result, out = Type(element, ()), local, dim
    combiner = g.rng.choice(("add", "add", "maximum"))
    reducer = f"({{\n  ^bb0(%c$u: {s}, %d$u: {s}):\n    %e$u = stablehlo.{combiner} %c$u, %d$u : {s}\n    stablehlo.return %e$u : {s}\n  }})"
    if what == "all_reduce":
        text, out = f'"stablehlo.all_reduce"(%y$u) <{{{groups}}}> {reducer} : ({local}) -> {local}', None
    elif what == "all_gather":
        text, result, out = f'"stablehlo.all_gather"(%y$u) <{{all_gather_dim = {dim} : i64, {groups}}}> : ({local}) -> {t}', t, None
    elif what == "reduce_scatter":
        if half % 2:
            return
        result = Type(element, tuple(half // 2 if d == dim else n for d, n in enumerate(shape)))
        text = f'"stablehlo.reduce_scatter"(%y$u) <{{{groups}, scatter_dimension = {dim} : i64}}> {reducer} : ({local}) -> {result}'
    elif what == "collective_permute":
        text = (f'"stablehlo.collective_permute"(%y$u) <{{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, '
                f"source_target_pairs = dense<{g.rng.choice(('[[0, 2], [2, 0], [1, 3], [3, 1]]', '[[0, 2], [1, 3]]'))}> : tensor<{{}}x2xi64>}}> : ({local}) -> {local}")
        text = text.replace("{}", "4" if "[2, 0]" in text else "2")
    else:
        text = f"stablehlo.add %y$u, %y$u : {local}"
    whole = Type(element, tuple(2 * n if d == out else n for d, n in enumerate(result.shape)))
    g.add(f'$r = sdy.manual_computation($0) in_shardings=[{sharding(dim)}] out_shardings=[{sharding(out)}] manual_axes={{"a"}} (%x$u: {local}) {{\n'
          f"    %y$u = stablehlo.multiply %x$u, %x$u : {local}\n    %z$u = {text}\n    sdy.return %z$u : {result}\n}} : ({t}) -> {whole}", [g.of_type(t)], whole)


FAMILIES = {"loop": (loop, 1), "case": (case, 1), "manual": (manual, 1)}
