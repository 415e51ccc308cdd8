// Complex arithmetic, products and sums.
// shard: arg0=[{a},{}] arg1=[{a},{}]
// shard: arg0=[{},{a}]
// shard: arg0=[{a},{b}] arg2=[{b},{}]
// data: normal specials
// control: seed
module @complex {
  func.func public @main(%arg0: tensor<6x90xf32>, %arg1: tensor<6x90xf32>, %arg2: tensor<90x4xcomplex<f32>>) -> (tensor<6x90xf32>, tensor<6x90xf32>, tensor<6x90xf32>, tensor<6x4xf32>, tensor<6xf32>) {
    %0 = stablehlo.complex %arg0, %arg1 : tensor<6x90xcomplex<f32>>
    %1 = stablehlo.real %0 : (tensor<6x90xcomplex<f32>>) -> tensor<6x90xf32>
    %2 = stablehlo.imag %0 : (tensor<6x90xcomplex<f32>>) -> tensor<6x90xf32>
    %3 = stablehlo.negate %2 : tensor<6x90xf32>
    %4 = stablehlo.complex %1, %3 : tensor<6x90xcomplex<f32>>
    %5 = stablehlo.multiply %0, %4 : tensor<6x90xcomplex<f32>>
    %cst = stablehlo.constant dense<(1.000000e-01,0.000000e+00)> : tensor<complex<f32>>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<6x90xcomplex<f32>>
    %7 = stablehlo.multiply %0, %6 : tensor<6x90xcomplex<f32>>
    %8 = stablehlo.exponential %7 : tensor<6x90xcomplex<f32>>
    %cst_0 = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<6x90xcomplex<f32>>
    %10 = stablehlo.add %0, %9 : tensor<6x90xcomplex<f32>>
    %11 = stablehlo.divide %8, %10 : tensor<6x90xcomplex<f32>>
    %12 = stablehlo.add %5, %11 : tensor<6x90xcomplex<f32>>
    %13 = stablehlo.real %12 : (tensor<6x90xcomplex<f32>>) -> tensor<6x90xf32>
    %14 = stablehlo.imag %12 : (tensor<6x90xcomplex<f32>>) -> tensor<6x90xf32>
    %15 = stablehlo.abs %0 : (tensor<6x90xcomplex<f32>>) -> tensor<6x90xf32>
    %16 = stablehlo.dot_general %0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x90xcomplex<f32>>, tensor<90x4xcomplex<f32>>) -> tensor<6x4xcomplex<f32>>
    %17 = stablehlo.real %16 : (tensor<6x4xcomplex<f32>>) -> tensor<6x4xf32>
    %cst_1 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %18 = stablehlo.reduce(%0 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<6x90xcomplex<f32>>, tensor<complex<f32>>) -> tensor<6xcomplex<f32>>
    %19 = stablehlo.imag %18 : (tensor<6xcomplex<f32>>) -> tensor<6xf32>
    return %13, %14, %15, %17, %19 : tensor<6x90xf32>, tensor<6x90xf32>, tensor<6x90xf32>, tensor<6x4xf32>, tensor<6xf32>
  }
}
