// RUN: det-opt --dump-plan --to=cuda --chips=none --fuse-attention=always %s -o %t.det | FileCheck %s

// Attention whose queries nobody reads afterwards, and whose results nobody keeps: without the fusion the results may lie where the queries lie.
// CHECK: fused=3 rows={{[0-9]+}} input=#{{[0-9]+}} output=#{{[0-9]+}} not kept
module {
  func.func public @main(%out: tensor<2x40x16xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<2x40x16xf32>, %k: tensor<2x40x16xf32>, %v: tensor<2x40x16xf32>) -> (tensor<2x40x16xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %q = stablehlo.add %x, %x : tensor<2x40x16xf32>
    %scores = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x40x16xf32>, tensor<2x40x16xf32>) -> tensor<2x40x40xf32>
    %most = stablehlo.reduce(%scores init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<2x40x40xf32>, tensor<f32>) -> tensor<2x40xf32>
    %mosts = stablehlo.broadcast_in_dim %most, dims = [0, 1] : (tensor<2x40xf32>) -> tensor<2x40x40xf32>
    %shifted = stablehlo.subtract %scores, %mosts : tensor<2x40x40xf32>
    %e = stablehlo.exponential %shifted : tensor<2x40x40xf32>
    %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x40x40xf32>, tensor<f32>) -> tensor<2x40xf32>
    %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : (tensor<2x40xf32>) -> tensor<2x40x40xf32>
    %weights = stablehlo.divide %e, %sums : tensor<2x40x40xf32>
    %o = stablehlo.dot_general %weights, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x40x40xf32>, tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %new = stablehlo.multiply %o, %o : tensor<2x40x16xf32>
    return %new : tensor<2x40x16xf32>
  }
}
