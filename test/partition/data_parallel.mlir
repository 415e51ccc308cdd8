// RUN: det-opt --det-order --det-partition=mesh=data=4 --det-verify-partition %s | FileCheck %s --check-prefixes=ALL,FOUR
// RUN: det-opt --det-order --det-partition=mesh=data=3 --det-verify-partition %s | FileCheck %s --check-prefixes=ALL,THREE
// RUN: det-opt --det-order --det-partition %s | FileCheck %s --check-prefix=ONE
// RUN: det-opt --det-order --det-partition=mesh=data=1 %s | FileCheck %s --check-prefix=ONE

// Without any wish, the axis data splits the batch; what follows is split with it, weights and their updates are whole.
// FOUR: det.mesh = #det.mesh<["data"=4]>
// ALL: func.func @main
// ALL-SAME: #det.layout<[{}, {}]>
// FOUR-SAME: #det.layout<[{"data"}[0, 4, 8, 12, 16], {}, {}]>
// 16 rows over 3 ranks: 4, 6 and 6 make 1, 2 and 2 nodes.
// THREE-SAME: #det.layout<[{"data"}[0, 4, 10, 16], {}, {}]>

// One rank needs no exchange and no join.
// ONE: func.func @main
// ONE-NOT: det.exchange
// ONE-NOT: det.join
// ONE: return

// Products and elementwise ops follow the batch.
// FOUR: det.dot {{.*}}layouts = [#det.layout<[{"data"}[0, 4, 8, 12, 16], {}, {}]>]
// FOUR: det.tanh {{.*}}layouts = [#det.layout<[{"data"}[0, 4, 8, 12, 16], {}, {}]>]

// The loss is small: every rank joins all of it. Its init is joined there, and only there.
// FOUR: %[[LOSS:.*]] = det.reduce add {{.*}}layouts = [#det.layout<[], partial = [{"data"}[0, 4, 8, 12, 16], {}, {}]>]
// FOUR-NEXT: det.join %[[LOSS]], %{{.*}} {layouts = [#det.layout<[]>]}

// A weight gradient is joined in pieces; the next op takes the piece, and its result is gathered once.
// FOUR: %[[DW2:.*]] = det.dot {{.*}}layouts = [#det.layout<[{}, {}], partial = [{"data"}[0, 4, 8, 12, 16], {}]>]
// FOUR-NEXT: %[[PIECE:.*]] = det.join %[[DW2]] {layouts = [#det.layout<[{"data"}[0, 32, 64, 96, 128], {}]>]}
// THREE: det.dot {{.*}}layouts = [#det.layout<[{}, {}], partial = [{"data"}[0, 4, 10, 16], {}]>]
// THREE: det.exchange
func.func @main(%w1: tensor<64x128xf32> {det.name = "w1", det.kind = "state"}, %b1: tensor<128xf32> {det.name = "b1", det.kind = "state"},
                %w2: tensor<128x64xf32> {det.name = "w2", det.kind = "state"}, %x: tensor<16x32x64xf32> {det.name = "x", det.kind = "batch"})
    -> (tensor<64x128xf32> {det.name = "w1", det.kind = "state"}, tensor<128xf32> {det.name = "b1", det.kind = "state"},
        tensor<128x64xf32> {det.name = "w2", det.kind = "state"}, tensor<f32> {det.name = "loss", det.kind = "metric"}) {
  %zero = det.constant dense<0.0> : tensor<f32>
  %rate = det.constant dense<0.1> : tensor<f32>
  %h = det.dot %x, %w1, batching = [] x [], contracting = [2] x [0] : (tensor<16x32x64xf32>, tensor<64x128xf32>) -> tensor<16x32x128xf32>
  %bb = det.broadcast_in_dim %b1, dims = [2] : (tensor<128xf32>) -> tensor<16x32x128xf32>
  %hb = det.add %h, %bb : tensor<16x32x128xf32>
  %t = det.tanh %hb : tensor<16x32x128xf32>
  %y = det.dot %t, %w2, batching = [] x [], contracting = [2] x [0] : (tensor<16x32x128xf32>, tensor<128x64xf32>) -> tensor<16x32x64xf32>
  %sq = det.multiply %y, %y : tensor<16x32x64xf32>
  %loss = det.reduce add %sq, %zero, dims = [0, 1, 2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<f32>
  %dw2 = det.dot %t, %y, batching = [] x [], contracting = [0, 1] x [0, 1] : (tensor<16x32x128xf32>, tensor<16x32x64xf32>) -> tensor<128x64xf32>
  %dt = det.dot %y, %w2, batching = [] x [], contracting = [2] x [1] : (tensor<16x32x64xf32>, tensor<128x64xf32>) -> tensor<16x32x128xf32>
  %tt = det.multiply %t, %dt : tensor<16x32x128xf32>
  %dw1 = det.dot %x, %tt, batching = [] x [], contracting = [0, 1] x [0, 1] : (tensor<16x32x64xf32>, tensor<16x32x128xf32>) -> tensor<64x128xf32>
  %db1 = det.reduce add %tt, %zero, dims = [0, 1] : (tensor<16x32x128xf32>, tensor<f32>) -> tensor<128xf32>
  %r1 = det.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
  %s1 = det.multiply %dw1, %r1 : tensor<64x128xf32>
  %n1 = det.subtract %w1, %s1 : tensor<64x128xf32>
  %r2 = det.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<128x64xf32>
  %s2 = det.multiply %dw2, %r2 : tensor<128x64xf32>
  %n2 = det.subtract %w2, %s2 : tensor<128x64xf32>
  %rb = det.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<128xf32>
  %sb = det.multiply %db1, %rb : tensor<128xf32>
  %nb = det.subtract %b1, %sb : tensor<128xf32>
  return %n1, %nb, %n2, %loss : tensor<64x128xf32>, tensor<128xf32>, tensor<128x64xf32>, tensor<f32>
}
