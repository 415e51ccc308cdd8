// Constraints of solvers and transforms. Labels are those of the StableHLO specification.
// RUN: det-opt %s --det-verify-input --split-input-file --verify-diagnostics

func.func @main(%m: tensor<4x4xi32>) {
  // expected-error @+1 {{'stablehlo.cholesky' (I1)}}
  %0 = "stablehlo.cholesky"(%m) {lower = true} : (tensor<4x4xi32>) -> tensor<4x4xi32>
  return
}

// -----

func.func @main(%m: tensor<4x4xf32>) {
  // expected-error @+1 {{'stablehlo.cholesky' (C1)}}
  %0 = "stablehlo.cholesky"(%m) {lower = true} : (tensor<4x4xf32>) -> tensor<4x4xf64>
  return
}

// -----

func.func @main(%m: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.cholesky' (C2)}}
  %0 = "stablehlo.cholesky"(%m) {lower = true} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%a: tensor<4x4xi32>, %b: tensor<4x3xi32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' (I1)}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xi32>, tensor<4x3xi32>) -> tensor<4x3xi32>
  return
}

// -----

func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x3xi32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' (I2)}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<4x3xi32>) -> tensor<4x3xi32>
  return
}

// -----

func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x3xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' (I6)}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose SIDEWAYS>} : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x3xf64>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' (C1)}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<4x3xf64>) -> tensor<4x3xf64>
  return
}

// -----

func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' (C2)}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%a: tensor<4x4xf32>, %b: tensor<2x4x3xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' (C2)}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return
}

// -----

func.func @main(%a: tensor<4x5xf32>, %b: tensor<4x3xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' (C3)}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x5xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x4x4xf32>, %b: tensor<3x4x3xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' (C3)}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x4x4xf32>, tensor<3x4x3xf32>) -> tensor<3x4x3xf32>
  return
}

// -----

func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x3xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' (C3)}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x3xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' (C4)}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8xi32>) {
  // expected-error @+1 {{'stablehlo.fft' (I1)}}
  %0 = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 8>} : (tensor<8xi32>) -> tensor<8xi32>
  return
}

// -----

func.func @main(%x: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' (I2)}}
  %0 = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type DFT>, fft_length = array<i64: 8>} : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' (C1)}}
  %0 = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 4, 8>} : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{'stablehlo.fft' (C2)}}
  %0 = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 8>} : (tensor<8xf32>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' (C2)}}
  %0 = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type IFFT>, fft_length = array<i64: 8>} : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f64>>
  return
}

// -----

func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{'stablehlo.fft' (C2)}}
  %0 = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 8>} : (tensor<8xf32>) -> tensor<5xcomplex<f64>>
  return
}

// -----

func.func @main(%x: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.fft' (C2)}}
  %0 = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 8>} : (tensor<5xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @main(%x: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' (C3)}}
  %0 = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64>} : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<2x2x2x2xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' (C3)}}
  %0 = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 2, 2, 2, 2>} : (tensor<2x2x2x2xcomplex<f32>>) -> tensor<2x2x2x2xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{'stablehlo.fft' (C4)}}
  %0 = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 6>} : (tensor<8xf32>) -> tensor<5xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<5xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' (C4)}}
  %0 = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 6>} : (tensor<5xcomplex<f32>>) -> tensor<8xf32>
  return
}

// -----

func.func @main(%x: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' (C5)}}
  %0 = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 8>} : (tensor<8xcomplex<f32>>) -> tensor<9xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{'stablehlo.fft' (C5)}}
  %0 = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 8>} : (tensor<8xf32>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' (C5)}}
  %0 = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 8>} : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  return
}
