"""Cuts a failing case down: fewer outputs, fewer ops, fewer runs, fewer shardings, smaller meshes; whatever still fails in the same way."""
import copy
import re


def signature(what):
    """The kind of a failure: what stays when sizes and names change."""
    if what.startswith("run"):
        if "does not compile" in what:
            return "does not compile: " + re.sub(r"[\d\W]+", " ", what.split("error:")[-1])[:40]
        return "differs" if " is 0x" in what else re.sub(r"[\d\W]+", " ", what.split(": ", 1)[-1])[:40]
    return re.sub(r"[\d\W]+", " ", what)[:30]


def clone(case):
    """The case with a graph of its own; shardings follow their arguments."""
    new = copy.copy(case)
    new.graph = case.graph.copy()
    places = {id(old): node for old, node in zip(case.graph.nodes, new.graph.nodes)}
    new.runs = [{**run, "shards": [(what if isinstance(what, int) else places[id(what)], dims) for what, dims in run["shards"]
                                   if isinstance(what, int) or id(what) in places]} for run in case.runs]
    return new


def without_output(case, position):
    """The case with one output less; what is said of the later ones moves along."""
    def moved(number):
        return number - (number > position)
    new = clone(case)
    del new.graph.outputs[position]
    new.graph.donated = {moved(p): argument for p, argument in new.graph.donated.items() if p != position}
    new.runs = [{**run, "shards": [(moved(what) if isinstance(what, int) else what, dims) for what, dims in run["shards"]
                                   if not isinstance(what, int) or what != position]} for run in new.runs]
    new.graph.prune()
    return new


def outputs(case):
    if len(case.graph.outputs) > 1:
        for position in range(len(case.graph.outputs)):
            yield without_output(case, position)
    if case.graph.donated:
        new = clone(case)
        new.graph.donated = {}
        yield new
    # A step earlier: what an output is made from.
    for number, node in enumerate(case.graph.nodes):
        if node.text is None or not any(node is n for n, _ in case.graph.outputs):
            continue
        for operand in range(len(node.operands)):
            new = clone(case)
            source = new.graph.nodes[number].operands[operand]
            if source[0].text is None:
                continue
            new.graph.outputs, new.graph.donated = [source], {}
            new.runs = [{**run, "shards": [(what, dims) for what, dims in run["shards"] if not isinstance(what, int)]} for run in new.runs]
            new.graph.prune()
            yield new


def ops(case):
    """One op less: its results become arguments."""
    for number, node in enumerate(case.graph.nodes):
        if node.text is None or any(node is n for n, _ in case.graph.outputs):
            continue
        new = clone(case)
        old = new.graph.nodes[number]
        arguments = [(new.graph.argument(t)) for t in old.types]
        for later in new.graph.nodes:
            later.operands = [arguments[i] if n is old else (n, i) for n, i in later.operands]
        # An argument must come before its uses.
        new.graph.nodes = [a for a, _ in arguments] + [n for n in new.graph.nodes if n is not old and not any(n is a for a, _ in arguments)]
        new.graph.prune()
        yield new


def runs(case):
    for number in range(len(case.runs)):
        new = clone(case)
        del new.runs[number]
        yield new
    for number, run in enumerate(case.runs):
        for position in range(len(clone(case).runs[number]["shards"])):
            new = clone(case)
            del new.runs[number]["shards"][position]
            yield new
        for word in run["more"]:
            new = clone(case)
            new.runs[number]["more"] = [w for w in run["more"] if w != word]
            yield new
        for axis in range(2):
            for smaller in {1, 2, run["mesh"][axis] - 1}:
                if 0 < smaller < run["mesh"][axis]:
                    new = clone(case)
                    new.runs[number]["mesh"] = tuple(smaller if i == axis else n for i, n in enumerate(run["mesh"]))
                    yield new
    if case.recipe:
        new = clone(case)
        new.recipe = None
        yield new
    if case.mood != "normal":
        new = clone(case)
        new.mood = "normal"
        yield new


def shrink(case, what, runner, most=300):
    """The smallest case found that fails with the same signature, and how it fails."""
    wanted, tried, going = signature(what), 0, True
    while going and tried < most:
        going = False
        for candidates in (runs, outputs, ops):
            for candidate in candidates(case):
                tried += 1
                verdict, now = runner.run([candidate])[0]
                if verdict == "failed" and signature(now) == wanted:
                    case, what, going = candidate, now, True
                    break
                if tried >= most:
                    return case, what
    return case, what
