"""Entries of whole plans on a device: entries.py DET_OPT DEVICE_ENTRIES KERNELS.ptx [--long]. Compiles graphs for several meshes and compares every entry that
device kernels do with the host's kernels (Entries.cpp). Without the graphs there is nothing to compare."""
import os
import pathlib
import subprocess
import sys
import tempfile

GRAPHS = pathlib.Path(os.environ.get("DET_SHARED", pathlib.Path(__file__).resolve().parents[3] / "shared")) / "graphs/jax"
SHORT = [("gpt_nano", "data=2,model=2"), ("moe_nano", None)]
MESHES = [None, "data=2", "model=2", "data=3,model=2"]
MOST_FLOPS = 20_000_000  # of an entry: what the interpreter does in some seconds


def main():
    det_opt, device_entries, kernels = sys.argv[1:4]
    if not GRAPHS.is_dir():
        print("the shared collection is not at hand: skipped")
        sys.exit(77)
    cases = SHORT
    if "--long" in sys.argv:
        cases = [(graph.name, mesh) for graph in sorted(GRAPHS.iterdir()) for mesh in MESHES if (graph / "step.mlir").exists() and graph.name != "gpt_small"]
    faults = 0
    with tempfile.TemporaryDirectory() as scratch:
        for graph, mesh in cases:
            artifact = f"{scratch}/{graph}.det"
            command = [det_opt, GRAPHS / graph / "step.mlir", "--to=host", "--isa=v3", "-o", artifact] + ([f"--mesh={mesh}"] if mesh else [])
            compiled = subprocess.run(command, capture_output=True, text=True)
            run = compiled.returncode == 0 and subprocess.run([device_entries, kernels, artifact, str(MOST_FLOPS)], capture_output=True, text=True)
            good = run and run.returncode == 0
            faults += not good
            lines = run.stdout.splitlines() if run else compiled.stderr.splitlines()
            print(f"{graph} on {mesh or 'one rank'}: {lines[-2] if good else chr(10).join(lines)}", flush=True)
    print("all entries have the host's bytes" if faults == 0 else f"{faults} of {len(cases)} plans differ")
    sys.exit(1 if faults else 0)


main()
