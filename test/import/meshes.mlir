// Several meshes: one with some of the axes, one that cuts the same ranks into other axes, and orders of devices, which are placement.
// What Shardy's passes write where values move is a constraint.
// RUN: det-opt %s --det-import | FileCheck %s

// CHECK: module {{.*}}det.mesh = #det.mesh<["data"=4, "model"=2]>
module @step {
  sdy.mesh @part = <["data"=4]>
  sdy.mesh @mesh = <["data"=4, "model"=2], device_ids=[0, 2, 4, 6, 1, 3, 5, 7]>
  sdy.mesh @flat = <["x"=8]>
  sdy.mesh @fine = <["a"=2, "b"=2, "c"=2]>
  // CHECK: %arg0: tensor<8x8xf32> {{{.*}}det.sharding = #det.sharding<[{"data"}, {}]>}
  // CHECK-SAME: %arg1: tensor<8x8xf32> {{{.*}}det.sharding = #det.sharding<[{"data", "model"}, {}]>}
  // CHECK-SAME: %arg2: tensor<8x8xf32> {{{.*}}det.sharding = #det.sharding<[{"data":(2)2}, {"model", "data":(1)2}]>}
  func.func public @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@part, [{"data"}, {}]>},
                         %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@flat, [{"x"}, {}]>},
                         %z: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@fine, [{"b"}, {"c", "a"}]>}) -> tensor<8x8xf32> {
    // CHECK: det.sharding_constraint %arg0 <[{}, {}]>
    %0 = sdy.all_gather [{"data"}, {}] %x out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
    // CHECK: det.sharding_constraint %{{.*}} <[{"model"}, {}]>
    %1 = sdy.all_slice [{"model"}, {}] %0 out_sharding=<@mesh, [{"model"}, {}]> : tensor<8x8xf32>
    // CHECK: det.sharding_constraint %{{.*}} <[{}, {"model"}]>
    %2 = sdy.all_to_all [{"model"}: 0->1] %1 out_sharding=<@mesh, [{}, {"model"}]> : tensor<8x8xf32>
    // CHECK: det.sharding_constraint %{{.*}} <[{"data"}, {"model"}]>
    %3 = sdy.reshard %2 <@mesh, [{"data"}, {"model"}]> : tensor<8x8xf32>
    // CHECK: det.sharding_constraint %{{.*}} <[{"data"}, {}]>
    %4 = sdy.all_reduce {"model"} %3 out_sharding=<@mesh, [{"data"}, {}]> : tensor<8x8xf32>
    // CHECK: det.add
    %5 = sdy.named_computation<"block">(%4) in_shardings=[<@mesh, [{"data"}, {}]>] out_shardings=[<@mesh, [{"data"}, {}]>] (%a: tensor<8x8xf32>) {
      %6 = stablehlo.add %a, %a : tensor<8x8xf32>
      sdy.return %6 : tensor<8x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %5 : tensor<8x8xf32>
  }
}
