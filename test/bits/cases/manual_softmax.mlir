// Softmax over a vocabulary that shard_map cuts in 8, with the maximum and the sum by collectives.
// shard: arg0=[{},{a}]
// shard: arg0=[{a},{}]
// data: normal specials
// control: seed
module @manual_softmax {
  sdy.mesh @mesh = <["a"=8]>
  func.func public @main(%arg0: tensor<5x264xf32>) -> (tensor<5x264xf32>, tensor<5xf32>) {
    %0:2 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}, {"a"}]>] out_shardings=[<@mesh, [{}, {"a"}]>, <@mesh, [{}]>] manual_axes={"a"} (%arg1: tensor<5x33xf32>) {
      %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %1 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<5x33xf32>, tensor<f32>) -> tensor<5xf32>
      %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %12 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
        stablehlo.return %12 : tensor<f32>
      }) : (tensor<5xf32>) -> tensor<5xf32>
      %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<5xf32>) -> tensor<5x1xf32>
      %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<5x1xf32>) -> tensor<5x33xf32>
      %5 = stablehlo.subtract %arg1, %4 : tensor<5x33xf32>
      %6 = stablehlo.exponential %5 : tensor<5x33xf32>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<5x33xf32>, tensor<f32>) -> tensor<5xf32>
      %8 = "stablehlo.all_reduce"(%7) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %12 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %12 : tensor<f32>
      }) : (tensor<5xf32>) -> tensor<5xf32>
      %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<5xf32>) -> tensor<5x1xf32>
      %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<5x1xf32>) -> tensor<5x33xf32>
      %11 = stablehlo.divide %6, %10 : tensor<5x33xf32>
      sdy.return %11, %8 : tensor<5x33xf32>, tensor<5xf32>
    } : (tensor<5x264xf32>) -> (tensor<5x264xf32>, tensor<5xf32>)
    return %0#0, %0#1 : tensor<5x264xf32>, tensor<5xf32>
  }
}
