// Constraints of convolution. Labels are those of the StableHLO specification.
// RUN: det-opt %s --det-verify-input --split-input-file --verify-diagnostics

func.func @main(%x: tensor<2x8x6xf32>, %m: tensor<3x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C1)}}
  %0 = "stablehlo.convolution"(%x, %m) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>} : (tensor<2x8x6xf32>, tensor<3x6xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C2)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, window_strides = array<i64: 1, 1>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C3)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, window_strides = array<i64: 0>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C4)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C5)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, lhs_dilation = array<i64: 1, 1>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C6)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, lhs_dilation = array<i64: 0>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C7)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, rhs_dilation = array<i64: 1, 1>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C8)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, rhs_dilation = array<i64: 0>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C9)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, window_reversal = array<i1: true, true>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C10)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 3 : i64} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C11)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 4 : i64} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C12)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, i, o]->[b, 0, f]>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C14): expected a kernel of 3 input features, got 6}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C17)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, 1, i, o]->[b, 0, f]>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C19)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, 1, f]>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C21)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 0 : i64} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C22)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 0 : i64} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C23)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C25): expected a result of shape [2, 6, 4], got [2, 7, 4]}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x7x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %k: tensor<3x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C26)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>} : (tensor<2x8x6xf32>, tensor<3x6x4xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %i: tensor<3x6x4xi32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C27)}}
  %0 = "stablehlo.convolution"(%x, %i) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>} : (tensor<2x8x6xf32>, tensor<3x6x4xi32>) -> tensor<2x6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C24)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>]} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C15)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x5xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x2x5xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C16)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x5xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C13)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 1, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C13)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 4, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C18)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C18)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = -1, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C20)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 1, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' (C20)}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 4, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' has no readable 'dimension_numbers'}}
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, b, 0, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}
