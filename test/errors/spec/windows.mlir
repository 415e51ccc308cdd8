// Constraints of windows that move over a tensor. Labels are those of the StableHLO specification.
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

func.func @main(%x: tensor<8x4xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' (C14)}}
  %0:2 = "stablehlo.reduce_window"(%x, %x, %z, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<7x3xf32>, tensor<7x4xf32>)
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' (I2)}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<8x4xf32>, tensor<1xf32>) -> tensor<7x3xf32>
  return
}

// -----

func.func @main(%x: tensor<8xf32>, %y: tensor<4xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' (I3)}}
  %0 = "stablehlo.select_and_scatter"(%x, %y, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<8xf32>, tensor<4xf32>, tensor<1xf32>) -> tensor<8xf32>
  return
}
