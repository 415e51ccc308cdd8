// RUN: det-opt --dump-plan --to=cuda --chips=none --fuse-attention=always %s -o %t.det | FileCheck %s
// RUN: det-verify %t.det

// Weights that are summed over their rows: a block has some of the rows, so they go to memory first.
// CHECK: fused=2 rows={{[0-9]+}} input=#{{[0-9]+}}
// CHECK-NOT: fused=3
module {
  func.func public @main(%out: tensor<2x40x16xf32> {tf.aliasing_output = 0 : i32}, %q: tensor<2x40x16xf32>, %k: tensor<2x40x16xf32>, %v: tensor<2x40x16xf32>) -> (tensor<2x40x16xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %scores = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x40x16xf32>, tensor<2x40x16xf32>) -> tensor<2x40x40xf32>
    %sum = stablehlo.reduce(%scores init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x40x40xf32>, tensor<f32>) -> tensor<2x40xf32>
    %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : (tensor<2x40xf32>) -> tensor<2x40x40xf32>
    %rows = stablehlo.subtract %scores, %sums : tensor<2x40x40xf32>
    %new = stablehlo.dot_general %rows, %v, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x40x40xf32>, tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    return %new : tensor<2x40x16xf32>
  }
}
