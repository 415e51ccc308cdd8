// A batch without rows is cut into empty shards.
// RUN: det-opt %s --to=host --mesh=data=2 --shard='x=[{data}]' -o %t.det
// RUN: det-opt %s --det-import --det-order --det-partition='mesh=data=2 shard=x=[{data}]' | FileCheck %s
// CHECK: %{{.*}}: tensor<0x3xf32> {{.*}}[0, 0, 0]
module {
  func.func public @main(%x: tensor<0x3xf32> loc("x"), %g: tensor<3xf32> {tf.aliasing_output = 0 : i32} loc("g"))
      -> (tensor<3xf32> {jax.result_info = "result[0]['g']"}, tensor<f32> {jax.result_info = "result[1]['y']"}) {
    %cst = stablehlo.constant dense<0.0> : tensor<f32>
    %m = stablehlo.exponential %x : tensor<0x3xf32>
    %a = stablehlo.reduce(%m init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
    %h = stablehlo.add %g, %a : tensor<3xf32>
    %b = stablehlo.reduce(%h init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    return %h, %b : tensor<3xf32>, tensor<f32>
  }
}
