"""Wrong kernels for GPUs are found by det-verify --probe, which runs the PTX of an artifact in ptx-sim: one instruction of a kernel is changed at a
time (ptx-mutations), and what shows in some entry must be refused. --long: more graphs, more places."""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "bits"))
from det import BUILD, OUT, Checks, head  # noqa: E402

CASES = pathlib.Path(__file__).resolve().parents[1] / "bits" / "cases"
SUM = """module {{ func.func public @main(%x: tensor<{0}xf32>) -> tensor<{1}xf32> {{
  %zero = stablehlo.constant dense<-0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [{2}] : (tensor<{0}xf32>, tensor<f32>) -> tensor<{1}xf32>
  return %sum : tensor<{1}xf32> }} }}"""
FLAT = """module { func.func public @main(%a: tensor<7x50xf32>, %b: tensor<7x50xf32>, %c: tensor<7x50xf32>) -> (tensor<7x50xf32>, tensor<7x50xf32>) {
  %d = stablehlo.subtract %a, %b : tensor<7x50xf32>
  %p = stablehlo.multiply %d, %c : tensor<7x50xf32>
  %y = stablehlo.add %p, %a : tensor<7x50xf32>
  %m = stablehlo.maximum %a, %c : tensor<7x50xf32>
  return %y, %m : tensor<7x50xf32>, tensor<7x50xf32> } }"""
PRODUCT = """module { func.func public @main(%a: tensor<6x300xf32>, %b: tensor<300x20xf32>) -> tensor<6x20xf32> {
  %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x300xf32>, tensor<300x20xf32>) -> tensor<6x20xf32>
  return %y : tensor<6x20xf32> } }"""

checks = Checks()
OUT.mkdir(parents=True, exist_ok=True)


def compile(name, graph, *options):
    artifact = OUT / f"probe-gpu-{name}.det"
    if not isinstance(graph, pathlib.Path):
        (OUT / "probe-gpu.mlir").write_text(graph)
        graph = OUT / "probe-gpu.mlir"
    subprocess.run([BUILD / "bin" / "det-opt", graph, "--to=cuda", "--chips=none", *options, "-o", artifact], check=True)
    return artifact


def verify(artifact, *options):
    return subprocess.run([BUILD / "bin" / "det-verify", *options, artifact], capture_output=True, text=True)


def case(name):
    """A case of test/bits on its first placement."""
    path = CASES / f"{name}.mlir"
    shard = head(path.read_text(), "shard")[0]
    return compile(name, path, "--mesh=a=3,b=2" if "b}" in shard else "--mesh=a=3", *(f"--shard={word}" for word in shard.split()))


artifacts = [compile("rows", SUM.format("4x300", "4", "1")), compile("flat", FLAT), compile("product", PRODUCT)]
if "--long" in sys.argv:
    artifacts += [compile("columns", SUM.format("130x20", "20", "0")), compile("nodes", SUM.format("130x20", "20", "0"), "--mesh=a=3", "--shard=arg0=[{a},{}]"),
                  compile("tensor-cores", CASES / "tensor_cores.mlir", "--recipe=mma=hopper,k_leaf_min=16,k_leaf_max=32"),
                  *map(case, ("arg_max", "bodies", "cumsum", "embedding", "scan", "sort", "top_k"))]
done = subprocess.run([BUILD / "bin" / "ptx-mutations", f"--sites={3 if '--long' in sys.argv else 1}", *artifacts])
checks.expect(done.returncode == 0, "changes of instructions")

# What device, and what is refused.
sim = verify(artifacts[0], "--probe", "--threads=2")
checks.expect(sim.returncode == 0 and "; ptx-sim, " in sim.stdout and "1 by order" in sim.stdout, f"ptx-sim by itself: {sim.stdout}{sim.stderr}")
host = verify(artifacts[0], "--probe", "--device=host")
checks.expect(host.returncode == 1 and "is for GPUs: probe it with --device=ptx-sim or --device=cuda" in host.stderr, f"not by the host: {host.stderr}")
(OUT / "probe-gpu.mlir").write_text(FLAT)
plain = OUT / "probe-gpu-host.det"
subprocess.run([BUILD / "bin" / "det-opt", OUT / "probe-gpu.mlir", "--to=host", "-o", plain], check=True)
other = verify(plain, "--probe", "--device=ptx-sim")
checks.expect(other.returncode == 1 and "was compiled for the host: compile with --to=cuda" in other.stderr, f"not what is for the host: {other.stderr}")
checks.end()
