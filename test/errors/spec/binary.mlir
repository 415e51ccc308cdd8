// Constraints of every elementwise operation of two operands. Labels are those of the StableHLO specification.
// RUN: det-opt %s --det-verify-input --split-input-file --verify-diagnostics

func.func @main(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error @+1 {{'stablehlo.add' (C1)}}
  %0 = "stablehlo.add"(%x, %y) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error @+1 {{'stablehlo.multiply' (C1)}}
  %0 = "stablehlo.multiply"(%x, %y) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error @+1 {{'stablehlo.maximum' (C1)}}
  %0 = "stablehlo.maximum"(%x, %y) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error @+1 {{'stablehlo.minimum' (C1)}}
  %0 = "stablehlo.minimum"(%x, %y) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.subtract' (C1)}}
  %0 = "stablehlo.subtract"(%x, %y) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xi1>, %y: tensor<4xi1>) {
  // expected-error @+1 {{'stablehlo.subtract' (I1)}}
  %0 = "stablehlo.subtract"(%x, %y) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.divide' (C1)}}
  %0 = "stablehlo.divide"(%x, %y) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xi1>, %y: tensor<4xi1>) {
  // expected-error @+1 {{'stablehlo.divide' (I1)}}
  %0 = "stablehlo.divide"(%x, %y) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.remainder' (C1)}}
  %0 = "stablehlo.remainder"(%x, %y) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xi1>, %y: tensor<4xi1>) {
  // expected-error @+1 {{'stablehlo.remainder' (I1)}}
  %0 = "stablehlo.remainder"(%x, %y) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.power' (C1)}}
  %0 = "stablehlo.power"(%x, %y) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xi1>, %y: tensor<4xi1>) {
  // expected-error @+1 {{'stablehlo.power' (I1)}}
  %0 = "stablehlo.power"(%x, %y) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.atan2' (C1)}}
  %0 = "stablehlo.atan2"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%x: tensor<4xi32>, %y: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.atan2' (I1)}}
  %0 = "stablehlo.atan2"(%x, %y) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xi32>, %y: tensor<4xi64>) {
  // expected-error @+1 {{'stablehlo.and' (C1)}}
  %0 = "stablehlo.and"(%x, %y) : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.and' (I1)}}
  %0 = "stablehlo.and"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xi32>, %y: tensor<4xi64>) {
  // expected-error @+1 {{'stablehlo.or' (C1)}}
  %0 = "stablehlo.or"(%x, %y) : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.or' (I1)}}
  %0 = "stablehlo.or"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xi32>, %y: tensor<4xi64>) {
  // expected-error @+1 {{'stablehlo.xor' (C1)}}
  %0 = "stablehlo.xor"(%x, %y) : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.xor' (I1)}}
  %0 = "stablehlo.xor"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xi32>, %y: tensor<4xi64>) {
  // expected-error @+1 {{'stablehlo.shift_left' (C1)}}
  %0 = "stablehlo.shift_left"(%x, %y) : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xi1>, %y: tensor<4xi1>) {
  // expected-error @+1 {{'stablehlo.shift_left' (I1)}}
  %0 = "stablehlo.shift_left"(%x, %y) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x: tensor<4xi32>, %y: tensor<4xi64>) {
  // expected-error @+1 {{'stablehlo.shift_right_arithmetic' (C1)}}
  %0 = "stablehlo.shift_right_arithmetic"(%x, %y) : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xi1>, %y: tensor<4xi1>) {
  // expected-error @+1 {{'stablehlo.shift_right_arithmetic' (I1)}}
  %0 = "stablehlo.shift_right_arithmetic"(%x, %y) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x: tensor<4xi32>, %y: tensor<4xi64>) {
  // expected-error @+1 {{'stablehlo.shift_right_logical' (C1)}}
  %0 = "stablehlo.shift_right_logical"(%x, %y) : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xi1>, %y: tensor<4xi1>) {
  // expected-error @+1 {{'stablehlo.shift_right_logical' (I1)}}
  %0 = "stablehlo.shift_right_logical"(%x, %y) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x: tensor<4xf16>, %y: tensor<4xf16>) {
  // expected-error @+1 {{'stablehlo.complex' (I1)}}
  %0 = "stablehlo.complex"(%x, %y) : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error @+1 {{'stablehlo.complex' (I2)}}
  %0 = "stablehlo.complex"(%x, %y) : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xcomplex<f32>>
  return
}
