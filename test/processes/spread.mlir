// Metrics that no rank holds whole.
module @spread {
  func.func public @main(%arg0: tensor<24x130xf32>, %arg1: tensor<24x130xf32>, %arg2: tensor<13x5xi32>) -> (tensor<24x130xf32>, tensor<13x5xi32>) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<24x130xf32>
    %1 = stablehlo.add %arg2, %arg2 : tensor<13x5xi32>
    return %0, %1 : tensor<24x130xf32>, tensor<13x5xi32>
  }
}
