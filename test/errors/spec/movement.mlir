// Constraints of operations that make, move or repeat elements. Labels are those of the StableHLO specification.
// RUN: det-opt %s --det-verify-input --split-input-file --verify-diagnostics

func.func @main() {
  // expected-error @+1 {{'stablehlo.constant' (C1)}}
  %0 = "stablehlo.constant"() {value = dense<1.0> : tensor<4xf32>} : () -> tensor<5xf32>
  return
}

// -----

func.func @main() {
  // expected-error @+1 {{'stablehlo.iota' (C1): expected 'iota_dimension' in [0, 1), got 1}}
  %0 = "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> tensor<4xf32>
  return
}

// -----

func.func @main(%r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' (C1)}}
  %0 = "stablehlo.broadcast_in_dim"(%r) {broadcast_dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4x6xf16>
  return
}

// -----

func.func @main(%r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' (C2)}}
  %0 = "stablehlo.broadcast_in_dim"(%r) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<4xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @main(%r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' (C3)}}
  %0 = "stablehlo.broadcast_in_dim"(%r) {broadcast_dimensions = array<i64: 2>} : (tensor<4xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @main(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' (C4): expected each number once in 'broadcast_dimensions', got [0, 0]}}
  %0 = "stablehlo.broadcast_in_dim"(%x) {broadcast_dimensions = array<i64: 0, 0>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @main(%r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' (C5)}}
  %0 = "stablehlo.broadcast_in_dim"(%r) {broadcast_dimensions = array<i64: 1>} : (tensor<4xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @main(%r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast' expected a result of shape [2, 4], got [3, 4]}}
  %0 = "stablehlo.broadcast"(%r) {broadcast_sizes = array<i64: 2>} : (tensor<4xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.reshape' (C1)}}
  %0 = "stablehlo.reshape"(%x) : (tensor<4x6xf32>) -> tensor<24xf16>
  return
}

// -----

func.func @main(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.reshape' (C2): expected a result of 24 elements, got 'tensor<25xf32>'}}
  %0 = "stablehlo.reshape"(%x) : (tensor<4x6xf32>) -> tensor<25xf32>
  return
}

// -----

func.func @main(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' (C1)}}
  %0 = "stablehlo.transpose"(%x) {permutation = array<i64: 1, 0>} : (tensor<4x6xf32>) -> tensor<6x4xf16>
  return
}

// -----

func.func @main(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' (C2): expected a permutation of the operand's 2 dims, got [0, 0]}}
  %0 = "stablehlo.transpose"(%x) {permutation = array<i64: 0, 0>} : (tensor<4x6xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @main(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' (C3)}}
  %0 = "stablehlo.transpose"(%x) {permutation = array<i64: 1, 0>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @main(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' has no readable 'permutation'}}
  %0 = "stablehlo.transpose"(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @main(%r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' (C1)}}
  %0 = "stablehlo.slice"(%r) {start_indices = array<i64: 0>, limit_indices = array<i64: 4>, strides = array<i64: 1>} : (tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @main(%r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' (C2)}}
  %0 = "stablehlo.slice"(%r) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 4>, strides = array<i64: 1>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' (C3): expected 0 <= start <= limit <= 4 in dim 0, got [-1, 4)}}
  %0 = "stablehlo.slice"(%r) {start_indices = array<i64: -1>, limit_indices = array<i64: 4>, strides = array<i64: 1>} : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' (C3)}}
  %0 = stablehlo.slice %r [0:5] : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' (C4)}}
  %0 = "stablehlo.slice"(%r) {start_indices = array<i64: 0>, limit_indices = array<i64: 4>, strides = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' (C5): expected a result of shape [2], got [1]}}
  %0 = stablehlo.slice %r [0:4:3] : (tensor<4xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @main(%r: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.concatenate' (C1)}}
  %0 = "stablehlo.concatenate"(%r, %i) {dimension = 0 : i64} : (tensor<4xf32>, tensor<4xi32>) -> tensor<8xf32>
  return
}

// -----

func.func @main(%x: tensor<4x6xf32>, %y: tensor<4x5xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' (C2)}}
  %0 = "stablehlo.concatenate"(%x, %y) {dimension = 0 : i64} : (tensor<4x6xf32>, tensor<4x5xf32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @main(%x: tensor<4x6xf32>, %r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' (C2)}}
  %0 = "stablehlo.concatenate"(%x, %r) {dimension = 1 : i64} : (tensor<4x6xf32>, tensor<4xf32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @main() {
  // expected-error @+1 {{'stablehlo.concatenate' (C3)}}
  %0 = "stablehlo.concatenate"() {dimension = 0 : i64} : () -> tensor<0xf32>
  return
}

// -----

func.func @main(%r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' (C4)}}
  %0 = "stablehlo.concatenate"(%r) {dimension = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' (C5)}}
  %0 = "stablehlo.concatenate"(%r) {dimension = 0 : i64} : (tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @main(%x: tensor<4x6xf32>, %y: tensor<4x5xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' (C6): expected a result of shape [4, 11], got [4, 12]}}
  %0 = "stablehlo.concatenate"(%x, %y) {dimension = 1 : i64} : (tensor<4x6xf32>, tensor<4x5xf32>) -> tensor<4x12xf32>
  return
}

// -----

func.func @main(%h: tensor<f16>, %r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.pad' (C1)}}
  %0 = "stablehlo.pad"(%r, %h) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>} : (tensor<4xf32>, tensor<f16>) -> tensor<6xf32>
  return
}

// -----

func.func @main(%r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.pad' (I2): expected a padding value of rank 0, got 'tensor<4xf32>'}}
  %0 = "stablehlo.pad"(%r, %r) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @main(%x: tensor<4x6xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' (C2)}}
  %0 = "stablehlo.pad"(%x, %s) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>} : (tensor<4x6xf32>, tensor<f32>) -> tensor<6x8xf32>
  return
}

// -----

func.func @main(%s: tensor<f32>, %r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.pad' (C3)}}
  %0 = "stablehlo.pad"(%r, %s) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: -1>} : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  return
}

// -----

func.func @main(%s: tensor<f32>, %r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.pad' (C4): expected a result of shape [6], got [7]}}
  %0 = "stablehlo.pad"(%r, %s) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

func.func @main(%s: tensor<f32>, %r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.pad' (C4): expected a result size of at least 0 in dim 0, got 4 with padding (-3, 0, -3)}}
  %0 = stablehlo.pad %r, %s, low = [-3], high = [-3], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<0xf32>
  return
}

// -----

func.func @main(%s: tensor<f32>, %r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.pad' (C4)}}
  %0 = stablehlo.pad %r, %s, low = [9223372036854775807], high = [1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<0xf32>
  return
}

// -----

func.func @main(%r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reverse' (C1)}}
  %0 = "stablehlo.reverse"(%r) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.reverse' (C2)}}
  %0 = "stablehlo.reverse"(%x) {dimensions = array<i64: 0, 0>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @main(%r: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reverse' (C3)}}
  %0 = "stablehlo.reverse"(%r) {dimensions = array<i64: 1>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.bitcast_convert' (C1): expected a result of shape [4, 6, 2], got [4, 6]}}
  %0 = "stablehlo.bitcast_convert"(%x) : (tensor<4x6xf32>) -> tensor<4x6xi16>
  return
}

// -----

func.func @main(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.bitcast_convert' (C1): expected a last dim of 64 / 32 elements, got 'tensor<4x6xf32>'}}
  %0 = "stablehlo.bitcast_convert"(%x) : (tensor<4x6xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @main(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.bitcast_convert' (C2)}}
  %0 = "stablehlo.bitcast_convert"(%x) : (tensor<4x6xf32>) -> tensor<4x6xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.get_dimension_size' (C1)}}
  %0 = "stablehlo.get_dimension_size"(%x) {dimension = 2 : i64} : (tensor<8x4xf32>) -> tensor<i32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.get_dimension_size' (O1)}}
  %0 = "stablehlo.get_dimension_size"(%x) {dimension = 1 : i64} : (tensor<8x4xf32>) -> tensor<i64>
  return
}

// -----

func.func @main() {
  // expected-error @+1 {{'stablehlo.iota' (O1)}}
  %0 = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<4xi1>
  return
}
