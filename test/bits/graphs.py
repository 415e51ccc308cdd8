"""Whole training steps of other kinds: values against recorded ones, and the same bits on every mesh and on the reference interpreter.

    graphs.py [NAME ...] [--long]      # --long: 12 steps instead of 3
"""
import sys
import time

from det import OUT, Checks, graph, run, tool
from meshes_list import CHANNELS, EXPERTS, LLAMA, TENSOR_PARALLEL, shards
from references import STATE_STEPS, compare_metrics, compare_state, metrics, recorded_state

F32_BOUND, BF16_BOUND = 2e-5, 5e-3

GRAPHS = {"llama_nano": LLAMA, "moe_nano": EXPERTS, "cnn_bn_momentum": CHANNELS, "gpt_nano_bf16": TENSOR_PARALLEL,
          "gpt_nano_accumulate": TENSOR_PARALLEL, "gpt_nano_scan_remat": TENSOR_PARALLEL}


def values(checks, subject, base, steps):
    """All that is recorded: f32 within 2e-5 of the float64 run, bf16 within 5e-3 of the float32 run, relative (references.py)."""
    double = metrics(subject, "float64")
    bound = F32_BOUND if double else BF16_BOUND
    kind = "float64" if double else "float32"
    want, lines = metrics(subject, kind), base.lines()
    worst = compare_metrics(checks, subject, lines, want, bound)
    for name in worst:  # the control: another step's value is no match
        checks.expect(abs(lines[0][name] / want[1][name] - 1) > bound, f"{subject.name}: {name} of two steps cannot be told apart")
    print(f"{subject.name}: {steps} steps against {kind}:", ", ".join(f"{name} within {error:.1e}" for name, error in worst.items()), flush=True)
    state = recorded_state(subject)
    if state:
        three = base if steps == STATE_STEPS else run(subject, "zoo-three", steps=STATE_STEPS)
        error, name = compare_state(checks, subject, three.state, state, bound)
        print(f"{subject.name}: {len(state)} tensors after {STATE_STEPS} steps within {error:.1e} ({name})", flush=True)


def compile_time(subject):
    began = time.monotonic()
    tool("det-opt", subject.step, "--to=host", "-o", OUT / "zoo.det")
    print(f"{subject.name}: compiled in {time.monotonic() - began:.2f} s", flush=True)


def main():
    names = [word for word in sys.argv[1:] if not word.startswith("--")] or list(GRAPHS)
    steps = 12 if "--long" in sys.argv else 3
    checks = Checks()
    OUT.mkdir(parents=True, exist_ok=True)
    for name in names:
        subject = graph(name)
        if subject is None:
            print("the shared collection is not at hand: skipped")
            return
        compile_time(subject)
        base = run(subject, "zoo-none", steps=steps)
        values(checks, subject, base, steps)
        checks.equal(run(subject, "zoo-reference", "--device=reference", steps=steps), base, f"{name}: reference")
        for mesh in ("data=2", "data=3", "data=4"):
            checks.equal(run(subject, f"zoo-{mesh}", f"--mesh={mesh}", steps=steps), base, f"{name}: {mesh}")
        for mesh in ("model=2", "data=2,model=2"):
            checks.equal(run(subject, f"zoo-{mesh}", f"--mesh={mesh}", *shards(GRAPHS[name]), steps=steps), base, f"{name}: {mesh}")
        print(f"{name}: {steps} steps on 7 meshes and devices", flush=True)
    checks.end()


main()
