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

// -----

// A model that is not known.
func.func @no_model(%a: tensor<8x16xbf16>, %b: tensor<16x4xbf16>) -> tensor<8x4xf32> {
  // expected-error@+1 {{expected a matrix product of two operands that tensor cores of model hopper_17 read and add up in f32, got terms bf16*bf16 and acc f32}}
  %r = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] {order = #det.order<levels = [(0, 8)], leaf = mma<hopper_17>, acc = f32>} : (tensor<8x16xbf16>, tensor<16x4xbf16>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// A model that does not read these operands.
func.func @no_operands(%a: tensor<8x16xbf16>, %b: tensor<16x4xbf16>) -> tensor<8x4xf32> {
  // expected-error@+1 {{expected a matrix product of two operands that tensor cores of model volta_4 read}}
  %r = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] {order = #det.order<levels = [(0, 8)], leaf = mma<volta_4>, acc = f32>} : (tensor<8x16xbf16>, tensor<16x4xbf16>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// Operands of two types.
func.func @two_types(%a: tensor<8x16xf16>, %b: tensor<16x4xbf16>) -> tensor<8x4xf32> {
  // expected-error@+1 {{got terms f16*bf16 and acc f32}}
  %r = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] {order = #det.order<levels = [(0, 8)], leaf = mma<hopper_16>, acc = f32>} : (tensor<8x16xf16>, tensor<16x4xbf16>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
