"""Registers, stack and spills of device kernels, as ptxas sees them: registers.py KERNELS.ptx [CHIP...]. No kernel of a product, a join or a scan may
spill: its speed rests on registers. What products keep of their trees in local memory is a stack frame, not a spill. Kernels of warpgroups are in
warpgroups.ptx beside, for sm_90a: there ptxas may also not serialize instructions, or put fences of its own between them."""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

CHIPS = ["sm_80", "sm_90", "sm_100"]
SPILL_FREE = re.compile(r"det_(product|join|scan|mma|wgmma|attention)")


def ptxas():
    return os.environ.get("DET_PTXAS") or shutil.which("ptxas") or next((p for p in ["/usr/local/cuda/bin/ptxas"] if os.path.exists(p)), None)


def report(text, chip):
    """Lists (kernel, registers, stack bytes, spilled bytes, shared bytes)."""
    run = subprocess.run([ptxas(), "-v", "-arch=" + chip, "-o", os.devnull, text], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"ptxas fails for {chip}:\n{run.stderr}")
    if wrong := [line for line in run.stderr.splitlines() if "serialized" in line or "injected" in line]:
        sys.exit(f"ptxas changes instructions of warpgroups for {chip}:\n" + "\n".join(wrong[:10]))
    rows, name, stack, spill = {}, None, 0, 0
    for line in run.stderr.splitlines():
        if match := re.search(r"Compiling entry function '(\w+)'", line):
            name = match[1]
        elif match := re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line):
            stack, spill = int(match[1]), int(match[2]) + int(match[3])
        elif (match := re.search(r"Used (\d+) registers", line)) and name:
            shared = re.search(r"(\d+) bytes smem", line)
            rows[name] = (int(match[1]), stack, spill, int(shared[1]) if shared else 0)
            name = None
    return rows


def table(text, chips):
    """Prints the kernels of a text, and lists those that spill and may not."""
    with concurrent.futures.ThreadPoolExecutor() as pool:
        reports = dict(zip(chips, pool.map(lambda chip: report(text, chip), chips)))
    print("kernel".ljust(40) + "".join(f"{chip:>28}" for chip in chips))
    print(" " * 40 + f"{'registers stack spill smem':>28}" * len(chips))
    faults = [] if reports[chips[0]] else [f"no kernel in {text}"]
    for name in sorted(reports[chips[0]]):
        print(name.ljust(40) + "".join("{:>12} {:>5} {:>5} {:>4}".format(*reports[chip][name]).rjust(28) for chip in chips))
        faults += [f"{name} spills {reports[chip][name][2]} bytes on {chip}" for chip in chips if reports[chip][name][2] and SPILL_FREE.match(name)]
    return faults


def main():
    if not ptxas():
        print("skipped: no ptxas in PATH, /usr/local/cuda or DET_PTXAS")
        sys.exit(77)
    text, chips = sys.argv[1], sys.argv[2:] or CHIPS
    warpgroups = os.path.join(os.path.dirname(text), "warpgroups.ptx")
    faults = table(text, chips) + table(warpgroups, ["sm_90a"])
    print("\n".join(faults) or "no spill where none may be")
    sys.exit(1 if faults else 0)


main()
