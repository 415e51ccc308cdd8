// Manual computations on empty tensors and scalars, with inits of their own, groups in any order and groups of different sizes.
// shard: arg0=[{},{a}]
// shard: arg3=[{a},{}]
// data: normal specials
// control: seed
module @manual_edges {
  sdy.mesh @mesh = <["a"=4]>
  func.func public @main(%x: tensor<0x6xf32>, %y: tensor<8x0xf32>, %s: tensor<f32>, %b: tensor<12x1xbf16>) -> (tensor<4xf32>, tensor<6xf32>, tensor<8x0xf32>, tensor<f32>, tensor<3x1xbf16>, tensor<12x1xbf16>) {
    %0:6 = sdy.manual_computation(%x, %y, %s, %b) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>, <@mesh, []>, <@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}]>, <@mesh, [{}]>, <@mesh, [{"a"}, {}]>, <@mesh, []>, <@mesh, [{}, {}]>, <@mesh, [{"a"}, {}]>] manual_axes={"a"} (%u: tensor<0x6xf32>, %v: tensor<2x0xf32>, %t: tensor<f32>, %w: tensor<3x1xbf16>) {
      %z = stablehlo.constant dense<1.5> : tensor<f32>
      %r = stablehlo.reduce(%v init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x0xf32>, tensor<f32>) -> tensor<f32>
      %r1 = stablehlo.reshape %r : (tensor<f32>) -> tensor<1xf32>
      %q = stablehlo.reduce(%u init: %t) applies stablehlo.add across dimensions = [0] : (tensor<0x6xf32>, tensor<f32>) -> tensor<6xf32>
      %p = "stablehlo.all_reduce"(%v) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %g: tensor<f32>):
        %n = stablehlo.add %l, %g : tensor<f32>
        stablehlo.return %n : tensor<f32>
      }) : (tensor<2x0xf32>) -> tensor<2x0xf32>
      %k = "stablehlo.all_reduce"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %g: tensor<f32>):
        %n = stablehlo.multiply %l, %g : tensor<f32>
        stablehlo.return %n : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      %j = "stablehlo.all_reduce"(%w) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[3, 1, 0, 2]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<bf16>, %g: tensor<bf16>):
        %n = stablehlo.add %l, %g : tensor<bf16>
        stablehlo.return %n : tensor<bf16>
      }) : (tensor<3x1xbf16>) -> tensor<3x1xbf16>
      %i = "stablehlo.all_reduce"(%w) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[3, 1, 0], [2, -1, -1]]> : tensor<2x3xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<bf16>, %g: tensor<bf16>):
        %n = stablehlo.minimum %l, %g : tensor<bf16>
        stablehlo.return %n : tensor<bf16>
      }) : (tensor<3x1xbf16>) -> tensor<3x1xbf16>
      sdy.return %r1, %q, %p, %k, %j, %i : tensor<1xf32>, tensor<6xf32>, tensor<2x0xf32>, tensor<f32>, tensor<3x1xbf16>, tensor<3x1xbf16>
    } : (tensor<0x6xf32>, tensor<8x0xf32>, tensor<f32>, tensor<12x1xbf16>) -> (tensor<4xf32>, tensor<6xf32>, tensor<8x0xf32>, tensor<f32>, tensor<3x1xbf16>, tensor<12x1xbf16>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5 : tensor<4xf32>, tensor<6xf32>, tensor<8x0xf32>, tensor<f32>, tensor<3x1xbf16>, tensor<12x1xbf16>
  }
}
