// Updates that may meet: float sums and overwriting are findings. One update, unique indices, whole numbers, maxima and gathers are not.
// RUN: det-opt %s --det-audit | FileCheck %s "--implicit-check-not=- safe"

// CHECK: of {{[0-9]+}} operations, 3 may differ from run to run, 0 are opaque, 0 depend on the layout, 0 on the device; det compiles the graph
// CHECK-LABEL: run_to_run:
// CHECK: scatter-sum (2): float updates
// CHECK: det: updates join in ascending global index
// CHECK-NEXT: - jit(step)/transpose(jvp(embed))/scatter-add at model.py:31:5: stablehlo.scatter f32[9,4] 80 updates, a gradient; det: tree of 2 blocks of 64, each folded in ascending order, f32
// CHECK-NEXT: - body: stablehlo.scatter f32[9,4] 80 updates{{$}}
// CHECK: scatter-overwrite (1)
// CHECK: - put: stablehlo.scatter i32[9] 80 updates{{$}}
// CHECK: run_to_run 3: scatter-sum 2, scatter-overwrite 1
func.func public @main(%x: tensor<9x4xf32>, %n: tensor<9xi32>, %i: tensor<80x1xi32>, %one: tensor<1x1xi32>, %u: tensor<80x4xf32>, %v: tensor<80xi32>, %w: tensor<1x4xf32>)
    -> (tensor<9x4xf32>, tensor<9x4xf32>, tensor<9xi32>, tensor<9x4xf32>, tensor<9xi32>, tensor<9x4xf32>, tensor<9x4xf32>, tensor<80x4xf32>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %r = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<9x4xf32>, tensor<80x1xi32>, tensor<80x4xf32>) -> tensor<9x4xf32> loc("jit(step)/transpose(jvp(embed))/scatter-add"("model.py":31:5))
  // Neither a sum nor a choice: halves the distance.
  %1 = "stablehlo.scatter"(%0, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %r = stablehlo.add %p, %q : tensor<f32>
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %s = stablehlo.multiply %r, %half : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<9x4xf32>, tensor<80x1xi32>, tensor<80x4xf32>) -> tensor<9x4xf32> loc("body")
  %2 = "stablehlo.scatter"(%n, %i, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    stablehlo.return %q : tensor<i32>
  }) : (tensor<9xi32>, tensor<80x1xi32>, tensor<80xi32>) -> tensor<9xi32> loc("put")
  // The controls.
  %3 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %r = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<9x4xf32>, tensor<80x1xi32>, tensor<80x4xf32>) -> tensor<9x4xf32> loc("safe unique")
  %4 = "stablehlo.scatter"(%n, %i, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %r = stablehlo.add %q, %p : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<9xi32>, tensor<80x1xi32>, tensor<80xi32>) -> tensor<9xi32> loc("safe integers")
  %5 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %r = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<9x4xf32>, tensor<80x1xi32>, tensor<80x4xf32>) -> tensor<9x4xf32> loc("safe maximum")
  %6 = "stablehlo.scatter"(%x, %one, %w) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %r = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<9x4xf32>, tensor<1x1xi32>, tensor<1x4xf32>) -> tensor<9x4xf32> loc("safe alone")
  %7 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<9x4xf32>, tensor<80x1xi32>) -> tensor<80x4xf32> loc("safe gather")
  return %1, %1, %2, %3, %4, %5, %6, %7 : tensor<9x4xf32>, tensor<9x4xf32>, tensor<9xi32>, tensor<9x4xf32>, tensor<9xi32>, tensor<9x4xf32>, tensor<9x4xf32>, tensor<80x4xf32>
}
