// Operations that move elements.
// RUN: det-opt %s --det-import | FileCheck %s

// CHECK-LABEL: func.func @main
func.func public @main(%x: tensor<8x4xf32>, %i: tensor<i32>, %z: tensor<f32>, %n: tensor<8x1xi32>)
    -> (tensor<1x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<18xf32>) {
  // CHECK: det.iota dim = 0 : tensor<8x4xi32>
  %0 = stablehlo.iota dim = 0 : tensor<8x4xi32>
  %1 = stablehlo.convert %0 : (tensor<8x4xi32>) -> tensor<8x4xf32>
  %2 = stablehlo.add %1, %x : tensor<8x4xf32>
  // CHECK: det.transpose %{{.*}}, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  // CHECK: det.reshape %{{.*}} : (tensor<4x8xf32>) -> tensor<32xf32>
  %4 = stablehlo.reshape %3 : (tensor<4x8xf32>) -> tensor<32xf32>
  // CHECK: %[[SLICE:.*]] = det.slice %{{.*}}, starts = [0], limits = [32], strides = [4] : (tensor<32xf32>) -> tensor<8xf32>
  %5 = stablehlo.slice %4 [0:32:4] : (tensor<32xf32>) -> tensor<8xf32>
  // CHECK: det.pad %[[SLICE]], %{{.*}}, low = [1], high = [-1], interior = [0]
  %6 = stablehlo.pad %5, %z, low = [1], high = [-1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  // CHECK: det.concatenate(%{{.*}}, %{{.*}}), dim = 0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  %7 = stablehlo.concatenate %5, %6, dim = 0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  // CHECK: det.reverse %{{.*}}, dims = [0] : tensor<16xf32>
  %8 = stablehlo.reverse %7, dims = [0] : tensor<16xf32>
  // CHECK: det.dynamic_slice %{{.*}}, starts = (%{{.*}}, %{{.*}}), sizes = [1, 4]
  %9 = stablehlo.dynamic_slice %2, %i, %i, sizes = [1, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  // CHECK: det.dynamic_update_slice %{{.*}}, %{{.*}}, starts = (%{{.*}}, %{{.*}})
  %10 = stablehlo.dynamic_update_slice %2, %9, %i, %i : (tensor<8x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  // CHECK: det.gather %{{.*}}, %{{.*}} {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, indices_batching_dims = array<i64>, offset_dims = array<i64: 1>, operand_batching_dims = array<i64>, slice_sizes = array<i64: 1, 4>, start_index_map = array<i64: 0>}
  %11 = "stablehlo.gather"(%2, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<8x1xi32>) -> tensor<8x4xf32>
  // A broadcast of a broadcast is one; new dims in front are the older form.
  // CHECK: det.broadcast_in_dim %{{.*}}, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %12 = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<1xf32>
  %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<1xf32>) -> tensor<2xf32>
  %14 = stablehlo.concatenate %8, %13, dim = 0 : (tensor<16xf32>, tensor<2xf32>) -> tensor<18xf32>
  return %9, %10, %11, %14 : tensor<1x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<18xf32>
}
