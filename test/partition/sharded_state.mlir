// RUN: det-opt --det-order --det-partition=mesh=data=8 --det-verify-partition %s | FileCheck %s --check-prefix=EIGHT
// RUN: det-opt --det-order --det-partition=mesh=data=3 --det-verify-partition %s | FileCheck %s --check-prefix=THREE

// Weights and moments are sharded over the axis that splits the batch. --mesh changes the sizes of the file's mesh.
module attributes {det.mesh = #det.mesh<["data"=8]>} {

// EIGHT: func.func @main
// EIGHT: %[[W:.*]] = det.exchange %arg0 {layouts = [#det.layout<[{}, {}]>]}
// EIGHT: det.dot %arg2, %[[W]]{{.*}}layouts = [#det.layout<[{"data"}[0, 2, 4, 6, 8, 10, 12, 14, 16], {}, {}]>]

// The gradient is joined where its shard of the weight is: no second exchange, and the update stays sharded.
// EIGHT: %[[G:.*]] = det.dot {{.*}}partial = [{"data"}[0, 2, 4, 6, 8, 10, 12, 14, 16], {}]
// EIGHT-NEXT: det.join %[[G]] {layouts = [#det.layout<[{"data"}[0, 8, 16, 24, 32, 40, 48, 56, 64], {}]>]}
// EIGHT-NOT: det.exchange
// EIGHT: return

// THREE: det.mesh = #det.mesh<["data"=3]>
// THREE: det.join {{.*}}layouts = [#det.layout<[{"data"}[0, {{[0-9]+}}, {{[0-9]+}}, 64], {}]>]
// THREE-NOT: det.exchange
// THREE: return
func.func @main(%w: tensor<64x32xf32> {det.name = "w", det.kind = "state", det.sharding = #det.sharding<[{"data"}, {}]>},
                %m: tensor<64x32xf32> {det.name = "m", det.kind = "state"},
                %x: tensor<16x8x64xf32> {det.name = "x", det.kind = "batch", det.sharding = #det.sharding<[{"data"}, {}, {}]>})
    -> (tensor<64x32xf32> {det.name = "w", det.kind = "state"}, tensor<64x32xf32> {det.name = "m", det.kind = "state"}) {
  %y = det.dot %x, %w, batching = [] x [], contracting = [2] x [0] : (tensor<16x8x64xf32>, tensor<64x32xf32>) -> tensor<16x8x32xf32>
  %g = det.dot %x, %y, batching = [] x [], contracting = [0, 1] x [0, 1] : (tensor<16x8x64xf32>, tensor<16x8x32xf32>) -> tensor<64x32xf32>
  %nm = det.add %m, %g : tensor<64x32xf32>
  %nw = det.subtract %w, %nm : tensor<64x32xf32>
  return %nw, %nm : tensor<64x32xf32>, tensor<64x32xf32>
}
}
