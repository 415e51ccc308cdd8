// RUN: det-run --check %s
// RUN: det-run --check --device=reference %s
// Integers of 2 and 4 bits, and small floats, are computed in wider types and brought back.

func.func @signed() {
  %a = stablehlo.constant dense<[-8, -8, 7, 3, -1, 5]> : tensor<6xi4>
  %b = stablehlo.constant dense<[-1, 1, 7, 0, 2, -3]> : tensor<6xi4>
  %sum = stablehlo.add %a, %b : tensor<6xi4>
  check.expect_eq_const %sum, dense<[7, -7, -2, 3, 1, 2]> : tensor<6xi4>
  %product = stablehlo.multiply %a, %b : tensor<6xi4>
  check.expect_eq_const %product, dense<[-8, -8, 1, 0, -2, 1]> : tensor<6xi4>
  %quotient = stablehlo.divide %a, %b : tensor<6xi4>
  check.expect_eq_const %quotient, dense<[-8, -8, 1, -1, 0, -1]> : tensor<6xi4>
  %shifted = stablehlo.shift_right_logical %a, %b : tensor<6xi4>
  check.expect_eq_const %shifted, dense<[0, 4, 0, 3, 3, 0]> : tensor<6xi4>
  %ones = stablehlo.popcnt %a : tensor<6xi4>
  check.expect_eq_const %ones, dense<[1, 1, 3, 2, 4, 2]> : tensor<6xi4>
  %zeros = stablehlo.count_leading_zeros %a : tensor<6xi4>
  check.expect_eq_const %zeros, dense<[0, 0, 1, 2, 0, 1]> : tensor<6xi4>
  %bits = stablehlo.bitcast_convert %a : (tensor<6xi4>) -> tensor<6xui4>
  check.expect_eq_const %bits, dense<[8, 8, 7, 3, 15, 5]> : tensor<6xui4>
  %zero = stablehlo.constant dense<0> : tensor<i4>
  %total = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6xi4>, tensor<i4>) -> tensor<i4>
  check.expect_eq_const %total, dense<-2> : tensor<i4>
  func.return
}

func.func @unsigned() {
  %a = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %b = stablehlo.constant dense<[3, 3, 0, 2]> : tensor<4xui2>
  %difference = stablehlo.subtract %a, %b : tensor<4xui2>
  check.expect_eq_const %difference, dense<[1, 2, 2, 1]> : tensor<4xui2>
  %not = stablehlo.not %a : tensor<4xui2>
  check.expect_eq_const %not, dense<[3, 2, 1, 0]> : tensor<4xui2>
  %x = stablehlo.constant dense<[-1.5, 2.75, 300.0, 0x7FC00000]> : tensor<4xf32>
  %saturated = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xui4>
  check.expect_eq_const %saturated, dense<[0, 2, 15, 0]> : tensor<4xui4>
  %wrapped = stablehlo.convert %saturated : (tensor<4xui4>) -> tensor<4xi2>
  check.expect_eq_const %wrapped, dense<[0, -2, -1, 0]> : tensor<4xi2>
  func.return
}

func.func @floats() {
  %x = stablehlo.constant dense<[1.03, 0x7F800000, -300.0, 0.01]> : tensor<4xf32>
  %a = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf8E3M4>
  %twice = stablehlo.add %a, %a : tensor<4xf8E3M4>
  %wide = stablehlo.convert %twice : (tensor<4xf8E3M4>) -> tensor<4xf32>
  check.expect_eq_const %wide, dense<[2.0, 0x7F800000, 0xFF800000, 0.03125]> : tensor<4xf32>
  // The greatest number where a format has neither infinity nor NaN.
  %b = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf4E2M1FN>
  %bits = stablehlo.bitcast_convert %b : (tensor<4xf4E2M1FN>) -> tensor<4xui4>
  check.expect_eq_const %bits, dense<[2, 7, 15, 0]> : tensor<4xui4>
  func.return
}

// Kinds that no step can have as a result are compared all the same. Powers of two have no even neighbours: a middle rounds up.
func.func @rarer_floats() {
  %x = stablehlo.constant dense<[0.75, 1.0, 1.4, 1.5, 3.0, 5.9]> : tensor<6xf32>
  %power = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xf8E8M0FNU>
  check.expect_eq_const %power, dense<[1.0, 1.0, 1.0, 2.0, 4.0, 4.0]> : tensor<6xf8E8M0FNU>
  %four = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xf4E2M1FN>
  check.expect_eq_const %four, dense<[1.0, 1.0, 1.5, 1.5, 3.0, 6.0]> : tensor<6xf4E2M1FN>
  %sum = stablehlo.add %four, %four : tensor<6xf4E2M1FN>
  check.expect_almost_eq_const %sum, dense<[2.0, 2.0, 3.0, 3.0, 6.0, 6.0]> : tensor<6xf4E2M1FN>
  %signless = stablehlo.constant dense<[0x80, 0x7F, 0x01]> : tensor<3xf8E4M3FNUZ>
  %negated = stablehlo.negate %signless : tensor<3xf8E4M3FNUZ>
  check.expect_eq_const %negated, dense<[0x80, 0xFF, 0x81]> : tensor<3xf8E4M3FNUZ>
  %next = stablehlo.constant dense<[0x80, 0xFD, 0x81]> : tensor<3xf8E4M3FNUZ>
  check.expect_close %negated, %next, max_ulp_difference = 2 : tensor<3xf8E4M3FNUZ>, tensor<3xf8E4M3FNUZ>
  func.return
}

// Products of integers may be floats.
func.func @integers_into_floats() {
  %a = stablehlo.constant dense<[[127, -128], [3, 4]]> : tensor<2x2xi8>
  %dot = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<2x2xi8>, tensor<2x2xi8>) -> tensor<2x2xf32>
  check.expect_eq_const %dot, dense<[[32513.0, -131.0], [-131.0, 25.0]]> : tensor<2x2xf32>
  %line = stablehlo.constant dense<[[[1, 2, 3, 4]]]> : tensor<1x1x4xi32>
  %kernel = stablehlo.constant dense<[[[1, 10]]]> : tensor<1x1x2xi32>
  %convolution = stablehlo.convolution(%line, %kernel) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x4xi32>, tensor<1x1x2xi32>) -> tensor<1x1x3xbf16>
  check.expect_eq_const %convolution, dense<[[[21.0, 32.0, 43.0]]]> : tensor<1x1x3xbf16>
  func.return
}
