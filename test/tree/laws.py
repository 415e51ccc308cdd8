"""Laws of the tree that no compiler checks: which folder may include what, and no float laxity anywhere."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CODE = {".cpp", ".h", ".td", ".fbs"}
LAWS = [
    ("the runtime includes no compiler header", ["lib/Runtime", "include/det/Runtime", "lib/Order", "include/det/Order", "tools/det-run"],
     r'#include *[<"](mlir|llvm)/'),
    ("the compiler includes no CUDA header", ["lib/Dialect", "lib/Transforms", "include/det/Dialect", "include/det/Transforms"],
     r'#include *[<"](cuda|nccl|cublas)'),
    ("the interpreter shares nothing with lowering", ["lib/Reference", "include/det/Reference"], r'#include *"det/Transforms/(Lower|Partition)'),
    ("the runtime finds CUDA and NCCL when it runs", ["lib/Runtime", "include/det/Runtime", "tools/det-run"], r'#include *[<"](cuda|nccl|cublas)'),
    ("the checker shares plan.fbs, and nothing else", ["lib/Verify", "tools/det-verify"],
     r'#include *[<"]((mlir|llvm)/|det/(?!Runtime/Artifact/plan_(generated|alignment)\.h))'),
    ("the probe knows no compiler", ["lib/Probe"], r'#include *[<"]((mlir|llvm)/|det/(Transforms|Dialect|Math)/)'),
    ("the interpreter of PTX includes no compiler and no CUDA header", ["lib/PtxSim", "include/det/PtxSim", "lib/TensorCore", "include/det/TensorCore"],
     r'#include *[<"](mlir|llvm|cuda|nccl|cublas|nvvm)'),
    ("device kernels include no compiler and no CUDA header", ["lib/Device", "include/det/Device"], r'#include *[<"](mlir|llvm|cuda|nccl|cublas|nvvm)'),
    ("no fast-math", ["lib", "include", "tools", "cmake"], r"-ffast-math|FastMathFlags::|fastmath<|AllowFPOpFusion *= *llvm::FPOpFusion::Fast"),
    ("the dialect's passes name no op", ["lib/Transforms/Partition"], r"\b(isa|dyn_cast|cast)<(det::)?(Dot|Reduce|Scatter|Gather|Reshape|Transpose|Broadcast\w*|Add|Slice)Op>"),
]


def files(folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in CODE or path.name == "CMakeLists.txt":
                yield path


def main():
    seen, faults = 0, []
    for law, folders, pattern in LAWS:
        for path in files(folders):
            seen += 1
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if re.search(pattern, line):
                    faults.append(f"{path.relative_to(ROOT)}:{number}: {law}: {line.strip()}")
    print("\n".join(faults) or f"{len(LAWS)} laws hold in {seen} files")
    sys.exit(1 if faults or not seen else 0)


# The control: each pattern finds what it forbids.
for _, _, pattern in LAWS:
    samples = ['#include "mlir/IR/Builders.h"', "#include <cuda.h>", '#include "det/Transforms/Lower/KernelLibrary.h"', "-ffast-math", "isa<DotOp>(op)"]
    if not any(re.search(pattern, sample) for sample in samples):
        sys.exit(f"the pattern {pattern} finds nothing")
main()
