"""The order phase cannot see the machine: the ordered IR that artifacts carry, and the ordered part of their certificates, are the same bytes
for 50 meshes, for each instruction set, under other thread counts and environments."""
import json
import os

from det import OUT, Checks, example, graph, section, tool

MESHES = [f"data={n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)] + [f"model={n}" for n in (2, 3, 4)] + [
    "data=4,model=2", "data=2,model=4", "data=3,model=2", "x=2", "x=3,y=2", "data=2,x=2", "data=2,x=3,model=2", "data=16,model=2", "expert=4"] + [
    f"data={a},model={b}" for a in (5, 6, 7, 8) for b in (2, 3, 4)] + [f"data={a},context={b}" for a in (2, 3) for b in (2, 4)] + [
    "model=8", "model=5", "data=2,model=2,expert=2", "pipe=2,data=2", "replica=7", "data=2,model=8"]
SURROUNDINGS = [{"OMP_NUM_THREADS": str(n)} for n in (1, 16)] + [{"LC_ALL": "tr_TR.UTF-8"}, {"TZ": "Asia/Kathmandu"}, {"HOME": "/nowhere"}]


subject = graph("gpt_nano") or example()
checks = Checks()
OUT.mkdir(parents=True, exist_ok=True)
path, seen, certified = OUT / "blind.det", set(), set()


def look(*options, env=None):
    tool("det-opt", subject.step, "--to=host", *options, "-o", path, env=env)
    text = section(path, "certificate")
    certified.add(text[text.index(b'"ordered": '):text.index(b'"placed": ')])
    seen.add(section(path, "order"))


for mesh in MESHES:
    look("--isa=v3", f"--mesh={mesh}")
for isa in ("v3", "v4", "v3,v4"):
    look(f"--isa={isa}")
for surroundings in SURROUNDINGS:
    look("--isa=v3", "--mesh=data=3", env={**os.environ, **surroundings})
checks.expect(len(set(MESHES)) >= 50 and len(seen) == 1, f"{len(seen)} different ordered graphs over {len(set(MESHES))} meshes")
checks.expect(len(certified) == 1, f"{len(certified)} different certified orders over {len(set(MESHES))} meshes")
checks.expect(json.loads(section(path, "certificate"))["ordered"]["ops"], "the certificate has ordered ops")
checks.expect(b"#det.order<" in section(path, "order"), "the ordered graph carries orders")
# The control: another recipe is visible.
tool("det-opt", subject.step, "--to=host", "--recipe=k_leaf_min=16,k_leaf_max=16", "-o", path)
checks.expect(section(path, "order") not in seen, "control: another recipe gives another ordered graph")
text = section(path, "certificate")
checks.expect(text[text.index(b'"ordered": '):text.index(b'"placed": ')] not in certified, "control: another recipe is certified")
checks.end()
