// RUN: det-opt --det-order %s | FileCheck %s
// RUN: det-opt --det-order="recipe=mma=hopper" %s | FileCheck %s --check-prefix=HOPPER
// RUN: det-opt --det-order="recipe=mma=ampere" %s | FileCheck %s --check-prefix=AMPERE
// RUN: det-opt --det-order="recipe=mma=volta" %s | FileCheck %s --check-prefix=VOLTA
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
// AMPERE-LABEL: @narrow
// AMPERE: leaf = mma<ampere_8>, acc = f32>
// VOLTA-LABEL: @narrow
// VOLTA: leaf = fold, acc = f32>
func.func @narrow(%a: tensor<8x1536xbf16>, %b: tensor<1536x4xbf16>) -> tensor<8x4xbf16> {
  %r = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] : (tensor<8x1536xbf16>, tensor<1536x4xbf16>) -> tensor<8x4xbf16>
  return %r : tensor<8x4xbf16>
}

// A family has a model per type, or none: the product is then a fold.
// HOPPER-LABEL: @bytes
// HOPPER: leaf = mma<hopper_fp8_32>, acc = f32>
// AMPERE-LABEL: @bytes
// AMPERE: leaf = fold, acc = f32>
func.func @bytes(%a: tensor<8x1536xf8E4M3FN>, %b: tensor<1536x4xf8E4M3FN>) -> tensor<8x4xf32> {
  %r = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] : (tensor<8x1536xf8E4M3FN>, tensor<1536x4xf8E4M3FN>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// HOPPER-LABEL: @halves
// HOPPER: leaf = mma<hopper_16>, acc = f32>
// VOLTA-LABEL: @halves
// VOLTA: leaf = mma<volta_4>, acc = f32>
func.func @halves(%a: tensor<8x1536xf16>, %b: tensor<1536x4xf16>) -> tensor<8x4xf32> {
  %r = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] : (tensor<8x1536xf16>, tensor<1536x4xf16>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
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
