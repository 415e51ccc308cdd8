"""A softmax over a vocabulary that shard_map cuts in 8, with psum: the same bits on every mesh, and those of an evaluation that is written out
here from the order alone, in Python's own numbers."""
import array
import json
import random
import struct

from det import OUT, Checks, floats, tensors, tool

RANKS, ROWS, LOCAL = 8, 5, 33
COLUMNS = RANKS * LOCAL
STEP = """
sdy.mesh @mesh = <["model"=8]>
func.func public @main(%x: tensor<5x264xf32> {tf.aliasing_output = 0 : i32}, %e: tensor<5x264xf32> {tf.aliasing_output = 1 : i32},
                       %p: tensor<5x264xf32> {tf.aliasing_output = 2 : i32}) -> (tensor<5x264xf32>, tensor<5x264xf32>, tensor<5x264xf32>) {
  %0:2 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}, {"model"}]>] out_shardings=[<@mesh, [{}, {"model"}]>, <@mesh, [{}, {"model"}]>]
      manual_axes={"model"} (%local: tensor<5x33xf32>) {
    %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %m = stablehlo.reduce(%local init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<5x33xf32>, tensor<f32>) -> tensor<5xf32>
    %max = "stablehlo.all_reduce"(%m) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %n = stablehlo.maximum %l, %r : tensor<f32>
      stablehlo.return %n : tensor<f32>
    }) : (tensor<5xf32>) -> tensor<5xf32>
    %wide = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<5xf32>) -> tensor<5x33xf32>
    %d = stablehlo.subtract %local, %wide : tensor<5x33xf32>
    %exp = stablehlo.exponential %d : tensor<5x33xf32>
    %s = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x33xf32>, tensor<f32>) -> tensor<5xf32>
    %sum = "stablehlo.all_reduce"(%s) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %n = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %n : tensor<f32>
    }) : (tensor<5xf32>) -> tensor<5xf32>
    %all = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<5xf32>) -> tensor<5x33xf32>
    %softmax = stablehlo.divide %exp, %all : tensor<5x33xf32>
    sdy.return %exp, %softmax : tensor<5x33xf32>, tensor<5x33xf32>
  } : (tensor<5x264xf32>) -> (tensor<5x264xf32>, tensor<5x264xf32>)
  return %x, %0#0, %0#1 : tensor<5x264xf32>, tensor<5x264xf32>, tensor<5x264xf32>
}
"""


def f32(value):
    """Rounded to f32. A sum or quotient of two f32 in Python's f64, then rounded, is the correctly rounded one."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def tree(values):
    """T(m): the left part is the largest power of two below m."""
    if len(values) == 1:
        return values[0]
    half = 1 << ((len(values) - 1).bit_length() - 1)
    return f32(tree(values[:half]) + tree(values[half:]))


def lanes(values):
    """One leaf lanes<32>: element i belongs to lane i mod 32, lanes are joined by halving."""
    sums = list(values[:32])
    for i in range(32, len(values)):
        sums[i % 32] = f32(sums[i % 32] + values[i])
    for half in (16, 8, 4, 2, 1):
        sums = [f32(sums[j] + sums[j + half]) for j in range(half)]
    return sums[0]


def expected(exponentials):
    """The softmax from its exponentials: 33 elements of a rank are one leaf, its init is joined on the left, ranks are joined by T(8)."""
    result = []
    for row in range(ROWS):
        start = row * COLUMNS
        parts = [f32(0.0 + lanes(exponentials[start + r * LOCAL:start + (r + 1) * LOCAL])) for r in range(RANKS)]
        total = tree(parts)
        result += [f32(e / total) for e in exponentials[start:start + COLUMNS]]
    return result


def write_state(path):
    rng = random.Random(7)
    data, names = b"", {}
    for name in ("arg0", "arg1", "arg2"):
        begin = len(data)
        data += array.array("f", [rng.gauss(0, 3) for _ in range(ROWS * COLUMNS)]).tobytes()
        names[name] = {"dtype": "F32", "shape": [ROWS, COLUMNS], "data_offsets": [begin, len(data)]}
    head = json.dumps(names).encode()
    path.write_bytes(struct.pack("<Q", len(head)) + head + data)


def main():
    checks = Checks()
    OUT.mkdir(parents=True, exist_ok=True)
    step, state = OUT / "manual.mlir", OUT / "manual-state.safetensors"
    step.write_text(STEP)
    write_state(state)

    def run(name, *options):
        saved = OUT / f"manual-{name}.safetensors"
        saved.unlink(missing_ok=True)
        tool("det-run", step, f"--state={state}", "--steps=1", f"--save={saved}", *options)
        return saved.read_bytes()

    reference = run("reference", "--device=reference")
    values = tensors(reference)
    checks.expect(expected(list(floats(values["arg1"]))) == list(floats(values["arg2"])), "the softmax differs from its order written out")
    for size in (8, 4, 3, 2, 1):
        for threads in (1, 2):
            got = run(f"{size}-{threads}", f"--mesh=model={size}", f"--threads={threads}")
            checks.expect(got == reference, f"model={size}, {threads} threads: other bytes than the reference")
    for shard in ("*=[{data},{}]", "arg0=[{},{data}]"):
        checks.expect(run("data", "--mesh=model=2,data=3", f"--shard={shard}") == reference, f"model=2,data=3 {shard}: other bytes than the reference")
    checks.end()


main()
