// Operations of chlo: functions keep their name, the others become expressions.
// RUN: det-opt %s --det-import | FileCheck %s

// CHECK-LABEL: func.func @main
func.func public @main(%a: tensor<4xf32>, %b: tensor<3x4xf32>, %i: tensor<4xi32>, %u: tensor<4xui64>)
    -> (tensor<4xf32>, tensor<3x4xf32>, tensor<3x4xi1>, tensor<4xi1>, tensor<4xf32>, tensor<4xi32>, tensor<4xui64>) {
  // CHECK: det.asin %
  %0 = chlo.asin %a : tensor<4xf32> -> tensor<4xf32>
  // CHECK: det.acos %
  %1 = chlo.acos %0 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: det.atan %
  %2 = chlo.atan %1 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: det.sinh %
  %3 = chlo.sinh %2 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: det.cosh %
  %4 = chlo.cosh %3 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: det.asinh %
  %5 = chlo.asinh %4 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: det.acosh %
  %6 = chlo.acosh %5 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: det.atanh %
  %7 = chlo.atanh %6 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: det.lgamma %
  %8 = chlo.lgamma %7 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: det.digamma %
  %9 = chlo.digamma %8 : tensor<4xf32> -> tensor<4xf32>
  // The operand of lower rank is spread over the leading dim.
  // CHECK: %[[WIDE:.*]] = det.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK: det.add %[[WIDE]], %
  %10 = chlo.broadcast_add %9, %b : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  // CHECK: det.compare lt, %{{.*}} : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
  %11 = chlo.broadcast_compare %10, %a {comparison_direction = #chlo<comparison_direction LT>} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xi1>
  // CHECK: %[[SIZE:.*]] = det.abs %
  // CHECK: det.compare eq, %[[SIZE]], %
  %12 = chlo.is_inf %a : tensor<4xf32> -> tensor<4xi1>
  // CHECK: det.bitcast_convert
  // CHECK: det.select
  %13 = chlo.next_after %a, %9 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  // CHECK: det.multiply %{{.*}} : tensor<4xi64>
  // CHECK: det.convert %{{.*}} : (tensor<4xi64>) -> tensor<4xi32>
  %14 = chlo.mulhi %i, %i : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  // CHECK: det.shift_right_logical %{{.*}} : tensor<4xui64>
  %15 = chlo.mulhi %u, %u : tensor<4xui64>, tensor<4xui64> -> tensor<4xui64>
  return %9, %10, %11, %12, %13, %14, %15 : tensor<4xf32>, tensor<3x4xf32>, tensor<3x4xi1>, tensor<4xi1>, tensor<4xf32>, tensor<4xi32>, tensor<4xui64>
}
