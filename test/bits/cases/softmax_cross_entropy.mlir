// Softmax and cross-entropy over a sharded vocabulary, with the gradient of the logits.
// shard: arg0=[{},{a}]
// shard: arg0=[{a},{}] arg1=[{a}]
// shard: arg0=[{b},{a}] arg1=[{b}]
// data: normal specials
// control: recipe=row_leaf_min=16,row_leaf_max=16
module @softmax_cross_entropy {
  func.func public @main(%arg0: tensor<10x260xf32>, %arg1: tensor<10xi32>) -> (tensor<f32>, tensor<10x260xf32>) {
    %0:3 = call @log_softmax(%arg0) : (tensor<10x260xf32>) -> (tensor<10x260xf32>, tensor<10x260xf32>, tensor<10x1xf32>)
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<10xi32>) -> tensor<10x1xi32>
    %2:2 = call @take_along_axis(%0#0, %1) : (tensor<10x260xf32>, tensor<10x1xi32>) -> (tensor<10x1xf32>, tensor<10x1x1xi32>)
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2#0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<10x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %4 = stablehlo.divide %3, %cst_0 : tensor<f32>
    %5 = stablehlo.negate %4 : tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.negate %cst_1 : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %7 = stablehlo.divide %6, %cst_2 : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<10x1xf32>
    %9 = call @take_along_axis_0(%2#1, %8) : (tensor<10x1x1xi32>, tensor<10x1xf32>) -> tensor<10x260xf32>
    %10 = call @log_softmax_1(%0#1, %0#2, %9) : (tensor<10x260xf32>, tensor<10x1xf32>, tensor<10x260xf32>) -> tensor<10x260xf32>
    return %5, %10 : tensor<f32>, tensor<10x260xf32>
  }
  func.func private @log_softmax(%arg0: tensor<10x260xf32>) -> (tensor<10x260xf32>, tensor<10x260xf32>, tensor<10x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<10x260xf32>, tensor<f32>) -> tensor<10xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<10xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<10xf32>) -> tensor<10x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<10x1xf32>) -> tensor<10x260xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<10x260xf32>
    %6 = stablehlo.exponential %5 : tensor<10x260xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<10x260xf32>, tensor<f32>) -> tensor<10xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<10xf32>) -> tensor<10x1xf32>
    %9 = stablehlo.log %8 : tensor<10x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<10x1xf32>) -> tensor<10x260xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<10x260xf32>
    return %11, %6, %8 : tensor<10x260xf32>, tensor<10x260xf32>, tensor<10x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<10x260xf32>, %arg1: tensor<10x1xi32>) -> (tensor<10x1xf32>, tensor<10x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<10x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<10x1xi32>, tensor<10x1xi32>) -> tensor<10x1xi1>
    %c_0 = stablehlo.constant dense<260> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<10x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<10x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<10x1xi1>, tensor<10x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<10x1xi32>) -> tensor<10x1x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<10x260xf32>, tensor<10x1x1xi32>) -> tensor<10x1xf32>
    return %6, %5 : tensor<10x1xf32>, tensor<10x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<10x1x1xi32>, %arg1: tensor<10x1xf32>) -> tensor<10x260xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10x260xf32>
    %c = stablehlo.constant dense<259> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<2147483647> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.minimum %c, %1 : tensor<1xi32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [2] : (tensor<1xi32>) -> tensor<10x1x1xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<10x1x1xi32>
    %5 = stablehlo.clamp %4, %arg0, %3 : tensor<10x1x1xi32>
    %6 = "stablehlo.scatter"(%0, %5, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %7 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %7 : tensor<f32>
    }) : (tensor<10x260xf32>, tensor<10x1x1xi32>, tensor<10x1xf32>) -> tensor<10x260xf32>
    return %6 : tensor<10x260xf32>
  }
  func.func private @log_softmax_1(%arg0: tensor<10x260xf32>, %arg1: tensor<10x1xf32>, %arg2: tensor<10x260xf32>) -> tensor<10x260xf32> {
    %0 = stablehlo.negate %arg2 : tensor<10x260xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<10x260xf32>, tensor<f32>) -> tensor<10xf32>
    %2 = stablehlo.reshape %1 : (tensor<10xf32>) -> tensor<10x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<10x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<10x1xf32>, tensor<f32>) -> tensor<10xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<10xf32>) -> tensor<10x260xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<10x260xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<10x260xf32>
    return %7 : tensor<10x260xf32>
  }
}
