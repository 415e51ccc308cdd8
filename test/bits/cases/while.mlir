// A loop with a sharded carry and a predicate that sums over it.
// shard: arg0=[{a},{}]
// shard: arg0=[{},{a}] arg1=[{},{a}]
// shard: arg0=[{a},{b}] arg1=[{b},{}]
// data: normal small
// control: seed
module @while {
  func.func public @main(%arg0: tensor<7x9xf32>, %arg1: tensor<9x9xf32>) -> (tensor<i32>, tensor<7x9xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %c, %iterArg_1 = %arg0) : tensor<9x9xf32>, tensor<i32>, tensor<7x9xf32>
    cond {
      %c_2 = stablehlo.constant dense<6> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg_0, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %2 = stablehlo.multiply %iterArg_1, %iterArg_1 : tensor<7x9xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<7x9xf32>, tensor<f32>) -> tensor<f32>
      %cst_3 = stablehlo.constant dense<1.000000e+03> : tensor<f32>
      %4 = stablehlo.compare LT, %3, %cst_3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %c_4 = stablehlo.constant dense<false> : tensor<i1>
      %5 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i1>) -> tensor<i1>
      %6 = stablehlo.compare NE, %1, %5, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %7 = stablehlo.convert %6 : tensor<i1>
      %8 = stablehlo.and %7, %4 : tensor<i1>
      stablehlo.return %8 : tensor<i1>
    } do {
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %iterArg_0, %c_2 : tensor<i32>
      %2 = stablehlo.dot_general %iterArg_1, %iterArg, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<7x9xf32>, tensor<9x9xf32>) -> tensor<7x9xf32>
      %3 = stablehlo.tanh %2 : tensor<7x9xf32>
      %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<7x9xf32>
      %5 = stablehlo.multiply %iterArg_1, %4 : tensor<7x9xf32>
      %6 = stablehlo.add %3, %5 : tensor<7x9xf32>
      stablehlo.return %iterArg, %1, %6 : tensor<9x9xf32>, tensor<i32>, tensor<7x9xf32>
    }
    return %0#1, %0#2 : tensor<i32>, tensor<7x9xf32>
  }
}
