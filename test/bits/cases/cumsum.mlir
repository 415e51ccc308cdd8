// Cumulative sums along a sharded dim, from both ends.
// shard: arg0=[{},{a}]
// shard: arg0=[{a},{}]
// shard: arg0=[{b},{a}]
// data: normal specials
// control: seed
module @cumsum {
  func.func public @main(%arg0: tensor<5x150xf32>) -> (tensor<5x150xf32>, tensor<5x150xf32>, tensor<5x150xf32>) {
    %0 = call @cumsum(%arg0) : (tensor<5x150xf32>) -> tensor<5x150xf32>
    %1 = call @cumsum_0(%arg0) : (tensor<5x150xf32>) -> tensor<5x150xf32>
    %2 = call @cummax(%arg0) : (tensor<5x150xf32>) -> tensor<5x150xf32>
    return %0, %1, %2 : tensor<5x150xf32>, tensor<5x150xf32>, tensor<5x150xf32>
  }
  func.func private @cumsum(%arg0: tensor<5x150xf32>) -> tensor<5x150xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [149, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 150>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<5x150xf32>, tensor<f32>) -> tensor<5x150xf32>
    return %1 : tensor<5x150xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<5x150xf32>) -> tensor<5x150xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 149]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 150>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<5x150xf32>, tensor<f32>) -> tensor<5x150xf32>
    return %1 : tensor<5x150xf32>
  }
  func.func private @cummax(%arg0: tensor<5x150xf32>) -> tensor<5x150xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[4, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 5, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<5x150xf32>, tensor<f32>) -> tensor<5x150xf32>
    return %1 : tensor<5x150xf32>
  }
}
