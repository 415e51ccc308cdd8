"""Training with tensor cores in the order (--recipe=mma=hopper): the reference, every instruction set, threads, meshes and the kernels of GPUs in
ptx-sim give one result, and other models another one.

    tensor_cores.py [--long]      # --long: 6 steps of gpt_nano_bf16 instead of 1, and GPU kernels on three meshes
"""
import json
import sys

from det import OUT, SOURCE, Checks, Graph, graph, run, section, tool
from meshes_list import TENSOR_PARALLEL, shards

ROWS = ["arg2=[{data}]", "arg3=[{data}]"]
INNER = ["arg0=[{},{model}]", "arg1=[{model}]"]


class OwnStep(Graph):
    """A text beside this file; the first one has two layers of bf16 and f16, in sizes that nothing divides."""

    def __init__(self, name="tensor_core_step"):
        self.name, self.step = name, SOURCE / "test" / "bits" / f"{name}.mlir"
        self.start, self.sources = [], ["*=random:1"]


def on_gpu(subject, name, options, chip, steps):
    """The same program for GPUs, run by the interpreter of PTX."""
    artifact = OUT / f"{subject.name}-{name}.det"
    tool("det-opt", subject.step, "--to=cuda", f"--chips={chip}", *options, "-o", artifact)
    return run(subject, f"sim-{name}", "--device=ptx-sim", program=artifact, steps=steps)


def check(checks, subject, steps, small, rows, inner, gpu_meshes):
    hopper, ampere = f"--recipe=mma=hopper{small}", f"--recipe=mma=ampere{small}"
    base = run(subject, "mma", hopper, steps=steps)
    checks.equal(run(subject, "mma-reference", hopper, "--device=reference", steps=steps), base, "reference")
    meshes = {"none": [], "data=2": ["--mesh=data=2", *rows], "data=3": ["--mesh=data=3", *rows], "model=2": ["--mesh=model=2", *inner],
              "data=2,model=2": ["--mesh=data=2,model=2", *rows, *inner]}
    for name, options in {"threads": ["--threads=1"], "v3": ["--isa=v3"], "chaos": ["--chaos=5", "--threads=3"], **meshes}.items():
        checks.equal(run(subject, "mma-other", hopper, *options, steps=steps), base, f"{subject.name}: {name}")
    for name in gpu_meshes:
        checks.equal(on_gpu(subject, name, [hopper, *meshes[name]], "sm_90", steps), base, f"{subject.name}: ptx-sim on {name}")
    other = run(subject, "mma-ampere", ampere, steps=steps)
    checks.equal(on_gpu(subject, "ampere", [ampere], "sm_80", steps), other, f"{subject.name}: ptx-sim, ampere")
    results = {"hopper": base, "ampere": other, "none": run(subject, "mma-none", f"--recipe=mma=none{small}", steps=steps)}
    for one, two in (("hopper", "none"), ("hopper", "ampere"), ("ampere", "none")):  # the control
        checks.expect(results[one].state != results[two].state, f"{subject.name}: {one} and {two} give the same bits")


def kernels(subject, chips, options):
    """The kernels of a program for some chips, and the chip that its PTX is for."""
    artifact, report = OUT / f"{subject.name}-kernels.det", OUT / f"{subject.name}-kernels.json"
    tool("det-opt", subject.step, "--to=cuda", f"--chips={chips}", f"--kernel-report={report}", *options, "-o", artifact)
    target = [line for line in section(artifact, "kernels.ptx").decode().splitlines() if line.startswith(".target")]
    return {kernel["kernel"] for kernel in json.loads(report.read_text())["kernels"]}, target


def check_warpgroups(checks):
    """Large products go to wgmma where sm_90a is the only chip, with the bits of mma.sync and of CPUs."""
    subject, hopper = OwnStep("tensor_core_large"), "--recipe=mma=hopper,k_leaf_min=32,k_leaf_max=64"
    base = run(subject, "mma", hopper, steps=1)
    for chips, has in (("sm_90a", True), ("sm_90", False), ("sm_90a,sm_100", False)):
        names, target = kernels(subject, chips, [hopper])
        checks.expect(any(name.startswith("det_wgmma_bf16_128x128") for name in names) == has, f"{chips} has kernels {sorted(names)}")
        checks.expect(any(name.startswith("det_mma_") for name in names), f"{chips} has no kernel of mma.sync")
        checks.expect(target == [".target sm_90a" if has else ".target sm_80"], f"the text for {chips} has {target}")
    for chip in ("sm_90a", "sm_90"):
        checks.equal(on_gpu(subject, chip, [hopper], chip, 1), base, f"{subject.name}: ptx-sim for {chip}")


def check_bytes(checks):
    """8-bit floats, which wgmma alone multiplies as the order says."""
    subject, hopper = OwnStep("tensor_core_bytes"), "--recipe=mma=hopper,k_leaf_min=32,k_leaf_max=64"
    base = run(subject, "mma", hopper, steps=3)
    checks.equal(run(subject, "mma-reference", hopper, "--device=reference", steps=3), base, "8-bit floats: reference")
    meshes = {"one rank": [], "data=3": ["--mesh=data=3", *shards(ROWS)], "model=2": ["--mesh=model=2", *shards(INNER)]}
    for name, options in {"threads": ["--threads=1"], "v3": ["--isa=v3"], **meshes}.items():
        checks.equal(run(subject, "mma-other", hopper, *options, steps=3), base, f"8-bit floats: {name}")
    for name, options in meshes.items():
        checks.equal(on_gpu(subject, name, [hopper, *options], "sm_90a", 3), base, f"8-bit floats: ptx-sim on {name}")
    checks.equal(on_gpu(subject, "none", [hopper], "none", 3), base, "8-bit floats: ptx-sim without a chip")
    checks.expect(run(subject, "mma-none", "--recipe=mma=none,k_leaf_min=32,k_leaf_max=64", steps=3).state != base.state, "8-bit floats: tensor cores change no bits")
    for chips, words in (("sm_90", "--chips=sm_90a alone"), ("sm_90,sm_90a", "--chips=sm_90a alone"), ("sm_100", "hopper_fp8_32, which sm_100 does not have")):
        failed = tool("det-opt", subject.step, "--to=cuda", f"--chips={chips}", hopper, "-o", OUT / "no.det", check=False)
        checks.expect(failed.returncode != 0 and words in failed.stderr, f"8-bit floats for {chips}: {failed.stderr}")


def main():
    checks, is_long = Checks(), "--long" in sys.argv
    OUT.mkdir(parents=True, exist_ok=True)
    check(checks, OwnStep(), 3, ",k_leaf_min=16,k_leaf_max=32", shards(ROWS), shards(INNER), ["none", "data=3", "model=2"])
    # What a chip or a GPU does not have is refused.
    for recipe, chip, words in (("hopper", "sm_80", "hopper_16, which sm_80 does not have"), ("ampere", "sm_90", "ampere_8, which sm_90 does not have")):
        failed = tool("det-opt", OwnStep().step, "--to=cuda", f"--chips={chip}", f"--recipe=mma={recipe}", "-o", OUT / "no.det", check=False)
        checks.expect(failed.returncode != 0 and words in failed.stderr, f"{recipe} on {chip}: {failed.stderr}")
    check_warpgroups(checks)
    check_bytes(checks)
    subject = graph("gpt_nano_bf16")
    if subject is None:
        print("the shared collection is not at hand: gpt_nano_bf16 is skipped")
    else:
        check(checks, subject, 6 if is_long else 1, "", [], shards(TENSOR_PARALLEL), ["none", "data=2", "data=3", "model=2"] if is_long else ["none"])
    checks.end()


main()
