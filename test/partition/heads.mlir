// RUN: det-opt --det-order --det-partition="mesh=model=3 shard=w=[{},{model}]" --det-verify-partition %s | FileCheck %s

// A dim of 64 that becomes 4 heads of 16 is cut at multiples of 16, everywhere: no exchange is needed. Uneven shards are
// legal, empty ones too.
// CHECK: det.dot {{.*}}layouts = [#det.layout<[{}, {}, {"model"}[0, 0, 32, 64]]>]
// CHECK-NOT: det.exchange
// CHECK: det.reshape {{.*}}layouts = [#det.layout<[{}, {}, {"model"}[0, 0, 2, 4], {}]>]
// CHECK: det.transpose {{.*}}layouts = [#det.layout<[{}, {"model"}[0, 0, 2, 4], {}, {}]>]
// CHECK: det.tanh {{.*}}layouts = [#det.layout<[{}, {"model"}[0, 0, 2, 4], {}, {}]>]
func.func @main(%x: tensor<2x8x32xf32> {det.name = "x", det.kind = "batch"}, %w: tensor<32x64xf32> {det.name = "w", det.kind = "state"})
    -> (tensor<2x4x8x16xf32> {det.name = "heads", det.kind = "metric"}) {
  %h = det.dot %x, %w, batching = [] x [], contracting = [2] x [0] : (tensor<2x8x32xf32>, tensor<32x64xf32>) -> tensor<2x8x64xf32>
  %s = det.reshape %h : (tensor<2x8x64xf32>) -> tensor<2x8x4x16xf32>
  %t = det.transpose %s, dims = [0, 2, 1, 3] : (tensor<2x8x4x16xf32>) -> tensor<2x4x8x16xf32>
  %r = det.tanh %t : tensor<2x4x8x16xf32>
  return %r : tensor<2x4x8x16xf32>
}
