// Random ops on shards: threefry and philox count by the global index.
// shard: arg1=[{a},{}]
// shard: result0=[{a}] result1=[{},{a}] result3=[{a},{}]
// shard: arg1=[{},{a}] result3=[{b},{a}]
// data: normal wide
// control: seed
module @random_bits {
  func.func public @main(%arg0: tensor<2xui64>, %arg1: tensor<11x6xf32>) -> (tensor<2xui64>, tensor<11x6xui32>, tensor<7xui64>, tensor<11x6xf32>) {
    %0:2 = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<11x6xui32>)
    %1:2 = stablehlo.rng_bit_generator %0#0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7xui64>)
    %2 = stablehlo.convert %0#1 : (tensor<11x6xui32>) -> tensor<11x6xf32>
    %3 = stablehlo.add %2, %arg1 : tensor<11x6xf32>
    return %1#0, %0#1, %1#1, %3 : tensor<2xui64>, tensor<11x6xui32>, tensor<7xui64>, tensor<11x6xf32>
  }
}
