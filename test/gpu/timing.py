"""Times: minima over repetitions, and ratios of what ran in the same minutes. On ptx-sim they say nothing; what is tried is that all runs."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

from programs import memory_bound, product
from setup import OUT, Failure, call, det
from training import subjects

ROUNDS = 3  # of runs by turns
TORCH = """
import runpy, sys, time, torch
torch.set_default_device("cuda")
real = time.time
def after_the_device():
    torch.cuda.synchronize()
    return real()
time.time = after_the_device
sys.argv = ["peers.py", "torch", "small", "--steps", "30"]
runpy.run_path({peers!r}, run_name="__main__")
"""


def least_step(setup, graph, artifact, steps):
    """Seconds of the shortest step of a run."""
    path = OUT / f"{graph.name}.timings.json"
    data = [word for source in graph.sources for word in ("--data", source)]
    call("det-run", artifact, f"--device={setup.device}", *setup.sim, *graph.start, *data, f"--steps={steps}", f"--timings={path}")
    return min(json.loads(path.read_text())["step_s"])


def by_turns(setup, graph, artifacts, steps):
    """The least step of each artifact, runs taking turns."""
    rounds = 1 if setup.is_sim else ROUNDS
    least = [float("inf")] * len(artifacts)
    for _ in range(rounds):
        for i, artifact in enumerate(artifacts):
            least[i] = min(least[i], least_step(setup, graph, artifact, steps))
    return least


def time_steps(setup):
    """Each graph's step against its build without any promise."""
    named = [(graph, options) for graph, options, _ in subjects(setup)]
    small = det.graph("gpt_small")
    if small and not setup.is_sim:
        named.append((small, []))
    steps = 1 if setup.is_sim else 30
    setup.compile_all([(graph.name, graph.step, "cuda", *more) for graph, options in named for more in (options, ["--level=not_guaranteed"])])
    for graph, options in named:
        try:
            recipe = [option for option in options if option.startswith("--recipe")]
            free = setup.compile(graph.name, graph.step, "cuda", "--level=not_guaranteed")
            ordered, loose = by_turns(setup, graph, [setup.compile(graph.name, graph.step, "cuda", *options), free], steps)
            setup.table.add(f"{graph.name}: step against not_guaranteed", "measured", f"with {recipe[0]}" if recipe else "", ms=ordered * 1e3,
                            not_guaranteed_ms=loose * 1e3, ratio=ordered / loose)
        except Failure as failure:
            setup.table.add(f"{graph.name}: step against not_guaranteed", "FAILED", str(failure))


def measure(setup, artifact, copy=0):
    more = [f"--copy={copy}"] if copy else []
    return json.loads(call("det-gpu-probe", "time", artifact, f"--device={setup.device}", f"--threads={setup.threads}",
                           f"--repetitions={1 if setup.is_sim else 20}", *more))


def program(name, text):
    path = OUT / f"{name}.mlir"
    path.write_text(text)
    return path


def entries_ms(times):
    """All that a step computes: joins and copies belong to a product, too."""
    return sum(entry["ms"] for entry in times["entries"])


def time_products(setup):
    """det's own kernels against what cuBLASLt chooses where no order is promised: f32 chains, and tensor cores; on sm_90 by mma.sync and by wgmma."""
    sizes = [48] if setup.quick else [64, 96] if setup.is_sim else [256, 512, 1024, 2048, 4096, 8192]
    types = ["f32", *(["bf16", "f16"] if setup.family else [])]
    wanted = {}
    for type in types:
        for size in sizes:
            step = program(f"product-{type}-{size}", product(size, type))
            wanted[type, size] = [(step.stem, step, "cuda", "--level=mesh_to_mesh", *([f"--recipe=mma={setup.family}"] if type != "f32" else [])),
                                  (step.stem, step, "cuda", "--level=not_guaranteed")]
            if type != "f32" and setup.chip == "sm_90" and not setup.is_sim:
                wanted[type, size].append((*wanted[type, size][0], "--chips=sm_90a"))
    setup.compile_all([one for ways in wanted.values() for one in ways])
    for (type, size), ways in wanted.items():
        check = f"{type} product {size} x {size} x {size}" + (" by mma" if type != "f32" else "")
        try:
            own, free, *more = (measure(setup, setup.compile(*one)) for one in ways)
            flops = 2 * size ** 3
            figures = {"ms": entries_ms(own), "tflops": flops / entries_ms(own) / 1e9}
            for wgmma in more:
                figures |= {"wgmma_ms": entries_ms(wgmma), "wgmma_tflops": flops / entries_ms(wgmma) / 1e9}
            if "cuBLASLt" in free.get("products", ""):
                setup.table.add(check, "measured", free["products"], **figures, cublaslt_ms=entries_ms(free), ratio=entries_ms(own) / entries_ms(free))
            else:
                setup.table.add(check, "measured", "cuBLASLt did not take it: " + (free.get("products") or "no library, or no GPU"), **figures)
        except Failure as failure:
            setup.table.add(check, "FAILED", str(failure))


def time_memory(setup):
    """Kernels that do nothing but read and write, against copies by the driver of as many bytes."""
    rows, columns = (48, 64) if setup.quick else (128, 192) if setup.is_sim else (16384, 4096)
    for name, (text, moved) in memory_bound(rows, columns).items():
        check = f"{name}, f32 {rows} x {columns}"
        try:
            step = program(name.replace(" ", "-"), text)
            times = measure(setup, setup.compile(step.stem, step, "cuda"), copy=moved // 2)
            spent = entries_ms(times)
            setup.table.add(check, "measured", ms=spent, gb_per_s=moved / spent / 1e6, copy_gb_per_s=moved / times["copy_ms"] / 1e6, of_copy=times["copy_ms"] / spent)
        except Failure as failure:
            setup.table.add(check, "FAILED", str(failure))


def time_torch(setup):
    """gpt_small beside PyTorch's eager mode in float32, on the same device: a model of the same shapes (shared/bench/peers.py)."""
    check = "gpt_small: step against PyTorch"
    small, peers = det.graph("gpt_small"), det.SHARED / "bench" / "peers.py"
    python = os.environ.get("DET_TORCH_PYTHON") or shutil.which("python3") or sys.executable
    has_torch = subprocess.run([python, "-c", "import torch, sys; sys.exit(not torch.cuda.is_available())"], capture_output=True).returncode == 0
    if setup.is_sim or not small or not peers.exists() or not has_torch:
        why = "ptx-sim has no PyTorch" if setup.is_sim else f"no {small and peers or det.SHARED / 'graphs'}" if not (small and peers.exists()) \
            else f"{python} has no PyTorch that sees a GPU (DET_TORCH_PYTHON names another)"
        setup.table.add(check, "skipped", why)
        return
    try:
        own = by_turns(setup, small, [setup.compile("gpt_small", small.step, "cuda")], 30)[0]
        done = subprocess.run([python, "-c", TORCH.format(peers=str(pathlib.Path(peers)))], capture_output=True, text=True, timeout=180)
        if done.returncode:
            raise Failure(done.stderr.strip()[-1500:])
        other = json.loads(done.stdout.strip().splitlines()[-1])["step_s_min"]
        setup.table.add(check, "measured", ms=own * 1e3, pytorch_ms=other * 1e3, ratio=own / other)
    except (Failure, subprocess.TimeoutExpired, ValueError, KeyError) as failure:
        setup.table.add(check, "FAILED", str(failure))


def check(setup):
    time_steps(setup)
    time_products(setup)
    time_memory(setup)
    time_torch(setup)
