// RUN: det-run --check %s
// RUN: det-run --check --device=reference %s
// Products of rows in groups: each row with the matrix of its group, and sums over the rows of each group. Numbers are exact.

func.func @rows() {
  %a = stablehlo.constant dense<[[2.0625, -2.5625, 0.4375], [-0.5625, -0.4375, -0.1875], [-2.0, -0.25, -0.875], [3.3125, 0.25, -0.375], [-0.3125, -0.6875, -1.0625], [-0.375, 0.5, -0.25]]> : tensor<6x3xf32>
  %b = stablehlo.constant dense<[[[0.9375, -0.1875], [0.0, 1.5625], [0.5625, -0.5]], [[-0.1875, 0.5625], [1.9375, -0.25], [-0.25, 1.0]], [[-0.875, -0.3125], [0.875, 0.5625], [0.0625, 0.6875]]]> : tensor<3x3x2xf32>
  %g = stablehlo.constant dense<[2, 0, 3]> : tensor<3xi32>
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x3xf32>, tensor<3x3x2xf32>, tensor<3xi32>) -> tensor<6x2xf32>
  check.expect_eq_const %0, dense<[[2.1796875, -4.609375], [-0.6328125, -0.484375], [1.4765625, -0.1171875], [-2.703125, -1.15234375], [-0.39453125, -1.01953125], [0.0, 0.0]]> : tensor<6x2xf32>
  return
}

func.func @sums() {
  %a = stablehlo.constant dense<[[2.0625, -2.5625, 0.4375], [-0.5625, -0.4375, -0.1875], [-2.0, -0.25, -0.875], [3.3125, 0.25, -0.375], [-0.3125, -0.6875, -1.0625], [-0.375, 0.5, -0.25]]> : tensor<6x3xf32>
  %b = stablehlo.constant dense<[[-2.8125, 1.0], [-0.9375, -1.6875], [0.25, 0.6875], [-0.4375, -1.0625], [0.0, -0.0625], [1.375, 0.75]]> : tensor<6x2xf32>
  %g = stablehlo.constant dense<[2, 0, 3]> : tensor<3xi64>
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>}> : (tensor<6x3xf32>, tensor<6x2xf32>, tensor<3xi64>) -> tensor<3x3x2xf32>
  check.expect_eq_const %0, dense<[[[-5.2734375, 3.01171875], [7.6171875, -1.82421875], [-1.0546875, 0.75390625]], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[-1.94921875, -4.875], [-0.171875, -0.39453125], [-0.0546875, -0.13671875]]]> : tensor<3x3x2xf32>
  return
}

func.func @rows_of_batches() {
  %a = stablehlo.constant dense<[[[0.1875, 1.125, -0.1875], [-0.9375, 0.5625, 0.5625], [-0.1875, -0.8125, 0.25], [-2.5, 0.6875, 0.5]], [[-1.625, 0.0625, -0.9375], [0.75, -2.0625, -0.9375], [0.6875, 1.1875, -2.1875], [-0.5, 0.3125, -0.625]]]> : tensor<2x4x3xf32>
  %b = stablehlo.constant dense<[[[[1.5625, -1.1875, 0.375], [-1.0625, 1.375, -0.0]], [[-0.375, -1.6875, 1.6875], [0.75, 0.75, 1.125]]], [[[0.375, -0.625, -0.8125], [-0.8125, 1.375, -1.4375]], [[-0.625, -0.3125, 0.25], [0.5625, -1.25, -1.75]]]]> : tensor<2x2x2x3xf32>
  %g = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3], lhs_ragged_dimensions = [1], rhs_group_dimensions = [2]>}> : (tensor<2x4x3xf32>, tensor<2x2x2x3xf32>, tensor<2xi32>) -> tensor<2x4x2xf32>
  check.expect_eq_const %0, dense<[[[-1.11328125, -2.28515625], [1.76953125, 0.3515625], [-0.91796875, -0.46875], [3.6015625, -0.796875]], [[0.11328125, 0.76171875], [-2.09765625, 4.640625], [4.21875, 2.73046875], [1.734375, 0.421875]]]> : tensor<2x4x2xf32>
  return
}

// Rows that groups do not reach are zeros, also beside infinities.
func.func @infinite() {
  %a = stablehlo.constant dense<[[1.0], [-1.0], [0x7F800000]]> : tensor<3x1xf32>
  %b = stablehlo.constant dense<[[[0x7F800000]], [[2.0]]]> : tensor<2x1x1xf32>
  %g = stablehlo.constant dense<1> : tensor<2xi32>
  %0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<3x1xf32>, tensor<2x1x1xf32>, tensor<2xi32>) -> tensor<3x1xf32>
  check.expect_eq_const %0, dense<[[0x7F800000], [-2.0], [0.0]]> : tensor<3x1xf32>
  return
}
