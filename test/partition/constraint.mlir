// RUN: det-opt --det-order --det-partition --det-verify-partition %s | FileCheck %s

// A constraint, here over parts of an axis, becomes an exchange where the value is elsewhere. The axis of size 4 is cut at
// the borders of its sub-axes; the whole axis is one name again.
module attributes {det.mesh = #det.mesh<["data"=4, "model"=2]>} {
// CHECK: func.func @main(%[[X:.*]]: tensor<16x8xf32> {{{.*}}det.layout = #det.layout<[{"data"}[0, 4, 8, 12, 16], {}]>
// CHECK: %[[E:.*]] = det.exchange %[[X]] {layouts = [#det.layout<[{"data":(1)2}[0, 8, 16], {"data":(2)2, "model"}[0, 2, 4, 6, 8]]>]}
// CHECK-NOT: det.sharding_constraint
// CHECK: det.tanh %[[E]] {layouts = [#det.layout<[{"data":(1)2}[0, 8, 16], {"data":(2)2, "model"}[0, 2, 4, 6, 8]]>]}
func.func @main(%x: tensor<16x8xf32> {det.name = "x", det.kind = "batch", det.sharding = #det.sharding<[{"data"}, {}]>})
    -> (tensor<16x8xf32> {det.name = "y", det.kind = "metric"}) {
  %c = det.sharding_constraint %x <[{"data":(1)2}, {"data":(2)2, "model"}]> : tensor<16x8xf32>
  %y = det.tanh %c : tensor<16x8xf32>
  return %y : tensor<16x8xf32>
}
}
