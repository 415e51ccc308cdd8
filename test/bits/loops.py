"""Loops: one that does not end is an error that names it, on every device; a hundred layers make the plan of thirty, with other sizes."""
from det import OUT, Checks, tool

ENDLESS = """
module {
  func.func public @main(%arg0: tensor<8xf32> loc("x")) -> (tensor<8xf32> {jax.result_info = "y"}) {
    %0 = stablehlo.while(%v = %arg0) : tensor<8xf32>
    cond {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %s = stablehlo.reduce(%v init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      %c = stablehlo.compare GE, %s, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %w = stablehlo.negate %v : tensor<8xf32>
      stablehlo.return %w : tensor<8xf32>
    } loc("search")
    return %0 : tensor<8xf32>
  }
}
"""


def layers(count):
    return f"""
func.func @main(%w: tensor<{count}x64x64xf32>, %x: tensor<32x64xf32>) -> tensor<32x64xf32> {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<{count}> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<32x64xf32>
  cond {{
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }} do {{
    %s = stablehlo.dynamic_slice %w, %i, %zero, %zero, sizes = [1, 64, 64] : (tensor<{count}x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
    %m = stablehlo.reshape %s : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
{BODY}
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %h{OPS} : tensor<i32>, tensor<32x64xf32>
  }}
  return %0#1 : tensor<32x64xf32>
}}"""


OPS = 20
BODY = "\n".join(f"    %p{k} = stablehlo.dot_general %{'h' if k == 1 else f'h{k - 1}'}, %m, contracting_dims = [1] x [0] : "
                 f"(tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>\n    %h{k} = stablehlo.tanh %p{k} : tensor<32x64xf32>"
                 for k in range(1, OPS + 1))


def plan_lines(count):
    """How long the plan is of a scan over so many layers: what compilation costs grows with it."""
    path = OUT / f"layers{count}.mlir"
    path.write_text(layers(count))
    return len(tool("det-opt", path, "--mesh=data=2", "--dump-plan").stdout.splitlines())


checks = Checks()
OUT.mkdir(parents=True, exist_ok=True)
endless = OUT / "endless.mlir"
endless.write_text(ENDLESS)
for name, options in (("one", ["--threads=1"]), ("team", ["--threads=2"]), ("shared", ["--threads=1", "--mesh=data=3"]),
                      ("ranks", ["--threads=3", "--mesh=data=3"]), ("reference", ["--device=reference"])):
    done = tool("det-run", endless, "--data", "*=random:1", "--max-trip-count=1000", *options, check=False)
    # The ordered graph has no names; the plan's labels do.
    loop = "det.while" if name == "reference" else "loop 'search: while'"
    checks.expect(done.returncode == 1 and loop in done.stderr and "has run 1000 times and goes on" in done.stderr,
                  f"an endless loop, {name}: ended with {done.returncode}: {done.stderr[-300:]}")
some, many = plan_lines(30), plan_lines(100)
checks.expect(some == many > 10, f"the plan of 100 layers has {many} lines, that of 30 has {some}")
checks.end()
