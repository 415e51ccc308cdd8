// RUN: det-opt --det-verify-ordered --split-input-file --verify-diagnostics %s

// An op without an order.
func.func @no_order(%x: tensor<16x64xf32>, %init: tensor<f32>) -> tensor<16xf32> {
  // expected-error@+1 {{expected an order, got none; run det-order first}}
  %r = det.reduce add %x, %init, dims = [1] : (tensor<16x64xf32>, tensor<f32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

// A level outside the box.
func.func @no_such_dim(%x: tensor<16x64xf32>, %init: tensor<f32>) -> tensor<16xf32> {
  // expected-error@+1 {{expected a level on one of 1 reduced dims, got dim 1}}
  %r = det.reduce add %x, %init, dims = [1] {order = #det.order<levels = [(1, 8)], leaf = fold, acc = f32>} : (tensor<16x64xf32>, tensor<f32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

// Tensor cores multiply.
func.func @no_product(%x: tensor<16x64xbf16>, %init: tensor<bf16>) -> tensor<16xbf16> {
  // expected-error@+1 {{expected leaf mma<hopper_16> on products only, got terms bf16}}
  %r = det.reduce add %x, %init, dims = [1] {order = #det.order<levels = [(0, 8)], leaf = mma<hopper_16>, acc = f32>} : (tensor<16x64xbf16>, tensor<bf16>) -> tensor<16xbf16>
  return %r : tensor<16xbf16>
}
