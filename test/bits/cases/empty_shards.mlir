// One kernel makes a result of which some ranks have nothing, and others that every rank has: those are still made there.
// shard: r0=[{},{a}]
// shard: r0=[{},{a,b}] r1=[{}]
// recipe: k_leaf_min=1,k_leaf_max=1,row_leaf_min=1,row_leaf_max=1,column_leaf_max=1
// data: normal
// control: seed
module {
  func.func public @main(%x: tensor<7x3xf32> {tf.aliasing_output = 0 : i32}, %s: tensor<7xf32> {tf.aliasing_output = 1 : i32})
      -> (tensor<7x3xf32> {jax.result_info = "r0"}, tensor<7xf32> {jax.result_info = "r1"}, tensor<7xf32> {jax.result_info = "r2"}) {
    %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 1.0e-03 : f32, feature_index = 0 : i64}>
      : (tensor<7x3xf32>, tensor<7xf32>, tensor<7xf32>) -> (tensor<7x3xf32>, tensor<7xf32>, tensor<7xf32>)
    return %0#0, %0#1, %0#2 : tensor<7x3xf32>, tensor<7xf32>, tensor<7xf32>
  }
}
