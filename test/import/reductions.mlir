// Reductions, products and scatters: regions become combiners, dims ascend, dimension numbers become lists.
// RUN: det-opt %s --det-import | FileCheck %s

sdy.mesh @mesh = <["data"=2]>
// CHECK-LABEL: func.func @main
func.func public @main(%x: tensor<8x4x6xf32>, %w: tensor<6x5xf32>, %i: tensor<8x1xi32>, %u: tensor<8x4xf32>, %z: tensor<f32>, %b: tensor<8xi1>, %v: tensor<6xf32>)
    -> (tensor<4xf32>, tensor<8x4xf32>, tensor<8x4x5xf32>, tensor<4x8x8xf32>, tensor<9x4xf32>, tensor<9x4xf32>, tensor<i1>, tensor<8x4x6xf32>, tensor<8xf32>, tensor<8xf32>, tensor<5xf32>) {
  // CHECK: det.reduce add %{{.*}}, %{{.*}}, dims = [0, 2] : (tensor<8x4x6xf32>, tensor<f32>) -> tensor<4xf32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [2, 0] : (tensor<8x4x6xf32>, tensor<f32>) -> tensor<4xf32>
  // The same in a region, arguments swapped.
  // CHECK: det.reduce max %{{.*}}, %{{.*}}, dims = [2]
  %1 = stablehlo.reduce(%x init: %z) across dimensions = [2] : (tensor<8x4x6xf32>, tensor<f32>) -> tensor<8x4xf32>
   reducer(%p: tensor<f32>, %q: tensor<f32>)  {
    %r = stablehlo.maximum %q, %p : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }
  // CHECK: det.dot %{{.*}}, %{{.*}}, batching = [] x [], contracting = [2] x [0]
  %2 = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0], precision = [DEFAULT, HIGHEST] : (tensor<8x4x6xf32>, tensor<6x5xf32>) -> tensor<8x4x5xf32>
  // CHECK: det.dot %{{.*}}, %{{.*}}, batching = [1] x [1], contracting = [2] x [2]
  %3 = stablehlo.dot_general %x, %x, batching_dims = [1] x [1], contracting_dims = [2] x [2], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<8x4x6xf32>, tensor<8x4x6xf32>) -> tensor<4x8x8xf32>
  %zeros = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<9x4xf32>
  // A sharding constraint on the scalars of a region does not hide the addition.
  // CHECK: det.scatter add %{{.*}}, %{{.*}}, %{{.*}} {index_vector_dim = 1 : i64, indices_batching_dims = array<i64>, input_batching_dims = array<i64>, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>}
  %4 = "stablehlo.scatter"(%zeros, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %r = stablehlo.add %p, %q : tensor<f32>
    %s = sdy.sharding_constraint %r <@mesh, []> : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<9x4xf32>, tensor<8x1xi32>, tensor<8x4xf32>) -> tensor<9x4xf32>
  // CHECK: det.scatter assign
  %5 = "stablehlo.scatter"(%zeros, %i, %u) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %q : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<index_vector_dim = 1, update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],>} : (tensor<9x4xf32>, tensor<8x1xi32>, tensor<8x4xf32>) -> tensor<9x4xf32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  // CHECK: det.reduce and
  %6 = stablehlo.reduce(%b init: %true) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
  // No dims: the operand joined with init, once.
  // CHECK: %[[INIT:.*]] = det.broadcast_in_dim %arg4, dims = [] : (tensor<f32>) -> tensor<8x4x6xf32>
  // CHECK: det.add %[[INIT]], %arg0
  %7 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [] : (tensor<8x4x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
  // Two reductions in one operation.
  // CHECK: det.reduce add {{.*}}, dims = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  // CHECK: det.reduce mul {{.*}}, dims = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  %8:2 = stablehlo.reduce(%u init: %z), (%1 init: %z) across dimensions = [1] : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>)
   reducer(%p: tensor<f32>, %p2: tensor<f32>) (%q: tensor<f32>, %q2: tensor<f32>)  {
    %r = stablehlo.add %p, %p2 : tensor<f32>
    %s = stablehlo.multiply %q, %q2 : tensor<f32>
    stablehlo.return %r, %s : tensor<f32>, tensor<f32>
  }
  // CHECK: det.dot %arg6, %arg1, batching = [] x [], contracting = [0] x [0] : (tensor<6xf32>, tensor<6x5xf32>) -> tensor<5xf32>
  %9 = "mhlo.dot"(%v, %w) {precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision DEFAULT>]} : (tensor<6xf32>, tensor<6x5xf32>) -> tensor<5xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8#0, %8#1, %9 : tensor<4xf32>, tensor<8x4xf32>, tensor<8x4x5xf32>, tensor<4x8x8xf32>, tensor<9x4xf32>, tensor<9x4xf32>, tensor<i1>, tensor<8x4x6xf32>, tensor<8xf32>, tensor<8xf32>, tensor<5xf32>
}
