// RUN: det-opt --det-order --det-partition --det-verify-partition %s | FileCheck %s

// Without a mesh everything has a place all the same: whole, on the one rank.
// CHECK: det.mesh = #det.mesh<[]>
// CHECK: func.func @main(%{{.*}}: tensor<8x4xf32> {det.kind = "batch", det.layout = #det.layout<[{}, {}]>, det.name = "x"}
// CHECK: det.constant {layouts = [#det.layout<[]>]}
// CHECK: det.reduce add {{.*}}layouts = [#det.layout<[{}]>]
// CHECK-NOT: det.join
func.func @main(%x: tensor<8x4xf32> {det.name = "x", det.kind = "batch"}) -> (tensor<4xf32> {det.name = "sum", det.kind = "metric"}) {
  %zero = det.constant dense<0.0> : tensor<f32>
  %r = det.reduce add %x, %zero, dims = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
