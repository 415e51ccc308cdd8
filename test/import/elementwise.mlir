// Elementwise operations keep their name; scalars are spread where det wants equal shapes.
// RUN: det-opt %s --det-import | FileCheck %s

// CHECK-LABEL: func.func @main
func.func public @main(%a: tensor<4xf32>, %b: tensor<4xf32>, %i: tensor<4xui32>, %p: tensor<i1>, %s: tensor<f32>)
    -> (tensor<4xf32>, tensor<4xui32>, tensor<4xi1>) {
  // CHECK: det.add %{{.*}}, %{{.*}} : tensor<4xf32>
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  // CHECK: det.tanh
  %1 = stablehlo.tanh %0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf32>
  // CHECK: det.erf %
  %2 = chlo.erf %1 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %[[SQUARE:.*]] = det.multiply %[[X:.*]], %[[X]] : tensor<4xf32>
  %3 = chlo.square %2 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: det.compare lt, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %4 = stablehlo.compare  LT, %3, %a,  FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: det.compare ge, %{{.*}} {total_order}
  %5 = stablehlo.compare GE, %3, %a, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %6 = stablehlo.and %4, %5 : tensor<4xi1>
  // CHECK: %[[P:.*]] = det.broadcast_in_dim %{{.*}}, dims = [] : (tensor<i1>) -> tensor<4xi1>
  // CHECK: det.select %[[P]]
  %7 = stablehlo.select %p, %3, %a : tensor<i1>, tensor<4xf32>
  // CHECK: %[[MAX:.*]] = det.broadcast_in_dim %{{.*}}, dims = [] : (tensor<f32>) -> tensor<4xf32>
  // CHECK: det.clamp %{{.*}}, %{{.*}}, %[[MAX]]
  %8 = stablehlo.clamp %b, %7, %s : (tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // A conversion to the same type is nothing.
  // CHECK-NOT: det.convert
  // CHECK: det.reduce_precision %{{.*}}, exponent_bits = 8, mantissa_bits = 7 : tensor<4xf32>
  %9 = stablehlo.convert %8 : tensor<4xf32>
  %10 = stablehlo.reduce_precision %9, format = e8m7 : tensor<4xf32>
  // CHECK: det.shift_right_logical %{{.*}} : tensor<4xui32>
  %11 = stablehlo.shift_right_logical %i, %i : tensor<4xui32>
  // CHECK: return
  return %10, %11, %6 : tensor<4xf32>, tensor<4xui32>, tensor<4xi1>
}
