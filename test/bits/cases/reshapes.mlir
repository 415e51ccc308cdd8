// Reshapes that merge or split a sharded dim unevenly: 16x32 to 512 on 3 ranks, qkv split over 2, 4 heads over 3.
// shard: arg0=[{a},{}] arg2=[{},{a}]
// shard: arg0=[{},{a}] arg1=[{a},{}]
// shard: arg0=[{b},{a}] arg2=[{},{b}]
// shard: result0=[{a}] result1=[{},{a},{}] result2=[{},{a}]
// data: normal specials
// control: seed
module @reshapes {
  func.func public @main(%arg0: tensor<16x32xf32>, %arg1: tensor<6x12xf32>, %arg2: tensor<12x60xf32>) -> (tensor<512xf32>, tensor<16x4x8xf32>, tensor<6x20xf32>) {
    %0 = stablehlo.reshape %arg0 : (tensor<16x32xf32>) -> tensor<512xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<512xf32>
    %3 = stablehlo.reshape %2 : (tensor<512xf32>) -> tensor<16x4x8xf32>
    %4 = stablehlo.dot_general %arg1, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x12xf32>, tensor<12x60xf32>) -> tensor<6x60xf32>
    %5 = stablehlo.reshape %4 : (tensor<6x60xf32>) -> tensor<6x3x4x5xf32>
    %6 = stablehlo.slice %5 [0:6, 0:1, 0:4, 0:5] : (tensor<6x3x4x5xf32>) -> tensor<6x1x4x5xf32>
    %7 = stablehlo.reshape %6 : (tensor<6x1x4x5xf32>) -> tensor<6x4x5xf32>
    %8 = stablehlo.slice %5 [0:6, 1:2, 0:4, 0:5] : (tensor<6x3x4x5xf32>) -> tensor<6x1x4x5xf32>
    %9 = stablehlo.reshape %8 : (tensor<6x1x4x5xf32>) -> tensor<6x4x5xf32>
    %10 = stablehlo.slice %5 [0:6, 2:3, 0:4, 0:5] : (tensor<6x3x4x5xf32>) -> tensor<6x1x4x5xf32>
    %11 = stablehlo.reshape %10 : (tensor<6x1x4x5xf32>) -> tensor<6x4x5xf32>
    %12 = stablehlo.dot_general %7, %9, batching_dims = [1] x [1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x4x5xf32>, tensor<6x4x5xf32>) -> tensor<4x6x6xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %13 = stablehlo.reduce(%12 init: %cst_0) applies stablehlo.maximum across dimensions = [2] : (tensor<4x6x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %15 = stablehlo.maximum %14, %13 : tensor<4x6xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x6xf32>
    %18 = stablehlo.subtract %12, %17 : tensor<4x6x6xf32>
    %19 = stablehlo.exponential %18 : tensor<4x6x6xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<4x6x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x6xf32>
    %23 = stablehlo.divide %19, %22 : tensor<4x6x6xf32>
    %24 = stablehlo.dot_general %11, %23, batching_dims = [1] x [0], contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x4x5xf32>, tensor<4x6x6xf32>) -> tensor<4x5x6xf32>
    %25 = stablehlo.transpose %24, dims = [2, 0, 1] : (tensor<4x5x6xf32>) -> tensor<6x4x5xf32>
    %26 = stablehlo.reshape %25 : (tensor<6x4x5xf32>) -> tensor<6x20xf32>
    return %2, %3, %26 : tensor<512xf32>, tensor<16x4x8xf32>, tensor<6x20xf32>
  }
}
