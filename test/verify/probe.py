"""Wrong kernels are found by det-verify --probe, though plain det-verify accepts them: it reads what a kernel lists, not its machine code.

Each graph here is one kernel. It is written once more in C: right, which the probe must accept, and wrong in one way at a time, which it must
refuse. Others get the kernels of another graph, or one bit of one constant is changed in their machine code.

    probe.py [NAME ...]
"""
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "bits"))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import artifact_file  # noqa: E402
from det import BUILD, OUT, SHARED, Checks, head  # noqa: E402

SOURCE = pathlib.Path(__file__).resolve().parents[2]

FLAGS = ["-O2", "-mavx2", "-mfma", "-ffp-contract=off", "-fno-math-errno", "-shared", "-fPIC", "-nostdlib", "-w"]
SUM = """module {{ func.func public @main(%x: tensor<{0}xf32>) -> tensor<{1}xf32> {{
  %zero = stablehlo.constant dense<-0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [{2}] : (tensor<{0}xf32>, tensor<f32>) -> tensor<{1}xf32>
  return %sum : tensor<{1}xf32> }} }}"""
THREE = """module {{ func.func public @main(%a: tensor<7x50xf32>, %b: tensor<7x50xf32>, %c: tensor<7x50xf32>) -> tensor<7x50xf32> {{
  {} return %y : tensor<7x50xf32> }} }}"""
ONE = """module {{ func.func public @main(%x: tensor<9x41xf32>) -> tensor<9x41x{0}> {{
  {1} return %y : tensor<9x41x{0}> }} }}"""

CANONICAL = """
static float CANONICAL(float value) {
  union { float f; unsigned u; } made = {value};
  if (made.f != made.f) made.u = 0x7fffffff;
  return made.f;
}
"""
KERNEL = "void NAME(void *const *buffers, const long *params, long begin, long end, void *scratch) {"
ROWS = """
typedef float Sum;
static Sum add(Sum a, Sum b) { return a + b; }
static Sum leaf(const float *x, long n) {
  Sum lane[32];
  long used = n < 32 ? n : 32;
  for (long i = 0; i < n; ++i) lane[i % 32] = i < 32 ? x[i] : add(lane[i % 32], x[i]);
  for (long half = 16; half; half /= 2)
    for (long i = 0; i + half < used && i < half; ++i) lane[i] = add(lane[i], lane[i + half]);
  return lane[0];
}
static Sum tree(const float *x, long n) {
  long blocks = (n + 63) / 64, h = 1;
  if (blocks == 1) return leaf(x, n);
  while (2 * h < blocks) h *= 2;
  return add(tree(x, 64 * h), tree(x + 64 * h, n - 64 * h));
}
""" + KERNEL + """
  const float *x = buffers[0]; float *out = buffers[1];
  for (long row = begin; row < end; ++row) out[row] = CANONICAL(tree(x + 300 * row, 300));
}"""
COLUMNS = """
static float tree(const float *x, long n) {
  long blocks = (n + 1) / 2, h = 1;
  if (blocks == 1) return n == 1 ? x[0] : x[0] + x[20];
  while (2 * h < blocks) h *= 2;
  return tree(x, 2 * h) + tree(x + 40 * h, n - 2 * h);
}
""" + KERNEL + """
  const float *x = buffers[0]; float *out = buffers[1];
  for (long column = 0; begin < end && column < 20; ++column) out[column] = CANONICAL(tree(x + column, 130));
}"""
FLAT = KERNEL + """
  const float *a = buffers[0], *b = buffers[1], *c = buffers[2]; float *out = buffers[3];
  for (long i = begin; i < end; ++i) {
    out[i] = CANONICAL(VALUE);
  }
}"""
ROUND = KERNEL + """
  const unsigned *x = buffers[0]; unsigned short *out = buffers[1];
  for (long i = begin; i < end; ++i) { unsigned bits = x[i];
    out[i] = (bits & 0x7fffffff) > 0x7f800000 ? 0x7fff : VALUE; }
}"""
# A comparator that compares keys of its operands: a kernel makes the keys, the runtime sorts by them.
SORT = """module { func.func public @main(%x: tensor<3x70xf32>, %n: tensor<3x70xi32>) -> (tensor<3x70xf32>, tensor<3x70xi32>) {
  %y:2 = "stablehlo.sort"(%x, %n) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %za = stablehlo.compare EQ, %a, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %ka = stablehlo.select %za, %zero, %a : tensor<i1>, tensor<f32>
    %zb = stablehlo.compare EQ, %b, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %kb = stablehlo.select %zb, %zero, %b : tensor<i1>, tensor<f32>
    %less = stablehlo.compare LT, %ka, %kb, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<3x70xf32>, tensor<3x70xi32>) -> (tensor<3x70xf32>, tensor<3x70xi32>)
  return %y#0, %y#1 : tensor<3x70xf32>, tensor<3x70xi32> } }"""
KEYS = KERNEL + """
  const float *x = buffers[0]; float *out = buffers[1];
  for (long i = begin; i < end; ++i) out[i] = CANONICAL(x[i] == 0 ? 0.0f : x[i]);
}"""

# Graph, kernel in C, wrong ways: what is replaced by what.
CASES = {
    "rows": (SUM.format("8x300", "8", "1"), ROWS, {
        "leaves are joined left to right": ("return add(tree(x, 64 * h), tree(x + 64 * h, n - 64 * h));",
                                            "h = blocks - 1; return add(tree(x, 64 * h), tree(x + 64 * h, n - 64 * h));"),
        "leaves of 128": ("64", "128"),
        "16 lanes": ("32", "16"),
        "lanes are joined by neighbours": ("for (long half = 16; half; half /= 2)\n    for (long i = 0; i + half < used && i < half; ++i) lane[i] = add(lane[i], lane[i + half]);",
                                           "for (long step = 1; step < used; step *= 2)\n    for (long i = 0; i + step < used; i += 2 * step) lane[i] = add(lane[i], lane[i + step]);"),
        "leaves are folds": ("lane[i % 32] = i < 32 ? x[i] : add(lane[i % 32], x[i])", "lane[0] = i ? add(lane[0], x[i]) : x[i], used = 1"),
        "starts at +0.0": ("i < 32 ? x[i]", "i < 32 ? 0.0f + x[i]"),
        "the last term is left out": ("tree(x + 300 * row, 300)", "tree(x + 300 * row, 299)"),
        "the last term comes twice": ("tree(x + 300 * row, 300)", "tree(x + 300 * row, 300) + x[300 * row + 299]"),
        "the last row is left out": ("row < end", "row < end - 1"),
        "accumulates in f64": ("typedef float Sum;", "typedef double Sum;"),
        "rounds sums to bf16": ("return a + b; }", "union { float f; unsigned u; } sum = {a + b}; sum.u = (sum.u + 0x7fff + (sum.u >> 16 & 1)) & 0xffff0000; return sum.f; }"),
        "two terms change places": ("lane[i % 32] = i < 32 ? x[i] : add(lane[i % 32], x[i])",
                                    "{ long at = i == 0 && n > 33 ? 33 : i == 33 ? 0 : i; lane[i % 32] = i < 32 ? x[at] : add(lane[i % 32], x[at]); }"),
        "reads where nothing is": ("tree(x + 300 * row, 300)", "tree(x + 300 * row, 300) + *(volatile float *)(row & 7)"),
        "compiled with -ffast-math": ("typedef float Sum;", "#pragma GCC optimize(\"O3\", \"fast-math\")\ntypedef float Sum;"),
    }),
    "columns": (SUM.format("130x20", "20", "0"), COLUMNS, {
        "one fold": ("return tree(x, 2 * h) + tree(x + 40 * h, n - 2 * h);", "h = blocks - 1; return tree(x, 2 * h) + tree(x + 40 * h, n - 2 * h);"),
        "starts at +0.0": ("n == 1 ? x[0] : x[0] + x[20]", "n == 1 ? 0.0f + x[0] : 0.0f + x[0] + x[20]"),
        "a row is left out": ("n == 1 ? x[0] : x[0] + x[20]", "x[0]"),
    }),
    "product and sum": (THREE.format("%p = stablehlo.multiply %a, %b : tensor<7x50xf32>\n  %y = stablehlo.add %p, %c : tensor<7x50xf32>"),
                        FLAT.replace("VALUE", "a[i] * b[i] + c[i]"), {
        "fused": ("a[i] * b[i] + c[i]", "__builtin_fmaf(a[i], b[i], c[i])"),
        "in f64": ("a[i] * b[i] + c[i]", "(float)((double)a[i] * b[i] + c[i])"),
        "the machine's NaN": ("CANONICAL(a[i] * b[i] + c[i])", "a[i] * b[i] + c[i]"),
        "its neighbour": ("c[i]", "c[i ^ 1]"),
    }),
    "difference": (THREE.format("%p = stablehlo.subtract %a, %b : tensor<7x50xf32>\n  %y = stablehlo.multiply %p, %c : tensor<7x50xf32>"),
                   FLAT.replace("VALUE", "(a[i] - b[i]) * c[i]"), {
        "operands change places": ("(a[i] - b[i])", "(b[i] - a[i])"),
        "distributed": ("(a[i] - b[i]) * c[i]", "a[i] * c[i] - b[i] * c[i]"),
    }),
    "rounding": (ONE.format("bf16", "%y = stablehlo.convert %x : (tensor<9x41xf32>) -> tensor<9x41xbf16>\n "),
                 ROUND.replace("VALUE", "(bits + 0x7fff + (bits >> 16 & 1)) >> 16"), {
        "cuts digits off": ("(bits + 0x7fff + (bits >> 16 & 1)) >> 16", "bits >> 16"),
        "ties away from zero": ("0x7fff + (bits >> 16 & 1)", "0x8000"),
        "least numbers become zero": ("0x7fff : ", "0x7fff : (bits & 0x7f800000) == 0 ? bits >> 31 << 15 : "),
    }),
    "keys": (SORT, KEYS, {
        "zeros of both signs differ": ("x[i] == 0 ? 0.0f : x[i]", "x[i]"),
        "by magnitude": ("x[i] == 0 ? 0.0f : x[i]", "__builtin_fabsf(x[i])"),
    }),
}
# A graph that gets the kernels of another.
EXCHANGED = {
    "a sum for a difference": (THREE.format("%y = stablehlo.subtract %a, %b : tensor<7x50xf32>\n "), THREE.format("%y = stablehlo.add %a, %b : tensor<7x50xf32>\n ")),
    "maximum for minimum": (THREE.format("%y = stablehlo.maximum %a, %b : tensor<7x50xf32>\n "), THREE.format("%y = stablehlo.minimum %a, %b : tensor<7x50xf32>\n ")),
}
PRODUCT = """module { func.func public @main(%a: tensor<6x600xf32>, %b: tensor<600x20xf32>) -> tensor<6x20xf32> {
  %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x600xf32>, tensor<600x20xf32>) -> tensor<6x20xf32>
  return %y : tensor<6x20xf32> } }"""
# Sums of rows and of columns, a maximum and a product, on every kind of element.
TYPES = """module {{ func.func public @main(%x: tensor<9x300x{0}>, %y: tensor<300x5x{0}>) -> (tensor<9x{0}>, tensor<300x{0}>, tensor<{0}>, tensor<9x5x{0}>) {{
  %none = stablehlo.constant dense<0> : tensor<i32>
  %zero = stablehlo.convert %none : (tensor<i32>) -> tensor<{0}>
  %a = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<9x300x{0}>, tensor<{0}>) -> tensor<9x{0}>
  %b = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<9x300x{0}>, tensor<{0}>) -> tensor<300x{0}>
  %c = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<9x300x{0}>, tensor<{0}>) -> tensor<{0}>
  %d = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<9x300x{0}>, tensor<300x5x{0}>) -> tensor<9x5x{0}>
  return %a, %b, %c, %d : tensor<9x{0}>, tensor<300x{0}>, tensor<{0}>, tensor<9x5x{0}> }} }}"""
EXPONENTIAL = ONE.format("f32", "%y = stablehlo.exponential %x : tensor<9x41xf32>\n ")


def case(name, placement=0):
    """A case of test/bits on one of its placements."""
    path = SOURCE / "test" / "bits" / "cases" / f"{name}.mlir"
    shard = head(path.read_text(), "shard")[placement]
    return [path, "--mesh=a=3,b=2" if "b}" in shard else "--mesh=a=3", *(f"--shard={word}" for word in shard.split())]


# Together they have every kind of entry that computes.
ENTRIES = [*map(case, ("arg_max", "bodies", "cumsum", "embedding", "scan", "sort", "top_k")),
           [PRODUCT], [SUM.format("130x20", "20", "0"), "--mesh=a=3", "--shard=arg0=[{a},{}]"],
           [SOURCE / "test" / "verify" / "parts.mlir", "--recipe=k_leaf_min=2,k_leaf_max=2"],
           [*case("tensor_cores"), "--recipe=mma=hopper,k_leaf_min=16,k_leaf_max=32"]]


class Bench:
    def __init__(self):
        self.checks = Checks()
        self.compiler = os.environ.get("DET_CC") or shutil.which("cc")
        OUT.mkdir(parents=True, exist_ok=True)

    def compile(self, name, graph):
        """The artifact of a graph, and the names of its kernels."""
        source, artifact = OUT / "probe.mlir", OUT / f"probe-{name}.det"
        source.write_text(graph)
        subprocess.run([BUILD / "bin" / "det-opt", source, "--to=host", "--isa=v3", "-o", artifact], check=True)
        return artifact, sorted(set(re.findall(rb"\b(?:row|flat|map|inner|columns|groups)_\d+\b", artifact_file.sections(artifact)["kernels.v3"])))

    def verify(self, artifact, *options):
        return subprocess.run([BUILD / "bin" / "det-verify", *options, artifact], capture_output=True, text=True)

    def accepted(self, what, artifact):
        done = self.verify(artifact, "--probe")
        self.checks.expect(done.returncode == 0 and "probed" in done.stdout, f"{what}: accepted: {done.stderr[:300]}")

    def refused(self, what, artifact):
        plain, probed = self.verify(artifact), self.verify(artifact, "--probe")
        self.checks.expect(plain.returncode == 0, f"{what}: plain det-verify sees nothing: {plain.stderr[:300]}")
        one = probed.stderr.startswith("error: ") and probed.stderr.count("\n") == 1
        self.checks.expect(probed.returncode == 1 and one and "v3, rank 0, entry " in probed.stderr, f"{what}: refused: {probed.stderr[:300]}")
        print(f"{what}: {probed.stderr.strip().partition(': v3, ')[2]}")

    def replaced(self, artifact, kernels):
        """The artifact with another section of kernels."""
        content = artifact_file.sections(artifact)
        content["kernels.v3"] = kernels
        wrong = OUT / "probe-wrong.det"
        artifact_file.write(wrong, content)
        return wrong

    def inC(self, code, name):
        source, shared = OUT / "probe.c", OUT / "probe.so"
        source.write_text(CANONICAL + code.replace("NAME", name.decode()))
        subprocess.run([self.compiler, *FLAGS, source, "-o", shared], check=True)
        return shared.read_bytes()


def main():
    wanted = lambda name: len(sys.argv) < 2 or any(word in name for word in sys.argv[1:])
    bench = Bench()
    for name, (graph, code, ways) in CASES.items():
        if not wanted(name):
            continue
        artifact, kernels = bench.compile("case", graph)
        bench.checks.expect(len(kernels) == 1, f"{name}: one kernel, not {kernels}")
        bench.accepted(f"{name}, as compiled", artifact)
        bench.accepted(f"{name}, in C", bench.replaced(artifact, bench.inC(code, kernels[0])))
        for way, (old, new) in ways.items():
            bench.checks.expect(old in code, f"{name}: has '{old}'")
            bench.refused(f"{name}: {way}", bench.replaced(artifact, bench.inC(code.replace(old, new), kernels[0])))
    for name, (graph, other) in EXCHANGED.items():
        if not wanted(name):
            continue
        artifact, kernels = bench.compile("case", graph)
        given, others = bench.compile("other", other)
        bench.checks.expect(kernels == others, f"{name}: {kernels} and {others}")
        bench.refused(name, bench.replaced(artifact, artifact_file.sections(given)["kernels.v3"]))
    for type in ("f64", "f16", "bf16", "f8E4M3FN", "f8E5M2", "i8", "ui16"):
        if wanted("types"):
            bench.accepted(f"types: {type}", bench.compile("case", TYPES.format(type))[0])
    if wanted("exponential"):
        artifact, _ = bench.compile("case", EXPONENTIAL)
        bench.accepted("exponential, as compiled", artifact)
        code = artifact_file.sections(artifact)["kernels.v3"]
        # A coefficient of its series (lib/Math/Exponential.cpp), and the one that differs from it in its last bit.
        old, new = struct.pack("<f", float.fromhex("0x1.5554f2p-5")), struct.pack("<f", float.fromhex("0x1.5554f4p-5"))
        bench.checks.expect(old in code, "exponential: has its coefficient")
        bench.refused("exponential: the last bit of a coefficient", bench.replaced(artifact, code.replace(old, new)))
    if wanted("entries"):
        artifacts = []
        for number, arguments in enumerate(ENTRIES):
            artifacts.append(OUT / f"probe-entries-{number}.det")
            if isinstance(arguments[0], str):
                (OUT / "probe.mlir").write_text(arguments[0])
                arguments = [OUT / "probe.mlir", *arguments[1:]]
            subprocess.run([BUILD / "bin" / "det-opt", *arguments, "--to=host", "--isa=v3", "-o", artifacts[-1]], check=True)
        bench.checks.expect(subprocess.run([BUILD / "bin" / "probe-mutations", *artifacts]).returncode == 0, "entries of the runtime")
    bench.checks.end()


main()
