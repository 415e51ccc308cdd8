// Shardings that gather a tensor on its way to one reduction only: sums of rows of several tensors meet at row level and
// still compile to one kernel.
// RUN: det-opt %s --to=host --mesh=m=2 --shard='x=[{},{m}]' --dump-plan -o %t.det | FileCheck %s
// RUN: det-opt %s --det-import --det-order -o %t.mlir && codegen-report %t.mlir --check | FileCheck %s --check-prefix=BITS
// CHECK: launch kernel1(
// CHECK-NOT: launch
// BITS: {{^}}0 outputs differ from the reference
module {
  func.func public @main(%x: tensor<8x6xf32> loc("x"), %y: tensor<8x6xf32> loc("y"), %g: tensor<6xf32> {tf.aliasing_output = 0 : i32} loc("g"))
      -> (tensor<6xf32> {jax.result_info = "result[0]['g']"}, tensor<8xf32> {jax.result_info = "result[1]['sum']"}) {
    %cst = stablehlo.constant dense<0.0> : tensor<f32>
    %m = stablehlo.exponential %x : tensor<8x6xf32>
    %n = stablehlo.negate %m : tensor<8x6xf32>
    %a = stablehlo.reduce(%m init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<8xf32>
    %b = stablehlo.reduce(%n init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<8xf32>
    %d = stablehlo.add %a, %b : tensor<8xf32>
    %c = stablehlo.reduce(%y init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<8xf32>
    %e = stablehlo.multiply %d, %c : tensor<8xf32>
    return %g, %e : tensor<6xf32>, tensor<8xf32>
  }
}
