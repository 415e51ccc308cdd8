#!/usr/bin/env python3
"""Times det's elementary functions beside XLA CPU, SLEEF and libmvec: on the same numbers, on one core, in turn.

    elementary.py [--build=build] [--types=f32,f64] [--rounds=5] [FUNCTION ...]

Prints nanoseconds per element, minima over rounds, and how fast det is against each peer (above 1: det is faster). The mark is
0.5 of XLA CPU or of SLEEF; what is below in both is named, and the exit status is 1. Needs jax, and libsleef3 for its column.
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
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
COUNT, FEW = 1 << 15, 16  # elements of a call: operands and result stay in the second-level cache
MARK = 0.5
EVERYDAY, POSITIVE, INSIDE = (-10, 10), (0.001, 10), (-0.999999, 0.999999)
# Function of jax, range of each operand.
FUNCTIONS = {
    "exp": (lax.exp, EVERYDAY), "exp2": (lax.exp2, EVERYDAY), "expm1": (lax.expm1, EVERYDAY), "log": (lax.log, POSITIVE),
    "log2": (jax.numpy.log2, POSITIVE), "log1p": (lax.log1p, POSITIVE), "tanh": (lax.tanh, EVERYDAY), "logistic": (lax.logistic, EVERYDAY),
    "sin": (lax.sin, EVERYDAY), "cos": (lax.cos, EVERYDAY), "tan": (lax.tan, EVERYDAY), "asin": (lax.asin, INSIDE), "acos": (lax.acos, INSIDE),
    "atan": (lax.atan, EVERYDAY), "atan2": (lax.atan2, EVERYDAY, EVERYDAY), "sinh": (lax.sinh, EVERYDAY), "cosh": (lax.cosh, EVERYDAY),
    "asinh": (lax.asinh, EVERYDAY), "acosh": (lax.acosh, (1, 10)), "atanh": (lax.atanh, INSIDE), "pow": (lax.pow, POSITIVE, POSITIVE),
    "sqrt": (lax.sqrt, POSITIVE), "rsqrt": (lax.rsqrt, POSITIVE), "cbrt": (lax.cbrt, EVERYDAY), "erf": (lax.erf, (-4, 4)),
    "erfc": (lax.erfc, (-4, 4)), "erf_inv": (lax.erf_inv, INSIDE), "lgamma": (lax.lgamma, EVERYDAY), "digamma": (lax.digamma, EVERYDAY)}


def least(run, operands, calls=60):
    """Least seconds of a call."""
    best = 1e9
    for _ in range(calls):
        began = time.perf_counter()
        run(*operands).block_until_ready()
        best = min(best, time.perf_counter() - began)
    return best


class Xla:
    """A compiled function; what a call costs by itself, known from a call on few elements, is taken off."""

    def __init__(self, function, operands):
        self.run, self.all, self.few = jax.jit(function), [jax.device_put(x) for x in operands], [jax.device_put(x[:FEW]) for x in operands]

    def nanoseconds(self):
        least(self.run, self.all, 2), least(self.run, self.few, 2)
        return 1e9 * (least(self.run, self.all) - least(self.run, self.few)) / (COUNT - FEW)


def measure(options, name, kind, folder):
    """Least nanoseconds per element of each system."""
    function, *ranges = FUNCTIONS[name]
    random = np.random.default_rng(1)
    operands = [random.uniform(low, high, COUNT).astype({"f32": np.float32, "f64": np.float64}[kind]) for low, high in ranges]
    path = pathlib.Path(folder) / f"{name}.{kind}"
    path.write_bytes(b"".join(x.tobytes() for x in operands))
    xla, best = Xla(function, operands), {}
    for _ in range(options.rounds):
        done = subprocess.run([options.build / "bin/elementary_bench", name, kind, path], check=True, capture_output=True, text=True)
        for system, time_ in {**json.loads(done.stdout), "xla": xla.nanoseconds()}.items():
            if time_ is not None:
                best[system] = min(best.get(system, 1e9), time_)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("functions", nargs="*", default=list(FUNCTIONS))
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--types", default="f32,f64")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    jax.config.update("jax_enable_x64", True)
    slow, columns = [], ("det", "xla", "sleef", "libmvec")
    with tempfile.TemporaryDirectory() as folder:
        for kind in options.types.split(","):
            print(f"\n| {kind}, ns | " + " | ".join(columns) + " | against XLA | against SLEEF |\n|" + "---|" * (len(columns) + 3))
            for name in options.functions:
                best = measure(options, name, kind, folder)
                times = [f"{best[c]:.2f}" if c in best else "" for c in columns]
                ratios = {peer: best[peer] / best["det"] for peer in ("xla", "sleef") if peer in best}
                print(f"| {name} | " + " | ".join(times + [f"{ratios[p]:.2f}" if p in ratios else "" for p in ("xla", "sleef")]) + " |", flush=True)
                if max(ratios.values()) < MARK:
                    slow.append(f"{name} {kind}")
    print(f"\nbelow {MARK} of XLA CPU and of SLEEF: {', '.join(slow) or 'none'}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
