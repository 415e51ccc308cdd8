// RUN: det-opt --dump-plan --to=cuda --chips=none --fuse-attention=always %s -o %t.det | FileCheck %s
// RUN: det-verify %t.det

// Scores that are the transpose of a product, and weights that are transposed before they are multiplied: views of the same memory under other names.
// CHECK: fused=3 rows={{[0-9]+}} input=#{{[0-9]+}} output=#{{[0-9]+}} not kept
module {
  func.func public @main(%out: tensor<8x40x16xf32> {tf.aliasing_output = 0 : i32}, %q: tensor<8x40x16xf32>, %k: tensor<8x24x16xf32>, %v: tensor<8x24x16xf32>) -> (tensor<8x40x16xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %turned = stablehlo.dot_general %k, %q, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<8x24x16xf32>, tensor<8x40x16xf32>) -> tensor<8x24x40xf32>
    %scores = stablehlo.transpose %turned, dims = [0, 2, 1] : (tensor<8x24x40xf32>) -> tensor<8x40x24xf32>
    %sum = stablehlo.reduce(%scores init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<8x40x24xf32>, tensor<f32>) -> tensor<8x40xf32>
    %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : (tensor<8x40xf32>) -> tensor<8x40x24xf32>
    %rows = stablehlo.subtract %scores, %sums : tensor<8x40x24xf32>
    %columns = stablehlo.transpose %rows, dims = [0, 2, 1] : (tensor<8x40x24xf32>) -> tensor<8x24x40xf32>
    %new = stablehlo.dot_general %columns, %v, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<8x24x40xf32>, tensor<8x24x16xf32>) -> tensor<8x40x16xf32>
    return %new : tensor<8x40x16xf32>
  }
}
