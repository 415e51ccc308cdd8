// A constraint asks for an axis in one dim, the sharding of the result for the same axis in another: no layout has an axis
// twice. The constraint holds where it stands.
// RUN: det-opt --det-order --det-partition --det-verify-partition %s | FileCheck %s

module attributes {det.mesh = #det.mesh<["a"=2]>} {
// CHECK: func.func @main(%[[X:.*]]: tensor<2x2xf32> {det.kind = "state", det.layout = #det.layout<[{}, {"a"}[0, 1, 2]]>
// CHECK: %[[C:.*]] = det.exchange %[[X]] {layouts = [#det.layout<[{"a"}[0, 1, 2], {}]>]}
// CHECK: %[[R:.*]] = det.exchange %[[C]] {layouts = [#det.layout<[{}, {"a"}[0, 1, 2]]>]}
// CHECK: return %[[R]]
func.func @main(%x: tensor<2x2xf32> {det.name = "x", det.kind = "state"})
    -> (tensor<2x2xf32> {det.name = "x", det.kind = "state", det.sharding = #det.sharding<[{}, {"a"}]>}) {
  %c = det.sharding_constraint %x <[{"a"}, {}]> : tensor<2x2xf32>
  return %c : tensor<2x2xf32>
}
}
