// Reductions over dims of local size 1, with an init that is not the identity: it is joined once, never per shard.
// shard: arg0=[{a},{}]
// shard: arg0=[{},{a}] arg1=[{a},{},{}]
// shard: arg0=[{a},{b}] arg1=[{},{b},{a}]
// data: normal small specials
// control: seed
module @size_one {
  func.func public @main(%arg0: tensor<4x5xf32>, %arg1: tensor<4x1x3xf32>) -> (tensor<5xf32>, tensor<4xf32>, tensor<f32>, tensor<4x3xf32>, tensor<1x3xf32>, tensor<4x1x3xf32>) {
    %half = stablehlo.constant dense<1.500000e+00> : tensor<f32>
    %two = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %half) applies stablehlo.add across dimensions = [0] : (tensor<4x5xf32>, tensor<f32>) -> tensor<5xf32>
    %1 = stablehlo.reduce(%arg0 init: %two) applies stablehlo.multiply across dimensions = [1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.reduce(%arg0 init: %half) applies stablehlo.add across dimensions = [1, 0] : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %3 = stablehlo.reduce(%arg1 init: %half) applies stablehlo.add across dimensions = [1] : (tensor<4x1x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    %4 = stablehlo.reduce(%arg1 init: %half) applies stablehlo.maximum across dimensions = [0] : (tensor<4x1x3xf32>, tensor<f32>) -> tensor<1x3xf32>
    %5 = stablehlo.reduce(%arg1 init: %half) applies stablehlo.add across dimensions = [] : (tensor<4x1x3xf32>, tensor<f32>) -> tensor<4x1x3xf32>
    return %0, %1, %2, %3, %4, %5 : tensor<5xf32>, tensor<4xf32>, tensor<f32>, tensor<4x3xf32>, tensor<1x3xf32>, tensor<4x1x3xf32>
  }
}
