// A sum over the image that is cut along rows, and in the tree also along columns, which meet no element anywhere: nothing at all is +0.0.
// shard: arg0=[{},{a},{},{}]
// recipe: k_leaf_min=1,k_leaf_max=1
// data: normal
// control: seed
module {
  func.func public @main(%x: tensor<1x5x1x3xf64>, %w: tensor<3x1x3x3xf64>, %v: tensor<3x3xf32>)
      -> (tensor<1x3x1x1xf64> {jax.result_info = "nothing"}, tensor<3x3xf32> {jax.result_info = "some"}) {
    %0 = stablehlo.convolution(%x, %w) dim_numbers = [f, 1, b, 0]x[0, i, 1, o]->[b, f, 0, 1],
      window = {pad = [[-1, 1], [2, 0]], lhs_dilate = [3, 1], rhs_dilate = [3, 3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x5x1x3xf64>, tensor<3x1x3x3xf64>) -> tensor<1x3x1x1xf64>
    %1 = stablehlo.negate %v : tensor<3x3xf32>
    return %0, %1 : tensor<1x3x1x1xf64>, tensor<3x3xf32>
  }
}
