// Meshes and shardings: axes and sub-axes, open dims, priorities, replicated axes; on arguments, results and operations.
// RUN: det-opt %s --det-import | FileCheck %s

// CHECK: module {{.*}}det.mesh = #det.mesh<["data"=4, "model"=2]>
module @step attributes {mhlo.num_partitions = 8 : i32} {
  sdy.mesh @empty_mesh = <[]>
  sdy.mesh @maximal_mesh_0 = <[], device_ids=[0]>
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}]}}
  // CHECK: %arg0: tensor<8x4xf32> {{{.*}}det.sharding = #det.sharding<[{"data"}, {}]>}
  // CHECK-SAME: %arg1: tensor<8x4xf32> {{{.*}}det.sharding = #det.sharding<[{"data":(2)2, ?}, {"model", "data":(1)2}p1]>}
  // CHECK-SAME: -> (tensor<8x4xf32> {{{.*}}det.sharding = #det.sharding<[{?}, {"model"}], replicated = {"data"}>}
  func.func public @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                         %y: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data":(2)2, ?}, {"model", "data":(1)2}p1]>})
      -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<mesh<["data"=4, "model"=2]>, [{?}, {"model"}], replicated={"data"}>}) {
    // CHECK: %[[X:.*]] = det.sharding_constraint %arg0 <[{"data"}, {?}]> : tensor<8x4xf32>
    %0 = sdy.sharding_constraint %x <@mesh, [{"data"}, {?}]> : tensor<8x4xf32>
    // CHECK: %[[SUM:.*]] = det.add %[[X]], %arg1
    // CHECK: %[[HERE:.*]] = det.sharding_constraint %[[SUM]] <[{"data"}, {"model"}]>
    %1 = stablehlo.add %0, %y {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : tensor<8x4xf32>
    sdy.sharding_group %1 group_id=21 : tensor<8x4xf32>
    // CHECK: return %[[HERE]]
    return %1 : tensor<8x4xf32>
  }
}
