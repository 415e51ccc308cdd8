// Products of narrow floats by tensor cores: leaves of steps, K that no step divides, batches, several contracted dims, transposes, 8 bits.
// recipe: mma=hopper,k_leaf_min=16,k_leaf_max=32
// shard: arg0=[{},{a}] arg1=[{a}]
// shard: arg0=[{a},{}] arg4=[{},{a}]
// shard: arg2=[{a},{},{}] arg3=[{a}]
// shard: arg2=[{},{a},{}] arg3=[{},{a}]
// shard: arg0=[{a},{b}] arg1=[{b},{a}]
// data: normal specials small
// control: recipe=mma=ampere,k_leaf_min=16,k_leaf_max=32
module @tensor_cores {
  func.func public @main(%arg0: tensor<21x133xbf16>, %arg1: tensor<133x35xbf16>, %arg2: tensor<5x19x24xf16>, %arg3: tensor<5x19x12xf16>, %arg4: tensor<70x21xf8E4M3FN>, %arg5: tensor<70x9xf8E4M3FN>, %arg6: tensor<70x21xf8E5M2>) -> (tensor<21x35xf32>, tensor<35x21xbf16>, tensor<24x12xf16>, tensor<5x24x12xf32>, tensor<21x9xf32>, tensor<70x70xf16>, tensor<21x21xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<21x133xbf16>, tensor<133x35xbf16>) -> tensor<21x35xf32>
    %1 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [0] x [1] : (tensor<133x35xbf16>, tensor<21x133xbf16>) -> tensor<35x21xbf16>
    %2 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [0, 1] x [0, 1] : (tensor<5x19x24xf16>, tensor<5x19x12xf16>) -> tensor<24x12xf16>
    %3 = stablehlo.dot_general %arg2, %arg3, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<5x19x24xf16>, tensor<5x19x12xf16>) -> tensor<5x24x12xf32>
    %4 = stablehlo.dot_general %arg4, %arg5, contracting_dims = [0] x [0] : (tensor<70x21xf8E4M3FN>, tensor<70x9xf8E4M3FN>) -> tensor<21x9xf32>
    %5 = stablehlo.dot_general %arg6, %arg6, contracting_dims = [1] x [1] : (tensor<70x21xf8E5M2>, tensor<70x21xf8E5M2>) -> tensor<70x70xf16>
    %6 = stablehlo.dot_general %arg4, %arg6, contracting_dims = [0] x [0] : (tensor<70x21xf8E4M3FN>, tensor<70x21xf8E5M2>) -> tensor<21x21xf32>
    return %0, %1, %2, %3, %4, %5, %6 : tensor<21x35xf32>, tensor<35x21xbf16>, tensor<24x12xf16>, tensor<5x24x12xf32>, tensor<21x9xf32>, tensor<70x70xf16>, tensor<21x21xf32>
  }
}
