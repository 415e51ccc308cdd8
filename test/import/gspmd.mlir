// GSPMD's strings and custom calls: a mesh is made of the tilings of the module, and constraints, open dims and manual regions are
// those that Shardy would write.
// RUN: det-opt %s --det-import-gspmd --split-input-file | FileCheck %s
// RUN: det-opt %s --det-import --split-input-file | FileCheck %s --check-prefix=DET

// CHECK: "sdy.mesh"() {mesh = #sdy.mesh<["_axis_0"=2, "_axis_1"=2, "_axis_2"=2]>, sym_name = "gspmd"}
// CHECK: %arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@gspmd, [{"_axis_0", "_axis_1"}, {"_axis_2"}]>}
// CHECK-SAME: %arg1: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@gspmd, [{}, {"_axis_2"}]>}
// CHECK-SAME: %arg2: tensor<4xf32> {sdy.sharding = #sdy.sharding<@gspmd, [{}]>}
// CHECK-SAME: -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@gspmd, [{"_axis_0", "_axis_1", "_axis_2"}, {}]>})
// DET: det.mesh = #det.mesh<["_axis_0"=2, "_axis_1"=2, "_axis_2"=2]>
module @jit_f attributes {mhlo.num_partitions = 8 : i32} {
  func.func public @main(%x: tensor<8x4xf32> {mhlo.sharding = "{devices=[4,2]<=[8]}"},
                         %w: tensor<4x16xf32> {mhlo.sharding = "{devices=[1,2,4]<=[4,2]T(1,0) last_tile_dim_replicate}"},
                         %r: tensor<4xf32> {mhlo.sharding = "{replicated}"})
      -> (tensor<8x4xf32> {mhlo.sharding = "{devices=[8,1]<=[8]}"}) {
    // CHECK: "sdy.sharding_constraint"(%arg0) {sharding = #sdy.sharding<@gspmd, [{"_axis_0"}, {?}]>}
    %0 = stablehlo.custom_call @Sharding(%x) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    // CHECK: "sdy.manual_computation"
    // CHECK: func.call @shmap_body
    // CHECK: {in_shardings = #sdy.sharding_per_value<[<@gspmd, [{"_axis_0", "_axis_1"}, {}]>]>, manual_axes = #sdy<manual_axes{"_axis_0", "_axis_1", "_axis_2"}>, out_shardings = #sdy.sharding_per_value<[<@gspmd, [{"_axis_0", "_axis_1"}, {}]>]>}
    // DET: det.reshape {{.*}} : (tensor<8x4xf32>) -> tensor<4x2x4xf32>
    %2 = stablehlo.custom_call @SPMDFullToShardShape(%1) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<2x4xf32>
    %3 = call @shmap_body(%2) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %4 = stablehlo.custom_call @Sharding(%3) {mhlo.sharding = "{manual}"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %5 = stablehlo.custom_call @SPMDShardToFullShape(%4) {mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"} : (tensor<2x4xf32>) -> tensor<8x4xf32>
    // CHECK: "stablehlo.add"({{.*}}) {sdy.sharding = #sdy.sharding_per_value<[<@gspmd, [{"_axis_0", "_axis_1"}, {"_axis_2"}]>]>}
    %6 = stablehlo.add %0, %5 {mhlo.sharding = "{devices=[4,2]<=[8]}"} : tensor<8x4xf32>
    return %6 : tensor<8x4xf32>
  }
  func.func private @shmap_body(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
    %0 = stablehlo.add %x, %x : tensor<2x4xf32>
    return %0 : tensor<2x4xf32>
  }
}

// -----

// Lists of devices: a transposed range is its digits, any other order is placement. A single device asks nothing.
// CHECK: #sdy.mesh<["_axis_0"=2, "_axis_1"=2]>
// CHECK: %arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@gspmd, [{"_axis_1"}, {"_axis_0"}]>}
// CHECK-SAME: %arg1: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@gspmd, [{"_axis_0"}, {"_axis_1"}]>}
// CHECK-SAME: %arg2: tensor<4x4xf32>
// DET: det.mesh = #det.mesh<["_axis_0"=2, "_axis_1"=2]>
module {
  func.func @main(%x: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,2]0,2,1,3}"}, %y: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,2]3,1,0,2}"},
                  %z: tensor<4x4xf32> {mhlo.sharding = "{maximal device=0}"}) {
    return
  }
}

// -----

// A mesh of the module's own gives the names.
// CHECK: %arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}
// DET: det.mesh = #det.mesh<["data"=4, "model"=2]>
module {
  sdy.mesh @mesh = <["data"=4, "model"=2]>
  func.func @main(%x: tensor<8x4xf32> {mhlo.sharding = "{devices=[4,2]<=[8]}"}) {
    return
  }
}

// -----

// A region of several results: JAX prints the end of each after the end of the one before.
// CHECK: %[[M:.*]]:2 = "sdy.manual_computation"
// CHECK-NEXT: ^bb0
// CHECK-NEXT: %[[BODY:.*]]:2 = func.call @shmap_body
// CHECK: return %[[M]]#0, %[[M]]#1
// DET: det.reshape {{.*}} : (tensor<4x2x4xf32>) -> tensor<8x4xf32>
module @jit_g attributes {mhlo.num_partitions = 4 : i32} {
  func.func public @main(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4x4xf32>) {
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<2x4xf32>
    %2:2 = call @shmap_body(%1) : (tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<1x4xf32>)
    %3 = stablehlo.custom_call @Sharding(%2#0) {mhlo.sharding = "{manual}"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<2x4xf32>) -> tensor<8x4xf32>
    %5 = stablehlo.custom_call @Sharding(%2#1) {mhlo.sharding = "{manual}"} : (tensor<1x4xf32>) -> tensor<1x4xf32>
    %6 = stablehlo.custom_call @SPMDShardToFullShape(%5) {mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<1x4xf32>) -> tensor<4x4xf32>
    return %4, %6 : tensor<8x4xf32>, tensor<4x4xf32>
  }
  func.func private @shmap_body(%x: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<1x4xf32>) {
    %0 = stablehlo.add %x, %x : tensor<2x4xf32>
    %1 = stablehlo.slice %x [0:1, 0:4] : (tensor<2x4xf32>) -> tensor<1x4xf32>
    return %0, %1 : tensor<2x4xf32>, tensor<1x4xf32>
  }
}
