// Constraints of every elementwise operation of one operand. Labels are those of the StableHLO specification.
// RUN: det-opt %s --det-verify-input --split-input-file --verify-diagnostics

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.cbrt' (C1)}}
  %0 = "stablehlo.cbrt"(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%x: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.cbrt' (I1)}}
  %0 = "stablehlo.cbrt"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.cosine' (C1)}}
  %0 = "stablehlo.cosine"(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%x: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.cosine' (I1)}}
  %0 = "stablehlo.cosine"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.exponential' (C1)}}
  %0 = "stablehlo.exponential"(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%x: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.exponential' (I1)}}
  %0 = "stablehlo.exponential"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.exponential_minus_one' (C1)}}
  %0 = "stablehlo.exponential_minus_one"(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%x: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.exponential_minus_one' (I1)}}
  %0 = "stablehlo.exponential_minus_one"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.log' (C1)}}
  %0 = "stablehlo.log"(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%x: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.log' (I1)}}
  %0 = "stablehlo.log"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.log_plus_one' (C1)}}
  %0 = "stablehlo.log_plus_one"(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%x: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.log_plus_one' (I1)}}
  %0 = "stablehlo.log_plus_one"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.logistic' (C1)}}
  %0 = "stablehlo.logistic"(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%x: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.logistic' (I1)}}
  %0 = "stablehlo.logistic"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.rsqrt' (C1)}}
  %0 = "stablehlo.rsqrt"(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%x: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.rsqrt' (I1)}}
  %0 = "stablehlo.rsqrt"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.sine' (C1)}}
  %0 = "stablehlo.sine"(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%x: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.sine' (I1)}}
  %0 = "stablehlo.sine"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.sqrt' (C1)}}
  %0 = "stablehlo.sqrt"(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%x: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.sqrt' (I1)}}
  %0 = "stablehlo.sqrt"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.tan' (C1)}}
  %0 = "stablehlo.tan"(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%x: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.tan' (I1)}}
  %0 = "stablehlo.tan"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.tanh' (C1)}}
  %0 = "stablehlo.tanh"(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%x: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.tanh' (I1)}}
  %0 = "stablehlo.tanh"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.ceil' (C1)}}
  %0 = "stablehlo.ceil"(%x) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.ceil' (I1)}}
  %0 = "stablehlo.ceil"(%x) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.floor' (C1)}}
  %0 = "stablehlo.floor"(%x) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.floor' (I1)}}
  %0 = "stablehlo.floor"(%x) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.round_nearest_afz' (C1)}}
  %0 = "stablehlo.round_nearest_afz"(%x) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.round_nearest_afz' (I1)}}
  %0 = "stablehlo.round_nearest_afz"(%x) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.round_nearest_even' (C1)}}
  %0 = "stablehlo.round_nearest_even"(%x) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.round_nearest_even' (I1)}}
  %0 = "stablehlo.round_nearest_even"(%x) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.popcnt' (C1)}}
  %0 = "stablehlo.popcnt"(%x) : (tensor<4xi32>) -> tensor<4xi64>
  return
}

// -----

func.func @main(%x: tensor<4xi1>) {
  // expected-error @+1 {{'stablehlo.popcnt' (I1)}}
  %0 = "stablehlo.popcnt"(%x) : (tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.count_leading_zeros' (C1)}}
  %0 = "stablehlo.count_leading_zeros"(%x) : (tensor<4xi32>) -> tensor<4xi64>
  return
}

// -----

func.func @main(%x: tensor<4xi1>) {
  // expected-error @+1 {{'stablehlo.count_leading_zeros' (I1)}}
  %0 = "stablehlo.count_leading_zeros"(%x) : (tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x: tensor<4xi1>) {
  // expected-error @+1 {{'stablehlo.not' (C1)}}
  %0 = "stablehlo.not"(%x) : (tensor<4xi1>) -> tensor<5xi1>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.not' (I1)}}
  %0 = "stablehlo.not"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.negate' (C1)}}
  %0 = "stablehlo.negate"(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%x: tensor<4xi1>) {
  // expected-error @+1 {{'stablehlo.negate' (I1)}}
  %0 = "stablehlo.negate"(%x) : (tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.sign' (C1)}}
  %0 = "stablehlo.sign"(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%x: tensor<4xui32>) {
  // expected-error @+1 {{'stablehlo.sign' (I1)}}
  %0 = "stablehlo.sign"(%x) : (tensor<4xui32>) -> tensor<4xui32>
  return
}

// -----

func.func @main(%x: tensor<4xui32>) {
  // expected-error @+1 {{'stablehlo.abs' (I1)}}
  %0 = "stablehlo.abs"(%x) : (tensor<4xui32>) -> tensor<4xui32>
  return
}

// -----

func.func @main(%x: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.real' (I1)}}
  %0 = "stablehlo.real"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.imag' (C2)}}
  %0 = "stablehlo.imag"(%x) : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.real' (C1)}}
  %0 = "stablehlo.real"(%x) : (tensor<4xcomplex<f32>>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.is_finite' (O1)}}
  %0 = "stablehlo.is_finite"(%x) : (tensor<4xf32>) -> tensor<4xi32>
  return
}
