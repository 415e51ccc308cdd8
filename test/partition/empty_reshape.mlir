// Dims of empty tensors that a reshape does not relate are whole; a dim that it keeps is cut as ever.
// RUN: det-opt --det-order --det-partition --det-verify-partition %s | FileCheck %s

module attributes {det.mesh = #det.mesh<["a"=2]>} {
// CHECK-LABEL: func.func @main
// CHECK: det.reshape {{.*}}layouts = [#det.layout<[{}, {}]>]{{.*}} -> tensor<0x4xf32>
// CHECK: det.reshape {{.*}}layouts = [#det.layout<[{}, {}]>]{{.*}} -> tensor<7x0xf32>
// CHECK: det.reshape {{.*}}layouts = [#det.layout<[{"a"}[0, 3, 6], {}, {}]>]{{.*}} -> tensor<6x0x5xf32>
func.func @main(%x: tensor<5x0x4xf32> {det.name = "x", det.kind = "batch", det.sharding = #det.sharding<[{"a"}, {}, {}]>},
                %y: tensor<0x5xf32> {det.name = "y", det.kind = "batch", det.sharding = #det.sharding<[{}, {"a"}]>},
                %z: tensor<6x0xf32> {det.name = "z", det.kind = "batch", det.sharding = #det.sharding<[{"a"}, {}]>})
    -> (tensor<0x4xf32> {det.name = "r", det.kind = "metric"}, tensor<7x0xf32> {det.name = "s", det.kind = "metric"},
        tensor<6x0x5xf32> {det.name = "t", det.kind = "metric"}) {
  %r = det.reshape %x : (tensor<5x0x4xf32>) -> tensor<0x4xf32>
  %s = det.reshape %y : (tensor<0x5xf32>) -> tensor<7x0xf32>
  %t = det.reshape %z : (tensor<6x0xf32>) -> tensor<6x0x5xf32>
  return %r, %s, %t : tensor<0x4xf32>, tensor<7x0xf32>, tensor<6x0x5xf32>
}
}
