"""Audits graphs of every kind: it never fails, its counts agree, and where det compiles a graph every sum has an order.

graphs.py SHARED: all training graphs, and some of the conformance tests, whose operations are of every family."""
import concurrent.futures
import json
import pathlib
import subprocess
import sys

SHARED = pathlib.Path(sys.argv[1])
# Every n-th: enough for each family, in seconds.
STEP = 20


def audit(path):
    run = subprocess.run(["det-opt", str(path), "--det-audit=json"], capture_output=True, text=True)
    if run.returncode or run.stderr:
        return path, f"exit {run.returncode}: {run.stderr.strip()[:300]}", None
    report = json.loads(run.stdout)
    rows = {row["id"]: row["hazard"] for row in report["rows"]}
    counted = {}
    for finding in report["findings"]:
        counted[finding["row"]] = counted.get(finding["row"], 0) + 1
        if rows.get(finding["row"]) != finding["hazard"]:
            return path, f"no row for {finding}", None
        if not finding["det"]:
            return path, f"no answer for {finding}", None
    if counted != report["findings_by_row"]:
        return path, "findings and counts differ", None
    if sum(report["operations_by_hazard"].values()) > len(report["findings"]) or report["operations"] < len(report["findings"]) / 3:
        return path, "more operations than findings", None
    if report["compiles"] == bool(report["refused"]):
        return path, "compiles and is refused", None
    return path, "", report


def main():
    graphs = sorted(SHARED.glob("graphs/jax/*/step.mlir")) + sorted(SHARED.glob("graphs/external/*.mlir"))
    tests = sorted(SHARED.glob("conformance/**/*.mlir"))[::STEP]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(audit, graphs + tests))
    faults = [f"{path.relative_to(SHARED)}: {fault}" for path, fault, _ in results if fault]
    reports = {path: report for path, fault, report in results if not fault}
    for path in graphs:
        report = reports.get(path)
        if report and not (report["compiles"] and report["operations_by_hazard"]["layout"]):
            faults.append(f"{path.relative_to(SHARED)}: a training step compiles and has products")
    # The two ends: a mixture of experts scatters, an embedding's gradient too; a perceptron with a dense loss does not.
    names = {path.parent.name if path.name == "step.mlir" else path.stem: report for path, report in reports.items()}
    for name, row, expected in [("moe_nano", "scatter-sum", True), ("gpt_nano", "scatter-sum", True), ("mlp_step", "scatter-sum", False),
                                ("cnn_bn_momentum", "convolution-gradient", True), ("gpt_nano", "convolution-gradient", False),
                                ("gpt_nano_bf16", "excess-precision", True), ("gpt_nano", "excess-precision", False),
                                ("gpt_nano_dp", "product-over-mesh", True), ("gpt_nano", "product-over-mesh", False)]:
        if name in names and (row in names[name]["findings_by_row"]) != expected:
            faults.append(f"{name}: {row} expected {expected}: {names[name]['findings_by_row']}")
    print("\n".join(faults) or f"{len(reports)} graphs")
    sys.exit(1 if faults or len(graphs) < 10 else 0)


main()
