// Constraints of elementwise operations. Labels are those of the StableHLO specification.
// RUN: det-opt %s --det-verify-input --split-input-file --verify-diagnostics

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.abs' (C1): expected a result of shape [4], got [5]}}
  %0 = "stablehlo.abs"(%x) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%z: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.abs' (C2): expected a result of 'f32', got 'f64'}}
  %0 = "stablehlo.abs"(%z) : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%p: tensor<4xi1>) {
  // expected-error @+1 {{(I1): expected operands of signed integers or floats or complex numbers, got 'i1'}}
  %0 = "stablehlo.abs"(%p) : (tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.add' (C1): expected operands of the result's type 'tensor<4xf32>', got 'tensor<5xf32>'}}
  %0 = "stablehlo.add"(%x, %y) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'mhlo.multiply' (C1)}}
  %0 = "mhlo.multiply"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%p: tensor<4xi1>) {
  // expected-error @+1 {{'stablehlo.subtract' (I1)}}
  %0 = "stablehlo.subtract"(%p, %p) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.and' (I1): expected operands of booleans or integers, got 'f32'}}
  %0 = "stablehlo.and"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%p: tensor<4xi1>) {
  // expected-error @+1 {{'stablehlo.shift_left' (I1)}}
  %0 = "stablehlo.shift_left"(%p, %p) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%i: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.exponential' (I1): expected operands of floats or complex numbers, got 'i32'}}
  %0 = "stablehlo.exponential"(%i) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%z: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.floor' (I1)}}
  %0 = "stablehlo.floor"(%z) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @main(%p: tensor<4xi1>) {
  // expected-error @+1 {{'stablehlo.popcnt' (I1)}}
  %0 = "stablehlo.popcnt"(%p) : (tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %h: tensor<4xf16>) {
  // expected-error @+1 {{'stablehlo.compare' (C1): expected a right side of 'f32', got 'f16'}}
  %0 = "stablehlo.compare"(%x, %h) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.compare' (C2)}}
  %0 = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.compare' (C2): expected a result of booleans, got 'f32'}}
  %0 = "stablehlo.compare"(%x, %x) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.compare' (I3): expected a 'comparison_direction' of EQ, NE, GE, GT, LE, LT, got 'XX'}}
  %0 = "stablehlo.compare"(%x, %x) {comparison_direction = #stablehlo<comparison_direction XX>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.compare' (C3): expected a 'compare_type' that fits 'f32', got SIGNED}}
  %0 = stablehlo.compare LT, %x, %x, SIGNED : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%u: tensor<4xui32>) {
  // expected-error @+1 {{'stablehlo.compare' (C3)}}
  %0 = stablehlo.compare LT, %u, %u, SIGNED : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.select' (I1)}}
  %0 = stablehlo.select %x, %x, %x : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @main(%y: tensor<5xf32>, %p: tensor<4xi1>) {
  // expected-error @+1 {{'stablehlo.select' (C1): expected a predicate of rank 0 or shape [5], got [4]}}
  %0 = "stablehlo.select"(%p, %y, %y) : (tensor<4xi1>, tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %p: tensor<4xi1>, %h: tensor<4xf16>) {
  // expected-error @+1 {{'stablehlo.select' (C2)}}
  %0 = "stablehlo.select"(%p, %x, %h) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.clamp' (C1)}}
  %0 = "stablehlo.clamp"(%y, %x, %x) : (tensor<5xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.clamp' (C2)}}
  %0 = "stablehlo.clamp"(%x, %x, %y) : (tensor<4xf32>, tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %h: tensor<4xf16>) {
  // expected-error @+1 {{'stablehlo.clamp' (C3)}}
  %0 = "stablehlo.clamp"(%h, %x, %x) : (tensor<4xf16>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.clamp' (C4)}}
  %0 = "stablehlo.clamp"(%x, %x, %x) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.convert' (C1): expected a result of shape [4], got [2, 2]}}
  %0 = "stablehlo.convert"(%x) : (tensor<4xf32>) -> tensor<2x2xf16>
  return
}

// -----

func.func @main(%i: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.is_finite' (I1)}}
  %0 = "stablehlo.is_finite"(%i) : (tensor<4xi32>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.is_finite' (C1)}}
  %0 = "stablehlo.is_finite"(%x) : (tensor<4xf32>) -> tensor<5xi1>
  return
}

// -----

func.func @main(%z: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.real' (C2)}}
  %0 = "stablehlo.real"(%z) : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%z: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.imag' (C1)}}
  %0 = "stablehlo.imag"(%z) : (tensor<4xcomplex<f32>>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.complex' (C1)}}
  %0 = "stablehlo.complex"(%x, %y) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.complex' (C2)}}
  %0 = "stablehlo.complex"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.complex' (C3)}}
  %0 = "stablehlo.complex"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f64>>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_precision' (C1)}}
  %0 = "stablehlo.reduce_precision"(%x) {exponent_bits = 5 : i32, mantissa_bits = 2 : i32} : (tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_precision' (C2): expected 'exponent_bits' of at least 1, got 0}}
  %0 = "stablehlo.reduce_precision"(%x) {exponent_bits = 0 : i32, mantissa_bits = 2 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_precision' (C3)}}
  %0 = "stablehlo.reduce_precision"(%x) {exponent_bits = 5 : i32, mantissa_bits = -1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.add' expected 2 operands, got 1}}
  %0 = "stablehlo.add"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.imag' (I1)}}
  %0 = "stablehlo.imag"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.reduce_precision' (I1)}}
  %0 = "stablehlo.reduce_precision"(%x) {exponent_bits = 5 : i32, mantissa_bits = 2 : i32} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.compare' (I4)}}
  %0 = "stablehlo.compare"(%x, %x) {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type XX>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}
