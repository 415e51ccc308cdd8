// An embedding from a table that is sharded over the vocabulary: indices are clamped before any offset, -0.0 is kept; its gradient is a scatter-add.
// shard: arg0=[{a},{}]
// shard: arg0=[{},{a}] arg1=[{b},{}]
// shard: arg0=[{a},{b}] arg1=[{},{}] arg2=[{b},{},{}]
// shard: arg1=[{a},{}] arg2=[{a},{},{}]
// data: normal small specials wide
// control: seed
module @embedding {
  func.func public @main(%arg0: tensor<33x24xf32>, %arg1: tensor<5x70xi32>, %arg2: tensor<5x70x24xf32>) -> (tensor<5x70x24xf32>, tensor<33x24xf32>) {
    %0:2 = call @_take(%arg0, %arg1) : (tensor<33x24xf32>, tensor<5x70xi32>) -> (tensor<5x70x24xf32>, tensor<5x70x1xi32>)
    %1 = call @_take_0(%0#1, %arg2) : (tensor<5x70x1xi32>, tensor<5x70x24xf32>) -> tensor<33x24xf32>
    return %0#0, %1 : tensor<5x70x24xf32>, tensor<33x24xf32>
  }
  func.func private @_take(%arg0: tensor<33x24xf32>, %arg1: tensor<5x70xi32>) -> (tensor<5x70x24xf32>, tensor<5x70x1xi32>) {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<5x70xi32>) -> tensor<5x70x1xi32>
    %1 = "stablehlo.gather"(%arg0, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 24>}> : (tensor<33x24xf32>, tensor<5x70x1xi32>) -> tensor<5x70x24xf32>
    return %1, %0 : tensor<5x70x24xf32>, tensor<5x70x1xi32>
  }
  func.func private @_take_0(%arg0: tensor<5x70x1xi32>, %arg1: tensor<5x70x24xf32>) -> tensor<33x24xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<33x24xf32>
    %c = stablehlo.constant dense<32> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<2147483647> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.minimum %c, %1 : tensor<1xi32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [2] : (tensor<1xi32>) -> tensor<5x70x1xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<5x70x1xi32>
    %5 = stablehlo.clamp %4, %arg0, %3 : tensor<5x70x1xi32>
    %6 = "stablehlo.scatter"(%0, %5, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %7 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %7 : tensor<f32>
    }) : (tensor<33x24xf32>, tensor<5x70x1xi32>, tensor<5x70x24xf32>) -> tensor<33x24xf32>
    return %6 : tensor<33x24xf32>
  }
}
