// Tuples are taken apart, nested ones and those that the step takes and gives.
// RUN: det-opt %s --det-import --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @main(%arg0: tensor<4xf32>
// CHECK-NEXT: %[[N:.*]] = det.negate %arg0
// CHECK-NEXT: return %[[N]]
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %n = stablehlo.negate %x : tensor<4xf32>
  %inner = stablehlo.tuple %x, %n : tuple<tensor<4xf32>, tensor<4xf32>>
  %outer = stablehlo.tuple %inner, %x : tuple<tuple<tensor<4xf32>, tensor<4xf32>>, tensor<4xf32>>
  %0 = stablehlo.get_tuple_element %outer[0] : (tuple<tuple<tensor<4xf32>, tensor<4xf32>>, tensor<4xf32>>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  %1 = call @second(%0) : (tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @second(%t: tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32> {
  %0 = "stablehlo.get_tuple_element"(%t) <{index = 1 : i32}> : (tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %arg0: tensor<2xf32> {det.kind = "batch", det.name = "arg0"}
// CHECK-SAME: %arg1: tensor<4xf32> {det.kind = "state", det.name = "arg1"}
// CHECK-SAME: %arg2: tensor<i32> {det.kind = "batch", det.name = "arg2"}
// CHECK-SAME: %arg3: tensor<4xf32> {det.kind = "batch", det.name = "arg3"}
// CHECK-SAME: -> (tensor<2xf32> {det.kind = "metric", det.name = "result0"}, tensor<i32> {det.kind = "metric", det.name = "result1"}, tensor<4xf32> {det.kind = "state", det.name = "arg1"})
// CHECK-NEXT: %[[S:.*]] = det.add %arg1, %arg3
// CHECK-NEXT: return %arg0, %arg2, %[[S]]
func.func @main(%a: tensor<2xf32>, %w: tensor<4xf32> {tf.aliasing_output = 1 : i32}, %t: tuple<tensor<i32>, tuple<tensor<4xf32>>>) -> (tuple<tensor<2xf32>, tensor<i32>>, tensor<4xf32>) {
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<i32>, tuple<tensor<4xf32>>>) -> tensor<i32>
  %1 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<i32>, tuple<tensor<4xf32>>>) -> tuple<tensor<4xf32>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  %3 = stablehlo.add %w, %2 : tensor<4xf32>
  %4 = stablehlo.tuple %a, %0 : tuple<tensor<2xf32>, tensor<i32>>
  return %4, %3 : tuple<tensor<2xf32>, tensor<i32>>, tensor<4xf32>
}
