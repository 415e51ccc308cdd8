// The batch norm ops of StableHLO over a sharded batch.
// shard: arg0=[{a},{},{},{}] arg3=[{a},{},{},{}]
// shard: arg0=[{},{a},{},{}] arg1=[{a}]
// shard: arg0=[{b},{a},{},{}]
// data: normal
// control: recipe=row_leaf_min=16,row_leaf_max=16,column_leaf_max=2
module @batch_norm_ops {
  func.func public @main(%arg0: tensor<8x3x6x5xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<8x3x6x5xf32>) -> (tensor<8x3x6x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<8x3x6x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<8x3x6x5xf32>) {
    %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<8x3x6x5xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<8x3x6x5xf32>, tensor<3xf32>, tensor<3xf32>)
    %1:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %0#1, %0#2, %arg3) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<8x3x6x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<8x3x6x5xf32>) -> (tensor<8x3x6x5xf32>, tensor<3xf32>, tensor<3xf32>)
    %2 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %0#1, %0#2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<8x3x6x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<8x3x6x5xf32>
    return %0#0, %0#1, %0#2, %1#0, %1#1, %1#2, %2 : tensor<8x3x6x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<8x3x6x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<8x3x6x5xf32>
  }
}
