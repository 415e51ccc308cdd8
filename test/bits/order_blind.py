"""The order phase cannot see the mesh: the ordered IR that artifacts carry is the same bytes for 20 meshes."""
import hashlib

from det import OUT, Checks, example, graph, tool

MESHES = [f"data={n}" for n in (1, 2, 3, 4, 5, 7, 8, 16)] + [f"model={n}" for n in (2, 3, 4)] + [
    "data=4,model=2", "data=2,model=4", "data=3,model=2", "x=2", "x=3,y=2", "data=2,x=2", "data=2,x=3,model=2", "data=16,model=2", "expert=4"]


def section(path, name):
    """The bytes of one section, found through the table at the front of the file."""
    dumped = tool("det-run", path, f"--print-section={name}")
    return dumped.stdout


subject = graph("gpt_nano") or example()
checks = Checks()
OUT.mkdir(parents=True, exist_ok=True)
seen = set()
for mesh in MESHES:
    path = OUT / "blind.det"
    tool("det-opt", subject.step, "--to=host", f"--mesh={mesh}", "-o", path)
    seen.add(hashlib.sha256(section(path, "order").encode()).hexdigest())
checks.expect(len(seen) == 1, f"{len(seen)} different ordered graphs over {len(MESHES)} meshes")
checks.expect("det.order" in section(path, "order"), "the ordered graph carries orders")
checks.end()
