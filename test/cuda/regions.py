"""Regions of random graphs as kernels for GPUs: run by the interpreter of PTX, with all its checks, each has the bits of the reference interpreter.

    regions.py DET_OPT CODEGEN_REPORT [--count=30] [--seed=0]

A control changes one kind of instruction in the PTX; that must show.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "property"))
from property import FAMILIES, draw  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("det_opt")
    parser.add_argument("codegen_report")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for index in range(options.count):
            case = draw(options.seed, index, FAMILIES)
            source, path = pathlib.Path(folder, "source.mlir"), pathlib.Path(folder, f"{case.name}.mlir")
            source.write_text(case.graph.text())
            order = f"--det-order=recipe={case.recipe}" if case.recipe else "--det-order"
            made = subprocess.run([options.det_opt, source, "--det-import", order, "-o", path], stderr=subprocess.PIPE, text=True)
            if made.returncode:
                print(f"{case.name}: {made.stderr}")
                return 1
            paths.append(path)
        checked = subprocess.run([options.codegen_report, *paths, "--ptx", "--check"], stdout=subprocess.PIPE, text=True)
        print(checked.stdout.splitlines()[-1] if checked.stdout else "nothing was run")
        control = subprocess.run([options.codegen_report, *paths, "--ptx", "--check", "--control"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if control.returncode == 0:
            print("the control, with sums that subtract, was not noticed")
        return checked.returncode or control.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
