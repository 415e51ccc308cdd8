module @jit_f attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["a"=2]>
  func.func public @main(%arg0: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<6xi32>) -> (tensor<4x6xf32> {jax.result_info = "result[0]['w']"}, tensor<6xf32>) {
    %c = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = call @relu(%arg0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return %1, %0 : tensor<4x6xf32>, tensor<6xf32>
  }
  func.func private @relu(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
    %c = stablehlo.constant dense<"0x00000080"> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %1 = stablehlo.maximum %x, %0 : tensor<4x6xf32>
    return %1 : tensor<4x6xf32>
  }
}
