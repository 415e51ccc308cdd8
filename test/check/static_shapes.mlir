// RUN: det-run --check %s
// RUN: det-run --check --device=reference %s
// Operations whose sizes are operands, where these are constants.

func.func @broadcast_and_reshape() {
  %x = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi64>
  %shape = stablehlo.constant dense<[3, 2, 2]> : tensor<3xi64>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1, 2] : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<3x2x2xi64>
  check.expect_eq_const %0, dense<[[[1, 1], [2, 2]], [[1, 1], [2, 2]], [[1, 1], [2, 2]]]> : tensor<3x2x2xi64>
  %flat = stablehlo.constant dense<[4, 3]> : tensor<2xi32>
  %1 = stablehlo.dynamic_reshape %0, %flat : (tensor<3x2x2xi64>, tensor<2xi32>) -> tensor<4x3xi64>
  check.expect_eq_const %1, dense<[[1, 1, 2], [2, 1, 1], [2, 2, 1], [1, 2, 2]]> : tensor<4x3xi64>
  %2 = stablehlo.dynamic_iota %flat, dim = 1 : (tensor<2xi32>) -> tensor<4x3xui8>
  check.expect_eq_const %2, dense<[[0, 1, 2], [0, 1, 2], [0, 1, 2], [0, 1, 2]]> : tensor<4x3xui8>
  return
}

func.func @pad_and_slice() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %low = stablehlo.constant dense<[1, -1]> : tensor<2xi64>
  %high = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
  %interior = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %0 = stablehlo.dynamic_pad %x, %zero, %low, %high, %interior
    : (tensor<2x3xi32>, tensor<i32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<4x4xi32>
  check.expect_eq_const %0, dense<[[0, 0, 0, 0], [2, 3, 0, 0], [0, 0, 0, 0], [5, 6, 0, 0]]> : tensor<4x4xi32>
  %start = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %limit = stablehlo.constant dense<[4, 3]> : tensor<2xi64>
  %stride = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %1 = stablehlo.real_dynamic_slice %0, %start, %limit, %stride
    : (tensor<4x4xi32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[2, 3, 0], [5, 6, 0]]> : tensor<2x3xi32>
  return
}

func.func @gather_and_convolution() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %rows = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_gather"(%x, %rows, %sizes) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false} : (tensor<3x2xf32>, tensor<2x1xi64>, tensor<2xi64>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<[[5.0, 6.0], [1.0, 2.0]]> : tensor<2x2xf32>
  %line = stablehlo.constant dense<[[[1.0, 2.0, 3.0, 4.0]]]> : tensor<1x1x4xf32>
  %kernel = stablehlo.constant dense<[[[1.0, 10.0]]]> : tensor<1x1x2xf32>
  %padding = stablehlo.constant dense<[[0, 1]]> : tensor<1x2xi32>
  %1 = "stablehlo.dynamic_conv"(%line, %kernel, %padding) {window_strides = array<i64: 1>, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x4xf32>, tensor<1x1x2xf32>, tensor<1x2xi32>) -> tensor<1x1x4xf32>
  check.expect_eq_const %1, dense<[[[21.0, 32.0, 43.0, 4.0]]]> : tensor<1x1x4xf32>
  return
}

func.func @size() {
  %x = stablehlo.constant dense<0.0> : tensor<2x7xf32>
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x7xf32>) -> tensor<i32>
  check.expect_eq_const %0, dense<7> : tensor<i32>
  return
}
