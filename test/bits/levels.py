"""Metrics at a lower level than the rest: with --level='loss=not_guaranteed' the state has the bits that it has without, on every mesh, while the
loss may differ; the certificate lists what is below, equal bytes for every mesh; det-verify proves the rest, and what it can of the loss. A metric
that shares its sum with the state is refused.

    levels.py [NAME ...]      # graphs of the shared collection; default: the example
"""
import json
import sys

from det import OUT, Checks, example, graph, run, section, tool
from meshes_list import TENSOR_PARALLEL, shards

OPTION = "--level=loss=not_guaranteed"
SHARDS = {"example": TENSOR_PARALLEL, "gpt_nano": TENSOR_PARALLEL, "llama_nano": ["*.q=[{},{model}]", "*.o=[{model}]", "*.down=[{model}]"],
          "moe_nano": ["*.w1=[{model}]", "*.w2=[{model}]"]}


def ordered_part(path):
    text = section(path, "certificate")
    return text[text.index(b'"ordered": '):text.index(b'"placed": ')]


def compiled(checks, subject, name, *options):
    """An artifact that det-verify accepts, and what it says."""
    path = OUT / f"{subject.name}-levels-{name}.det"
    tool("det-opt", subject.step, "--to=host", "--isa=v3", *options, "-o", path)
    said = tool("det-verify", path, check=False)
    checks.expect(said.returncode == 0, f"{subject.name} {name}: det-verify: {said.stderr.strip()}")
    return path, said.stdout


def losses(result):
    return [line["loss"] for line in result.lines()]


def check(checks, subject):
    meshes = {"none": [], **{mesh: [f"--mesh={mesh}"] for mesh in ("data=2", "data=3", "data=4")},
              "model=2": ["--mesh=model=2", *shards(SHARDS[subject.name])]}
    base, certified, orders, differ, results = run(subject, "levels-base", steps=3), set(), set(), [], {}
    for mesh, options in meshes.items():
        path, said = compiled(checks, subject, mesh, OPTION, *options)
        checks.expect("mesh_to_mesh, " in said and " below: loss; " in said, f"{subject.name} {mesh}: det-verify says what is below: {said.strip()}")
        result = results[mesh] = run(subject, f"levels-{mesh}", "--isa=v3", program=path, steps=3)
        checks.expect(result.state == base.state, f"{subject.name} {mesh}: the state has the bits that it has without the option")
        if losses(result) != losses(base):
            differ.append(mesh)
        without = [{key: value for key, value in line.items() if key != "loss"} for line in result.lines()]
        checks.expect(without == [{key: value for key, value in line.items() if key != "loss"} for line in base.lines()],
                      f"{subject.name} {mesh}: the other metrics have their bits")
        certified.add(ordered_part(path))
        orders.add(section(path, "order"))
    print(f"{subject.name}: the state has its bits on {', '.join(meshes)}; the loss has others on {', '.join(differ) or 'none'}", flush=True)
    checks.expect(len(certified) == 1 and len(orders) == 1, f"{subject.name}: {len(certified)} certified orders, {len(orders)} ordered graphs")
    ordered = json.loads(section(path, "certificate"))["ordered"]
    below = [op["value"] for op in ordered["ops"] if op["level"] == "not_guaranteed"]
    checks.expect(ordered["level"] == "mesh_to_mesh" and below == [entry["value"] for entry in ordered["below"]] and below,
                  f"{subject.name}: {below} are below")
    checks.expect(all(entry["why"] == "--level='loss=not_guaranteed'" and entry["results"] == ["loss"] for entry in ordered["below"]),
                  f"{subject.name}: the certificate says why: {ordered['below']}")
    once = run(subject, "levels-once", "--level=mesh_to_mesh", OPTION, "--mesh=data=3", steps=3)
    checks.equal(once, results["data=3"], f"{subject.name}: det-run compiles the same")
    reference = run(subject, "levels-reference", OPTION, "--device=reference", steps=3)
    checks.equal(reference, base, f"{subject.name}: the interpreter evaluates the orders as they are written")

    # Everything free: nothing is proved about order, everything about terms.
    for mesh in ("none", "data=3", "model=2"):
        _, said = compiled(checks, subject, f"free-{mesh}", "--level=not_guaranteed", *meshes[mesh])
        checks.expect(" ordered, not_guaranteed; " in said, f"{subject.name} {mesh}: det-verify says the level: {said.strip()}")

    refused = tool("det-opt", subject.step, "--to=host", "--level=grad_norm=not_guaranteed", "-o", OUT / "levels-refused.det", check=False)
    words = ("--level='grad_norm=not_guaranteed': result 'grad_norm' takes a sum that state '", "reduce_sum\" -> ", " -> sqrt -> result 'grad_norm', and ")
    checks.expect(refused.returncode != 0 and refused.stderr.count("error:") == 1 and all(word in refused.stderr for word in words),
                  f"{subject.name}: grad_norm is refused: {refused.stderr.strip()}")
    checks.expect(not (OUT / "levels-refused.det").exists(), "a refused compilation leaves no file")
    return bool(differ)


def main():
    checks = Checks()
    OUT.mkdir(parents=True, exist_ok=True)
    differs = []
    for name in sys.argv[1:] or ["example"]:
        subject = example() if name == "example" else graph(name)
        if subject is None:
            print("the shared collection is not at hand: skipped")
            return
        differs.append(check(checks, subject))
    checks.expect(any(differs), "control: the loss differs on some mesh")
    checks.end()


main()
