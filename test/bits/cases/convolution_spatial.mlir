// A convolution with sharded spatial dims, strided and padded.
// shard: arg0=[{},{a},{},{}] arg2=[{},{a},{},{}]
// shard: arg0=[{},{a},{b},{}]
// shard: arg0=[{b},{},{a},{}]
// data: normal specials
// control: seed
module @convolution_spatial {
  func.func public @main(%arg0: tensor<2x9x8x3xf32>, %arg1: tensor<3x2x3x4xf32>, %arg2: tensor<2x5x8x4xf32>) -> (tensor<2x5x8x4xf32>, tensor<2x9x8x3xf32>, tensor<3x2x3x4xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 2], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x9x8x3xf32>, tensor<3x2x3x4xf32>) -> tensor<2x5x8x4xf32>
    %1 = stablehlo.convolution(%arg0, %arg2) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x9x8x3xf32>, tensor<2x5x8x4xf32>) -> tensor<3x2x3x4xf32>
    %2 = stablehlo.reverse %arg1, dims = [0, 1] : tensor<3x2x3x4xf32>
    %3 = stablehlo.convolution(%arg2, %2) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 0]], lhs_dilate = [2, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x5x8x4xf32>, tensor<3x2x3x4xf32>) -> tensor<2x9x8x3xf32>
    return %0, %3, %1 : tensor<2x5x8x4xf32>, tensor<2x9x8x3xf32>, tensor<3x2x3x4xf32>
  }
}
