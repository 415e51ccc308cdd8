"""Training on images whose rows and columns are sharded: the bits of one rank, and traffic that is that of borders.

    images.py
"""
import json
import re

from det import OUT, Checks, graph, run, tool

STEPS = 3
PLACEMENTS = [("rows=2", ["image=[{},{rows}]"]), ("rows=3", ["image=[{},{rows}]"]), ("rows=8", ["image=[{},{rows}]"]),
              ("rows=2,columns=3", ["image=[{},{rows},{columns}]"]), ("data=2,rows=2", ["image=[{data},{rows}]"])]
READ = re.compile(r"\bread\b")


def volume(type):
    """The bytes of a tensor of floats, from `tensor<24x16x16x3xf32>`."""
    size = 4
    for n in re.findall(r"(\d+)x", type):
        size *= int(n)
    return size


def main():
    checks = Checks()
    OUT.mkdir(parents=True, exist_ok=True)
    subject = graph("cnn_bn_momentum")
    if subject is None:
        print("the shared collection is not at hand: skipped")
        return
    base = run(subject, "images-none", steps=STEPS)
    for mesh, patterns in PLACEMENTS:
        shards = [f"--shard={pattern}" for pattern in patterns]
        checks.equal(run(subject, f"images-{mesh}", f"--mesh={mesh}", *shards, steps=STEPS), base, mesh)
        exchanges = json.loads(tool("det-opt", subject.step, f"--mesh={mesh}", *shards, "--report=json").stdout)["exchanges"]
        reads = [e for e in exchanges if READ.search(e["to"]) and not READ.search(e["from"])]
        checks.expect(len(reads) >= 4, f"{mesh}: {len(reads)} exchanges for windows")
        images = [e for e in reads if "16x16x3" in e["type"]]
        checks.expect(images and all(0 < e["bytes"] < volume(e["type"]) for e in images), f"{mesh}: {images}")
        print(f"{mesh}: {len(reads)} reads through windows", flush=True)
    control = run(subject, "images-control", "--recipe=k_leaf_min=16,k_leaf_max=16", steps=STEPS)
    checks.expect(control.state != base.state, "another recipe gives the same bits")
    checks.end()


main()
