"""Which wrong plans show in results: runs the artifacts that verify-mutations has made wrong, and compares fingerprints with the right ones.

A kind of fault that changes arithmetic must show in the bits of at least one artifact, or be refused by the runtime; the others are listed with the
reason that the mutation gives. Takes minutes.
"""
import re
import shutil
import subprocess
import sys

from mutations import BUILD, COMPILATIONS, OUT, ROOT, pinned

STATE = [f"--init={ROOT / 'docs' / 'examples' / 'gpt' / 'init.mlir'}", "--seed=0", "--data", f"tokens=text:{ROOT / 'LICENSE'}"]
DATA = ["--data", "*=random:1"]


def run(artifact, arguments):
    """The fingerprints of two steps; `refused` or `hangs` where there are none."""
    lines = OUT / "visible.jsonl"
    lines.unlink(missing_ok=True)
    try:
        done = subprocess.run([BUILD / "bin" / "det-run", artifact, *arguments, "--steps=2", f"--fingerprints={lines}"], capture_output=True, timeout=10)
    except subprocess.TimeoutExpired:
        return "hangs"
    return lines.read_text() if done.returncode == 0 else "refused" if done.returncode > 0 else "crashes"


def main():
    folder = OUT / "mutated"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    artifacts, right = [], []
    for number, arguments in enumerate(COMPILATIONS):
        artifacts.append(OUT / f"mutation-{number}.det")
        subprocess.run([BUILD / "bin" / "det-opt", *arguments, "--to=host", "-o", artifacts[-1]], check=True)
        right.append(run(artifacts[-1], STATE if number < 2 else DATA))
    # For a GPU: wrong pins do not show without one, and nothing runs them here.
    artifacts.append(pinned(OUT / "mutation-pinned.det"))
    made = subprocess.run([BUILD / "bin" / "verify-mutations", "--sites=12", f"--write={folder}", *artifacts], capture_output=True, text=True)
    kinds = {int(found[1]): (found[2], found[3]) for found in re.finditer(r"^(\d+)\. (.*): \d+ tried; in the bits: (.*?); found: ", made.stdout, re.M)}
    faults = [] if made.returncode == 0 and all("step" in lines for lines in right) else [made.stdout[-500:]]
    for kind, (name, effect) in kinds.items():
        outcomes = set()
        for path in sorted(folder.glob(f"{kind}-*.det"), key=lambda path: int(path.stem.split("-")[2])):
            number = int(path.stem.split("-")[1])
            if number == len(right):
                continue
            got = run(path, STATE if number < 2 else DATA)
            outcomes.add("same bits" if got == right[number] else got if got in ("refused", "hangs", "crashes") else "other bits")
            if "other bits" in outcomes:
                break
        print(f"{kind}. {name}: {', '.join(sorted(outcomes))}; {effect}", flush=True)
        if effect.startswith("bits") and not outcomes & {"other bits", "refused", "hangs", "crashes"}:
            faults.append(f"{name}: does not show")
    print("\n".join(faults) or f"{len(kinds)} kinds")
    sys.exit(1 if faults else 0)


main()
