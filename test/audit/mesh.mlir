// What the mesh cuts: shardings of the text, and those of the command line; collectives that the text has.
// RUN: det-opt %s --det-audit | FileCheck %s "--implicit-check-not=- safe"
// RUN: det-opt %s --det-audit --mesh=data=1,model=1 | FileCheck %s --check-prefix=ALONE
// RUN: det-opt %s --det-audit --mesh=data=1,model=2 '--shard=x=[{},{model}]' | FileCheck %s --check-prefix=MODEL

// CHECK: mesh data=4,model=2
// CHECK: collective-sum (1)
// CHECK: - reduce: stablehlo.all_reduce f32[16] in groups of 4{{.*}}; det: {{.*}}f32
// CHECK: sum-over-mesh (1)
// CHECK: - columns: stablehlo.reduce f32[32] over 64 terms, cut by [{data}{{.*}}]; det:
// CHECK: product-over-mesh (1)
// CHECK: - gradient: stablehlo.dot_general f32[32,8] over 64 terms, default precision, cut by [{data}, {}]; det:
// CHECK: rank-number (1)
// CHECK: - rank: stablehlo.partition_id ui32[]{{$}}
// CHECK: product (1): float matrix product
// CHECK: - forward: stablehlo.dot_general f32[64,8] over 32 terms

// ALONE-NOT: over-mesh
// ALONE: product (2): float matrix product
// ALONE: sum (1): float reduction
// ALONE: - columns: stablehlo.reduce f32[32] over 64 terms; det:

// MODEL: mesh data=1,model=2
// MODEL: product-over-mesh (1)
// MODEL: - forward: stablehlo.dot_general f32[64,8] over 32 terms, default precision, cut by {{.*}}model
sdy.mesh @mesh = <["data"=4, "model"=2]>
func.func public @main(%x: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", ?}, {?}]>} loc("x"), %w: tensor<32x8xf32>, %g: tensor<64x8xf32>, %s: tensor<64xf32>)
    -> (tensor<32xf32>, tensor<64x8xf32>, tensor<32x8xf32>, tensor<16xf32>, tensor<4xui32>, tensor<64xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<64x32xf32>, tensor<f32>) -> tensor<32xf32> loc("columns")
  %1 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x8xf32>) -> tensor<64x8xf32> loc("forward")
  %2 = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<64x32xf32>, tensor<64x8xf32>) -> tensor<32x8xf32> loc("gradient")
  %3:2 = sdy.manual_computation(%s) in_shardings=[<@mesh, [{"data"}]>] out_shardings=[<@mesh, [{}]>, <@mesh, [{"data"}]>] manual_axes={"data", "model"} (%a: tensor<16xf32>) {
    %r = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %q: tensor<f32>):
      %n = stablehlo.add %l, %q : tensor<f32>
      stablehlo.return %n : tensor<f32>
    }) : (tensor<16xf32>) -> tensor<16xf32> loc("reduce")
    %m = "stablehlo.all_reduce"(%r) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %q: tensor<f32>):
      %n = stablehlo.maximum %l, %q : tensor<f32>
      stablehlo.return %n : tensor<f32>
    }) : (tensor<16xf32>) -> tensor<16xf32> loc("safe maximum")
    %i = stablehlo.partition_id : tensor<ui32> loc("rank")
    %j = stablehlo.reshape %i : (tensor<ui32>) -> tensor<1xui32>
    sdy.return %m, %j : tensor<16xf32>, tensor<1xui32>
  } : (tensor<64xf32>) -> (tensor<16xf32>, tensor<4xui32>)
  %4 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<64x32xf32>, tensor<f32>) -> tensor<64xf32> loc("safe rows")
  return %0, %1, %2, %3#0, %3#1, %4 : tensor<32xf32>, tensor<64x8xf32>, tensor<32x8xf32>, tensor<16xf32>, tensor<4xui32>, tensor<64xf32>
}
