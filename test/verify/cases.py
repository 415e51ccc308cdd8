"""det-verify on artifacts of all kinds: the cases of test/bits on their meshes, and the handed graphs where they are present.

    cases.py [--probe] [--to=cuda] [NAME ...]

With --probe every kernel is run as well, for each instruction set of this machine, and compared with what its plan says; with --to=cuda those for GPUs,
in ptx-sim.
"""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "bits"))
from det import BUILD, OUT, Checks, head  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
GRAPHS = ROOT.parent / "shared" / "graphs" / "jax"
MESHES = ("", "data=2", "data=3", "model=2", "data=2,model=2")


def compilations():
    for path in sorted((ROOT / "test" / "bits" / "cases").glob("*.mlir")):
        recipe = [f"--recipe={words}" for words in head(path.read_text(), "recipe")]
        yield path.stem, path, recipe
        for shard in head(path.read_text(), "shard"):
            mesh = "a=3,b=2" if "b}" in shard else "a=3"
            yield f"{path.stem} {mesh}", path, [*recipe, f"--mesh={mesh}", *(f"--shard={word}" for word in shard.split())]
    for path in sorted(GRAPHS.glob("*/step.mlir")):
        if path.parent.name.endswith(("_dp", "_tp", "_fsdp")):
            yield path.parent.name, path, []
            continue
        for mesh in MESHES if path.parent.name != "gpt_small" else ("", "data=4,model=2"):
            yield f"{path.parent.name} {mesh}", path, [f"--mesh={mesh}"] if mesh else []
            if path.parent.name == "gpt_nano_bf16":
                yield f"{path.parent.name} tensor cores {mesh}", path, ["--recipe=mma=hopper", *([f"--mesh={mesh}"] if mesh else [])]


def main():
    checks = Checks()
    OUT.mkdir(parents=True, exist_ok=True)
    on_gpu = "--to=cuda" in sys.argv
    artifact = OUT / f"verify-case{'-gpu' if on_gpu else ''}.det"
    names = [word for word in sys.argv[1:] if not word.startswith("--")]
    probe = ["--probe"] if "--probe" in sys.argv else []
    target = ["--to=cuda", "--chips=none"] if on_gpu else ["--to=host"] if probe else ["--to=host", "--isa=v3"]
    for name, path, options in compilations():
        if names and not any(word in name for word in names):
            continue
        compiled = subprocess.run([BUILD / "bin" / "det-opt", path, *target, *options, "-o", artifact],
                                  capture_output=True, text=True)
        checks.expect(compiled.returncode == 0, f"{name}: compiles: {compiled.stderr[:300]}")
        if compiled.returncode:
            continue
        done = subprocess.run([BUILD / "bin" / "det-verify", *probe, artifact], capture_output=True, text=True)
        checks.expect(done.returncode == 0 and ": ok: " in done.stdout, f"{name}: {done.stderr[:400]}")
        if probe:
            print(f"{name}: {done.stdout.partition('; probed ')[2].strip() or 'refused'}", flush=True)
    checks.end()


main()
