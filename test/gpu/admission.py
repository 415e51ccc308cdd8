"""Algorithms of cuBLASLt: det-pin's probes, and the bits of programs that are pinned to what it admits."""
import json

from programs import product
from setup import OUT, Failure, call, det
from timing import program


def programs(setup):
    """(name, step, sources of data): single products of every type, and the graph in bf16."""
    sizes = [48] if setup.is_sim else [512, 4096]
    for type in ("bf16", "f16"):
        for size in sizes:
            yield f"{type} product of {size}", program(f"pinned-{type}-{size}", product(size, type)), None
    graph = None if setup.quick else det.graph("gpt_nano_bf16")
    if graph:
        yield graph.name, graph.step, graph


def results(setup, name, artifact, graph):
    """The state that a few steps leave."""
    path = OUT / f"{name.replace(' ', '-')}.safetensors"
    start = [*graph.start, *(word for source in graph.sources for word in ("--data", source))] if graph else ["--data=*=random:1"]
    call("det-run", artifact, f"--device={setup.device}", *setup.sim, *start, "--steps=2", f"--save={path}")
    return path.read_bytes()


def pin(setup, name, step, graph):
    """Admits, pins, and compares the pinned program with the same on det's own kernels."""
    options = ["--level=mesh_to_mesh", f"--recipe=mma={setup.family}"]
    plain = setup.compile(step.stem, step, "cuda", *options)
    if setup.is_sim:
        listed = call("det-pin", plain, "--list").strip().splitlines()
        setup.table.add(f"{name}: products for cuBLASLt", "measured", "admission needs a GPU: listed alone", kinds=len(listed) - 1)
        return
    pins = OUT / f"{step.stem}.pins.json"
    call("det-pin", plain, "--quiet", "--always", "-o", pins)
    products = json.loads(pins.read_text())["products"]
    pinned = [one for one in products if one["pin"]]
    setup.table.add(f"{name}: admission by probes", "measured", kinds=len(products), tried=sum(one["tried"] for one in products),
                    admitted=sum(one["admitted"] for one in products), pinned=len(pinned),
                    own_ms=sum(one["own_milliseconds"] for one in pinned), cublaslt_ms=sum(one["milliseconds"] for one in pinned), products=products)
    if pinned:
        same = results(setup, name, plain, graph) == results(setup, name + " pinned", setup.compile(step.stem, step, "cuda", *options, f"--pins={pins}"), graph)
        setup.table.add(f"{name}: pinned = det's own kernels", "equal" if same else "DIFFERENT")


def check(setup):
    if not (det.BUILD / "bin" / "det-pin").exists():
        setup.table.add("admission of cuBLASLt", "skipped", "det-pin is not built")
    elif not setup.family:
        setup.table.add("admission of cuBLASLt", "skipped", f"no model of the tensor cores of {setup.chip}")
    else:
        for name, step, graph in programs(setup):
            try:
                pin(setup, name, step, graph)
            except Failure as failure:
                setup.table.add(f"{name}: admission by probes", "FAILED", str(failure))
