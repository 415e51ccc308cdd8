"""Fails where a kernel spills registers: spills.py REPORT [REPORT ...], reports of det-opt --kernel-report."""
import json
import sys

spilled, count = [], 0
for path in sys.argv[1:]:
    with open(path) as file:
        for kernel in json.load(file)["kernels"]:
            count += 1
            if kernel["spill_store_bytes"] or kernel["spill_load_bytes"]:
                spilled.append(f"{path}: {kernel['kernel']} on {kernel['chip']}: {kernel['spill_store_bytes']} bytes of {kernel['registers']} registers")
print("\n".join(spilled))
print(f"{len(spilled)} of {count} kernels spill")
sys.exit(1 if spilled or not count else 0)
