// RUN: det-opt %s --split-input-file --verify-diagnostics --det-lower-cuda --det-emit-ptx

// Orders come first.
func.func @no_order(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{expected an order; run det-order first}}
  %c = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %c : tensor<4x4xf32>
}

// -----

// A leaf for tensor cores needs a kernel of its own.
func.func @tensor_core(%a: tensor<4x8xbf16>, %b: tensor<8x4xbf16>) -> tensor<4x4xf32> {
  // expected-error @+1 {{expected leaf fold or lanes<32>, got mma<hopper_16>}}
  %c = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] {order = #det.order<levels = [(0, 8)], leaf = mma<hopper_16>, acc = f32>} : (tensor<4x8xbf16>, tensor<8x4xbf16>) -> tensor<4x4xf32>
  return %c : tensor<4x4xf32>
}

// -----

// Types are those of one rank.
func.func @sharded(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{expected a module for one rank, got layouts}}
  %c = det.region %a attributes {layouts = []} {
  ^bb0(%x: tensor<4x8xf32>):
    %y = det.negate %x : tensor<4x8xf32>
    det.yield %y : tensor<4x8xf32>
  } : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %c : tensor<4x8xf32>
}
