"""Cases that tend to lose bits across meshes, one file each in cases/: every placement on many meshes, with threads, filled arenas and both
instruction sets, against the reference interpreter.

    cases.py [NAME ...]

The head of a case's file says, line by line: `shard:` a placement by names, `data:` the moods of the numbers, and `control:` what must change
the bits: `recipe=...` (another order) or `seed` (other numbers). `recipe:` is the recipe of all runs, if not the default one.
"""
import pathlib
import subprocess
import sys

from det import BUILD, OUT, Checks, head

CASES = pathlib.Path(__file__).parent / "cases"
ONE_AXIS = ("a=3", "a=2", "a=5", "a=8")
TWO_AXES = ("a=3,b=2", "a=2,b=3", "a=4,b=1")
VARIANTS = ("", "threads=2", "fill=nan", "threads=2 fill=nan", "isa=v3")


def property_cases(path):
    """The file as cases for det-property, one for each mood."""
    text = path.read_text()
    control = head(text, "control")[0]
    graph = "".join(line + "\n" for line in text.splitlines() if not line.startswith("//"))
    for number, mood in enumerate(head(text, "data")[0].split()):
        # All meshes for plain numbers, the first one for other moods. The control belongs to plain numbers: a NaN hides every order.
        runs = ["// run: threads=2 isa=v3 fill=nan"]
        for shard in head(text, "shard"):
            for mesh in (TWO_AXES if "b}" in shard else ONE_AXIS)[:None if number == 0 else 1]:
                words = " ".join(f"shard={word}" for word in shard.split())
                runs.append(f"// run: mesh={mesh} {words} {VARIANTS[len(runs) % len(VARIANTS)]}".rstrip())
        if number == 0:
            runs.append("// control: " + (control if control != "seed" else "seed=1000"))
        recipe = "".join(f" recipe={words}" for words in head(text, "recipe"))
        yield f"// det-property: {path.stem}-{mood} data={mood} seed={number + 1}{recipe}\n" + "\n".join(runs) + "\n" + graph


def main():
    checks = Checks()
    OUT.mkdir(parents=True, exist_ok=True)
    for path in sorted(CASES.glob("*.mlir")):
        if not head(path.read_text(), "control") or len(sys.argv) > 1 and path.stem not in sys.argv[1:]:
            continue  # without a control it belongs to another test
        combined = OUT / f"case-{path.stem}.mlir"
        cases = list(property_cases(path))
        combined.write_text("".join(cases))
        done = subprocess.run([BUILD / "bin" / "det-property", combined], capture_output=True, text=True)
        verdicts = [line for line in done.stdout.splitlines() if not line.endswith(" begins")]
        for line in verdicts:
            checks.expect(line.endswith(" passed"), line[:600])
        checks.expect(len(verdicts) == len(cases), f"{path.stem}: ended with {done.returncode} after {len(verdicts)} of {len(cases)} cases: {done.stderr[-600:]}")
    checks.end()


main()
