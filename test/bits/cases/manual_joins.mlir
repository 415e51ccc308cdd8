// Collectives inside shard_map whose regions are no combiner: a sum that forgets, whose order is in the bits.
// shard: arg0=[{a},{}]
// shard: arg0=[{b},{a}]
// data: normal specials
// control: seed
module @manual_joins {
  sdy.mesh @mesh = <["a"=4, "b"=2]>
  func.func public @main(%arg0: tensor<16x12xf32>) -> (tensor<4x12xf32>, tensor<4x12xf32>) {
    %0:2 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{}, {}]>, <@mesh, [{}, {"a"}]>] manual_axes={"a"} (%x: tensor<4x12xf32>) {
      %1 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %r: tensor<f32>):
        %rate = stablehlo.constant dense<7.0e-01> : tensor<f32>
        %p = stablehlo.multiply %l, %rate : tensor<f32>
        %s = stablehlo.add %p, %r : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<4x12xf32>) -> tensor<4x12xf32>
      %2 = "stablehlo.reduce_scatter"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %r: tensor<f32>):
        %rate = stablehlo.constant dense<3.0e-01> : tensor<f32>
        %p = stablehlo.multiply %r, %rate : tensor<f32>
        %s = stablehlo.add %l, %p : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<4x12xf32>) -> tensor<4x3xf32>
      sdy.return %1, %2 : tensor<4x12xf32>, tensor<4x3xf32>
    } : (tensor<16x12xf32>) -> (tensor<4x12xf32>, tensor<4x12xf32>)
    return %0#0, %0#1 : tensor<4x12xf32>, tensor<4x12xf32>
  }
}
