"""Graphs that bring their own mesh and shardings, as they are and with the mesh's sizes overridden, against gpt_nano's reference."""
from det import Checks, graph, run

CASES = {"gpt_nano_dp": [[], ["--mesh=data=3"], ["--mesh=data=8"]],
         "gpt_nano_dp_tp": [[], ["--mesh=data=2,model=4"], ["--mesh=data=3,model=2"]],
         "gpt_nano_fsdp": [[], ["--mesh=data=3"], ["--mesh=data=4"]]}

plain = graph("gpt_nano")
if plain is None:
    print("the shared collection is not at hand: skipped")
else:
    checks = Checks()
    reference = run(plain, "annotated-reference", "--device=reference")
    for name, variants in CASES.items():
        for i, options in enumerate(variants):
            checks.equal(run(graph(name), f"variant{i}", *options), reference, f"{name} {' '.join(options)}")
    checks.end()
