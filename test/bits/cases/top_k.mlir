// Top-k over a sharded dim: ties go to the lowest index.
// shard: arg0=[{},{a}]
// shard: arg0=[{a},{}]
// shard: arg0=[{b},{a}]
// data: normal small specials
// control: seed
module @top_k {
  func.func public @main(%arg0: tensor<6x50xf32>) -> (tensor<6x5xf32>, tensor<6x5xi32>) {
    %values, %indices = chlo.top_k(%arg0, k = 5) : tensor<6x50xf32> -> (tensor<6x5xf32>, tensor<6x5xi32>)
    return %values, %indices : tensor<6x5xf32>, tensor<6x5xi32>
  }
}
