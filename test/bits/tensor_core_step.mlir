// A training step of two layers whose products are of bf16 and of f16, in sizes that no tile and no step of a tensor core divides.
module @tensor_core_step {
  func.func public @main(%w: tensor<96x83xf32> {tf.aliasing_output = 0 : i32}, %v: tensor<83x35xf32> {tf.aliasing_output = 1 : i32}, %x: tensor<37x96xf32>, %t: tensor<37x35xf32>) -> (tensor<96x83xf32>, tensor<83x35xf32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %rate = stablehlo.constant dense<1.25> : tensor<f32>
    %xb = stablehlo.convert %x : (tensor<37x96xf32>) -> tensor<37x96xbf16>
    %wb = stablehlo.convert %w : (tensor<96x83xf32>) -> tensor<96x83xbf16>
    %vb = stablehlo.convert %v : (tensor<83x35xf32>) -> tensor<83x35xf16>
    %h = stablehlo.dot_general %xb, %wb, contracting_dims = [1] x [0] : (tensor<37x96xbf16>, tensor<96x83xbf16>) -> tensor<37x83xf32>
    %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<37x83xf32>
    %r = stablehlo.maximum %h, %zeros : tensor<37x83xf32>
    %rb = stablehlo.convert %r : (tensor<37x83xf32>) -> tensor<37x83xf16>
    %y = stablehlo.dot_general %rb, %vb, contracting_dims = [1] x [0] : (tensor<37x83xf16>, tensor<83x35xf16>) -> tensor<37x35xf32>
    %e = stablehlo.subtract %y, %t : tensor<37x35xf32>
    %square = stablehlo.multiply %e, %e : tensor<37x35xf32>
    %loss = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<37x35xf32>, tensor<f32>) -> tensor<f32>
    %eb = stablehlo.convert %e : (tensor<37x35xf32>) -> tensor<37x35xf16>
    %gv = stablehlo.dot_general %rb, %eb, contracting_dims = [0] x [0] : (tensor<37x83xf16>, tensor<37x35xf16>) -> tensor<83x35xf32>
    %gr = stablehlo.dot_general %eb, %vb, contracting_dims = [1] x [1] : (tensor<37x35xf16>, tensor<83x35xf16>) -> tensor<37x83xf16>
    %gf = stablehlo.convert %gr : (tensor<37x83xf16>) -> tensor<37x83xf32>
    %on = stablehlo.compare GT, %h, %zeros, FLOAT : (tensor<37x83xf32>, tensor<37x83xf32>) -> tensor<37x83xi1>
    %gh = stablehlo.select %on, %gf, %zeros : tensor<37x83xi1>, tensor<37x83xf32>
    %ghb = stablehlo.convert %gh : (tensor<37x83xf32>) -> tensor<37x83xbf16>
    %gw = stablehlo.dot_general %xb, %ghb, contracting_dims = [0] x [0] : (tensor<37x96xbf16>, tensor<37x83xbf16>) -> tensor<96x83xf32>
    %ratew = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<96x83xf32>
    %ratev = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<83x35xf32>
    %dw = stablehlo.multiply %gw, %ratew : tensor<96x83xf32>
    %dv = stablehlo.multiply %gv, %ratev : tensor<83x35xf32>
    %wn = stablehlo.subtract %w, %dw : tensor<96x83xf32>
    %vn = stablehlo.subtract %v, %dv : tensor<83x35xf32>
    return %wn, %vn, %loss : tensor<96x83xf32>, tensor<83x35xf32>, tensor<f32>
  }
}
