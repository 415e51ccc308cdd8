"""Values against independent references: metrics of every step, and the state after three, recorded from JAX in float64 or float32.

"Relative" is, for a metric, |got - want| / |want|; for a tensor of the state, the L2 norm of the difference over that of the
reference: single elements may vanish, a tensor does not.
"""
import json
import math

from det import floats, tensors

STATE_STEPS = 3  # the step after which a state is recorded
GPT_WIDTH = 64


def relative(got, want, skip=()):
    """Relative L2 distance, without the elements in `skip`."""
    pairs = [(a, b) for i, (a, b) in enumerate(zip(got, want)) if i not in skip]
    norm = math.sqrt(sum(b * b for _, b in pairs))
    distance = math.sqrt(sum((a - b) ** 2 for a, b in pairs))
    return distance / norm if norm else distance


def without_truth(name):
    """Elements of a tensor that are rounding and nothing else: the gradient of attention's key biases is zero in truth."""
    return range(GPT_WIDTH, 2 * GPT_WIDTH) if name.endswith("qkv.b") else ()


def metrics(subject, kind):
    """The recorded metrics per step, or None."""
    return json.loads(subject.reference.read_text()).get(kind)


def compare_metrics(checks, subject, lines, want, bound):
    """Every metric of every step that both have; the greatest relative error per metric."""
    worst = {}
    for step, (line, reference) in enumerate(zip(lines, want)):
        for name, value in reference.items():
            error = abs(line[name] / value - 1)
            worst[name] = max(worst.get(name, 0), error)
            checks.expect(error <= bound, f"{subject.name} step {step}: {name} {line[name]} is off by {error:.2e} from {value}")
    return worst


def recorded_state(subject):
    """The state that float64 arithmetic gives after three steps, as float32; None where there is none."""
    path = subject.step.parent / "state_f64.safetensors"
    return tensors(path.read_bytes()) if path.exists() else None


def compare_state(checks, subject, state, want, bound):
    """Every tensor; floats by their relative distance, the rest exactly. Returns the greatest distance and its tensor."""
    got, worst = tensors(state), (0, "")
    checks.expect(got.keys() == want.keys(), f"{subject.name}: state of other names: {sorted(got.keys() ^ want.keys())}")
    for name in got.keys() & want.keys():
        if want[name][0] != "F32":
            checks.expect(got[name] == want[name], f"{subject.name}: {name} differs")
            continue
        checks.expect(got[name][:2] == want[name][:2], f"{subject.name}: {name} has another type")
        error = relative(floats(got[name]), floats(want[name]), set(without_truth(name)))
        worst = max(worst, (error, name))
        checks.expect(error <= bound, f"{subject.name}: {name} after {STATE_STEPS} steps is off by {error:.2e}")
    return worst
