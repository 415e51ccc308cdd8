// Tokens that order nothing are left out: those that are made and joined, that pass through barriers, loops and branches, and those
// that the step takes and gives. Results keep their numbers in the text where arguments are donated to them.
// RUN: det-opt %s --det-import --split-input-file | FileCheck %s

// CHECK: func.func @main(%arg0: tensor<4xf32> {det.kind = "state", det.name = "arg0"}) -> (tensor<4xf32> {det.kind = "state", det.name = "arg0"})
// CHECK-NEXT: %[[S:.*]] = det.add %arg0, %arg0
// CHECK-NEXT: return %[[S]]
module {
  func.func public @main(%t: !stablehlo.token {jax.token = true}, %x: tensor<4xf32> {tf.aliasing_output = 1 : i32}) -> (!stablehlo.token {jax.token = true}, tensor<4xf32>) {
    %0 = stablehlo.create_token : !stablehlo.token
    %1 = stablehlo.after_all %0, %t : !stablehlo.token
    %2:3 = stablehlo.optimization_barrier %1, %x, %x : !stablehlo.token, tensor<4xf32>, tensor<4xf32>
    %3 = stablehlo.add %2#1, %2#2 : tensor<4xf32>
    return %2#0, %3 : !stablehlo.token, tensor<4xf32>
  }
}

// -----

// CHECK: func.func @main(%arg0: tensor<i32>
// CHECK-NOT: token
// CHECK: det.while
// CHECK-NOT: token
func.func public @main(%n: tensor<i32>, %p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %t = "stablehlo.after_all"() : () -> !stablehlo.token
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%k = %zero, %u = %t, %v = %x) : tensor<i32>, !stablehlo.token, tensor<4xf32>
  cond {
    %c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %b:2 = "stablehlo.if"(%p) ({
      %s = stablehlo.add %v, %v : tensor<4xf32>
      stablehlo.return %u, %s : !stablehlo.token, tensor<4xf32>
    }, {
      stablehlo.return %u, %v : !stablehlo.token, tensor<4xf32>
    }) : (tensor<i1>) -> (!stablehlo.token, tensor<4xf32>)
    %next = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %next, %b#0, %b#1 : tensor<i32>, !stablehlo.token, tensor<4xf32>
  }
  %j = call @join(%0#1, %t) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
  return %0#2 : tensor<4xf32>
}
func.func private @join(%a: !stablehlo.token, %b: !stablehlo.token) -> !stablehlo.token {
  %0 = stablehlo.after_all %a, %b : !stablehlo.token
  return %0 : !stablehlo.token
}
