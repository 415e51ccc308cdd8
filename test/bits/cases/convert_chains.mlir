// Conversions f32 to bf16 and back round, and are not folded away.
// shard: arg0=[{a},{}]
// shard: arg0=[{},{a}]
// shard: arg0=[{b},{a}]
// data: normal small specials wide
// control: seed
module @convert_chains {
  func.func public @main(%arg0: tensor<9x20xf32>) -> (tensor<9x20xf32>, tensor<9x20xf32>, tensor<20xf32>, tensor<9x20xbf16>) {
    %0 = stablehlo.convert %arg0 : (tensor<9x20xf32>) -> tensor<9x20xbf16>
    %1 = stablehlo.convert %0 : (tensor<9x20xbf16>) -> tensor<9x20xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<9x20xf32>
    %3 = stablehlo.add %arg0, %2 : tensor<9x20xf32>
    %4 = stablehlo.convert %3 : (tensor<9x20xf32>) -> tensor<9x20xbf16>
    %5 = stablehlo.convert %arg0 : (tensor<9x20xf32>) -> tensor<9x20xbf16>
    %6 = stablehlo.add %4, %5 : tensor<9x20xbf16>
    %7 = stablehlo.add %1, %arg0 : tensor<9x20xf32>
    %8 = stablehlo.convert %6 : (tensor<9x20xbf16>) -> tensor<9x20xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%8 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<9x20xf32>, tensor<f32>) -> tensor<20xf32>
    %cst_1 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<9x20xf32>
    %11 = stablehlo.multiply %arg0, %10 : tensor<9x20xf32>
    %12 = stablehlo.convert %11 : (tensor<9x20xf32>) -> tensor<9x20xf16>
    %13 = stablehlo.convert %12 : (tensor<9x20xf16>) -> tensor<9x20xf32>
    %14 = stablehlo.convert %13 : (tensor<9x20xf32>) -> tensor<9x20xbf16>
    return %1, %7, %9, %14 : tensor<9x20xf32>, tensor<9x20xf32>, tensor<20xf32>, tensor<9x20xbf16>
  }
}
