module attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%t: !stablehlo.token {jax.token = true}, %p: tuple<tensor<2xf32>, tuple<tensor<i32>>>, %x: tensor<2x3xf32> {tf.aliasing_output = 1 : i32}, %s: tensor<f32>) -> (!stablehlo.token, tensor<2x3xf32>, tuple<tensor<2xf32>>) {
    %0 = stablehlo.create_token : !stablehlo.token
    %1 = stablehlo.after_all %0, %t : !stablehlo.token
    %2:2 = stablehlo.optimization_barrier %1, %x : !stablehlo.token, tensor<2x3xf32>
    %3 = stablehlo.get_tuple_element %p[0] : (tuple<tensor<2xf32>, tuple<tensor<i32>>>) -> tensor<2xf32>
    %4 = stablehlo.tuple %3 : tuple<tensor<2xf32>>
    %5 = stablehlo.constant dense_resource<w> : tensor<2xf32>
    %6 = "stablehlo.reduce"(%2#1, %s) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.multiply %a, %s : tensor<f32>
      %n = stablehlo.add %m, %b : tensor<f32>
      stablehlo.return %n : tensor<f32>
    }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %7 = "stablehlo.sort"(%6) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.multiply %a, %s : tensor<f32>
      %c = stablehlo.compare LT, %m, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    %8 = "stablehlo.all_reduce"(%7) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.power %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    %9 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
    %10:2 = "stablehlo.while"(%9, %1) ({
    ^bb0(%k: tensor<i32>, %u: !stablehlo.token):
      %c = stablehlo.compare LT, %k, %9 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }, {
    ^bb0(%k: tensor<i32>, %u: !stablehlo.token):
      stablehlo.return %k, %u : tensor<i32>, !stablehlo.token
    }) : (tensor<i32>, !stablehlo.token) -> (tensor<i32>, !stablehlo.token)
    return %2#0, %2#1, %4 : !stablehlo.token, tensor<2x3xf32>, tuple<tensor<2xf32>>
  }
}
{-#
  dialect_resources: { builtin: { w: "0x040000000000803F000020C0" } }
#-}
