"""Runs cases in processes of det-property; a crash or a hang costs one case."""
import os
import pathlib
import subprocess

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("DET_BUILD", SOURCE / "build"))
OUT = BUILD / "test" / "property"


class Runner:
    program = pathlib.Path(os.environ.get("DET_PROPERTY", BUILD / "bin" / "det-property"))

    def __init__(self, name):
        OUT.mkdir(parents=True, exist_ok=True)
        self.path = OUT / f"{name}.mlir"

    def run(self, cases):
        """(verdict, what) per case: passed, refused or failed."""
        found, rest = [], list(cases)
        while rest:
            self.path.write_text("".join(case.text() for case in rest))
            done = subprocess.run([self.program, self.path], capture_output=True, text=True, errors="replace")
            if done.returncode == 2:
                raise SystemExit(f"det-property does not read {self.path}: {done.stderr}")
            lines = [line for line in done.stdout.splitlines() if not line.endswith(" begins")]
            for case, line in zip(rest, lines):
                name, _, outcome = line.partition(" ")
                assert name == case.name, (name, case.name)
                verdict, _, what = outcome.partition(": ")
                found.append((verdict, what))
            rest = rest[len(lines):]
            if rest:
                # Ended in the middle of a case.
                kind = "takes more than a minute" if done.returncode == -14 else f"ends the process with {done.returncode}"
                found.append(("failed", f"{kind}: {' | '.join(done.stderr.strip().splitlines())[:1000]}"))
                rest = rest[1:]
        self.path.unlink(missing_ok=True)
        return found
