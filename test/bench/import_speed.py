#!/usr/bin/env python3
"""Measures how fast det-opt imports a big text: time and memory against its size.

    import_speed.py --det-opt build/bin/det-opt [--ops 1000000] [--keep FILE]

The graph is a training step as JAX prints it: layers as private functions that are called, constants, broadcasts, products,
reductions, selects and debug locations, about 100 bytes per operation.
"""
import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time

LAYER = """  func.func private @layer{n}(%x: tensor<8x64xf32> loc("layer{n}/x"), %w: tensor<64x64xf32> loc("layer{n}/w")) -> tensor<8x64xf32> {{
{body}    return %v{last} : tensor<8x64xf32> loc(#loc)
  }} loc(#loc)
"""

# Ten operations; `a` is the value before, `b` a fresh number.
PIECE = """    %c{b} = stablehlo.constant dense<{value}.500000e+00> : tensor<f32> loc(#loc)
    %b{b} = stablehlo.broadcast_in_dim %c{b}, dims = [] : (tensor<f32>) -> tensor<8x64xf32> loc("jit(step)/mul"(#loc))
    %m{b} = stablehlo.multiply %v{a}, %b{b} : tensor<8x64xf32> loc("jit(step)/mul"(#loc))
    %d{b} = stablehlo.dot_general %m{b}, %w, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32> loc("jit(step)/dot_general"(#loc))
    %z{b} = stablehlo.constant dense<0.000000e+00> : tensor<f32> loc(#loc)
    %r{b} = stablehlo.reduce(%d{b} init: %z{b}) applies stablehlo.add across dimensions = [1] : (tensor<8x64xf32>, tensor<f32>) -> tensor<8xf32> loc("jit(step)/reduce_sum"(#loc))
    %s{b} = stablehlo.broadcast_in_dim %r{b}, dims = [0] : (tensor<8xf32>) -> tensor<8x64xf32> loc("jit(step)/sub"(#loc))
    %t{b} = stablehlo.subtract %d{b}, %s{b} : tensor<8x64xf32> loc("jit(step)/sub"(#loc))
    %p{b} = stablehlo.compare GT, %t{b}, %b{b}, FLOAT : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xi1> loc("jit(step)/gt"(#loc))
    %v{b} = stablehlo.select %p{b}, %t{b}, %m{b} : tensor<8x64xi1>, tensor<8x64xf32> loc("jit(step)/select_n"(#loc))
"""


def write(path, ops):
    pieces, per_layer = max(ops // 10, 1), 500
    layers = max(pieces // per_layer, 1)
    with open(path, "w") as out:
        out.write('#loc = loc("step.py":1:0)\nmodule @jit_step {\n')
        out.write("  func.func public @main(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {\n")
        for n in range(layers):
            before = f"%h{n - 1}" if n else "%x"
            out.write(f'    %h{n} = call @layer{n}({before}, %w) : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32> loc("call{n}")\n')
        out.write(f"    return %h{layers - 1} : tensor<8x64xf32>\n  }}\n")
        for n in range(layers):
            body = "".join(PIECE.format(a=i, b=i + 1, value=n * per_layer + i) for i in range(per_layer))
            body = body.replace("%v0,", "%x,").replace("%v0 ", "%x ")
            out.write(LAYER.format(n=n, body=body, last=per_layer))
        out.write("}\n")
    return layers * per_layer * 10


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--det-opt", required=True)
    parser.add_argument("--ops", type=int, default=1000000)
    parser.add_argument("--max-seconds", type=float, default=0, help="fail if slower; 0 = only measure")
    parser.add_argument("--keep", help="keep the text in this file")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = args.keep or os.path.join(folder, "step.mlir")
        ops = write(path, args.ops)
        size = os.path.getsize(path)
        begin = time.monotonic()
        done = subprocess.run([args.det_opt, path, "--det-import", "-o", os.devnull], check=False)
        seconds = time.monotonic() - begin
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu, memory = used.ru_utime + used.ru_stime, used.ru_maxrss * 1024
    print(f"{ops} operations, {size / 1e6:.1f} MB of text: {seconds:.2f} s ({cpu:.2f} s of processor time), {memory / 1e6:.0f} MB = {memory / size:.1f} x the text")
    if done.returncode or (args.max_seconds and seconds > args.max_seconds):
        return 1
    return 1 if args.max_seconds and memory > 20 * size else 0


if __name__ == "__main__":
    sys.exit(main())
