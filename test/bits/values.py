"""Values against independent references, within the bounds that these graphs keep: tighter than any promise."""
from det import Checks, floats, graph, run, tensors
from references import STATE_STEPS, metrics, recorded_state, relative, without_truth


def losses(checks, subject, kind, limit, steps, gradient=None):
    lines = run(subject, f"values-{kind}", steps=steps).lines()
    for step, (line, reference) in enumerate(zip(lines, metrics(subject, kind))):
        checks.expect(abs(line["loss"] - reference["loss"]) <= limit,
                      f"{subject.name} step {step}: loss {line['loss']} is not within {limit} of {reference['loss']}")
        if gradient:
            error = abs(line["grad_norm"] / reference["grad_norm"] - 1)
            checks.expect(error <= gradient, f"{subject.name} step {step}: grad_norm is off by {error:.2e}")


checks = Checks()
nano = graph("gpt_nano")
if nano is None:
    print("the shared collection is not at hand: skipped")
else:
    losses(checks, nano, "float64", 5e-6, 12, gradient=5e-5)
    losses(checks, graph("gpt_nano_dropout"), "float32", 2e-5, 12)
    got = tensors(run(nano, "values-3", steps=STATE_STEPS).state)
    for name, tensor in recorded_state(nano).items():
        if tensor[0] != "F32":
            checks.expect(got[name] == tensor, f"{name} differs")
            continue
        error, bound = relative(floats(got[name]), floats(tensor), set(without_truth(name))), 3e-6 if name.startswith("params.") else 2e-6
        checks.expect(error <= bound, f"{name} after {STATE_STEPS} steps: relative L2 {error:.2e} is above {bound}")
    checks.end()
