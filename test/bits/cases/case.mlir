// Branches with sharded values, and a predicate that is a sum over shards.
// shard: arg0=[{a},{}] arg1=[{},{a}]
// shard: arg0=[{},{a}] arg1=[{},{a}]
// shard: arg0=[{a},{b}] arg1=[{b},{a}]
// data: normal small
// control: seed
module @case {
  func.func public @main(%arg0: tensor<8x9xf32>, %arg1: tensor<8x9xf32>, %arg2: tensor<i32>) -> (tensor<8x9xf32>, tensor<8x9xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %0 = stablehlo.clamp %c, %arg2, %c_0 : tensor<i32>
    %1 = "stablehlo.case"(%0) ({
      %6 = stablehlo.add %arg0, %arg1 : tensor<8x9xf32>
      stablehlo.return %6 : tensor<8x9xf32>
    }, {
      %6 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<8x9xf32>) -> tensor<9x8xf32>
      %7 = stablehlo.dot_general %arg0, %6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x9xf32>, tensor<9x8xf32>) -> tensor<8x8xf32>
      %8 = stablehlo.dot_general %7, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x9xf32>) -> tensor<8x9xf32>
      stablehlo.return %8 : tensor<8x9xf32>
    }, {
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.reduce(%arg1 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x9xf32>, tensor<f32>) -> tensor<f32>
      %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<8x9xf32>
      %8 = stablehlo.multiply %arg0, %7 : tensor<8x9xf32>
      stablehlo.return %8 : tensor<8x9xf32>
    }) : (tensor<i32>) -> tensor<8x9xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x9xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.compare GT, %2, %cst_1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.convert %3 : (tensor<i1>) -> tensor<i32>
    %5 = "stablehlo.case"(%4) ({
      %6 = stablehlo.sine %arg0 : tensor<8x9xf32>
      stablehlo.return %6 : tensor<8x9xf32>
    }, {
      %6 = stablehlo.subtract %arg0, %arg1 : tensor<8x9xf32>
      stablehlo.return %6 : tensor<8x9xf32>
    }) : (tensor<i32>) -> tensor<8x9xf32>
    return %1, %5 : tensor<8x9xf32>, tensor<8x9xf32>
  }
}
