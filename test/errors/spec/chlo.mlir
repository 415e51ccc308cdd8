// What operations of chlo are refused for: types that do not follow from their operands.
// RUN: det-opt %s --det-verify-input --split-input-file --verify-diagnostics

func.func @main(%x0: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'chlo.erf' expected operands of floats, got}}
  %0 = "chlo.erf"(%x0) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @main(%x0: tensor<4xf32>) {
  // expected-error @+1 {{'chlo.lgamma' expected operands of the result's type}}
  %0 = "chlo.lgamma"(%x0) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%x0: tensor<4xi32>) {
  // expected-error @+1 {{'chlo.digamma' expected operands of floats}}
  %0 = "chlo.digamma"(%x0) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x0: tensor<4xi32>) {
  // expected-error @+1 {{'chlo.asin' expected operands of floats or complex numbers}}
  %0 = "chlo.asin"(%x0) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x0: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'chlo.conj' expected operands of the result's type}}
  %0 = "chlo.conj"(%x0) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f64>>
  return
}

// -----

func.func @main(%x0: tensor<4xi1>) {
  // expected-error @+1 {{'chlo.square' expected operands of floats or complex numbers}}
  %0 = "chlo.square"(%x0) : (tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x0: tensor<4xi32>, %x1: tensor<4xi32>) {
  // expected-error @+1 {{'chlo.next_after' expected operands of floats}}
  %0 = "chlo.next_after"(%x0, %x1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x0: tensor<4xf32>, %x1: tensor<4xf32>) {
  // expected-error @+1 {{'chlo.mulhi' expected operands of integers}}
  %0 = "chlo.mulhi"(%x0, %x1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x0: tensor<4xi32>) {
  // expected-error @+1 {{'chlo.is_inf' expected operands of floats}}
  %0 = "chlo.is_inf"(%x0) : (tensor<4xi32>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x0: tensor<4xf32>) {
  // expected-error @+1 {{'chlo.is_pos_inf' expected a result of booleans}}
  %0 = "chlo.is_pos_inf"(%x0) : (tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x0: tensor<4xf32>) {
  // expected-error @+1 {{'chlo.is_neg_inf' expected a result of shape}}
  %0 = "chlo.is_neg_inf"(%x0) : (tensor<4xf32>) -> tensor<5xi1>
  return
}

// -----

func.func @main(%x0: tensor<4xf32>) {
  // expected-error @+1 {{'chlo.constant_like' expected a result of the value's type}}
  %0 = "chlo.constant_like"(%x0) {value = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x0: tensor<4xf32>) {
  // expected-error @+1 {{'chlo.constant_like' expected a result of shape}}
  %0 = "chlo.constant_like"(%x0) {value = 1.0 : f32} : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%x0: tensor<4xf32>, %x1: tensor<4xf64>) {
  // expected-error @+1 {{'chlo.broadcast_add' expected a right side of}}
  %0 = "chlo.broadcast_add"(%x0, %x1) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x0: tensor<4xf32>, %x1: tensor<5xf32>) {
  // expected-error @+1 {{'chlo.broadcast_add' expected operands that repeat to one shape}}
  %0 = "chlo.broadcast_add"(%x0, %x1) : (tensor<4xf32>, tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%x0: tensor<1xf32>, %x1: tensor<5xf32>) {
  // expected-error @+1 {{'chlo.broadcast_add' expected a result of shape}}
  %0 = "chlo.broadcast_add"(%x0, %x1) : (tensor<1xf32>, tensor<5xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @main(%x0: tensor<4xf32>, %x1: tensor<4x5xf32>) {
  // expected-error @+1 {{'chlo.broadcast_add' expected 'broadcast_dimensions' in [0, 2), got 2}}
  %0 = "chlo.broadcast_add"(%x0, %x1) {broadcast_dimensions = array<i64: 2>} : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @main(%x0: tensor<4xf32>, %x1: tensor<4x5xf32>) {
  // expected-error @+1 {{'chlo.broadcast_add' expected 1 numbers in 'broadcast_dimensions'}}
  %0 = "chlo.broadcast_add"(%x0, %x1) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @main(%x0: tensor<5xf32>, %x1: tensor<4x5xf32>) {
  // expected-error @+1 {{'chlo.broadcast_add' expected operands that repeat to one shape}}
  %0 = "chlo.broadcast_add"(%x0, %x1) {broadcast_dimensions = array<i64: 0>} : (tensor<5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @main(%x0: tensor<4xi1>, %x1: tensor<4xi1>) {
  // expected-error @+1 {{'chlo.broadcast_subtract' expected operands of integers or floats or complex numbers}}
  %0 = "chlo.broadcast_subtract"(%x0, %x1) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x0: tensor<4xf32>, %x1: tensor<4xf32>) {
  // expected-error @+1 {{'chlo.broadcast_and' expected operands of booleans or integers}}
  %0 = "chlo.broadcast_and"(%x0, %x1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x0: tensor<4xf32>, %x1: tensor<4xf32>) {
  // expected-error @+1 {{'chlo.broadcast_shift_left' expected operands of integers}}
  %0 = "chlo.broadcast_shift_left"(%x0, %x1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x0: tensor<4xi32>, %x1: tensor<4xi32>) {
  // expected-error @+1 {{'chlo.broadcast_atan2' expected operands of floats or complex numbers}}
  %0 = "chlo.broadcast_atan2"(%x0, %x1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x0: tensor<4xi32>, %x1: tensor<4xi32>) {
  // expected-error @+1 {{'chlo.broadcast_next_after' expected operands of floats}}
  %0 = "chlo.broadcast_next_after"(%x0, %x1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @main(%x0: tensor<4xf32>, %x1: tensor<4xf32>) {
  // expected-error @+1 {{'chlo.broadcast_complex' expected a result of}}
  %0 = "chlo.broadcast_complex"(%x0, %x1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f64>>
  return
}

// -----

func.func @main(%x0: tensor<4xf32>, %x1: tensor<4xf32>) {
  // expected-error @+1 {{'chlo.broadcast_compare' expected a result of booleans}}
  %0 = "chlo.broadcast_compare"(%x0, %x1) {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x0: tensor<4xf32>, %x1: tensor<4xf32>) {
  // expected-error @+1 {{'chlo.broadcast_compare' expected a 'comparison_direction'}}
  %0 = "chlo.broadcast_compare"(%x0, %x1) {comparison_direction = #chlo<comparison_direction XX>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%x0: tensor<4xf32>, %x1: tensor<4xf32>, %x2: tensor<4xf32>) {
  // expected-error @+1 {{'chlo.broadcast_select' expected a predicate of booleans}}
  %0 = "chlo.broadcast_select"(%x0, %x1, %x2) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x0: tensor<4xi1>, %x1: tensor<4xf32>, %x2: tensor<4xf64>) {
  // expected-error @+1 {{'chlo.broadcast_select' expected a second choice of}}
  %0 = "chlo.broadcast_select"(%x0, %x1, %x2) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}
