"""Runs recorded tests of others with det-run --check, and asks that none fails and nearly all pass.

  recorded.py DET_RUN DEVICE FOLDER...
"""
import pathlib
import re
import subprocess
import sys

LEAST = 0.98


def main():
    det_run, device, *folders = sys.argv[1:]
    files = sorted(str(path) for folder in folders for path in pathlib.Path(folder).glob("*.mlir"))
    if not files:
        sys.exit(f"no recorded tests in {', '.join(folders)}")
    run = subprocess.run([det_run, "--check", f"--device={device}", *files], stdout=subprocess.PIPE, text=True)
    print(run.stdout, end="")
    last = run.stdout.splitlines()[-1] if run.stdout else ""
    match = re.fullmatch(r"(\d+) passed, (\d+) refused, (\d+) failed", last)
    if not match:
        sys.exit(f"the run ended with {run.returncode} without a last line of counts")
    passed, refused, failed = map(int, match.groups())
    if failed or run.returncode != 0:
        sys.exit(f"{failed} tests failed, exit code {run.returncode}")
    if passed < LEAST * (passed + refused):
        sys.exit(f"expected at least {LEAST:.0%} of {passed + refused} tests to pass, got {passed}")


main()
