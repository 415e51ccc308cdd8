// Constants: NaNs become canonical; what is folded is exact; float arithmetic stays.
// RUN: det-opt %s --det-import --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-DAG: det.constant dense<[0x7FFFFFFF, 0x7FFFFFFF, 0xFF800000, -0.000000e+00]> : tensor<4xf32>
// CHECK-DAG: det.constant dense<0x7FFF> : tensor<2xbf16>
// CHECK-DAG: det.constant dense<0x7FFFFFFFFFFFFFFF> : tensor<f64>
func.func @main() -> (tensor<4xf32>, tensor<2xbf16>, tensor<f64>) {
  %0 = stablehlo.constant dense<[0xFF800001, 0x7FC00000, 0xFF800000, -0.0]> : tensor<4xf32>
  %1 = stablehlo.constant dense<0xFFC0> : tensor<2xbf16>
  %2 = stablehlo.constant {note = "old"} dense<0xFFF8000000000000> : tensor<f64>
  return %0, %1, %2 : tensor<4xf32>, tensor<2xbf16>, tensor<f64>
}

// -----

// The rotations of threefry: sliced, reshaped, subtracted from 32. Shifts by the width or more give 0.
// CHECK-LABEL: func.func @main
// CHECK-DAG: %[[LEFT:.*]] = det.constant dense<15> : tensor<8xui32>
// CHECK-DAG: %[[RIGHT:.*]] = det.constant dense<17> : tensor<8xui32>
// CHECK-DAG: %[[ZERO:.*]] = det.constant dense<0> : tensor<ui32>
// CHECK-DAG: det.shift_left %arg0, %[[LEFT]]
// CHECK-DAG: det.shift_right_logical %arg0, %[[RIGHT]]
func.func @main(%x: tensor<8xui32>) -> (tensor<8xui32>, tensor<8xui32>, tensor<ui32>) {
  %r = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
  %0 = stablehlo.slice %r [1:2] : (tensor<4xui32>) -> tensor<1xui32>
  %1 = stablehlo.reshape %0 : (tensor<1xui32>) -> tensor<ui32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<ui32>) -> tensor<8xui32>
  %3 = stablehlo.shift_left %x, %2 : tensor<8xui32>
  %32 = stablehlo.constant dense<32> : tensor<ui32>
  %4 = stablehlo.subtract %32, %1 : tensor<ui32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<ui32>) -> tensor<8xui32>
  %6 = stablehlo.shift_right_logical %x, %5 : tensor<8xui32>
  %7 = stablehlo.shift_left %1, %32 : tensor<ui32>
  return %3, %6, %7 : tensor<8xui32>, tensor<8xui32>, tensor<ui32>
}

// -----

// Conversions, comparisons, signs and selections of constants fold; additions of floats do not.
// CHECK-LABEL: func.func @main
// CHECK-DAG: det.constant dense<[2147483647, -2147483648, 0, -1]> : tensor<4xi32>
// CHECK-DAG: det.constant dense<0x4B800000> : tensor<f32>
// CHECK-DAG: det.constant dense<[false, true]> : tensor<2xi1>
// CHECK-DAG: det.constant dense<0.000000e+00> : tensor<3xf32>
// CHECK-DAG: det.constant dense<{{\[\[}}1, 3], [2, 4]]> : tensor<2x2xi32>
// CHECK: det.add
func.func @main() -> (tensor<4xi32>, tensor<f32>, tensor<2xi1>, tensor<3xf32>, tensor<2x2xi32>, tensor<3xf32>) {
  %0 = stablehlo.constant dense<[1.0e20, -1.0e20, 0x7FFFFFFF, -1.5]> : tensor<4xf32>
  %1 = stablehlo.convert %0 : (tensor<4xf32>) -> tensor<4xi32>
  %2 = stablehlo.constant dense<16777217> : tensor<i32>
  %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<f32>
  %4 = stablehlo.constant dense<[0x7FFFFFFF, 1.0]> : tensor<2xf32>
  %5 = stablehlo.compare EQ, %4, %4, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %6 = stablehlo.constant dense<-0.0> : tensor<3xf32>
  %7 = stablehlo.negate %6 : tensor<3xf32>
  %8 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %9 = stablehlo.transpose %8, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %10 = stablehlo.add %6, %7 : tensor<3xf32>
  return %1, %3, %5, %7, %9, %10 : tensor<4xi32>, tensor<f32>, tensor<2xi1>, tensor<3xf32>, tensor<2x2xi32>, tensor<3xf32>
}

// -----

// Equal expressions are one; unused ones are gone.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[A:.*]] = det.add %arg0, %arg0
// CHECK-NEXT: det.multiply %[[A]], %[[A]]
// CHECK-NEXT: return
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = stablehlo.add %x, %x : tensor<4xf32>
  %2 = stablehlo.exponential %x : tensor<4xf32>
  %3 = stablehlo.optimization_barrier %1 : tensor<4xf32>
  %4 = stablehlo.multiply %0, %3 : tensor<4xf32>
  return %4 : tensor<4xf32>
}
