"""Compiles regions and products to PTX, runs the PTX in its interpreter, and compares every bit with the reference interpreter; reductions and products
with the literal definition of their orders too.

    kernel_bits.py DET_OPT DET_EVALUATE DET_PTX_SIM
"""
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

from kernel_cases import NEGATIVE_ZERO, Elementwise, LayerNorm, Product, Reduce, binary, random_bits, size, unary

SPECIAL = [NEGATIVE_ZERO, 0, 0x7F800000, 0xFF800000, 0x7FFFFFFF, 1, 0x80000001, 0x7F7FFFFF]

CASES = [
    Reduce("row", [5, 70], [1], [(0, 64)], True),
    Reduce("row_small_leaf", [3, 100], [1], [(0, 8)], True),
    Reduce("row_seven_leaves", [2, 200], [1], [(0, 32)], True),
    Reduce("row_fold", [3, 50], [1], [(0, 16)], False),
    Reduce("row_max", [3, 70], [1], [(0, 32)], True, "max"),
    Reduce("row_max_special", [4, 33], [1], [(0, 32)], True, "max", SPECIAL),
    Reduce("row_special", [8, 3], [1], [(0, 64)], True, "add", SPECIAL),
    Reduce("row_zeros", [3, 40], [1], [(0, 64)], True, "add", [NEGATIVE_ZERO]),
    Reduce("column", [5, 6, 40], [0, 1], [(0, 1), (1, 2)], False),
    Reduce("column_uneven", [13, 40], [0], [(0, 2)], False),
    Reduce("column_two_levels", [37, 33], [0], [(0, 8), (0, 2)], False),
    Reduce("column_zeros", [13, 40], [0], [(0, 2)], False, "add", [NEGATIVE_ZERO]),
    Reduce("middle", [3, 21, 10], [1], [(0, 4)], False),
    Reduce("all", [5, 7, 9], [0, 1, 2], [(0, 1), (1, 2)], True),
    Reduce("vector", [300], [0], [(0, 64)], True),
    Product("product", 2, 18, 20, [70], [(0, 16)]),
    Product("product_right_k_first", 1, 7, 33, [40], [(0, 64)], True),
    Product("product_two_dims", 2, 5, 6, [5, 9], [(0, 1), (1, 4)], True),
    LayerNorm("layer_norm", 5, 70),
    *map(unary, ["exponential", "exponential_minus_one", "log", "log_plus_one", "tanh", "logistic", "rsqrt", "sqrt", "cbrt", "sine", "cosine", "tan",
                 "erf", "floor", "round_nearest_even", "abs", "negate", "sign"]),
    *map(binary, ["add", "multiply", "divide", "maximum", "minimum", "power", "atan2"]),
    Elementwise("through_bf16", "%n = det.convert %x : (VECTOR) -> tensor<192xbf16>", "%r = det.convert %n : (tensor<192xbf16>) -> VECTOR"),
    Elementwise("through_f16", "%n = det.convert %x : (VECTOR) -> tensor<192xf16>", "%r = det.convert %n : (tensor<192xf16>) -> VECTOR"),
    Elementwise("through_i32", "%n = det.convert %x : (VECTOR) -> tensor<192xi32>", "%r = det.convert %n : (tensor<192xi32>) -> VECTOR"),
    Elementwise("compared", "%c = det.compare lt, %x, %y : (VECTOR, VECTOR) -> tensor<192xi1>",
                "%r = det.select %c, %x, %y : (tensor<192xi1>, VECTOR, VECTOR) -> VECTOR"),
]


def compile_cases(det_opt, ptx):
    """The printed IR of all cases in one module; writes its PTX to the path `ptx`."""
    source = ptx + ".mlir"
    with open(source, "w") as file:
        file.writelines(case.text() for case in CASES)
    passes = ["--det-order", "--det-fuse", "--det-lower-cuda", f"--det-emit-ptx=output={ptx}"]
    return subprocess.run([det_opt, source, *passes], check=True, stdout=subprocess.PIPE, text=True).stdout


def find_launch(printed, name):
    """(numbers of the function's arguments in the kernel's order, grid, block)."""
    op = re.search(rf"det\.(?:region|dot) ([^\n]*?)(?: attributes|, batching)[^\n]*?block = (\d+) : i64, grid = (\d+) : i64, kernel = @cuda::@{name}_0\b", printed)
    return [int(number) for number in re.findall(r"%arg(\d+)", op[1])], int(op[3]), int(op[2])


def run_reference(det_evaluate, case, inputs):
    """What the reference interpreter gives for the case's graph."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, str(i)) for i in range(1 + len(inputs))]
        with open(paths[0], "w") as file:
            file.write(case.text())
        for path, values in zip(paths[1:], inputs):
            with open(path, "wb") as file:
                file.write(struct.pack(f"<{len(values)}I", *values))
        output = subprocess.run([det_evaluate, *paths], check=True, stdout=subprocess.PIPE).stdout
        return list(struct.unpack(f"<{case.results}I", output))


def run_kernel(det_ptx_sim, ptx, case, printed, inputs):
    """What the case's kernel gives in the interpreter of PTX: a word per result."""
    numbers, grid, block = find_launch(printed, case.name)
    with tempfile.TemporaryDirectory() as folder:
        arguments = []
        for number in numbers:
            path = os.path.join(folder, str(len(arguments)))
            with open(path, "wb") as file:
                file.write(struct.pack(f"<{len(inputs[number])}I", *inputs[number]))
            arguments.append(f"in:{path}")
        output = os.path.join(folder, "output")
        arguments.append(f"out:{4 * case.results}:{output}")
        subprocess.run([det_ptx_sim, ptx, f"{case.name}_0", f"--grid={grid}", f"--block={block}", *arguments], check=True)
        with open(output, "rb") as file:
            return list(struct.unpack(f"<{case.results}I", file.read()))


def run(case, printed, ptx, det_evaluate, det_ptx_sim):
    numbers = random.Random(case.name)
    if isinstance(case, Elementwise):
        inputs = case.random_inputs(numbers)
    elif case.fill:
        inputs = [[numbers.choice(case.fill) for _ in range(size(shape))] for shape in case.shapes]
    else:
        inputs = [random_bits(numbers, size(shape)) for shape in case.shapes]
    actual = run_kernel(det_ptx_sim, ptx, case, printed, inputs)
    expected = run_reference(det_evaluate, case, inputs)
    if hasattr(case, "expected") and case.expected(inputs) != expected:
        print(f"{case.name}: the reference interpreter and the definition differ")
        return False
    wrong = [i for i, (a, b) in enumerate(zip(actual, expected)) if a != b]
    if wrong:
        i = wrong[0]
        print(f"{case.name}: {len(wrong)} of {case.results} results differ; element {i}: expected {expected[i]:08x}, got {actual[i]:08x}")
    return not wrong


def main():
    det_opt, det_evaluate, det_ptx_sim = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        ptx = os.path.join(folder, "cases.ptx")
        printed = compile_cases(det_opt, ptx)
        passed = [run(case, printed, ptx, det_evaluate, det_ptx_sim) for case in CASES]
    print(f"{sum(passed)} of {len(passed)} kernels have the bits of the reference")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
