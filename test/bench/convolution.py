#!/usr/bin/env python3
"""Times det's convolutions and their gradients beside XLA CPU, on the same StableHLO text, on one core, in turn.

    convolution.py [--build=build] [--rounds=3] [--seconds=0.3] [NAME ...]

Prints milliseconds of CPU time a step, minima over rounds, and how fast det is against XLA (above 1: det is faster). CPU time, so that other
programs on the machine disturb less. What is computed and what it is computed from is state on both sides: nothing is fed or fetched. Needs jax.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

# One core for all: before XLA makes its threads.
os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Images, kernel, stride, groups.
SHAPES = {
    "stem 32x32x32x3, 3x3, 32": ((32, 32, 32, 3), (3, 3, 3, 32), 1, 1),
    "stem 8x112x112x3, 7x7/2, 64": ((8, 112, 112, 3), (7, 7, 3, 64), 2, 1),
    "body 32x32x32x32, 3x3, 32": ((32, 32, 32, 32), (3, 3, 32, 32), 1, 1),
    "body 16x28x28x64, 3x3, 64": ((16, 28, 28, 64), (3, 3, 64, 64), 1, 1),
    "body 16x14x14x128, 3x3/2, 256": ((16, 14, 14, 128), (3, 3, 128, 256), 2, 1),
    "body 16x7x7x256, 3x3, 256": ((16, 7, 7, 256), (3, 3, 256, 256), 1, 1),
    "point 16x28x28x64, 1x1, 256": ((16, 28, 28, 64), (1, 1, 64, 256), 1, 1),
    "depth 16x28x28x64, 3x3": ((16, 28, 28, 64), (3, 3, 1, 64), 1, 64),
    "depth 8x14x14x256, 5x5": ((8, 14, 14, 256), (5, 5, 1, 256), 1, 256),
}


def graphs(images, kernel, stride, groups):
    """(what, function of two tensors, their shapes)"""
    def forward(x, k):
        return lax.conv_general_dilated(x, k, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"), feature_group_count=groups)
    result = jax.eval_shape(forward, jax.ShapeDtypeStruct(images, "float32"), jax.ShapeDtypeStruct(kernel, "float32")).shape
    yield "forward", forward, images, kernel
    yield "input gradient", lambda g, k: jax.linear_transpose(lambda x: forward(x, k), jax.ShapeDtypeStruct(images, "float32"))(g)[0], result, kernel
    yield "weight gradient", lambda x, g: jax.linear_transpose(lambda k: forward(x, k), jax.ShapeDtypeStruct(kernel, "float32"))(g)[0], images, result


class Det:
    def __init__(self, build, folder, text, state):
        self.build = build
        self.program, self.state, self.timings = folder / "step.det", folder / "state.safetensors", folder / "timings.json"
        (folder / "step.mlir").write_text(text)
        subprocess.run([build / "bin/det-opt", folder / "step.mlir", "--to=host", "-o", self.program], check=True)
        write_safetensors(self.state, state)
        self.run(4)
        self.step = min(json.loads(self.timings.read_text())["step_s"][1:])

    def run(self, steps):
        """CPU time of the process."""
        before = os.times()
        subprocess.run([self.build / "bin/det-run", self.program, f"--state={self.state}", f"--steps={steps}", "--threads=1", f"--timings={self.timings}"],
                       check=True, stdout=subprocess.DEVNULL)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    def seconds(self, about):
        steps = max(int(about / self.step), 3)
        return (self.run(steps + 1) - self.run(1)) / steps


def write_safetensors(path, tensors):
    head, at = {}, 0
    for name, value in tensors.items():
        head[name] = {"dtype": "F32", "shape": list(value.shape), "data_offsets": [at, at + value.nbytes]}
        at += value.nbytes
    text = json.dumps(head).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + b"".join(value.tobytes() for value in tensors.values()))


def xla_seconds(step, state, about):
    state = jax.block_until_ready(step(state))
    steps, began, total = 0, time.process_time(), 0
    while steps < 3 or total < about:
        state = jax.block_until_ready(step(state))
        steps, total = steps + 1, time.process_time() - began
    return total / steps, state


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.3)
    options = parser.parse_args()
    rng = np.random.default_rng(0)
    for name, shape in SHAPES.items():
        if options.names and not any(word in name for word in options.names):
            continue
        for what, function, left, right in graphs(*shape):
            a, b = (rng.standard_normal(s, dtype=np.float32) for s in (left, right))
            result = jax.eval_shape(function, a, b).shape
            step = jax.jit(lambda s: {"a": s["a"], "b": s["b"], "result": function(s["a"], s["b"])}, donate_argnums=0, keep_unused=True)
            state = {"a": a, "b": b, "result": np.zeros(result, np.float32)}
            text = step.lower(state).as_text()
            with tempfile.TemporaryDirectory() as folder:
                det = Det(options.build, pathlib.Path(folder), text, state)
                values, ours, theirs = jax.device_put(state), [], []
                for _ in range(options.rounds):
                    ours.append(det.seconds(options.seconds))
                    best, values = xla_seconds(step, values, options.seconds)
                    theirs.append(best)
            (batch, rows, columns, _), kernel, stride, _ = shape
            flops = 2 * np.prod(kernel) * batch * -(-rows // stride) * -(-columns // stride)
            ours, theirs = min(ours), min(theirs)
            print(f"{name:32} {what:16} {1e3 * ours:9.3f} ms  XLA {1e3 * theirs:9.3f} ms  ratio {theirs / ours:6.3f}  {flops / ours / 1e9:6.1f} GFlop/s", flush=True)


main()
