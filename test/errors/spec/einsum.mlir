// What einsum is refused for: labels that do not fit the operands.
// RUN: det-opt %s --det-import --split-input-file --verify-diagnostics

func.func @main(%x: tensor<8x6xf32>, %y: tensor<5x4xf32>) -> tensor<8x4xf32> {
  // expected-error @+1 {{'stablehlo.einsum' expected dims 'b' of one size, got 6 and 5}}
  %0 = "stablehlo.einsum"(%x, %y) {einsum_config = "ab,bc->ac"} : (tensor<8x6xf32>, tensor<5x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

func.func @main(%x: tensor<8x6xf32>, %y: tensor<6x4xf32>) -> tensor<8x5xf32> {
  // expected-error @+1 {{'stablehlo.einsum' expected dims 'c' of one size, got 4 and 5}}
  %0 = "stablehlo.einsum"(%x, %y) {einsum_config = "ab,bc->ac"} : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x5xf32>
  return %0 : tensor<8x5xf32>
}

// -----

func.func @main(%x: tensor<8x6xf32>, %y: tensor<6x4xf64>) -> tensor<8x4xf32> {
  // expected-error @+1 {{'stablehlo.einsum' expected operands of 'f32', got 'f64'}}
  %0 = "stablehlo.einsum"(%x, %y) {einsum_config = "ab,bc->ac"} : (tensor<8x6xf32>, tensor<6x4xf64>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

func.func @main(%x: tensor<8x6xf32>, %y: tensor<6x4xf32>) -> tensor<8x4xf32> {
  // expected-error @+1 {{'stablehlo.einsum' is not supported: expected an 'einsum_config' such as 'ab,bc->ac'}}
  %0 = "stablehlo.einsum"(%x, %y) {einsum_config = "ab,bc,cd->ac"} : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

func.func @main(%x: tensor<8x6xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'stablehlo.unary_einsum' expected dims 'b' of one size, got 6 and 8}}
  %0 = "stablehlo.unary_einsum"(%x) {einsum_config = "ab->b"} : (tensor<8x6xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
