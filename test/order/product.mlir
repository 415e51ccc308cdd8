// RUN: det-opt --det-order %s | FileCheck %s
// RUN: det-opt --det-order="recipe=mma=hopper" %s | FileCheck %s --check-prefix=HOPPER
// RUN: det-opt --det-order="recipe=k_leaf_min=16,k_leaf_max=16" %s | FileCheck %s --check-prefix=SMALL

// A product over k: blocks of 64 to 512. A recipe that names tensor cores changes narrow floats only.
// CHECK-LABEL: @matrix
// CHECK: #det.order<levels = [(0, 128)], leaf = fold, acc = f32>
// HOPPER-LABEL: @matrix
// HOPPER: #det.order<levels = [(0, 128)], leaf = fold, acc = f32>
// SMALL-LABEL: @matrix
// SMALL: #det.order<levels = [(0, 16)], leaf = fold, acc = f32>
func.func @matrix(%a: tensor<8x1536xf32>, %b: tensor<1536x4xf32>) -> tensor<8x4xf32> {
  %r = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] : (tensor<8x1536xf32>, tensor<1536x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// CHECK-LABEL: @narrow
// CHECK: #det.order<levels = [(0, 128)], leaf = fold, acc = f32>
// HOPPER-LABEL: @narrow
// HOPPER: #det.order<levels = [(0, 128)], leaf = mma<hopper_16>, acc = f32>
func.func @narrow(%a: tensor<8x1536xbf16>, %b: tensor<1536x4xbf16>) -> tensor<8x4xbf16> {
  %r = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] : (tensor<8x1536xbf16>, tensor<1536x4xbf16>) -> tensor<8x4xbf16>
  return %r : tensor<8x4xbf16>
}

// A tensor core takes operands of one type.
// HOPPER-LABEL: @mixed
// HOPPER: leaf = fold
func.func @mixed(%a: tensor<8x1536xbf16>, %b: tensor<1536x4xf32>) -> tensor<8x4xf32> {
  %r = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] : (tensor<8x1536xbf16>, tensor<1536x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// A weight gradient over batch and sequence: blocks of one batch element, then runs of the sequence.
// CHECK-LABEL: @weight_gradient
// CHECK: #det.order<levels = [(0, 1), (1, 64)], leaf = fold, acc = f32>
func.func @weight_gradient(%a: tensor<16x128x384xf32>, %b: tensor<16x128x8xf32>) -> tensor<384x8xf32> {
  %r = det.dot %a, %b, batching = [] x [], contracting = [0, 1] x [0, 1] : (tensor<16x128x384xf32>, tensor<16x128x8xf32>) -> tensor<384x8xf32>
  return %r : tensor<384x8xf32>
}
