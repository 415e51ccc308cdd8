// Short loops with a constant trip count are written out, whatever their counters do; inner loops may depend on outer counters. Others stay.
// RUN: det-opt %s --det-import --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-COUNT-3: det.multiply
// CHECK-NOT: det.multiply
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %c = stablehlo.compare LT, %i, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %w = stablehlo.multiply %v, %v : tensor<4xf32>
    stablehlo.return %n, %w : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}

// -----

// A counter that doubles while two others swap: 1, 2, 4, 8.
// CHECK-LABEL: func.func @main
// CHECK: det.add %arg0, %arg1
// CHECK: det.add %arg1,
// CHECK-COUNT-2: det.add
// CHECK-NOT: det.add
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %one = stablehlo.constant dense<1> : tensor<ui8>
  %0:3 = stablehlo.while(%i = %one, %a = %x, %b = %y) : tensor<ui8>, tensor<4xf32>, tensor<4xf32>
  cond {
    %limit = stablehlo.constant dense<10> : tensor<ui8>
    %c = stablehlo.compare LT, %i, %limit, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.shift_left %i, %one : tensor<ui8>
    %s = stablehlo.add %a, %b : tensor<4xf32>
    stablehlo.return %n, %b, %s : tensor<ui8>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#2 : tensor<4xf32>
}

// -----

// Trips 0 + 1 + 2 of the inner loop.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-3: det.negate
// CHECK-NOT: det.negate
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %c = stablehlo.compare LT, %i, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %1:2 = stablehlo.while(%j = %zero, %w = %v) : tensor<i32>, tensor<4xf32>
    cond {
      %c = stablehlo.compare LT, %j, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.add %j, %one : tensor<i32>
      %m = stablehlo.negate %w : tensor<4xf32>
      stablehlo.return %n, %m : tensor<i32>, tensor<4xf32>
    }
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %1#1 : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}

// -----

// No trip at all.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: return %arg0
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%v: tensor<4xf32>):
    "stablehlo.return"(%false) : (tensor<i1>) -> ()
  }, {
  ^bb0(%v: tensor<4xf32>):
    "stablehlo.return"(%v) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A loop that stays carries what changes and is read: not the weights, which are the same in every trip, nor a product that nobody
// wants. What does not depend on the trip is in front. The count is known.
// CHECK-LABEL: func.func @main
// CHECK: %[[N:.*]] = det.negate %arg1
// CHECK: %[[R:.*]]:2 = det.while(%{{.*}}, %arg0) attributes {trips = 600 : i64} {
// CHECK: det.compare lt
// CHECK: } do {
// CHECK: ^bb0(%{{.*}}: tensor<i32>, %[[V:.*]]: tensor<4xf32>):
// CHECK-NOT: det.negate
// CHECK-NOT: det.multiply
// CHECK: det.add %[[V]], %[[N]]
// CHECK: return %[[R]]#1, %arg1
func.func @main(%x: tensor<4xf32>, %w: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<600> : tensor<i32>
  %0:4 = stablehlo.while(%i = %zero, %v = %x, %u = %w, %s = %x) : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %m = stablehlo.negate %u : tensor<4xf32>
    %a = stablehlo.add %v, %m : tensor<4xf32>
    %b = stablehlo.multiply %s, %v : tensor<4xf32>
    stablehlo.return %j, %a, %u, %b : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A count that is known at run time only.
// CHECK-LABEL: func.func @main
// CHECK: det.while
// CHECK-NOT: trips
func.func @main(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %k = stablehlo.add %i, %one : tensor<i32>
    %w = stablehlo.sine %v : tensor<4xf32>
    stablehlo.return %k, %w : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}
