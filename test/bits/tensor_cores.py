"""Training with tensor cores in the order (--recipe=mma=hopper): the reference, every instruction set, threads, meshes and the kernels of GPUs in
ptx-sim give one result, and other models another one.

    tensor_cores.py [--long]      # --long: 6 steps of gpt_nano_bf16 instead of 1, and GPU kernels on three meshes
"""
import sys

from det import OUT, SOURCE, Checks, Graph, graph, run, tool
from meshes_list import TENSOR_PARALLEL, shards

ROWS = ["arg2=[{data}]", "arg3=[{data}]"]
INNER = ["arg0=[{},{model}]", "arg1=[{model}]"]


class OwnStep(Graph):
    """Two layers of bf16 and f16, in sizes that nothing divides."""

    def __init__(self):
        self.name, self.step = "tensor_core_step", SOURCE / "test" / "bits" / "tensor_core_step.mlir"
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


def main():
    checks, is_long = Checks(), "--long" in sys.argv
    OUT.mkdir(parents=True, exist_ok=True)
    check(checks, OwnStep(), 3, ",k_leaf_min=16,k_leaf_max=32", shards(ROWS), shards(INNER), ["none", "data=3", "model=2"])
    # What a chip or a GPU does not have is refused.
    for recipe, chip, words in (("hopper", "sm_80", "hopper_16, which sm_80 does not have"), ("ampere", "sm_90", "ampere_8, which sm_90 does not have")):
        failed = tool("det-opt", OwnStep().step, "--to=cuda", f"--chips={chip}", f"--recipe=mma={recipe}", "-o", OUT / "no.det", check=False)
        checks.expect(failed.returncode != 0 and words in failed.stderr, f"{recipe} on {chip}: {failed.stderr}")
    narrow = OUT / "narrow.mlir"
    narrow.write_text("""module { func.func public @main(%a: tensor<16x64xf8E4M3FN>, %b: tensor<64x16xf8E4M3FN>) -> tensor<16x16xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<16x64xf8E4M3FN>, tensor<64x16xf8E4M3FN>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32> } }""")
    failed = tool("det-opt", narrow, "--to=cuda", "--chips=sm_90", "--recipe=mma=hopper", "-o", OUT / "no.det", check=False)
    checks.expect(failed.returncode != 0 and "8-bit floats" in failed.stderr and "CPUs alone" in failed.stderr, f"8-bit floats on a GPU: {failed.stderr}")
    subject = graph("gpt_nano_bf16")
    if subject is None:
        print("the shared collection is not at hand: gpt_nano_bf16 is skipped")
    else:
        check(checks, subject, 6 if is_long else 1, "", [], shards(TENSOR_PARALLEL), ["none", "data=2", "data=3", "model=2"] if is_long else ["none"])
    checks.end()


main()
