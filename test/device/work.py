"""A graph of sorts, scans, and reductions and scatters by bodies, compiled for GPUs and run in ptx-sim: its bytes are the host's, on every mesh.

    work.py DET_RUN
"""
import pathlib
import subprocess
import sys
import tempfile

GRAPH = pathlib.Path(__file__).with_name("work.mlir")
MESHES = [[], ["--mesh=a=3", "--shard", "arg0=[{a}]", "--shard", "arg1=[{a},{}]", "--shard", "arg3=[{a}]"]]
ARGUMENTS = 5


def run(folder, device, *options, seed=1):
    """What two steps leave: the metrics as text, and the hashes of their bytes."""
    data = [word for i in range(ARGUMENTS) for word in ("--data", f"arg{i}=random:{seed + i}")]
    files = [folder / "metrics.jsonl", folder / "fingerprints.jsonl"]
    subprocess.run([sys.argv[1], GRAPH, *data, f"--device={device}", "--steps=2", f"--metrics={files[0]}", f"--fingerprints={files[1]}", *options],
                   check=True, stdout=subprocess.DEVNULL)
    return [file.read_text() for file in files]


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        expected = run(folder, "host")
        if run(folder, "host", seed=2) == expected:
            sys.exit("other batches leave the same bytes")
        for mesh in MESHES:
            same = run(folder, "ptx-sim", "--threads=2", *mesh) == expected
            print(f"{' '.join(mesh) or 'one rank'}: {'as on the host' if same else 'other bytes'}")
            if not same:
                sys.exit(1)


main()
