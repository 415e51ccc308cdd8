// A graph that has no orders at all is audited as well: every dim may be unknown.
// RUN: det-opt %s --det-audit | FileCheck %s

// CHECK: 1 may differ from run to run, 0 are opaque, 2 depend on the layout, 1 on the device; det does not compile the graph
// CHECK-NEXT: det refuses: {{.*}}dynamic shape
// CHECK: - add: stablehlo.scatter f32[?] an unknown number of updates{{$}}
// CHECK: - dot: stablehlo.dot_general f32[8,8] over an unknown number of terms, default precision; det: refused: {{.*}}dynamic shape
// CHECK: - sum: stablehlo.reduce f32[8] over an unknown number of terms; det: refused: {{.*}}dynamic shape
// CHECK: - exp: stablehlo.exponential f32[8,?]
func.func public @main(%x: tensor<8x?xf32>, %y: tensor<?xf32>, %i: tensor<?x1xi32>, %u: tensor<?xf32>) -> (tensor<8x8xf32>, tensor<8xf32>, tensor<8x?xf32>, tensor<?xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<8x?xf32>, tensor<8x?xf32>) -> tensor<8x8xf32> loc("dot")
  %1 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x?xf32>, tensor<f32>) -> tensor<8xf32> loc("sum")
  %2 = stablehlo.exponential %x : tensor<8x?xf32> loc("exp")
  %3 = "stablehlo.scatter"(%y, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %r = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<?xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<?xf32> loc("add")
  return %0, %1, %2, %3 : tensor<8x8xf32>, tensor<8xf32>, tensor<8x?xf32>, tensor<?xf32>
}
