// RUN: det-opt --det-order %s | FileCheck %s
// RUN: det-opt --det-order="recipe=k_leaf_min=16,k_leaf_max=16" %s | FileCheck %s --check-prefix=SMALL

// Forward: the window, then the feature, in blocks of the feature.
// CHECK-LABEL: @forward
// CHECK: #det.order<levels = [(2, 128)], leaf = fold, acc = f32>
// SMALL-LABEL: @forward
// SMALL: #det.order<levels = [(2, 16)], leaf = fold, acc = f32>
func.func @forward(%x: tensor<8x32x32x1024xbf16>, %w: tensor<3x3x1024x64xbf16>) -> tensor<8x30x30x64xbf16> {
  %r = det.convolution %x, %w {lhs_batch = 0 : i64, lhs_feature = 3 : i64, lhs_spatial = array<i64: 1, 2>, rhs_input_feature = 2 : i64, rhs_output_feature = 3 : i64, rhs_spatial = array<i64: 0, 1>, result_batch = 0 : i64, result_feature = 3 : i64, result_spatial = array<i64: 1, 2>, strides = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, reversal = array<i1: false, false>, feature_groups = 1 : i64, batch_groups = 1 : i64} : (tensor<8x32x32x1024xbf16>, tensor<3x3x1024x64xbf16>) -> tensor<8x30x30x64xbf16>
  return %r : tensor<8x30x30x64xbf16>
}

// A weight gradient: the feature dim lies below the batch dim. Blocks of one image, then runs of rows.
// CHECK-LABEL: @weight_gradient
// CHECK: #det.order<levels = [(0, 1), (1, 4)], leaf = fold, acc = f32>
func.func @weight_gradient(%x: tensor<64x34x34x16xf32>, %dy: tensor<64x32x32x8xf32>) -> tensor<3x3x16x8xf32> {
  %r = det.convolution %x, %dy {lhs_batch = 3 : i64, lhs_feature = 0 : i64, lhs_spatial = array<i64: 1, 2>, rhs_input_feature = 0 : i64, rhs_output_feature = 3 : i64, rhs_spatial = array<i64: 1, 2>, result_batch = 2 : i64, result_feature = 3 : i64, result_spatial = array<i64: 0, 1>, strides = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, reversal = array<i1: false, false>, feature_groups = 1 : i64, batch_groups = 1 : i64} : (tensor<64x34x34x16xf32>, tensor<64x32x32x8xf32>) -> tensor<3x3x16x8xf32>
  return %r : tensor<3x3x16x8xf32>
}

// Integers accumulate in the result's type, f64 wins over f32.
// CHECK-LABEL: @types
// CHECK: acc = i32>
// CHECK: acc = f64>
func.func @types(%a: tensor<4x100xi8>, %b: tensor<100x4xi8>, %c: tensor<4x100xf32>, %d: tensor<100x4xf64>) -> (tensor<4x4xi32>, tensor<4x4xf32>) {
  %0 = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] : (tensor<4x100xi8>, tensor<100x4xi8>) -> tensor<4x4xi32>
  %1 = det.dot %c, %d, batching = [] x [], contracting = [1] x [0] : (tensor<4x100xf32>, tensor<100x4xf64>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xi32>, tensor<4x4xf32>
}
