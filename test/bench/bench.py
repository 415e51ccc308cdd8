#!/usr/bin/env python3
"""Times det against its peers on the same graphs, in the same minutes, in turn. Ratios are of minima over rounds.

    python test/bench/bench.py GRAPHS --peers=PEERS.py [--graphs=gpt_nano,gpt_small] [--rounds=3] [--systems=xla,iree]

GRAPHS holds NAME/step.mlir, init.mlir, batches.safetensors. PEERS.py runs a peer on such a folder and prints one JSON line with
step_s_min, compile_s; it needs the peers' packages, so run this script with the Python that has them. det needs none.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TENSOR_PARALLEL = [f"--shard={p}" for p in ("*.qkv.w=[{},{model}]", "*.qkv.b=[{model}]", "*.proj.w=[{model}]", "*.fc.w=[{},{model}]", "*.fc.b=[{model}]",
                                            "*.out.w=[{model}]", "*wte=[{model}]")]
FULLY_SHARDED = [f"--shard={p}=[{{data}}]" for p in ("params.*", "*.mu.*", "*.nu.*")]
VARIANTS = {"one": [], "free": ["--level=not_guaranteed"], "data=8": ["--mesh=data=8"], "data=8 free": ["--mesh=data=8", "--level=not_guaranteed"],
            "data=7": ["--mesh=data=7"], "data=8 sharded": ["--mesh=data=8", *FULLY_SHARDED], "model=2": ["--mesh=model=2", *TENSOR_PARALLEL]}
RUN = ["one", "free", "data=8", "data=8 free", "data=8 sharded"]


def last_json(text):
    return json.loads([line for line in text.splitlines() if line.startswith("{")][-1])


def compiled(build, graph, variant, out):
    began = time.perf_counter()
    subprocess.run([build / "bin/det-opt", graph / "step.mlir", "--to=host", *VARIANTS[variant], "-o", out], check=True)
    return time.perf_counter() - began


def trained(build, graph, program, steps, threads):
    with tempfile.NamedTemporaryFile(suffix=".json") as timings:
        subprocess.run([build / "bin/det-run", program, f"--init={graph / 'init.mlir'}", "--seed=0", "--data", f"tokens={graph / 'batches.safetensors'}",
                        f"--steps={steps}", f"--threads={threads}", f"--timings={timings.name}"], check=True, stdout=subprocess.DEVNULL)
        return json.load(open(timings.name))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs_folder", type=pathlib.Path)
    parser.add_argument("--peers", type=pathlib.Path)
    parser.add_argument("--graphs", default="gpt_nano,gpt_small")
    parser.add_argument("--systems", default="xla")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    options = parser.parse_args()
    systems = [s for s in options.systems.split(",") if s and options.peers]
    for name in options.graphs.split(","):
        graph, steps, compile_s, more = options.graphs_folder / name, {}, {}, {}
        with tempfile.TemporaryDirectory() as folder:
            programs = {}
            for variant in VARIANTS:
                programs[variant] = pathlib.Path(folder) / f"{variant.replace(' ', '-')}.det"
                compile_s[variant] = min(compiled(options.build, graph, variant, programs[variant]) for _ in range(2))
            for _ in range(options.rounds):
                for system in systems:
                    count = options.steps if name.endswith("small") else 10 * options.steps
                    done = subprocess.run([sys.executable, options.peers, system, graph, f"--steps={count}", f"--threads={options.threads}"],
                                          capture_output=True, text=True)
                    if done.returncode:
                        print(f"{system}: {done.stderr.splitlines()[-1] if done.stderr else 'failed'}")
                        continue
                    result = last_json(done.stdout)
                    steps.setdefault(system, []).append(result["step_s_min"])
                    compile_s[system] = min(compile_s.get(system, 1e9), result["compile_s"])
                    more[system] = {k: result[k] for k in ("argument_bytes", "temp_bytes") if k in result}
                for variant in RUN:
                    count = options.steps if name.endswith("small") else 10 * options.steps
                    result = trained(options.build, graph, programs[variant], count, options.threads)
                    steps.setdefault(variant, []).append(min(result["step_s"][1:]))
                    more[variant] = {k: v for k, v in result.items() if k.endswith("bytes")}
        best = {system: min(times) for system, times in steps.items()}
        print(f"\n{name}, {options.threads} threads")
        for system, seconds in sorted(best.items()):
            against = "".join(f"  {seconds / best[other]:.3f} x {other}" for other in [*systems, "one", "free"] if other in best and other != system)
            print(f"  step {system:16} {1e3 * seconds:10.2f} ms{against}   {more.get(system, {})}")
        for system, seconds in sorted(compile_s.items()):
            against = "".join(f"  {seconds / compile_s[other]:.3f} x {other}" for other in [*systems, "one"] if other in compile_s and other != system)
            print(f"  compile {system:13} {seconds:10.2f} s{against}")


main()
