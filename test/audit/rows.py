"""The table in docs/audit.md has the rows of lib/Transforms/Audit/Rows.cpp, each with its hazard, in the same order."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
NAMES = {"RunToRun": "run_to_run", "Opaque": "opaque", "Layout": "layout", "Device": "device"}


def main():
    code = re.findall(r'\{"([a-z-]+)", Hazard::(\w+),', (ROOT / "lib/Transforms/Audit/Rows.cpp").read_text())
    rows = [(name, NAMES[hazard]) for name, hazard in code]
    table = re.findall(r"^\| `([a-z-]+)` \| (\w+) \|", (ROOT / "docs/audit.md").read_text(), re.M)
    if not rows or rows != table:
        sys.exit(f"in the code only: {sorted(set(rows) - set(table))}, in the document only: {sorted(set(table) - set(rows))}, or another order")
    order = list(NAMES.values())
    if [order.index(hazard) for _, hazard in rows] != sorted(order.index(hazard) for _, hazard in rows):
        sys.exit("the most serious rows come first")
    # Every row is reached: a handler names it, or the place where a mesh is looked at.
    sources = "".join(path.read_text() for path in (ROOT / "lib/Transforms/Audit").glob("*.cpp") if path.name != "Rows.cpp")
    unused = [name for name, _ in rows if f'"{name}"' not in sources]
    if unused:
        sys.exit(f"nothing finds {unused}")
    print(f"{len(rows)} rows")


main()
