"""The checks of tools/gpu-check.sh.

    check.py [--device=cuda|ptx-sim] [--quick] [--only=PART,...] [--json=FILE] [--threads=N]
"""
import argparse
import os
import sys
import time

import admission
import machine
import probes
import processes
import timing
import training
from setup import Failure, Setup
from table import Table

PARTS = {"bits": training, "processes": processes, "tensor-cores": probes, "admission": admission, "timing": timing}


def parse():
    parser = argparse.ArgumentParser(prog="tools/gpu-check.sh", description="Checks det on a GPU: bits, tensor cores, speed.")
    parser.add_argument("--device", choices=["cuda", "ptx-sim"], default="cuda", help="ptx-sim runs every part without a GPU, in small [cuda]")
    parser.add_argument("--quick", action="store_true", help="the example alone, in seconds")
    parser.add_argument("--only", default=",".join(PARTS), help="parts: " + ", ".join(PARTS))
    parser.add_argument("--json", help="file for all figures, with date, device and versions")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)), help="threads of this machine [all CPUs]")
    options = parser.parse_args()
    options.parts = options.only.split(",")
    for part in options.parts:
        if part not in PARTS:
            parser.error(f"unknown part '{part}'; there are {', '.join(PARTS)}")
    if options.threads < 1:
        parser.error("--threads needs at least 1")
    if options.json and not os.access(os.path.dirname(os.path.abspath(options.json)), os.W_OK):
        parser.error(f"cannot write '{options.json}'")
    return options


def main():
    options = parse()
    began = time.monotonic()
    try:
        here = machine.describe(options.device)
    except Failure as failure:
        sys.exit(f"gpu-check: {failure}")
    print(", ".join(f"{name} {value}" for name, value in here.items() if value is not None))
    table = Table()
    setup = Setup(table, options.device, here["chip"], options.quick, options.threads)
    for part in options.parts:
        try:
            PARTS[part].check(setup)
        except Failure as failure:
            table.add(part, "FAILED", str(failure))
    here["seconds"] = round(time.monotonic() - began, 1)
    if options.json:
        table.write(options.json, here)
    compared = sum(row["result"] in ("equal", "passed") for row in table.rows)
    print(f"gpu-check: {compared} equal, {len(table.faults)} faults, {len(table.rows)} rows in {here['seconds']} s")
    sys.exit(1 if table.faults or not table.rows else 0)


main()
