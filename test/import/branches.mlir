// Branches become selects; an index out of range takes the last branch; a constant index takes one branch.
// RUN: det-opt %s --det-import --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @main
func.func @main(%i: tensor<i32>, %p: tensor<i1>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-DAG: %[[NEG:.*]] = det.negate %arg2
  // CHECK-DAG: %[[ABS:.*]] = det.abs %arg2
  // CHECK-DAG: %[[ONE:.*]] = det.compare eq, %arg0, %{{.*}} : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK: %[[ONES:.*]] = det.broadcast_in_dim %[[ONE]]
  // CHECK: %[[LAST:.*]] = det.select %[[ONES]], %[[ABS]], %[[NEG]]
  // CHECK: det.select %{{.*}}, %arg2, %[[LAST]]
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    %a = stablehlo.abs %x : tensor<4xf32>
    stablehlo.return %a : tensor<4xf32>
  }, {
    %n = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %n : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  // CHECK: %[[P:.*]] = det.broadcast_in_dim %arg1
  // CHECK: det.select %[[P]], %[[ABS]], %arg2
  %1 = "stablehlo.if"(%p) ({
    %a = stablehlo.abs %x : tensor<4xf32>
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @main
// CHECK-NEXT: det.abs
// CHECK-NEXT: return
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %five = stablehlo.constant dense<5> : tensor<i32>
  %0 = "stablehlo.case"(%five) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    %a = stablehlo.abs %x : tensor<4xf32>
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A branch that holds a product runs only when it is taken: a loop of one trip or none.
// CHECK-LABEL: func.func @main
// CHECK: %[[NOT:.*]] = det.not %arg0
// CHECK: %[[A:.*]]:2 = det.while(%arg0, %{{.*}}) attributes {trips = 1 : i64} {
// CHECK: det.yield
// CHECK: } do {
// CHECK: det.dot
// CHECK: det.while(%[[NOT]], %[[A]]#1) attributes {trips = 1 : i64} {
// CHECK: } do {
// CHECK: det.negate
func.func @main(%p: tensor<i1>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    stablehlo.return %1 : tensor<4x4xf32>
  }, {
    %1 = stablehlo.negate %x : tensor<4x4xf32>
    stablehlo.return %1 : tensor<4x4xf32>
  }) : (tensor<i1>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
