"""Regions of random graphs as kernels for GPUs: run by the interpreter of PTX, with all its checks, each has the bits of the reference interpreter.

    regions.py DET_OPT CODEGEN_REPORT [--count=30] [--seed=0]

A control changes one kind of instruction in the PTX; that must show.
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "property"))
from property import FAMILIES, draw  # noqa: E402


def long_rows(rng):
    """Rows long enough for the warps of a block: two sums, the second of what the first one moves, with results along the row and per row."""
    rows, n, block = rng.choice((1, 2, 3, 5)), rng.choice((768, 1000, 1030, 1537, 4100)), 1 << rng.randrange(3, 10)
    element = rng.choice(("f32", "f32", "bf16", "f64"))
    acc = "f64" if element == "f64" else "f32"
    full, row, one = f"tensor<{rows}x{n}x{element}>", f"tensor<{rows}x{element}>", f"tensor<{element}>"
    order = f"{{order = #det.order<levels = [(0, {block})], leaf = lanes<32>, acc = {acc}>}}"
    return f"""func.func @main(%x: {full}) -> ({full}, {row}) {{
  %zero = det.constant dense<0.000000e+00> : {one}
  %sum = det.reduce add %x, %zero, dims = [1] {order} : ({full}, {one}) -> {row}
  %sums = det.broadcast_in_dim %sum, dims = [0] : ({row}) -> {full}
  %centred = det.subtract %x, %sums : {full}
  %squares = det.multiply %centred, %centred : {full}
  %total = det.reduce add %squares, %zero, dims = [1] {order} : ({full}, {one}) -> {row}
  %totals = det.broadcast_in_dim %total, dims = [0] : ({row}) -> {full}
  %result = det.divide %centred, %totals : {full}
  return %result, %sum : {full}, {row}
}}
"""


def columns(rng):
    """Few columns of many rows: blocks of the outermost level in groups."""
    outer, inner, n = rng.choice((5, 16, 33)), rng.choice((100, 257, 512)), rng.choice((1, 7, 32, 70))
    block = 1 << rng.randrange(0, 6)
    return f"""func.func @main(%x: tensor<{outer}x{inner}x{n}xf32>, %init: tensor<f32>) -> tensor<{n}xf32> {{
  %sum = det.reduce add %x, %init, dims = [0, 1] {{order = #det.order<levels = [(0, 1), (1, {block})], leaf = fold, acc = f32>}} : (tensor<{outer}x{inner}x{n}xf32>, tensor<f32>) -> tensor<{n}xf32>
  return %sum : tensor<{n}xf32>
}}
"""


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
        rng = random.Random(options.seed)
        for index in range(options.count // 5):
            paths.append(pathlib.Path(folder, f"large-{index}.mlir"))
            paths[-1].write_text(rng.choice((long_rows, columns))(rng))
        checked = subprocess.run([options.codegen_report, *paths, "--ptx", "--check"], stdout=subprocess.PIPE, text=True)
        print(checked.stdout.splitlines()[-1] if checked.stdout else "nothing was run")
        control = subprocess.run([options.codegen_report, *paths, "--ptx", "--check", "--control"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if control.returncode == 0:
            print("the control, with sums that subtract, was not noticed")
        return checked.returncode or control.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
