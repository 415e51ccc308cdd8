// Constraints of a composite and its decomposition. Labels are those of the StableHLO specification.
// RUN: det-opt %s --det-import --split-input-file --verify-diagnostics

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.composite' (C2)}}
  %0 = stablehlo.composite "my.op" %x {decomposition = @g} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.composite' (C3)}}
  %0 = stablehlo.composite "my.op" %x, %x {decomposition = @f} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.composite' (C4)}}
  %0 = stablehlo.composite "my.op" %x {decomposition = @f} : (tensor<4xf32>) -> tensor<5xf32>
  return
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
