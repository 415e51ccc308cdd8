"""Level not_guaranteed on GPUs, the baseline: atomics and NCCL's own sums, whose values are close to those of an order. At every other level no kernel
of any graph adds floats by atomics, and no rank asks NCCL for more than bytes.

    free.py [--long]
"""
import re
import struct
import sys

import det

ATOMIC = re.compile(r"^\s*(@\S+\s+)?(red|atom)[.\w:]*\.(f16|f16x2|bf16|bf16x2|f32|f64)\b", re.M)
CASES = det.SOURCE / "test" / "bits" / "cases"
ORDERED = ("mesh_to_mesh", "device_to_device")
OUT = det.OUT / "free"
checks = det.Checks()


def compiled(name, step, level, *options):
    """The artifact, its PTX, and what its ranks ask of NCCL."""
    path = OUT / f"{name}-{level}.det"
    det.tool("det-opt", step, "--to=cuda", "--chips=none", f"--level={level}", *options, "-o", path)
    return path, det.section(path, "kernels.ptx").decode(), det.tool("det-nccl-calls", path).stdout.splitlines()


def flags(text):
    """The first placement of a case on its smallest mesh."""
    shards = det.head(text, "shard")
    # GPUs have no tensor cores for all types of the one case that asks for some.
    recipe = [f"--recipe={words}" for words in det.head(text, "recipe") if "mma" not in words]
    if not shards:
        return recipe
    mesh = "--mesh=a=2,b=2" if "b}" in shards[0] else "--mesh=a=2"
    return [mesh, *(f"--shard={word}" for word in shards[0].split()), *recipe]


def ordered(name, step, *options, levels=ORDERED):
    """Laws of every level but one."""
    for level in levels:
        path, ptx, calls = compiled(name, step, level, *options)
        found = ATOMIC.search(ptx)
        checks.expect(not found and "det_scatter_atomic" not in ptx, f"{name}, {level}: {found and found.group(0)} in its PTX")
        text = path.with_suffix(".ptx")
        text.write_text(ptx)
        checks.expect(det.tool("det-ptx-lint", text, check=False).returncode == 0, f"{name}, {level}: the lint")
        checks.expect(not [call for call in calls if "reduce" in call], f"{name}, {level}: NCCL adds")
        checks.expect(calls or "--mesh=data=2" not in options, f"{name}, {level}: its ranks ask NCCL for nothing")


def freed(name, step, *options):
    """How much of what they forbid is there at not_guaranteed: atomics, sums of NCCL."""
    _, ptx, calls = compiled(name, step, "not_guaranteed", *options)
    return len(ATOMIC.findall(ptx)), len([call for call in calls if "reduce" in call])


def close(graph, steps, *options):
    """A step at not_guaranteed against one of mesh_to_mesh, both in ptx-sim: the greatest difference, relative to the largest number of a tensor."""
    sim = ("--device=ptx-sim", "--threads=2", *options)
    right = det.run(graph, "free-right", *sim, steps=steps)
    free = det.run(graph, "free", *sim, "--level=not_guaranteed", steps=steps)
    a, b = det.tensors(right.state), det.tensors(free.state)
    checks.expect(a.keys() == b.keys(), f"{graph.name}: other state")
    worst, others, count = 0, 0, 0
    for name, tensor in a.items():
        if tensor[0] != "F32":
            continue
        x, y = det.floats(tensor), det.floats(b[name])
        scale = max(map(abs, x), default=0)
        others += sum(struct.pack("<f", p) != struct.pack("<f", q) for p, q in zip(x, y))
        count += len(x)
        if scale:
            worst = max(worst, max(abs(p - q) for p, q in zip(x, y)) / scale)
    print(f"{graph.name} {' '.join(options)}: {others} of {count} numbers differ, by up to {worst:.1e} of the largest of their tensor", flush=True)
    checks.expect(others > 0, f"{graph.name}: control: no order binds, and no bit differs")
    return worst


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    long = "--long" in sys.argv
    found = {}
    for path in sorted(CASES.glob("*.mlir")):
        options = flags(path.read_text())
        ordered(path.stem, path, *options, levels=ORDERED if long else ORDERED[:1] if path.stem < "l" else ORDERED[1:])
        if long or path.stem == "embedding":
            found[path.stem] = freed(path.stem, path, *options)
    for mesh in ("data=2", "model=2", "data=2,model=2") if long else ("data=2",):
        example = (f"example-{mesh}", det.example().step, f"--mesh={mesh}")
        ordered(*example)
        found[mesh] = freed(*example)
    atomics, sums = (sum(counts) for counts in zip(*found.values()))
    print(f"at not_guaranteed {atomics} atomics and {sums} sums of NCCL; elsewhere none", flush=True)
    checks.expect(found["embedding"][0] and all(found["data=2"]), f"control: at not_guaranteed there are {found}")
    checks.expect(close(det.example(), 1, "--mesh=data=2") < 1e-4, "example: values are far from those of an order")
    if long:
        for name in ("gpt_nano", "moe_nano"):
            graph = det.graph(name)
            if graph:
                checks.expect(close(graph, 1) < 1e-4, f"{name}: values are far from those of an order")
    checks.end()


main()
