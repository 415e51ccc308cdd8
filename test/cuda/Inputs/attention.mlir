func.func @main(%q: tensor<32x8xf32>, %k: tensor<32x8xf32>, %v: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<32x8xf32>, tensor<32x8xf32>) -> tensor<32x32xf32>
  %e = stablehlo.exponential %s : tensor<32x32xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<32x32xf32>, tensor<f32>) -> tensor<32xf32>
  %wide = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<32xf32>) -> tensor<32x32xf32>
  %p = stablehlo.divide %e, %wide : tensor<32x32xf32>
  %o = stablehlo.dot_general %p, %v, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x8xf32>) -> tensor<32x8xf32>
  return %o : tensor<32x8xf32>
}
