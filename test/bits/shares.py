"""Work and traffic are divided: what the report says of every rank, against the marks."""
import json
import math
import re

from det import OUT, Checks, example, graph, tool
from meshes_list import TENSOR_PARALLEL, shards

LIMITS = [("--mesh=data=4", [], 1.15, 1.75), ("--mesh=data=3", [], 1.15, 2.3)]


def report(subject, *options):
    return json.loads(tool("det-opt", subject.step, *options, "--report=json").stdout)


def gradient_bytes(ports):
    """Bytes of all parameters in f32."""
    total = 0
    for port in ports:
        if port["role"] == "argument" and port["name"].startswith("params."):
            total += 4 * math.prod(int(size) for size in re.findall(r"(\d+)x", port["type"]))
    return total


checks = Checks()
OUT.mkdir(parents=True, exist_ok=True)
for subject in (graph("gpt_nano") or example(), graph("gpt_small")):
    if subject is None:
        continue
    for mesh, options, flops_limit, bytes_limit in LIMITS:
        r = report(subject, mesh, *options)
        share = r["step_flops"] / len(r["ranks"])
        flops = max(rank["flops"] for rank in r["ranks"]) / share
        sent = max(rank["bytes_sent"] for rank in r["ranks"]) / gradient_bytes(r["ports"])
        checks.expect(flops <= flops_limit, f"{subject.name} {mesh}: {flops:.3f} of a rank's share of flops, above {flops_limit}")
        checks.expect(sent <= bytes_limit, f"{subject.name} {mesh}: {sent:.3f} of the gradient bytes sent, above {bytes_limit}")
        print(f"{subject.name} {mesh}: flops {flops:.3f}, bytes {sent:.3f}")
    if subject.name == "gpt_small":
        r = report(subject, "--mesh=model=2", *shards(TENSOR_PARALLEL))
        flops = max(rank["flops"] for rank in r["ranks"]) / (r["step_flops"] / 2)
        checks.expect(flops <= 1.15, f"gpt_small model=2: {flops:.3f} of a rank's share of flops")
        print(f"gpt_small model=2: flops {flops:.3f}")

# A contraction of one leaf is not cut; with leaves of 16 it is, and partial sums travel.
subject = graph("gpt_nano") or example()
for recipe, wanted in ((None, False), ("--recipe=k_leaf_min=16,k_leaf_max=16", True)):
    r = report(subject, "--mesh=model=2", *shards(TENSOR_PARALLEL), *([recipe] if recipe else []))
    split = any(reduction["op"] == "det.dot" and reduction["box"] == [64] and reduction["split"] for reduction in r["reductions"])
    checks.expect(split == wanted, f"products over k=64 on model=2 with {recipe}: split is {split}")
checks.end()
