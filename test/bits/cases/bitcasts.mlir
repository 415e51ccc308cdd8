// Words taken apart into bf16 on shards of one element: floats of 16 bits are stored by their bits, without a library call.
// shard: r0=[{a}]
// shard: arg0=[{a}] r1=[{},{a}]
// data: normal specials
// control: seed
module {
  func.func public @main(%x: tensor<3xf32>) -> (tensor<2xbf16> {jax.result_info = "r0"}, tensor<3x2xbf16> {jax.result_info = "r1"}) {
    %0 = stablehlo.constant dense<1.5> : tensor<f32>
    %1 = stablehlo.bitcast_convert %0 : (tensor<f32>) -> tensor<ui32>
    %2 = stablehlo.bitcast_convert %1 : (tensor<ui32>) -> tensor<2xbf16>
    %3 = stablehlo.bitcast_convert %x : (tensor<3xf32>) -> tensor<3x2xbf16>
    return %2, %3 : tensor<2xbf16>, tensor<3x2xbf16>
  }
}
