// A training step with a product that is large enough for the tiles of warpgroups (wgmma), and two that are not; no size is a multiple of a tile.
module @tensor_core_large {
  func.func public @main(%w: tensor<72x710xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<760x72xf32>, %t: tensor<72x710xf32>) -> (tensor<72x710xf32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %xb = stablehlo.convert %x : (tensor<760x72xf32>) -> tensor<760x72xbf16>
    %wb = stablehlo.convert %w : (tensor<72x710xf32>) -> tensor<72x710xbf16>
    %y = stablehlo.dot_general %xb, %wb, contracting_dims = [1] x [0] : (tensor<760x72xbf16>, tensor<72x710xbf16>) -> tensor<760x710xf32>
    %yb = stablehlo.convert %y : (tensor<760x710xf32>) -> tensor<760x710xbf16>
    %g = stablehlo.dot_general %xb, %yb, contracting_dims = [0] x [0] : (tensor<760x72xbf16>, tensor<760x710xbf16>) -> tensor<72x710xf32>
    %e = stablehlo.subtract %g, %t : tensor<72x710xf32>
    %square = stablehlo.multiply %e, %e : tensor<72x710xf32>
    %loss = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<72x710xf32>, tensor<f32>) -> tensor<f32>
    %wn = stablehlo.subtract %w, %e : tensor<72x710xf32>
    return %wn, %loss : tensor<72x710xf32>, tensor<f32>
  }
}
