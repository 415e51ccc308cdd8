// Several results of a row, one of which may lie on what another one reads.
// shard: arg0=[{a},{}] arg1=[{a},{}]
// shard: arg0=[{},{a}]
// shard: arg0=[{a},{b}]
// data: normal specials
// control: recipe=row_leaf_min=16,row_leaf_max=16
module @row_outputs {
  func.func public @main(%arg0: tensor<24x130xf32>, %arg1: tensor<24x7xf32>, %arg2: tensor<7xf32>, %arg3: tensor<24x5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.dot_general %arg1, %arg2, contracting_dims = [1] x [0] : (tensor<24x7xf32>, tensor<7xf32>) -> tensor<24xf32>
    %1 = stablehlo.reduce(%arg0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x130xf32>, tensor<f32>) -> tensor<24xf32>
    %2 = stablehlo.multiply %1, %0 : tensor<24xf32>
    %3 = stablehlo.subtract %0, %2 : tensor<24xf32>
    %4 = stablehlo.dot_general %1, %arg3, contracting_dims = [0] x [0] : (tensor<24xf32>, tensor<24x5xf32>) -> tensor<5xf32>
    %5 = stablehlo.dot_general %2, %arg3, contracting_dims = [0] x [0] : (tensor<24xf32>, tensor<24x5xf32>) -> tensor<5xf32>
    %6 = stablehlo.dot_general %3, %arg3, contracting_dims = [0] x [0] : (tensor<24xf32>, tensor<24x5xf32>) -> tensor<5xf32>
    return %4, %5, %6 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
  }
}
