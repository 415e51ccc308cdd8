// RUN: det-opt --dump-plan --mesh=data=2 %s | FileCheck %s

// A loop is one entry with a condition and a body. The weights, which every iteration reads, are gathered once, in front; the carried
// value inside. What the body makes for the next iteration lies where the carried value does, here in the state itself: no copy.
// CHECK: tensor 0 at [[X:a\+[0-9]+]]
// CHECK: begin 0: {{.*}} -> [[W:a\+[0-9]+]]
// CHECK: end 0:
// CHECK: while a+
// CHECK: do
// CHECK: begin 1: [[X]]
// CHECK: end 1: [[X]]
// CHECK: product f32 {{.*}} x [[W]] -> [[P:a\+[0-9]+]]
// CHECK: launch {{.*}}([[X]], [[P]], [[X]])
// CHECK-NOT: copy
module attributes {det.mesh = #det.mesh<["data"=2]>} {
func.func @main(%x: tensor<8x64xf32> {det.name = "x", det.kind = "state", det.sharding = #det.sharding<[{}, {"data"}]>},
                %w: tensor<64x64xf32> {det.name = "w", det.kind = "batch", det.sharding = #det.sharding<[{"data"}, {}]>},
                %n: tensor<i32> {det.name = "n", det.kind = "batch"})
    -> (tensor<8x64xf32> {det.name = "x", det.kind = "state"}) {
  %zero = det.constant dense<0> : tensor<i32>
  %one = det.constant dense<1> : tensor<i32>
  %r:2 = det.while(%zero, %x) {
  ^bb0(%i: tensor<i32>, %a: tensor<8x64xf32>):
    %c = det.compare lt, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    det.yield %c : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %a: tensor<8x64xf32>):
    %p = det.dot %a, %w, batching = [] x [], contracting = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
    %s = det.add %a, %p : tensor<8x64xf32>
    %j = det.add %i, %one : tensor<i32>
    det.yield %j, %s : tensor<i32>, tensor<8x64xf32>
  } : (tensor<i32>, tensor<8x64xf32>) -> (tensor<i32>, tensor<8x64xf32>)
  return %r#1 : tensor<8x64xf32>
}
}
