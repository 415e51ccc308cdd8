// Constraints of reduce_window, select_and_scatter and convolution. Labels are those of the StableHLO specification.
// RUN: det-opt %s --det-verify-input --split-input-file --verify-diagnostics

func.func @main(%x: tensor<6x6xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' (C1)}}
  %0 = "stablehlo.reduce_window"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<6x6xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %y: tensor<6x5xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' (C2)}}
  %0:2 = "stablehlo.reduce_window"(%x, %y, %z, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<6x6xf32>, tensor<6x5xf32>, tensor<f32>, tensor<f32>) -> (tensor<3x3xf32>, tensor<3x3xf32>)
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %h: tensor<f16>) {
  // expected-error @+1 {{'stablehlo.reduce_window' (C3)}}
  %0 = "stablehlo.reduce_window"(%x, %h) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<6x6xf32>, tensor<f16>) -> tensor<3x3xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' (C4)}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<6x6xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' (C5)}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 0>} : (tensor<6x6xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' (C6)}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>} : (tensor<6x6xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' (C7)}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 0>} : (tensor<6x6xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' (C8)}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 1>} : (tensor<6x6xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' (C9)}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 1, 0>} : (tensor<6x6xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' (C10)}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, window_dilations = array<i64: 1>} : (tensor<6x6xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' (C11)}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, window_dilations = array<i64: 0, 1>} : (tensor<6x6xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' (C12)}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<1x2xi64>} : (tensor<6x6xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' (C13)}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<6x6xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' (C15): expected results of shape [3, 3], got [3, 4]}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<6x6xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' (C16)}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<6x6xf32>, tensor<f32>) -> tensor<3x3xf16>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>, %t: tensor<3x3xf16>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' (C1)}}
  %0 = "stablehlo.select_and_scatter"(%x, %t, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<6x6xf32>, tensor<3x3xf16>, tensor<f32>) -> tensor<6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>, %c: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' (C2)}}
  %0 = "stablehlo.select_and_scatter"(%x, %c, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<6x6xf32>, tensor<3x3xf32>, tensor<f32>) -> tensor<6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %h: tensor<f16>, %c: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' (C3)}}
  %0 = "stablehlo.select_and_scatter"(%x, %c, %h) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<6x6xf32>, tensor<3x3xf32>, tensor<f16>) -> tensor<6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>, %c: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' (C4)}}
  %0 = "stablehlo.select_and_scatter"(%x, %c, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<6x6xf32>, tensor<3x3xf32>, tensor<f32>) -> tensor<6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>, %c: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' (C5)}}
  %0 = "stablehlo.select_and_scatter"(%x, %c, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 0, 2>} : (tensor<6x6xf32>, tensor<3x3xf32>, tensor<f32>) -> tensor<6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>, %c: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' (C6)}}
  %0 = "stablehlo.select_and_scatter"(%x, %c, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>} : (tensor<6x6xf32>, tensor<3x3xf32>, tensor<f32>) -> tensor<6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>, %c: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' (C7)}}
  %0 = "stablehlo.select_and_scatter"(%x, %c, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 0, 2>} : (tensor<6x6xf32>, tensor<3x3xf32>, tensor<f32>) -> tensor<6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>, %c: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' (C8)}}
  %0 = "stablehlo.select_and_scatter"(%x, %c, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2xi64>} : (tensor<6x6xf32>, tensor<3x3xf32>, tensor<f32>) -> tensor<6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>, %c: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' (C9)}}
  %0 = "stablehlo.select_and_scatter"(%x, %c, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<6x6xf32>, tensor<3x3xf32>, tensor<f32>) -> tensor<6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>, %c: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' (C10)}}
  %0 = "stablehlo.select_and_scatter"(%x, %c, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<6x6xf32>, tensor<3x3xf32>, tensor<f32>) -> tensor<6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>, %c: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' (C11)}}
  %0 = "stablehlo.select_and_scatter"(%x, %c, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<6x6xf32>, tensor<3x3xf32>, tensor<f32>) -> tensor<6x5xf32>
  return
}

// -----

func.func @main(%x: tensor<6x6xf32>, %z: tensor<f32>, %c: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' (C12)}}
  %0 = "stablehlo.select_and_scatter"(%x, %c, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<6x6xf32>, tensor<3x3xf32>, tensor<f32>) -> tensor<6x6xf16>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %m: tensor<3x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C1)}}
  %0 = "stablehlo.convolution"(%x, %m) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>} : (tensor<2x8x6xf32>, tensor<3x6xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C2)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, window_strides = array<i64: 1, 1>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C3)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, window_strides = array<i64: 0>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C4)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C5)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, lhs_dilation = array<i64: 1, 1>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C6)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, lhs_dilation = array<i64: 0>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C7)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, rhs_dilation = array<i64: 1, 1>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C8)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, rhs_dilation = array<i64: 0>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C9)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, window_reversal = array<i1: true, true>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C10)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 3 : i64} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C11)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 4 : i64} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C12)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, i, o]->[b, 0, f]>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C14): expected a kernel of 3 input features, got 6}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C17)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, 1, i, o]->[b, 0, f]>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C19)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, 1, f]>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C21)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 0 : i64} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C22)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 0 : i64} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C23)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C25): expected a result of shape [2, 6, 4], got [2, 7, 4]}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x7x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C26)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %i: tensor<3x6x4xi32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C27)}}
  %0 = "stablehlo.convolution"(%x, %i) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>} : (tensor<2x8x6xf32>, tensor<3x6x4xi32>) -> tensor<2x6x4xf32>
  return
}
