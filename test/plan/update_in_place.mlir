// RUN: det-opt %s --to=host --dump-plan -o %t.det | FileCheck %s
// A part written into a large value where it lies is little work: one thread does it, and the loop around it. A copy of the whole is not.
// CHECK: update a+0[300, 400] with
// CHECK-NOT: serial
// CHECK-SAME: "dynamic_update_slice"
// CHECK: do
// CHECK: update a+[[AT:[0-9]+]][300, 400] with {{.*}} -> a+[[AT]] {{.*}}serial
func.func @main(%x: tensor<300x400xf32>, %row: tensor<1x400xf32>) -> (tensor<300x400xf32>, tensor<300x400xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<300> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<300x400xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<1x400xf32>
    %u = stablehlo.add %row, %b : tensor<1x400xf32>
    %d = stablehlo.dynamic_update_slice %a, %u, %i, %zero : (tensor<300x400xf32>, tensor<1x400xf32>, tensor<i32>, tensor<i32>) -> tensor<300x400xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %d : tensor<i32>, tensor<300x400xf32>
  }
  %1 = stablehlo.convert %row : (tensor<1x400xf32>) -> tensor<1x400xi32>
  %2 = stablehlo.slice %1 [0:1, 0:1] : (tensor<1x400xi32>) -> tensor<1x1xi32>
  %3 = stablehlo.reshape %2 : (tensor<1x1xi32>) -> tensor<i32>
  %4 = stablehlo.dynamic_update_slice %x, %row, %3, %zero : (tensor<300x400xf32>, tensor<1x400xf32>, tensor<i32>, tensor<i32>) -> tensor<300x400xf32>
  return %0#1, %4 : tensor<300x400xf32>, tensor<300x400xf32>
}
