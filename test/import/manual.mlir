// Manual computations become graphs over a dim of logical ranks.
// RUN: det-opt %s --det-import --split-input-file | FileCheck %s

sdy.mesh @mesh = <["x"=1, "y"=4]>

// CHECK-LABEL: func.func @main
// The parts of the cut dim go to the front, where the mesh may divide them.
// CHECK: %[[PARTS:.*]] = det.reshape %arg0 : (tensor<6x8xf32>) -> tensor<6x4x2xf32>
// CHECK: %[[FRONT:.*]] = det.transpose %[[PARTS]], dims = [1, 0, 2] : (tensor<6x4x2xf32>) -> tensor<4x6x2xf32>
// CHECK: %[[X:.*]] = det.sharding_constraint %[[FRONT]] <[{"y"}, {?}, {?}]>
// What is the same on all ranks has no such dim.
// CHECK: det.dot %[[X]], %arg1, batching = [] x [], contracting = [2] x [0] : (tensor<4x6x2xf32>, tensor<2x3xf32>) -> tensor<4x6x3xf32>
// CHECK: %[[NONE:.*]] = det.constant dense<-0.000000e+00> : tensor<f32>
// CHECK: det.reduce add %{{.*}}, %[[NONE]], dims = [1] {order = #det.order<levels = [(0, 1)], leaf = fold, acc = f32>} : (tensor<1x4x6x3xf32>, tensor<f32>) -> tensor<1x6x3xf32>
// CHECK: %[[SUM:.*]] = det.tanh %{{.*}} : tensor<6x3xf32>
// CHECK: det.transpose %{{.*}}, dims = [1, 0, 2] : (tensor<4x6x2xf32>) -> tensor<6x4x2xf32>
// CHECK: %[[WHOLE:.*]] = det.reshape %{{.*}} : (tensor<6x4x2xf32>) -> tensor<6x8xf32>
// CHECK: return %[[SUM]], %[[WHOLE]]
func.func @main(%x: tensor<6x8xf32>, %w: tensor<2x3xf32>) -> (tensor<6x3xf32>, tensor<6x8xf32>) {
  %0:2 = sdy.manual_computation(%x, %w) in_shardings=[<@mesh, [{}, {"y"}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>, <@mesh, [{}, {"y"}]>] manual_axes={"x", "y"}
      (%a: tensor<6x2xf32>, %b: tensor<2x3xf32>) {
    %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x2xf32>, tensor<2x3xf32>) -> tensor<6x3xf32>
    %s = "stablehlo.all_reduce"(%p) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "y">]>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %n = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %n : tensor<f32>
    }) : (tensor<6x3xf32>) -> tensor<6x3xf32>
    %t = stablehlo.tanh %s : tensor<6x3xf32>
    %i = stablehlo.partition_id : tensor<ui32>
    %f = stablehlo.convert %i : (tensor<ui32>) -> tensor<f32>
    %g = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<6x2xf32>
    %o = stablehlo.multiply %a, %g : tensor<6x2xf32>
    sdy.return %t, %o : tensor<6x3xf32>, tensor<6x2xf32>
  } : (tensor<6x8xf32>, tensor<2x3xf32>) -> (tensor<6x3xf32>, tensor<6x8xf32>)
  return %0#0, %0#1 : tensor<6x3xf32>, tensor<6x8xf32>
}

// -----

// The program of one process as a whole: the batch, and state that differs, get a dim of processes.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<3xf32> {det.kind = "state"
// CHECK-SAME: %arg1: tensor<2x3xf32> {det.kind = "state"
// CHECK-SAME: %arg2: tensor<2x2x3xf32> {det.kind = "batch"
// CHECK-SAME: %arg3: tensor<f32> {det.kind = "batch"
// CHECK-SAME: -> (tensor<3xf32> {{.*}}, tensor<2x3xf32> {{.*}}, tensor<2xui32>
func.func @main(%x: tensor<3xf32> {tf.aliasing_output = 0 : i32}, %s: tensor<3xf32> {tf.aliasing_output = 1 : i32}, %b: tensor<2x3xf32>, %rate: tensor<f32> {mhlo.is_same_data_across_replicas = true}) -> (tensor<3xf32>, tensor<3xf32>, tensor<ui32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%b init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  %g = "stablehlo.all_reduce"(%r) ({
  ^bb0(%l: tensor<f32>, %q: tensor<f32>):
    %n = stablehlo.add %l, %q : tensor<f32>
    stablehlo.return %n : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3xf32>) -> tensor<3xf32>
  %h = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %k = stablehlo.multiply %h, %g : tensor<3xf32>
  %u = stablehlo.subtract %x, %k : tensor<3xf32>
  %v = stablehlo.add %s, %r : tensor<3xf32>
  %i = stablehlo.replica_id : tensor<ui32>
  return %u, %v, %i : tensor<3xf32>, tensor<3xf32>, tensor<ui32>
}

// -----

// Nested computations: axes add up, and groups of devices are groups of their logical ranks.
sdy.mesh @mesh = <["a"=2, "b"=3]>

// CHECK-LABEL: func.func @main
// CHECK: det.reduce add %{{.*}}, dims = [1] {order = {{.*}}} : (tensor<2x3x2xf32>, tensor<f32>) -> tensor<2x2xf32>
// CHECK: det.reduce max %{{.*}}, dims = [1] {order = {{.*}}} : (tensor<3x2x2xf32>, tensor<f32>) -> tensor<3x2xf32>
func.func @main(%x: tensor<12xf32>) -> (tensor<4xf32>, tensor<6xf32>) {
  %0:2 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>, <@mesh, [{}]>] manual_axes={"a"} (%u: tensor<6xf32>) {
    %1:2 = sdy.manual_computation(%u) in_shardings=[<@mesh, [{"b"}]>] out_shardings=[<@mesh, [{}]>, <@mesh, [{"b"}]>] manual_axes={"b"} (%v: tensor<2xf32>) {
      %s = "stablehlo.all_reduce"(%v) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %r: tensor<f32>):
        %n = stablehlo.add %l, %r : tensor<f32>
        stablehlo.return %n : tensor<f32>
      }) : (tensor<2xf32>) -> tensor<2xf32>
      %t = "stablehlo.all_reduce"(%v) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %r: tensor<f32>):
        %n = stablehlo.maximum %l, %r : tensor<f32>
        stablehlo.return %n : tensor<f32>
      }) : (tensor<2xf32>) -> tensor<2xf32>
      sdy.return %s, %t : tensor<2xf32>, tensor<2xf32>
    } : (tensor<6xf32>) -> (tensor<2xf32>, tensor<6xf32>)
    sdy.return %1#0, %1#1 : tensor<2xf32>, tensor<6xf32>
  } : (tensor<12xf32>) -> (tensor<4xf32>, tensor<6xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<6xf32>
}
