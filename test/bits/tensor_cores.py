"""Training with tensor cores in the order (--recipe=mma=hopper): the reference, every instruction set, threads and meshes give one result, and
other models another one.

    tensor_cores.py [--long]      # --long: 6 steps instead of 1
"""
import sys

from det import Checks, graph, run
from meshes_list import TENSOR_PARALLEL, shards


def main():
    steps = 6 if "--long" in sys.argv else 1
    subject = graph("gpt_nano_bf16")
    if subject is None:
        print("the shared collection is not at hand: skipped")
        return
    checks = Checks()
    hopper = "--recipe=mma=hopper"
    base = run(subject, "mma", hopper, steps=steps)
    checks.equal(run(subject, "mma-reference", hopper, "--device=reference", steps=steps), base, "reference")
    for options in (["--threads=1"], ["--threads=2"], ["--isa=v3"], ["--chaos=5", "--threads=3"], ["--mesh=data=2"], ["--mesh=data=3"],
                    ["--mesh=model=2", *shards(TENSOR_PARALLEL)], ["--mesh=data=2,model=2", *shards(TENSOR_PARALLEL)]):
        checks.equal(run(subject, "mma-other", hopper, *options, steps=steps), base, " ".join(options[:1]))
    results = {"hopper": base}
    for name, options in {"none": [], "ampere": ["--recipe=mma=ampere"], "volta": ["--recipe=mma=volta"]}.items():
        results[name] = run(subject, f"mma-{name}", *options, steps=steps)
    # Volta's tensor cores do not read bf16.
    checks.equal(results["volta"], results["none"], "mma=volta")
    for name, other in (("hopper", "none"), ("hopper", "ampere"), ("ampere", "none")): # the control
        checks.expect(results[name].state != results[other].state, f"{name} and {other} give the same bits")
    checks.end()


main()
