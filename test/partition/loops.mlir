// RUN: det-opt --det-order --det-partition=mesh=data=2 --det-verify-partition %s | FileCheck %s

// What a loop carries has one layout everywhere. What it reads from outside in another one is exchanged once, in front of it, and
// a predicate over shards is joined, so that all ranks go on equally often.
// CHECK: func.func @main
// CHECK: %[[W:.*]] = det.exchange %arg1 {layouts = [#det.layout<[{}, {}]>]}
// CHECK: det.while(%arg0) attributes {layouts = [#det.layout<[{"data"}[0, 8, 16], {}]>]} {
// CHECK: ^bb0(%[[C:.*]]: tensor<16x8xf32>):
// CHECK: %[[P:.*]] = det.reduce add %[[C]]{{.*}}partial
// CHECK: det.join %[[P]]
// CHECK: det.yield
// CHECK: } do {
// CHECK: ^bb0(%[[B:.*]]: tensor<16x8xf32>):
// CHECK-NOT: det.exchange
// CHECK: det.dot %[[B]], %[[W]]
// CHECK: det.yield
// CHECK: return
func.func @main(%x: tensor<16x8xf32> {det.name = "x", det.kind = "state", det.sharding = #det.sharding<[{"data"}, {}]>},
                %w: tensor<8x8xf32> {det.name = "w", det.kind = "state", det.sharding = #det.sharding<[{"data"}, {}]>})
    -> (tensor<16x8xf32> {det.name = "x", det.kind = "state"}) {
  %zero = det.constant dense<0.0> : tensor<f32>
  %limit = det.constant dense<100.0> : tensor<f32>
  %r = det.while(%x) {
  ^bb0(%a: tensor<16x8xf32>):
    %sum = det.reduce add %a, %zero, dims = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
    %c = det.compare lt, %sum, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    det.yield %c : tensor<i1>
  } do {
  ^bb0(%a: tensor<16x8xf32>):
    %p = det.dot %a, %w, batching = [] x [], contracting = [1] x [0] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    det.yield %p : tensor<16x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}
