"""Training graphs from public repositories, with drawn data: finite values, and the same bits on any mesh. Graphs with manual regions run on the
ranks that they state, half as many, and one."""
import json
import math
import sys

from det import OUT, SHARED, Checks, tool

GRAPHS = {
    "mlp_step": [[], ["--mesh=data=2"]],
    "jax_mlp_sgd_step": [[], ["--mesh=data=2"]],
    "bert_tiny_backward_mhlo": [[], ["--mesh=data=2"]],
    "cifar8_adam_dp_step": [[], ["--mesh=data=2"]],
    "tt_e2e_dp_shardy": [[], ["--mesh=x=1,y=4"], ["--mesh=x=1,y=1"]],
    "tt_e2e_tp_shardy": [[], ["--mesh=x=1,y=4"], ["--mesh=x=1,y=1"]],
}

# Adam takes the roots of second moments, and half of those that are drawn are negative: its new weights, the first results, are NaN there.
ROOTS_OF_DRAWN = {"cifar8_adam_dp_step": {f"result{i}" for i in range(22)}}


def numbers(value):
    """All numbers of a metric, which is a number or nested lists."""
    if not isinstance(value, list):
        yield float(value)
    else:
        for item in value:
            yield from numbers(item)


def is_finite(metrics, name):
    steps = [json.loads(line) for line in metrics.splitlines()]
    return all(math.isfinite(number) for step in steps for key, value in step.items() if key not in ROOTS_OF_DRAWN.get(name, ())
               for number in numbers(value))


def run(path, name, *options):
    """What two steps write: metrics, state and fingerprints."""
    prefix = OUT / f"external-{path.stem}-{name}"
    for suffix in ("safetensors", "jsonl"):
        (OUT / f"{prefix.name}.{suffix}").unlink(missing_ok=True)
    tool("det-run", path, "--data", "*=random:1", "--steps=2", f"--metrics={prefix}.jsonl", f"--save={prefix}.safetensors", *options)
    return (OUT / f"{prefix.name}.jsonl").read_bytes(), (OUT / f"{prefix.name}.safetensors").read_bytes()


def main():
    checks = Checks()
    OUT.mkdir(parents=True, exist_ok=True)
    folder = SHARED / "graphs" / "external"
    if not folder.exists():
        print("the shared collection is not at hand: skipped")
        return
    for name, variants in GRAPHS.items():
        if len(sys.argv) > 1 and name not in sys.argv[1:]:
            continue
        path = folder / f"{name}.mlir"
        base = run(path, "reference", "--device=reference")
        checks.expect(is_finite(base[0], name), f"{name}: values that are not finite")
        for number, options in enumerate(variants):
            checks.expect(run(path, str(number), *options) == base, f"{name} {' '.join(options)}: other bytes than the reference")
        print(name, "done", flush=True)
    checks.end()


main()
