// RUN: det-opt --det-order --det-partition --det-verify-partition %s | FileCheck %s

// A sharding on a state result alone is that of the argument too; the moment follows because the update relates them.
module attributes {det.mesh = #det.mesh<["data"=2]>} {
// CHECK: func.func @main(%{{[^:]*}}: tensor<8x4xf32> {det.kind = "state", det.layout = #det.layout<[{}, {"data"}[0, 2, 4]]>, det.name = "w"}
// CHECK-SAME: tensor<8x4xf32> {det.kind = "state", det.layout = #det.layout<[{}, {"data"}[0, 2, 4]]>, det.name = "m"}
// CHECK-NOT: det.exchange
func.func @main(%w: tensor<8x4xf32> {det.name = "w", det.kind = "state"}, %m: tensor<8x4xf32> {det.name = "m", det.kind = "state"})
    -> (tensor<8x4xf32> {det.name = "w", det.kind = "state", det.sharding = #det.sharding<[{}, {"data"}]>}, tensor<8x4xf32> {det.name = "m", det.kind = "state"}) {
  %nm = det.multiply %m, %m : tensor<8x4xf32>
  %nw = det.subtract %w, %nm : tensor<8x4xf32>
  return %nw, %nm : tensor<8x4xf32>, tensor<8x4xf32>
}
}
