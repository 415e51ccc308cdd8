// RUN: not det-opt %s --det-import --split-input-file 2>&1 | FileCheck %s
// Constraints of constants, which the text parser enforces. Labels are those of the StableHLO specification.

// Integer constants, C1.
// CHECK: constants.mlir:[[#@LINE+2]]:{{.*}}: error: integer constant out of range for type
func.func @main() -> tensor<i8> {
  %0 = stablehlo.constant dense<300> : tensor<i8>
  return %0 : tensor<i8>
}

// -----

// Floating-point constants, C1.
// CHECK: error: expected floating point literal
func.func @main() -> tensor<f32> {
  %0 = stablehlo.constant dense<true> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Floating-point constants, C2.
// CHECK: error: hexadecimal float constant out of range for type
func.func @main() -> tensor<f16> {
  %0 = stablehlo.constant dense<0x7FC00000> : tensor<f16>
  return %0 : tensor<f16>
}

// -----

// Complex constants, C1 and C2.
// CHECK: error: expected floating point literal
func.func @main() -> tensor<complex<f32>> {
  %0 = stablehlo.constant dense<(1.0, true)> : tensor<complex<f32>>
  return %0 : tensor<complex<f32>>
}

// -----

// Tensor constants, C1.
// CHECK: error: expected integer elements, but parsed floating-point
func.func @main() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

// Tensor constants, C2.
// CHECK: error: inferred shape of elements literal ([2]) does not match type ([3])
func.func @main() -> tensor<3xi32> {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<3xi32>
  return %0 : tensor<3xi32>
}
