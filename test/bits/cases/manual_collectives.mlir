// Collectives of every kind inside shard_map over two axes, of which one keeps its ranks on many meshes.
// shard: arg0=[{a},{}]
// shard: arg0=[{b},{a}]
// data: normal specials
// control: seed
module @manual_collectives {
  sdy.mesh @mesh = <["a"=4, "b"=2]>
  func.func public @main(%arg0: tensor<16x12xf32>, %arg1: tensor<12x8xf32>) -> (tensor<32x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<32x4xf32>) {
    %0:4 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"b"}, {"a"}]>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a", "b"}, {}]>, <@mesh, [{}]>, <@mesh, [{}, {}]>, <@mesh, [{"a"}, {"b"}]>] manual_axes={"a", "b"} (%arg2: tensor<8x3xf32>, %arg3: tensor<3x8xf32>) {
      %c = stablehlo.constant dense<2> : tensor<ui32>
      %c_0 = stablehlo.constant dense<4> : tensor<ui32>
      %1 = stablehlo.partition_id : tensor<ui32>
      %2 = stablehlo.divide %1, %c : tensor<ui32>
      %3 = stablehlo.remainder %2, %c_0 : tensor<ui32>
      %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i32>
      %c_1 = stablehlo.constant dense<10> : tensor<i32>
      %5 = stablehlo.multiply %4, %c_1 : tensor<i32>
      %c_2 = stablehlo.constant dense<1> : tensor<ui32>
      %c_3 = stablehlo.constant dense<2> : tensor<ui32>
      %6 = stablehlo.partition_id : tensor<ui32>
      %7 = stablehlo.divide %6, %c_2 : tensor<ui32>
      %8 = stablehlo.remainder %7, %c_3 : tensor<ui32>
      %9 = stablehlo.convert %8 : (tensor<ui32>) -> tensor<i32>
      %10 = stablehlo.add %5, %9 : tensor<i32>
      %11 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<3x8xf32>) -> tensor<8x8xf32>
      %12 = "stablehlo.reduce_scatter"(%11) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %27 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %27 : tensor<f32>
      }) : (tensor<8x8xf32>) -> tensor<8x2xf32>
      %13 = "stablehlo.all_to_all"(%12) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<8x2xf32>) -> tensor<4x4xf32>
      %14 = "stablehlo.all_gather"(%13) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<32x4xf32>
      %15 = "stablehlo.collective_permute"(%13) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [2, 4], [4, 6], [1, 3], [3, 5], [5, 7]]> : tensor<6x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %16 = stablehlo.convert %10 : (tensor<i32>) -> tensor<f32>
      %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %18 = stablehlo.multiply %15, %17 : tensor<4x4xf32>
      %19 = stablehlo.convert %13 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
      %20 = "stablehlo.all_reduce"(%19) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<bf16>, %arg5: tensor<bf16>):
        %27 = stablehlo.add %arg4, %arg5 : tensor<bf16>
        stablehlo.return %27 : tensor<bf16>
      }) : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
      %21 = stablehlo.convert %20 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
      %22 = stablehlo.add %13, %18 : tensor<4x4xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %23 = stablehlo.reduce(%14 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
      %24 = "stablehlo.all_reduce"(%12) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %27 = stablehlo.minimum %arg4, %arg5 : tensor<f32>
        stablehlo.return %27 : tensor<f32>
      }) : (tensor<8x2xf32>) -> tensor<8x2xf32>
      %25 = "stablehlo.all_reduce"(%12) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %27 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %27 : tensor<f32>
      }) : (tensor<8x2xf32>) -> tensor<8x2xf32>
      %26 = stablehlo.add %24, %25 : tensor<8x2xf32>
      sdy.return %22, %23, %21, %26 : tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<8x2xf32>
    } : (tensor<16x12xf32>, tensor<12x8xf32>) -> (tensor<32x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<32x4xf32>)
    return %0#0, %0#1, %0#2, %0#3 : tensor<32x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<32x4xf32>
  }
}
