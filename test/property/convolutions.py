"""The family of convolution, with every attribute."""
from graphs import MOST_ELEMENTS, Type
from reductions import extent


def convolution(g):
    element = g.rng.choice(("f32", "f32", "f32", "bf16", "f64", "i32"))
    rank = g.rng.choice((0, 1, 1, 2, 2, 2, 3))
    group, batches = g.rng.choice(((1, 1), (1, 1), (1, 1), (2, 1), (3, 1), (1, 2)))
    draw = g.rng.choice
    features, outputs = group * draw((1, 2, 3, 5)), group * batches * draw((1, 2, 3))
    batch = batches * draw((1, 2, 3, 5))
    space = [draw((1, 2, 3, 4, 5, 7, 8)) for _ in range(rank)]
    kernel = [draw((1, 1, 2, 3, 3)) for _ in range(rank)]
    stride, left, right = ([draw((1, 1, 1, 2, 3)) for _ in range(rank)] for _ in range(3))
    padding = [[draw((0, 0, 1, 1, 2, -1)), draw((0, 0, 1, 1, 2, -1))] for _ in range(rank)]
    reverse = [draw((False, False, True)) for _ in range(rank)]
    places = [extent(n, kernel[d], stride[d], left[d], right[d], padding[d]) for d, n in enumerate(space)]
    if any((n - 1) * left[d] + 1 + sum(padding[d]) < 0 for d, n in enumerate(space)):
        return

    def layout(first, second, sizes):
        """Shuffled dims: (labels, shape)"""
        labelled = [first, second] + [(str(d), n) for d, n in enumerate(sizes)]
        if draw((True, False)):
            g.rng.shuffle(labelled)
        return [name for name, _ in labelled], tuple(n for _, n in labelled)
    left_names, left_shape = layout(("b", batch), ("f", features), space)
    right_names, right_shape = layout(("i", features // group), ("o", outputs), kernel)
    out_names, out_shape = layout(("b", batch // batches), ("f", outputs), places)
    t, u, r = Type(element, left_shape), Type(element, right_shape), Type(element, out_shape)
    if max(t.count, u.count, r.count) > MOST_ELEMENTS:
        return
    def show(names): return "[" + ", ".join(names) + "]"
    def flags(values): return "[" + ", ".join("true" if f else "false" for f in values) + "]"
    window = f"stride = {stride}, pad = {padding}, lhs_dilate = {left}, rhs_dilate = {right}, reverse = {flags(reverse)}" if rank else ""
    g.add(f"$r = stablehlo.convolution($0, $1) dim_numbers = {show(left_names)}x{show(right_names)}->{show(out_names)}, window = {{{window}}} "
          f"{{batch_group_count = {batches} : i64, feature_group_count = {group} : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}} "
          f": ({t}, {u}) -> {r}", [g.of_type(t), g.of_type(u)], r)


FAMILIES = {"convolution": (convolution, 3)}
