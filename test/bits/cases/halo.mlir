// What is read through windows, over shards of a few rows: windows larger than a shard, stride, dilation, padding, reversal, groups; weight
// gradients that sum over rows of one image, also where all that a block adds to is -0.0; slices, padding, concatenation, reversal.
// shard: arg0=[{},{a},{},{}] arg2=[{},{a},{},{}] arg3=[{},{a},{},{}] arg4=[{},{a}]
// shard: arg0=[{},{},{a},{}] arg2=[{},{},{a},{}] arg3=[{},{},{a},{}] arg4=[{a},{}]
// shard: arg0=[{},{a},{b},{}] arg2=[{},{b},{a},{}] arg3=[{},{a},{b},{}] arg4=[{b},{a}]
// shard: arg0=[{b},{a},{},{}] arg2=[{b},{a},{},{}] arg3=[{b},{a},{},{}] arg4=[{},{a,b}]
// data: normal specials
// control: recipe=k_leaf_min=1,k_leaf_max=1
module @halo {
  func.func public @main(%arg0: tensor<2x7x8x4xf32>, %arg1: tensor<5x3x4x6xf32>, %arg2: tensor<1x24x20x3xf32>, %arg3: tensor<1x24x20x5xf32>, %arg4: tensor<4x18xf32>)
      -> (tensor<2x7x8x6xf32>, tensor<2x7x8x4xf32>, tensor<2x4x4x6xf32>, tensor<2x13x8x6xf32>, tensor<2x7x8x8xf32>, tensor<7x3x3x5xf32>, tensor<7x3x3x5xf32>,
          tensor<4x6xf32>, tensor<4x9xf32>, tensor<4x18xf32>, tensor<4x18xf32>, tensor<5x37xf32>, tensor<4x1xf32>, tensor<1x2x20x3xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x7x8x4xf32>, tensor<5x3x4x6xf32>) -> tensor<2x7x8x6xf32>
    %1 = stablehlo.convolution(%0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x7x8x6xf32>, tensor<5x3x4x6xf32>) -> tensor<2x7x8x4xf32>
    %2 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[5, 4], [2, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x7x8x4xf32>, tensor<5x3x4x6xf32>) -> tensor<2x4x4x6xf32>
    %3 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [-3, -2]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x7x8x4xf32>, tensor<5x3x4x6xf32>) -> tensor<2x13x8x6xf32>
    %filters = stablehlo.slice %arg1 [0:5, 0:3, 0:1, 0:4] : (tensor<5x3x4x6xf32>) -> tensor<5x3x1x4xf32>
    %twice = stablehlo.concatenate %filters, %filters, dim = 3 : (tensor<5x3x1x4xf32>, tensor<5x3x1x4xf32>) -> tensor<5x3x1x8xf32>
    %4 = stablehlo.convolution(%arg0, %twice) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x7x8x4xf32>, tensor<5x3x1x8xf32>) -> tensor<2x7x8x8xf32>
    %5 = stablehlo.convolution(%arg2, %arg3) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[3, 3], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x24x20x3xf32>, tensor<1x24x20x5xf32>) -> tensor<7x3x3x5xf32>
    %minus = stablehlo.constant dense<-0.0> : tensor<1x24x20x3xf32>
    %one = stablehlo.constant dense<1.0> : tensor<1x24x20x5xf32>
    %most = stablehlo.constant dense<2.0> : tensor<1x24x20x5xf32>
    %zeros = stablehlo.minimum %arg2, %minus : tensor<1x24x20x3xf32>
    %kept = stablehlo.maximum %zeros, %minus : tensor<1x24x20x3xf32>
    %factors = stablehlo.clamp %one, %arg3, %most : tensor<1x24x20x5xf32>
    %6 = stablehlo.convolution(%kept, %factors) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[3, 3], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x24x20x3xf32>, tensor<1x24x20x5xf32>) -> tensor<7x3x3x5xf32>
    %7 = stablehlo.slice %arg4 [0:4, 6:12] : (tensor<4x18xf32>) -> tensor<4x6xf32>
    %8 = stablehlo.slice %arg4 [0:4, 1:18:2] : (tensor<4x18xf32>) -> tensor<4x9xf32>
    %left = stablehlo.slice %arg4 [0:4, 0:7] : (tensor<4x18xf32>) -> tensor<4x7xf32>
    %right = stablehlo.slice %arg4 [0:4, 7:18] : (tensor<4x18xf32>) -> tensor<4x11xf32>
    %9 = stablehlo.concatenate %right, %left, dim = 1 : (tensor<4x11xf32>, tensor<4x7xf32>) -> tensor<4x18xf32>
    %10 = stablehlo.reverse %arg4, dims = [0, 1] : tensor<4x18xf32>
    %pi = stablehlo.constant dense<3.14159274> : tensor<f32>
    %11 = stablehlo.pad %arg4, %pi, low = [2, 3], high = [-1, -1], interior = [0, 1] : (tensor<4x18xf32>, tensor<f32>) -> tensor<5x37xf32>
    %12 = stablehlo.slice %arg4 [0:4, 17:18] : (tensor<4x18xf32>) -> tensor<4x1xf32>
    %13 = stablehlo.slice %arg2 [0:1, 5:7, 0:20, 0:3] : (tensor<1x24x20x3xf32>) -> tensor<1x2x20x3xf32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : tensor<2x7x8x6xf32>, tensor<2x7x8x4xf32>, tensor<2x4x4x6xf32>, tensor<2x13x8x6xf32>, tensor<2x7x8x8xf32>, tensor<7x3x3x5xf32>, tensor<7x3x3x5xf32>,
        tensor<4x6xf32>, tensor<4x9xf32>, tensor<4x18xf32>, tensor<4x18xf32>, tensor<5x37xf32>, tensor<4x1xf32>, tensor<1x2x20x3xf32>
  }
}
