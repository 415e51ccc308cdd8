"""The compiler is deterministic: twenty compilations in fresh processes, whatever is around them, give the same bytes."""
import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile

from det import BUILD, Checks, example

SUBJECTS = [example()]
OPTIONS = ["--to=host", "--mesh=data=3"]


def compile(step, number, *more):
    """Bytes of the artifact and certificate of one compilation; each has its own folder, locale, addresses, allocator and cores."""
    environment = {**os.environ, "LC_ALL": ("C", "C.UTF-8", "tr_TR.UTF-8", "de_DE.UTF-8")[number % 4], "TZ": ("UTC", "Asia/Tokyo")[number % 2],
                   "MALLOC_PERTURB_": str(number), "MALLOC_ARENA_MAX": str(1 + number % 3), "PADDING": "x" * (257 * number)}
    command = [BUILD / "bin" / "det-opt", step, *OPTIONS, *more]
    if number % 3 == 1 and shutil.which("setarch"):
        command = ["setarch", "-R", *command] # without address space randomisation
    if number % 2 and shutil.which("taskset"):
        command = ["taskset", "-c", "0", *command]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"out{number}.det"
        subprocess.run([*map(str, command), "-o", path, f"--emit-certificate={path}.json"], cwd=folder, env=environment, check=True)
        return hashlib.sha256(path.read_bytes()).hexdigest(), hashlib.sha256(pathlib.Path(f"{path}.json").read_bytes()).hexdigest()


checks = Checks()
for subject in SUBJECTS:
    seen = {compile(subject.step.resolve(), number) for number in range(20)}
    checks.expect(len(seen) == 1, f"{subject.name}: {len(seen)} different artifacts in 20 compilations")
    checks.expect(compile(subject.step.resolve(), 0, "--recipe=k_leaf_min=16,k_leaf_max=16") not in seen, f"{subject.name}: control: another recipe")
checks.end()
