// RUN: det-opt --det-order --det-partition="mesh=model=2 shard=o=[{},{},{model}];w=[{model}]" --det-verify-partition %s | FileCheck %s --check-prefix=WHOLE
// RUN: det-opt --det-order=recipe=k_leaf_min=16,k_leaf_max=16 --det-partition="mesh=model=2 shard=o=[{},{},{model}];w=[{model}]" --det-verify-partition %s | FileCheck %s --check-prefix=SPLIT
// RUN: det-opt --det-order=level=not_guaranteed --det-partition="mesh=model=2 shard=o=[{},{},{model}];w=[{model}]" --det-verify-partition %s | FileCheck %s --check-prefix=FREE

// A shard would cut the one leaf of 64: the product is evaluated on rows instead, and both ranks work.
// WHOLE: det.exchange {{.*}}layouts = [#det.layout<[{"model"}[0, 8, 16], {}, {}]>]
// WHOLE: det.exchange {{.*}}layouts = [#det.layout<[{}, {}]>]
// WHOLE: det.dot {{.*}}layouts = [#det.layout<[{"model"}[0, 8, 16], {}, {}]>]
// WHOLE-NOT: det.join

// Leaves of 16 are split between ranks: partial sums are exchanged, operands stay.
// SPLIT-NOT: det.exchange
// SPLIT: det.dot {{.*}}layouts = [#det.layout<[{}, {}, {}], partial = [{"model"}[0, 32, 64]]>]
// SPLIT: det.join

// At not_guaranteed the order does not matter: one node per rank.
// FREE: det.dot {{.*}}partial = [{"model"}[0, 32, 64]]
// FREE: det.join
func.func @main(%o: tensor<16x32x64xf32> {det.name = "o", det.kind = "batch"}, %w: tensor<64x64xf32> {det.name = "w", det.kind = "state"})
    -> (tensor<16x32x64xf32> {det.name = "y", det.kind = "metric"}) {
  %y = det.dot %o, %w, batching = [] x [], contracting = [2] x [0] : (tensor<16x32x64xf32>, tensor<64x64xf32>) -> tensor<16x32x64xf32>
  return %y : tensor<16x32x64xf32>
}
