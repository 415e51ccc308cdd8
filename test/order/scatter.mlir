// RUN: det-opt --det-order %s | FileCheck %s

// The gradient of an embedding: updates of the outer dim one by one, runs of 64 of the inner one.
// CHECK-LABEL: @embedding
// CHECK: order = #det.order<levels = [(0, 1), (1, 64)], leaf = fold, acc = f32>
func.func @embedding(%table: tensor<50x8xf32>, %tokens: tensor<16x32x1xi32>, %updates: tensor<16x32x8xf32>) -> tensor<50x8xf32> {
  %r = det.scatter add %table, %tokens, %updates {update_window_dims = array<i64: 2>, inserted_window_dims = array<i64: 0>,
    input_batching_dims = array<i64>, indices_batching_dims = array<i64>, scatter_dims_to_operand_dims = array<i64: 0>,
    index_vector_dim = 2 : i64} : (tensor<50x8xf32>, tensor<16x32x1xi32>, tensor<16x32x8xf32>) -> tensor<50x8xf32>
  return %r : tensor<50x8xf32>
}

// A batching dim is not summed over.
// CHECK-LABEL: @batched
// CHECK: order = #det.order<levels = [(0, 64)], leaf = fold, acc = f32>
func.func @batched(%table: tensor<16x50xf32>, %tokens: tensor<16x32x1xi32>, %updates: tensor<16x32xf32>) -> tensor<16x50xf32> {
  %r = det.scatter add %table, %tokens, %updates {update_window_dims = array<i64>, inserted_window_dims = array<i64: 1>,
    input_batching_dims = array<i64: 0>, indices_batching_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 1>,
    index_vector_dim = 2 : i64} : (tensor<16x50xf32>, tensor<16x32x1xi32>, tensor<16x32xf32>) -> tensor<16x50xf32>
  return %r : tensor<16x50xf32>
}
