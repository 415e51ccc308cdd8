// Constraints of random numbers. Labels are those of the StableHLO specification.
// RUN: det-opt %s --det-verify-input --split-input-file --verify-diagnostics

func.func @main(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>) {
  %n = stablehlo.constant dense<[8, 4]> : tensor<2xi64>
  // expected-error @+1 {{'stablehlo.rng' (I1)}}
  %0 = "stablehlo.rng"(%a, %b, %n) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<complex<f32>>, tensor<complex<f32>>, tensor<2xi64>) -> tensor<8x4xcomplex<f32>>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<f32>) {
  %n = stablehlo.constant dense<[8, 4]> : tensor<2xi64>
  // expected-error @+1 {{'stablehlo.rng' (I1)}}
  %0 = "stablehlo.rng"(%a, %b, %n) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<2xf32>, tensor<f32>, tensor<2xi64>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<2xf32>) {
  %n = stablehlo.constant dense<[8, 4]> : tensor<2xi64>
  // expected-error @+1 {{'stablehlo.rng' (I2)}}
  %0 = "stablehlo.rng"(%a, %b, %n) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<2xf32>, tensor<2xi64>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%z: tensor<f32>, %n: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.rng' (I3): expected a constant shape}}
  %0 = "stablehlo.rng"(%z, %z, %n) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<f32>) {
  %n = stablehlo.constant dense<[8.0, 4.0]> : tensor<2xf32>
  // expected-error @+1 {{'stablehlo.rng' (I3)}}
  %0 = "stablehlo.rng"(%a, %b, %n) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<f32>) {
  %n = stablehlo.constant dense<[8, 4]> : tensor<2xi64>
  // expected-error @+1 {{'stablehlo.rng' (I4)}}
  %0 = "stablehlo.rng"(%a, %b, %n) {rng_distribution = #stablehlo<rng_distribution POISSON>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%a: tensor<i32>, %b: tensor<f32>) {
  %n = stablehlo.constant dense<[8, 4]> : tensor<2xi64>
  // expected-error @+1 {{'stablehlo.rng' (C1)}}
  %0 = "stablehlo.rng"(%a, %b, %n) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<i32>, tensor<f32>, tensor<2xi64>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%a: tensor<i32>, %b: tensor<i32>) {
  %n = stablehlo.constant dense<[8, 4]> : tensor<2xi64>
  // expected-error @+1 {{'stablehlo.rng' (C2)}}
  %0 = "stablehlo.rng"(%a, %b, %n) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<8x4xi32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<f32>) {
  %n = stablehlo.constant dense<[8, 4, 1]> : tensor<3xi64>
  // expected-error @+1 {{'stablehlo.rng' (C3)}}
  %0 = "stablehlo.rng"(%a, %b, %n) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<3xi64>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<f32>) {
  %n = stablehlo.constant dense<[8, 4]> : tensor<2xi64>
  // expected-error @+1 {{'stablehlo.rng' (C3)}}
  %0 = "stablehlo.rng"(%a, %b, %n) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<8x5xf32>
  return
}

// -----

func.func @main(%s: tensor<2xui64>) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' (I1)}}
  %0:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm MERSENNE>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return
}

// -----

func.func @main(%s: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' (I2)}}
  %0:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xi64>) -> (tensor<2xi64>, tensor<4xui32>)
  return
}

// -----

func.func @main(%s: tensor<1x2xui64>) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' (I2)}}
  %0:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<1x2xui64>) -> (tensor<1x2xui64>, tensor<4xui32>)
  return
}

// -----

func.func @main(%s: tensor<2xui64>) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' (C1)}}
  %0:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @main(%s: tensor<3xui64>) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' (C2)}}
  %0:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @main(%s: tensor<4xui64>) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' (C2)}}
  %0:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<4xui64>) -> (tensor<4xui64>, tensor<4xui32>)
  return
}

// -----

func.func @main(%s: tensor<2xui64>) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' (O2)}}
  %0:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xi1>)
  return
}
