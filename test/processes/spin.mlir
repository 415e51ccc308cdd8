// A step that computes for minutes without a message.
module @spin {
  func.func public @main(%arg0: tensor<4xf32>, %arg1: tensor<i64>) -> (tensor<4xf32>, tensor<i64>) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg1) : tensor<i64>, tensor<i64>
    cond {
      %c_1 = stablehlo.constant dense<2000000000> : tensor<i64>
      %2 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %c_1 = stablehlo.constant dense<1> : tensor<i64>
      %2 = stablehlo.add %iterArg, %c_1 : tensor<i64>
      %3 = stablehlo.xor %iterArg_0, %2 : tensor<i64>
      stablehlo.return %2, %3 : tensor<i64>, tensor<i64>
    }
    %1 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
    return %1, %0#1 : tensor<4xf32>, tensor<i64>
  }
}
