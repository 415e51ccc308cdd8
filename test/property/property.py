"""Random small graphs, types, shardings and meshes: partitioned bits = bits of one rank = bits of the reference interpreter.

    property.py [--count=300] [--seed=0] [--first=0] [--families=reduce,dot] [--without=sort] [--jobs=2] [--keep=FOLDER]

A case that fails is cut down to a few ops and printed as a file for det-property, with the command that repeats it.
"""
import argparse
import collections
import contextlib
import os
import pathlib
import random
import re
import sys
import threading

import control
import convolutions
import elementwise
import indexing
import movement
import reductions
from graphs import Graph, Impossible
from runner import OUT, Runner
from shrink import shrink

FAMILIES = {}
for module in (elementwise, movement, reductions, indexing, convolutions, control):
    FAMILIES.update(module.FAMILIES)
MESHES = [(2, 1), (3, 1), (2, 2), (4, 1), (3, 2), (1, 2), (5, 1), (2, 3), (7, 1), (1, 4), (8, 1), (4, 2)]
RECIPES = [None, "k_leaf_min=2,k_leaf_max=4,row_leaf_min=2,row_leaf_max=4,column_leaf_max=2", "k_leaf_min=1,k_leaf_max=1,row_leaf_min=1,row_leaf_max=1,column_leaf_max=1"]


class Case:
    """A graph with its data and its runs; what the shrinker cuts down."""

    def __init__(self, name, graph, mood, seed, recipe, runs):
        self.name, self.graph, self.mood, self.seed, self.recipe, self.runs = name, graph, mood, seed, recipe, runs

    def text(self):
        lines = [f"// det-property: {self.name} data={self.mood} seed={self.seed}" + (f" recipe={self.recipe}" if self.recipe else "")]
        for run in self.runs:
            shards = [f"shard={name}=[{dims}]" for node, dims in run["shards"] if (name := self.name_of(node))]
            mesh = ",".join(f"{axis}={n}" for axis, n in zip("ab", run["mesh"]))
            lines.append(" ".join([f"// run: mesh={mesh}", *shards, *run["more"]]))
        return "\n".join(lines) + "\n" + self.graph.text()

    def name_of(self, what):
        """An argument's node, or the position of an output."""
        if isinstance(what, int):
            return f"r{what}" if what < len(self.graph.outputs) else None
        return self.graph.argument_name(what) if any(what is node for node in self.graph.arguments()) else None


def sharding(rng, rank, mesh):
    """Axes per dim as --shard writes them."""
    axes = [axis for axis, n in zip("ab", mesh) if n > 1]
    rng.shuffle(axes)
    dims = [[] for _ in range(rank)]
    for axis in axes:
        if rng.random() < 0.8:
            dims[rng.randrange(rank)].append(axis)
    return ",".join("{" + ",".join(d) + "}" for d in dims)


def draw(seed, index, families):
    rng = random.Random(f"{seed}-{index}")
    graph = Graph(rng)
    names = list(families)
    weights = [families[name][1] for name in names]
    for _ in range(rng.choice((1, 2, 3, 4, 5, 6, 8, 10))):
        graph.family = rng.choices(names, weights)[0]
        with contextlib.suppress(Impossible):
            families[graph.family][0](graph)
    ops = [node for node in graph.nodes if node.text is not None]
    if not ops:
        return draw(seed, f"{index}+", families)
    used = {id(operand) for node in graph.nodes for operand, _ in node.operands}
    ends = [node for node in ops if id(node) not in used]
    chosen = ends[-4:] + ([rng.choice(ops)] if rng.random() < 0.3 else [])
    graph.outputs = [(node, i) for node in chosen for i in range(len(node.types)) if not node.types[i].element.startswith("f8")] or [(ops[-1], 0)]
    for position, value in enumerate(graph.outputs):
        fits = [a for a in graph.arguments() if a.types[0] == graph.type(value) and not any(a is d for d in graph.donated.values())]
        if fits and rng.random() < 0.4:
            graph.donated[position] = rng.choice(fits)
    graph.prune()
    runs = []
    for mesh in rng.sample(MESHES, 2):
        targets = [(node, len(node.types[0].shape)) for node in graph.arguments()]
        targets += [(i, len(graph.type(v).shape)) for i, v in enumerate(graph.outputs) if i not in graph.donated and rng.random() < 0.3]
        shards = [(what, sharding(rng, rank, mesh)) for what, rank in targets if rank and rng.random() < 0.8]
        more = (["threads=2"] if rng.random() < 0.5 else []) + (["fill=nan"] if rng.random() < 0.5 else []) + (["isa=v3"] if rng.random() < 0.2 else [])
        runs.append({"mesh": mesh, "shards": shards, "more": more})
    return Case(f"{seed}-{index}", graph, rng.choice(("normal", "normal", "small", "specials", "wide")), rng.randrange(1 << 30), rng.choice(RECIPES), runs)


def main():
    parser = argparse.ArgumentParser()
    for name, default in (("count", 300), ("seed", 0), ("first", 0), ("jobs", os.cpu_count() or 2), ("shrink", 5)):
        parser.add_argument(f"--{name}", type=int, default=default)
    for name in ("families", "without"):
        parser.add_argument(f"--{name}", default="")
    parser.add_argument("--keep", type=pathlib.Path, default=OUT)
    parser.add_argument("--show-refused", action="store_true")
    options = parser.parse_args()
    chosen = options.families.split(",") if options.families else FAMILIES
    families = {name: FAMILIES[name] for name in chosen if name not in options.without.split(",")}
    indices, lock = iter(range(options.first, options.first + options.count)), threading.Lock()
    failed, refused, counts, ops = [], collections.Counter(), collections.Counter(), collections.Counter()

    def work(worker):
        runner = Runner(f"w{os.getpid()}-{worker}")
        while True:
            with lock:
                batch = [i for _, i in zip(range(25), indices)]
            if not batch:
                return
            cases = [draw(options.seed, i, families) for i in batch]
            for case, (verdict, what) in zip(cases, runner.run(cases)):
                with lock:
                    counts[verdict] += 1
                    if verdict == "passed":
                        ops.update({node.family for node in case.graph.nodes if node.text is not None})
                    if verdict == "refused":
                        refused[re.sub(r"\d+-\d+\+*:\d+:\d+|'[^']*<[^']*'", "", what)[:150]] += 1
                        if options.show_refused:
                            print(f"refused {case.name}: {what[:300]}", flush=True)
                    if verdict == "failed":
                        failed.append((case, what))
                        print(f"FAILED {case.name}: {what[:300]}", flush=True)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(options.jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    options.keep.mkdir(parents=True, exist_ok=True)
    for case, what in failed[:options.shrink]:
        small, why = shrink(case, what, Runner(f"s{os.getpid()}"))
        path = options.keep / f"failed-{case.name}.mlir"
        path.write_text(small.text())
        print(f"\n--- {case.name}: {why}\n--- again: {Runner.program} {path}\n{small.text()}", flush=True)
    for message, count in refused.most_common(40):
        print(f"refused {count} times: {message}")
    print("cases by family:", ", ".join(f"{name} {ops[name]}" for name in sorted(families)))
    print(f"{counts['passed']} passed, {counts['refused']} refused, {counts['failed']} failed")
    sys.exit(1 if failed or refused or not counts["passed"] else 0)


if __name__ == "__main__":
    main()
