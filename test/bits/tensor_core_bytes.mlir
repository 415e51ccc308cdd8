// A training step whose products are of 8-bit floats: f8E4M3FN forward, f8E5M2 backward, converted from f32 and back; weights of one layer are kept as bytes.
module @tensor_core_bytes {
  func.func public @main(%w: tensor<200x83xf32> {tf.aliasing_output = 0 : i32}, %v: tensor<83x35xf8E4M3FN> {tf.aliasing_output = 1 : i32}, %x: tensor<37x200xf32>, %t: tensor<37x35xf32>) -> (tensor<200x83xf32>, tensor<83x35xf8E4M3FN>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %rate = stablehlo.constant dense<0.25> : tensor<f32>
    %xb = stablehlo.convert %x : (tensor<37x200xf32>) -> tensor<37x200xf8E4M3FN>
    %wb = stablehlo.convert %w : (tensor<200x83xf32>) -> tensor<200x83xf8E4M3FN>
    %h = stablehlo.dot_general %xb, %wb, contracting_dims = [1] x [0] : (tensor<37x200xf8E4M3FN>, tensor<200x83xf8E4M3FN>) -> tensor<37x83xf32>
    %hb = stablehlo.convert %h : (tensor<37x83xf32>) -> tensor<37x83xf8E4M3FN>
    %y = stablehlo.dot_general %hb, %v, contracting_dims = [1] x [0] : (tensor<37x83xf8E4M3FN>, tensor<83x35xf8E4M3FN>) -> tensor<37x35xf32>
    %e = stablehlo.subtract %y, %t : tensor<37x35xf32>
    %square = stablehlo.multiply %e, %e : tensor<37x35xf32>
    %loss = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<37x35xf32>, tensor<f32>) -> tensor<f32>
    %eb = stablehlo.convert %e : (tensor<37x35xf32>) -> tensor<37x35xf8E5M2>
    %hw = stablehlo.convert %h : (tensor<37x83xf32>) -> tensor<37x83xf8E5M2>
    %gv = stablehlo.dot_general %hw, %eb, contracting_dims = [0] x [0] : (tensor<37x83xf8E5M2>, tensor<37x35xf8E5M2>) -> tensor<83x35xf32>
    %vf = stablehlo.convert %v : (tensor<83x35xf8E4M3FN>) -> tensor<83x35xf32>
    %vw = stablehlo.convert %vf : (tensor<83x35xf32>) -> tensor<83x35xf8E5M2>
    %gh = stablehlo.dot_general %eb, %vw, contracting_dims = [1] x [1] : (tensor<37x35xf8E5M2>, tensor<83x35xf8E5M2>) -> tensor<37x83xf32>
    %ghb = stablehlo.convert %gh : (tensor<37x83xf32>) -> tensor<37x83xf8E5M2>
    %xw = stablehlo.convert %x : (tensor<37x200xf32>) -> tensor<37x200xf8E5M2>
    %gw = stablehlo.dot_general %xw, %ghb, contracting_dims = [0] x [0] : (tensor<37x200xf8E5M2>, tensor<37x83xf8E5M2>) -> tensor<200x83xf32>
    %ratew = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<200x83xf32>
    %ratev = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<83x35xf32>
    %dw = stablehlo.multiply %gw, %ratew : tensor<200x83xf32>
    %dv = stablehlo.multiply %gv, %ratev : tensor<83x35xf32>
    %wn = stablehlo.subtract %w, %dw : tensor<200x83xf32>
    %vs = stablehlo.subtract %vf, %dv : tensor<83x35xf32>
    %vn = stablehlo.convert %vs : (tensor<83x35xf32>) -> tensor<83x35xf8E4M3FN>
    return %wn, %vn, %loss : tensor<200x83xf32>, tensor<83x35xf8E4M3FN>, tensor<f32>
  }
}
