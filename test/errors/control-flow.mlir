// Loops that hand on something else than they carry, and functions that cannot be inlined.
// RUN: det-opt %s --det-import --split-input-file --verify-diagnostics

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.while' (C2): expected region 1 to return ('tensor<4xf32>'), got ()}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%v: tensor<4xf32>):
    %true = stablehlo.constant dense<true> : tensor<i1>
    "stablehlo.return"(%true) : (tensor<i1>) -> ()
  }, {
  ^bb0(%v: tensor<4xf32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// expected-error @+1 {{function '@f' calls itself; recursion is not supported}}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{refers to @f, which has no body in this module; export the whole module}}
  %0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32>

// -----

// expected-error @+1 {{expected a function '@main' or exactly one public function}}
module {
  // expected-note @+1 {{'@a' is one}}
  func.func @a() { return }
  // expected-note @+1 {{'@b' is another}}
  func.func @b() { return }
}
