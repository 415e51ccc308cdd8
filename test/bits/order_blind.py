"""The order phase cannot see the mesh: the ordered IR that artifacts carry is the same bytes for 20 meshes."""
import struct

from det import OUT, Checks, example, graph, tool

MESHES = [f"data={n}" for n in (1, 2, 3, 4, 5, 7, 8, 16)] + [f"model={n}" for n in (2, 3, 4)] + [
    "data=4,model=2", "data=2,model=4", "data=3,model=2", "x=2", "x=3,y=2", "data=2,x=2", "data=2,x=3,model=2", "data=16,model=2", "expert=4"]


def section(path, name):
    """The bytes of one section of an artifact, found through the table behind its header (Artifact.h)."""
    data = path.read_bytes()
    count = struct.unpack_from("<I", data, 12)[0]
    for i in range(count):
        label, offset, size = struct.unpack_from("<32sQQ", data, 64 + 96 * i)
        if label.rstrip(b"\0").decode() == name:
            return data[offset:offset + size]
    raise KeyError(name)


subject = graph("gpt_nano") or example()
checks = Checks()
OUT.mkdir(parents=True, exist_ok=True)
path, seen = OUT / "blind.det", set()
for mesh in MESHES:
    tool("det-opt", subject.step, "--to=host", f"--mesh={mesh}", "-o", path)
    seen.add(section(path, "order"))
checks.expect(len(seen) == 1, f"{len(seen)} different ordered graphs over {len(MESHES)} meshes")
checks.expect(b"#det.order<" in section(path, "order"), "the ordered graph carries orders")
# The control: another recipe is visible.
tool("det-opt", subject.step, "--to=host", "--recipe=k_leaf_min=16,k_leaf_max=16", "-o", path)
checks.expect(section(path, "order") not in seen, "control: another recipe gives another ordered graph")
checks.end()
