"""The same bits on any mesh: one graph, many meshes, compared byte by byte with the reference interpreter.

    meshes.py GRAPH [--quick]      # GRAPH: a name of the shared collection, or `example`
"""
import sys

from det import Checks, example, fingerprint, graph, run
from meshes_list import FULLY_SHARDED, TENSOR_PARALLEL, shards

def meshes():
    """(name, options)"""
    yield "one", []
    for size in (2, 4, 8, 16, 3, 5, 7):
        yield f"data{size}", [f"--mesh=data={size}"]
    for size in (2, 4, 3):
        yield f"model{size}", [f"--mesh=model={size}", *shards(TENSOR_PARALLEL)]
    for data, model in ((4, 2), (3, 2)):
        yield f"data{data}-model{model}", [f"--mesh=data={data},model={model}", *shards(TENSOR_PARALLEL)]
    for size in (8, 3):
        yield f"sharded{size}", [f"--mesh=data={size}", *shards(FULLY_SHARDED)]
    # Shardings that nobody would choose are legal too: tensors are gathered at odd places.
    yield "model2-odd", ["--mesh=model=2", *shards(["*.w=[{},{model}]"])]
    yield "data2-model2-odd", ["--mesh=data=2,model=2", *shards(["params.*.w=[{model}]", "*.b=[{model}]"])]


def main():
    name = sys.argv[1]
    subject = example() if name == "example" else graph(name)
    if subject is None:
        print(f"{name} is not at hand: skipped")
        return
    checks = Checks()
    steps = 4 if "--quick" in sys.argv else 12
    reference = run(subject, "reference", "--device=reference", steps=steps)
    checks.expect(f'"state": "{fingerprint(reference.state)}"'.encode() in reference.fingerprints.splitlines()[-1],
                  "the last fingerprint is that of the saved file")
    for mesh, options in meshes():
        checks.equal(run(subject, mesh, *options, steps=steps), reference, mesh)
        print(mesh, "done", flush=True)
    checks.end()


main()
