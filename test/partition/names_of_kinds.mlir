// RUN: det-opt --det-order --det-partition --det-verify-partition %s | FileCheck %s
// RUN: det-opt %s --to=host --isa=v3 -o %t.det
// RUN: det-verify %t.det

// A metric may be called like a batch, and has nothing to do with it, whatever its shape; the next value of a state lies as the state.
module attributes {det.mesh = #det.mesh<["data"=2]>} {
// CHECK: func.func @main(%{{[^:]*}}: tensor<8x4xf32> {det.kind = "batch", det.layout = #det.layout<[{"data"}[0, 4, 8], {}]>, det.name = "x",
// CHECK-SAME: tensor<f32> {det.kind = "metric", det.layout = #det.layout<[]>, det.name = "x"}
// CHECK-SAME: tensor<3xf32> {det.kind = "metric", det.layout = #det.layout<[{}]>, det.name = "y"}
// CHECK-SAME: tensor<8x4xf32> {det.kind = "state", det.layout = #det.layout<[{"data"}[0, 4, 8], {}]>, det.name = "w"}
func.func @main(%x: tensor<8x4xf32> {det.name = "x", det.kind = "batch", det.sharding = #det.sharding<[{"data"}, {}]>},
                %y: tensor<8xf32> {det.name = "y", det.kind = "batch", det.sharding = #det.sharding<[{"data"}]>},
                %w: tensor<8x4xf32> {det.name = "w", det.kind = "state", det.sharding = #det.sharding<[{"data"}, {}]>})
    -> (tensor<f32> {det.name = "x", det.kind = "metric"}, tensor<3xf32> {det.name = "y", det.kind = "metric"},
        tensor<8x4xf32> {det.name = "w", det.kind = "state"}) {
  %zero = det.constant dense<0.0> : tensor<f32>
  %sum = det.reduce add %x, %zero, dims = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  %total = det.reduce add %y, %zero, dims = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %three = det.broadcast_in_dim %total, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %rows = det.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %next = det.add %w, %rows : tensor<8x4xf32>
  return %sum, %three, %next : tensor<f32>, tensor<3xf32>, tensor<8x4xf32>
}
}
