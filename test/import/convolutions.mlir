// Convolutions: transposes and reversals of operands become dimension numbers, narrow operands stay as they are.
// RUN: det-opt %s --det-import | FileCheck %s

// CHECK-LABEL: func.func @main
func.func public @main(%x: tensor<4x9x8x3xf32>, %w: tensor<3x3x3x6xf32>, %dy: tensor<4x9x8x6xf32>, %h: tensor<4x9x8x3xbf16>, %k: tensor<3x3x3x6xbf16>, %m: tensor<5x4xi8>, %n: tensor<4x6xi8>, %p: tensor<5x4xi1>)
    -> (tensor<4x9x8x6xf32>, tensor<3x3x3x6xf32>, tensor<4x9x8x3xf32>, tensor<4x9x8x6xf32>, tensor<5x6xi32>, tensor<5x5xi1>, tensor<5x6xf32>) {
  // Forward, NHWC.
  // CHECK: det.convolution %arg0, %arg1 {batch_groups = 1 : i64, feature_groups = 1 : i64, high = array<i64: 1, 1>, lhs_batch = 0 : i64, lhs_dilation = array<i64: 1, 1>, lhs_feature = 3 : i64, lhs_spatial = array<i64: 1, 2>, low = array<i64: 1, 1>, result_batch = 0 : i64, result_feature = 3 : i64, result_spatial = array<i64: 1, 2>, reversal = array<i1: false, false>, rhs_dilation = array<i64: 1, 1>, rhs_input_feature = 2 : i64, rhs_output_feature = 3 : i64, rhs_spatial = array<i64: 0, 1>, strides = array<i64: 1, 1>}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x9x8x3xf32>, tensor<3x3x3x6xf32>) -> tensor<4x9x8x6xf32>
  // The weight gradient, written with transposes: the batch of the forward pass is the feature, and lies below the batch.
  // CHECK: det.convolution %arg0, %arg2 {{.*}}lhs_batch = 3 : i64, {{.*}}lhs_feature = 0 : i64, lhs_spatial = array<i64: 1, 2>, {{.*}}rhs_input_feature = 0 : i64, rhs_output_feature = 3 : i64, rhs_spatial = array<i64: 1, 2>
  %xt = stablehlo.transpose %x, dims = [3, 1, 2, 0] : (tensor<4x9x8x3xf32>) -> tensor<3x9x8x4xf32>
  %dyt = stablehlo.transpose %dy, dims = [1, 2, 0, 3] : (tensor<4x9x8x6xf32>) -> tensor<9x8x4x6xf32>
  %1 = "stablehlo.convolution"(%xt, %dyt) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[0, 1, b, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>} : (tensor<3x9x8x4xf32>, tensor<9x8x4x6xf32>) -> tensor<3x3x3x6xf32>
  // The input gradient with its kernel reversed: a reversed window.
  // CHECK: det.convolution %arg2, %arg1 {{.*}}reversal = array<i1: true, true>, {{.*}}rhs_input_feature = 3 : i64, rhs_output_feature = 2 : i64
  %wr = stablehlo.reverse %w, dims = [0, 1] : tensor<3x3x3x6xf32>
  %2 = stablehlo.convolution(%dy, %wr) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x8x6xf32>, tensor<3x3x3x6xf32>) -> tensor<4x9x8x3xf32>
  // CHECK: det.convolution %arg3, %arg4 {{.*}} : (tensor<4x9x8x3xbf16>, tensor<3x3x3x6xbf16>) -> tensor<4x9x8x6xf32>
  %3 = mhlo.convolution(%h, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x8x3xbf16>, tensor<3x3x3x6xbf16>) -> tensor<4x9x8x6xf32>
  // CHECK: det.dot %arg5, %arg6, {{.*}} : (tensor<5x4xi8>, tensor<4x6xi8>) -> tensor<5x6xi32>
  %4 = stablehlo.dot_general %m, %n, contracting_dims = [1] x [0] : (tensor<5x4xi8>, tensor<4x6xi8>) -> tensor<5x6xi32>
  // Booleans: is there a term?
  // CHECK: %[[P:.*]] = det.convert %arg7 : (tensor<5x4xi1>) -> tensor<5x4xi32>
  // CHECK: %[[COUNT:.*]] = det.dot %[[P]], %{{.*}} -> tensor<5x5xi32>
  // CHECK: det.convert %[[COUNT]] : (tensor<5x5xi32>) -> tensor<5x5xi1>
  %5 = stablehlo.dot_general %p, %p, contracting_dims = [1] x [1] : (tensor<5x4xi1>, tensor<5x4xi1>) -> tensor<5x5xi1>
  // A request for less than f32 sums is met by f32 sums; one for f64 sums by converted operands.
  // CHECK: det.dot %{{.*}}, %{{.*}} : (tensor<5x4xf64>, tensor<4x6xf64>) -> tensor<5x6xf64>
  %mf = stablehlo.convert %m : (tensor<5x4xi8>) -> tensor<5x4xf32>
  %nf = stablehlo.convert %n : (tensor<4x6xi8>) -> tensor<4x6xf32>
  %6 = stablehlo.dot_general %mf, %nf, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f64, rhs_precision_type = f64, accumulation_type = f64, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<5x4xf32>, tensor<4x6xf32>) -> tensor<5x6xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4x9x8x6xf32>, tensor<3x3x3x6xf32>, tensor<4x9x8x3xf32>, tensor<4x9x8x6xf32>, tensor<5x6xi32>, tensor<5x5xi1>, tensor<5x6xf32>
}
