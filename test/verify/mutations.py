"""Every kind of wrong plan is found by det-verify: compiles artifacts that together have all kinds of entries, and runs verify-mutations.

    mutations.py [--sites=N] [--write=DIR]
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test" / "bits"))
from det import BUILD, OUT, head  # noqa: E402
from meshes_list import TENSOR_PARALLEL, shards  # noqa: E402

CASES = ROOT / "test" / "bits" / "cases"
STEP = ROOT / "docs" / "examples" / "gpt" / "step.mlir"


def case(name, placement=0, *options):
    """A case of test/bits on one of its placements."""
    path = CASES / f"{name}.mlir"
    shard = head(path.read_text(), "shard")[placement]
    return [path, "--mesh=a=3,b=2" if "b}" in shard else "--mesh=a=3", *(f"--shard={word}" for word in shard.split()), *options]


COMPILATIONS = [
    [STEP, "--mesh=data=3"],
    [STEP, "--mesh=data=2,model=2", *shards(TENSOR_PARALLEL)],
    *map(case, ("arg_max", "bodies", "case", "cumsum", "embedding", "halo", "loop_nested", "scan", "sort", "top_k", "while", "windows")),
    case("embedding", 1),
    case("tensor_cores", 4, "--recipe=mma=hopper,k_leaf_min=16,k_leaf_max=32"),
    [ROOT / "test" / "verify" / "parts.mlir", "--recipe=k_leaf_min=2,k_leaf_max=2"],
    [ROOT / "test" / "verify" / "levels.mlir", "--mesh=a=3", *shards(["x=[{a}]", "i=[{a}]"]), "--level=loss=not_guaranteed,probe=not_guaranteed,hits=not_guaranteed"],
]


def pinned(path):
    """An artifact for one kind of GPU, whose products by tensor cores are pinned to made-up algorithms; one more is not by tensor cores."""
    step, pins = ROOT / "test" / "verify" / "pins.mlir", path.with_suffix(".json")
    listed = subprocess.run([BUILD / "bin" / "det-pin", step, "--recipe=mma=hopper", "--list"], check=True, capture_output=True, text=True).stdout
    subprocess.run([sys.executable, ROOT / "test" / "cuda" / "pins.py", pins, "sm_90", "13.1.0"], input=listed, check=True, text=True)
    subprocess.run([BUILD / "bin" / "det-opt", step, "--to=cuda", "--chips=sm_90", "--recipe=mma=hopper", f"--pins={pins}", "-o", path], check=True)
    return path


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    artifacts = []
    for number, arguments in enumerate(COMPILATIONS):
        artifacts.append(OUT / f"mutation-{number}.det")
        subprocess.run([BUILD / "bin" / "det-opt", *arguments, "--to=host", "--isa=v3", "-o", artifacts[-1]], check=True)
    at_once = [ROOT / "test" / "verify" / f"{name}.mlir" for name in ("attention", "rows", "columns", "turned")]
    for number, step in enumerate((STEP, *at_once)):
        artifacts.append(OUT / f"mutation-attention-{number}.det")
        subprocess.run([BUILD / "bin" / "det-opt", step, "--to=cuda", "--chips=none", "--fuse-attention=always", "-o", artifacts[-1]], check=True)
    artifacts.append(pinned(OUT / "mutation-pinned.det"))
    sys.exit(subprocess.run([BUILD / "bin" / "verify-mutations", *(sys.argv[1:] or ["--sites=2"]), *artifacts]).returncode)


if __name__ == "__main__":
    main()
