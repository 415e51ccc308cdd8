// Constraints of operations that combine or order elements by a region. Labels are those of the StableHLO specification.
// RUN: det-opt %s --det-verify-input --split-input-file --verify-diagnostics

func.func @main(%x: tensor<8x4xf32>, %y: tensor<8x5xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' (C1)}}
  %0:2 = "stablehlo.reduce"(%x, %y, %z, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<8x4xf32>, tensor<8x5xf32>, tensor<f32>, tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %h: tensor<f16>) {
  // expected-error @+1 {{'stablehlo.reduce' (C2): expected inits of 'f32', got 'f16'}}
  %0 = "stablehlo.reduce"(%x, %h) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<8x4xf32>, tensor<f16>) -> tensor<8xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce' (C3)}}
  %0 = "stablehlo.reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' (C4)}}
  %0 = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 2>} : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' (C5)}}
  %0 = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 1, 1>} : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' (C6)}}
  %0 = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' (C6): expected region 0 to return}}
  %0 = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {dimensions = array<i64: 1>} : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' (C7)}}
  %0 = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' (C8)}}
  %0 = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf16>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce' (I2)}}
  %0 = "stablehlo.reduce"(%x, %x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %y: tensor<8x5xf32>) {
  // expected-error @+1 {{'stablehlo.map' (C1)}}
  %0 = "stablehlo.map"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<8x4xf32>, tensor<8x5xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.map' (C3)}}
  %0 = "stablehlo.map"(%x, %x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 1, 0>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.map' (C4)}}
  %0 = "stablehlo.map"(%x, %x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main() {
  // expected-error @+1 {{'stablehlo.sort' (C1)}}
  "stablehlo.sort"() ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {dimension = 0 : i64} : () -> ()
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.sort' (C2)}}
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<8x4xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %y: tensor<8x5xf32>) {
  // expected-error @+1 {{'stablehlo.sort' (C3)}}
  %0:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<8x4xf32>, tensor<8x5xf32>) -> (tensor<8x4xf32>, tensor<8x5xf32>)
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.sort' (C4): expected 'dimension' in [-2, 2), got 2}}
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {dimension = 2 : i64} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.sort' (C5)}}
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimension = 0 : i64} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'chlo.top_k' expected 'k' of at most the last dim of 'tensor<8x4xf32>', got 5}}
  %0:2 = "chlo.top_k"(%x) {k = 5 : i64} : (tensor<8x4xf32>) -> (tensor<8x5xf32>, tensor<8x5xi32>)
  return
}

// -----

func.func @main() {
  // expected-error @+1 {{'stablehlo.map' (C2)}}
  %0 = "stablehlo.map"() ({
    %s = stablehlo.constant dense<1.0> : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 0, 1>} : () -> tensor<8x4xf32>
  return
}
