"""What a plan leaves free does not change the bits: who runs when, who does what, how messages travel, what memory holds, where threads run."""
import os
import re
import shutil
import subprocess

from det import BUILD, OUT, Checks, example, run, tool

STEPS = 3
subject = example()
checks = Checks()
base = run(subject, "chaos-base", steps=STEPS)
artifacts = {}
for mesh in ("data=3", "data=2,model=2"):
    artifacts[mesh] = OUT / f"chaos-{mesh}.det"
    tool("det-opt", subject.step, "--to=host", f"--mesh={mesh}", "--shard=*.w=[{},{data}]", "-o", artifacts[mesh])
for mesh, artifact in artifacts.items():
    for threads in (1, 2, 7):
        for seed in range(2):
            checks.equal(run(subject, f"chaos{seed}", f"--chaos={seed}", f"--threads={threads}", program=artifact, steps=STEPS), base,
                         f"{mesh}, {threads} threads, seed {seed}")
checks.equal(run(subject, "pinned", "--pin", "--chaos=7", "--threads=3", program=artifacts["data=3"], steps=STEPS), base, "pinned threads")
everywhere = os.sched_getaffinity(0)
os.sched_setaffinity(0, {min(everywhere)})
checks.equal(run(subject, "one-cpu", "--chaos=8", "--threads=3", program=artifacts["data=3"], steps=STEPS), base, "one CPU for all threads")
os.sched_setaffinity(0, everywhere)

# Controls: plans that wait too late or compute too early may give the right bits by luck, but not in chaos.
folder = OUT / "chaos-wrong"
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir()
made = subprocess.run([BUILD / "bin" / "verify-mutations", "--sites=1", f"--write={folder}", artifacts["data=3"]], capture_output=True, text=True)
for kind in ("a wait comes too late", "a consumer runs before its producer"):
    number = re.search(rf"^(\d+)\. sequence: {kind}: ", made.stdout, re.M)[1]
    wrong = [run(subject, f"wrong{seed}", f"--chaos={seed}", "--threads=2", program=folder / f"{number}-0-0.det", steps=STEPS) for seed in range(2)]
    checks.expect(any(one.state != base.state for one in wrong), f"control: {kind}")
checks.end()
