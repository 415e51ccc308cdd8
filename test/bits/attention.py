"""Attention at once (--fuse-attention): the scores and weights of attention, forward and backward, kept in the memory of a block, have the bits of
the host, of the reference and of the same kernels one by one, over sizes around the tiles.

    attention.py [--long]
"""
import itertools
import pathlib
import re
import sys

import det

sys.path.insert(0, str(det.SOURCE / "test" / "verify"))
import artifact_file  # noqa: E402

# Batch, heads, rows, columns, size of a head.
SHORT = [(2, 2, 33, 64, 16), (1, 1, 20, 300, 128)]
LONG = [(1, 2, 1, 7, 8), (2, 1, 15, 16, 8), (1, 2, 16, 17, 8), (1, 1, 31, 33, 13), (2, 2, 33, 64, 16), (1, 1, 65, 130, 20), (1, 1, 97, 101, 64), (1, 1, 20, 300, 128)]
LONG += [(1, 1, t, s, d) for t, s, d in itertools.product((1, 16, 17, 31, 63, 64, 65, 128, 129), (2, 15, 63, 64, 67, 128, 300), (8, 31, 64, 128))]
# Where a product is so large that it lies as its readers want it.
TURNED = [(1, 2, 40, 52, 8), (2, 2, 33, 64, 16), (1, 1, 65, 130, 20), (1, 1, 97, 101, 64)]
SMALL_LEAVES = "--recipe=k_leaf_min=16,k_leaf_max=16"


def program(b, h, t, s, d, parts):
    """Attention with a causal mask over heads that lie inside of the rows. `parts`: forward alone, whose weights nobody else reads; rows alone, whose
    weights are the result; all, with the gradients alone, where one kernel works on rows of both passes; keys, which is forward with scores that are
    the transpose of K Q^T and weights that are transposed again before they are multiplied."""
    q, k, heads, scores, row = f"tensor<{b}x{t}x{h}x{d}xf32>", f"tensor<{b}x{s}x{h}x{d}xf32>", f"tensor<{b}x{h}x{t}x{d}xf32>", f"tensor<{b}x{h}x{t}x{s}xf32>", f"tensor<{b}x{h}x{t}xf32>"
    keys = f"tensor<{b}x{h}x{s}x{d}xf32>"
    by_heads = "batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3]"
    turned = f"tensor<{b}x{h}x{s}x{t}xf32>"
    raw = f"    %raw = stablehlo.dot_general %q, %k, {by_heads} : ({q}, {k}) -> {scores}"
    if parts == "keys":
        raw = f"""    %turned = stablehlo.dot_general %k, %q, {by_heads} : ({k}, {q}) -> {turned}
    %raw = stablehlo.transpose %turned, dims = [0, 1, 3, 2] : ({turned}) -> {scores}"""
    body = f"""    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %low = stablehlo.constant dense<-1.0e9> : {scores}
    %scale = stablehlo.constant dense<0.3> : {scores}
    %row = stablehlo.iota dim = 2 : tensor<{b}x{h}x{t}x{s}xi32>
    %column = stablehlo.iota dim = 3 : tensor<{b}x{h}x{t}x{s}xi32>
    %seen = stablehlo.compare GE, %row, %column : (tensor<{b}x{h}x{t}x{s}xi32>, tensor<{b}x{h}x{t}x{s}xi32>) -> tensor<{b}x{h}x{t}x{s}xi1>
{raw}
    %scaled = stablehlo.multiply %raw, %scale : {scores}
    %masked = stablehlo.select %seen, %scaled, %low : tensor<{b}x{h}x{t}x{s}xi1>, {scores}
    %most = stablehlo.reduce(%masked init: %least) applies stablehlo.maximum across dimensions = [3] : ({scores}, tensor<f32>) -> {row}
    %mosts = stablehlo.broadcast_in_dim %most, dims = [0, 1, 2] : ({row}) -> {scores}
    %shifted = stablehlo.subtract %masked, %mosts : {scores}
    %e = stablehlo.exponential %shifted : {scores}
    %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3] : ({scores}, tensor<f32>) -> {row}
    %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : ({row}) -> {scores}
    %p = stablehlo.divide %e, %sums : {scores}
"""
    results = {"p": scores}
    if parts == "keys":
        body += f"""    %columns = stablehlo.transpose %p, dims = [0, 1, 3, 2] : ({scores}) -> {turned}
    %o = stablehlo.dot_general %columns, %v, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1] : ({turned}, {k}) -> {heads}
"""
        results = {"o": heads}
    elif parts != "rows":
        body += f"    %o = stablehlo.dot_general %p, %v, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : ({scores}, {k}) -> {heads}\n"
        results = {"o": heads}
    if parts == "all":
        body += f"""    %dp = stablehlo.dot_general %do, %v, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : ({q}, {k}) -> {scores}
    %weighed = stablehlo.multiply %dp, %p : {scores}
    %total = stablehlo.reduce(%weighed init: %zero) applies stablehlo.add across dimensions = [3] : ({scores}, tensor<f32>) -> {row}
    %totals = stablehlo.broadcast_in_dim %total, dims = [0, 1, 2] : ({row}) -> {scores}
    %centred = stablehlo.subtract %dp, %totals : {scores}
    %ds = stablehlo.multiply %centred, %p : {scores}
    %dq = stablehlo.dot_general %ds, %k, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : ({scores}, {k}) -> {heads}
    %dk = stablehlo.dot_general %ds, %q, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1] : ({scores}, {q}) -> {keys}
    %dv = stablehlo.dot_general %p, %do, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1] : ({scores}, {q}) -> {keys}
"""
        results = {"o": heads, "dq": heads, "dk": keys, "dv": keys}
    state = ", ".join(f"%s{i}: {type} {{tf.aliasing_output = {i} : i32}}" for i, type in enumerate(results.values()))
    operands = {"q": q, "k": k} | ({} if parts == "rows" else {"v": k}) | ({"do": q} if parts == "all" else {})
    arguments = ", ".join(f"%{name}: {type}" for name, type in operands.items())
    types = ", ".join(results.values())
    return f"""module {{
  func.func public @main({state}, {arguments}) -> ({types}) {{
{body}    return {", ".join("%" + name for name in results)} : {types}
  }}
}}
"""


class Case(det.Graph):
    def __init__(self, sizes, parts):
        self.name = f"attention-{parts}-" + "x".join(map(str, sizes))
        self.step = det.OUT / f"{self.name}.mlir"
        self.step.write_text(program(*sizes, parts))
        self.start, self.sources = [], ["*=random:1"]


def compiled(case, choice, *options):
    """An artifact, and what its plan does at once."""
    path = det.OUT / f"{case.name}-{choice}.det"
    plan = det.tool("det-opt", case.step, "--to=cuda", "--chips=none", f"--fuse-attention={choice}", "--dump-plan", *options, "-o", path).stdout
    return path, re.findall(r"fused=(\d) rows=\d+ input=#\d+(?: output=#\d+( kept| not kept))?", plan)


def simulated(case, name, path, *options):
    return det.run(case, name, "--device=ptx-sim", "--threads=2", *options, program=path, steps=1)


def check(checks, sizes, parts, *options):
    case = Case(sizes, parts)
    right = det.run(case, "host", *options, steps=1)
    checks.equal(det.run(case, "reference", "--device=reference", *options, steps=1), right, f"{case.name}: reference")
    wanted = {"forward": ("3", " not kept"), "keys": ("3", " not kept"), "rows": ("2", ""), "all": ("3", " kept")}[parts]
    for choice, at_once in (("always", [wanted]), ("off", [])):
        path, found = compiled(case, choice, *options)
        checks.expect(found == at_once, f"{case.name}, {choice}: at once are {found}")
        det.tool("det-verify", path)
        checks.equal(simulated(case, choice, path), right, f"{case.name}: ptx-sim, {choice}")
    return case, right


def controls(checks):
    """Wrong instructions in the kernel show, and so does another order."""
    case, right = check(checks, (1, 1, 33, 70, 40), "all", SMALL_LEAVES)
    other = det.run(case, "other", steps=1)
    checks.expect(other.state != right.state, "another order gives the same bits")
    content = artifact_file.sections(det.OUT / f"{case.name}-always.det")
    text = content["kernels.ptx"].decode()
    start = text.index(".entry det_attention")
    for wrong in (("add.rn.f32", "sub.rn.f32"), ("fma.rn.f32", "fma.rz.f32"), ("sub.rn.f32", "add.rn.f32"), ("div.rn.f32", "div.rz.f32")):
        checks.expect(wrong[0] in text[start:], f"the kernel has no {wrong[0]}")
        content["kernels.ptx"] = (text[:start] + text[start:].replace(*wrong)).encode()
        bad = pathlib.Path(det.OUT / f"{case.name}-wrong.det")
        artifact_file.write(bad, content)
        checks.expect(simulated(case, "wrong", bad).state != right.state, f"{wrong[1]} for {wrong[0]} in the kernel gives the same bits")


def graph(checks):
    """A whole training step."""
    step = det.graph("gpt_nano")
    if step is None:
        print("the shared collection is not at hand: gpt_nano is skipped")
        return
    right = det.run(step, "attention-host", steps=1)
    for choice in ("on", "off"):
        path, found = compiled(step, choice)
        checks.expect((len(found) > 0) == (choice == "on"), f"gpt_nano, {choice}: at once are {found}")
        checks.equal(simulated(step, f"attention-{choice}", path), right, f"gpt_nano: ptx-sim, {choice}")


def main():
    checks = det.Checks()
    det.OUT.mkdir(parents=True, exist_ok=True)
    is_long = "--long" in sys.argv
    for number, sizes in enumerate(LONG if is_long else SHORT):
        for parts in ("forward", "rows", "all") if is_long else [("forward", "rows")[number]]:
            check(checks, sizes, parts, *([SMALL_LEAVES] if number % 2 else []))
    for sizes in TURNED if is_long else TURNED[:1]:
        check(checks, sizes, "keys")
    controls(checks)
    if is_long:
        graph(checks)
    checks.end()


main()
