// Composites are their decompositions, whatever version and attributes they have: nested, used twice, in both forms, with constants from
// outside and a barrier of many values around them.
// RUN: det-opt %s --det-import | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[TWO:.*]] = det.constant dense<2.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[A:.*]] = det.multiply %arg0, %[[TWO]]
// CHECK-NEXT: %[[B:.*]] = det.multiply %[[A]], %[[TWO]]
// CHECK-NEXT: %[[C:.*]] = det.multiply %arg1, %[[TWO]]
// CHECK-NEXT: return %[[B]], %[[C]], %arg0
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.composite "my.twice" %x {composite_attributes = {rate = 5.0e-01 : f32, words = ["a", "b"]}, decomposition = @twice, version = 3 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.composite"(%y) <{name = "my.double", composite_attributes = {}, decomposition = @double, version = 1 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  %2:3 = stablehlo.optimization_barrier %0, %1, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  return %2#0, %2#1, %2#2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.composite "my.double" %0 {decomposition = @double} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @double(%x: tensor<4xf32>) -> tensor<4xf32> {
  %two = stablehlo.constant dense<2.0> : tensor<4xf32>
  %0 = stablehlo.multiply %x, %two : tensor<4xf32>
  return %0 : tensor<4xf32>
}
