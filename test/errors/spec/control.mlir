// Constraints of operations that choose or repeat regions. Labels are those of the StableHLO specification.
// RUN: det-opt %s --det-verify-input --split-input-file --verify-diagnostics

func.func @main(%x: tensor<4xf32>, %q: tensor<4xi1>) {
  // expected-error @+1 {{'stablehlo.if' (I1)}}
  %0 = "stablehlo.if"(%q) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<4xi1>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%p: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.if' (C3)}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%p: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.if' expected 2 regions, got 1}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%p: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.case' (I1)}}
  %0 = "stablehlo.case"(%p) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.case' (C1)}}
  "stablehlo.case"(%i) : (tensor<i32>) -> ()
  return
}

// -----

func.func @main(%i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.case' (C3)}}
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %y : tensor<5xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.while' (C1)}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
  }, {
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%p: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.while' (C2)}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%p: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.while' (C3)}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.optimization_barrier' (C1)}}
  %0 = "stablehlo.optimization_barrier"(%x) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.composite' (C1)}}
  %0 = "stablehlo.composite"(%x) {name = "gelu", decomposition = @f} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.if' (C1)}}
  %0 = "stablehlo.if"(%p) ({
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.if' (C2)}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %y : tensor<5xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.case' (C2)}}
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.case' (C4)}}
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%i: tensor<i64>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.case' (I1): expected an index of type 'tensor<i32>', got 'tensor<i64>'}}
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i64>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.tuple' (C1)}}
  %0 = "stablehlo.tuple"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>>
  return
}

// -----

func.func @main(%t: tuple<tensor<4xf32>>) {
  // expected-error @+1 {{'stablehlo.get_tuple_element' (C1): expected 'index' in [0, 1), got 1}}
  %0 = "stablehlo.get_tuple_element"(%t) {index = 1 : i32} : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%t: tuple<tensor<4xf32>>) {
  // expected-error @+1 {{'stablehlo.get_tuple_element' (C2)}}
  %0 = "stablehlo.get_tuple_element"(%t) {index = 0 : i32} : (tuple<tensor<4xf32>>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.get_tuple_element' (I1)}}
  %0 = "stablehlo.get_tuple_element"(%x) {index = 0 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.after_all' (I1)}}
  %0 = "stablehlo.after_all"(%x) : (tensor<4xf32>) -> !stablehlo.token
  return
}

// -----

func.func @main() {
  // expected-error @+1 {{'stablehlo.create_token' (O1)}}
  %0 = "stablehlo.create_token"() : () -> tensor<f32>
  return
}
