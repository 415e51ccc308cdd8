// RUN: det-run --check %s
// RUN: det-run --check --device=reference %s
// The neighbour of a float in the direction of another one: values of C's nextafterf.

func.func @directions() {
  %x = stablehlo.constant dense<[1.0, 1.0, -1.0, -1.0, 0.0, -0.0, 0.0, 1.0, 0x00000001, 0x80000001, 0x7F7FFFFF, 0x7F800000, 2.0, 0x7FC00000, 1.0]> : tensor<15xf32>
  %y = stablehlo.constant dense<[2.0, 0.0, -2.0, 0.0, 1.0, -1.0, -0.0, 0xFF800000, 0.0, 1.0, 0x7F800000, 0.0, 2.0, 1.0, 0x7F800000]> : tensor<15xf32>
  %n = chlo.next_after %x, %y : tensor<15xf32>, tensor<15xf32> -> tensor<15xf32>
  %bits = stablehlo.bitcast_convert %n : (tensor<15xf32>) -> tensor<15xui32>
  check.expect_eq_const %bits, dense<[0x3F800001, 0x3F7FFFFF, 0xBF800001, 0xBF7FFFFF, 0x00000001, 0x80000001, 0x80000000, 0x3F7FFFFF, 0x00000000, 0x80000000, 0x7F800000, 0x7F7FFFFF, 0x40000000, 0x7FFFFFFF, 0x3F800001]> : tensor<15xui32>
  func.return
}

func.func @narrow() {
  %x = stablehlo.constant dense<[1.0, -1.0, 0.0]> : tensor<3xbf16>
  %y = stablehlo.constant dense<[2.0, 1.0, -1.0]> : tensor<3xbf16>
  %n = chlo.next_after %x, %y : tensor<3xbf16>, tensor<3xbf16> -> tensor<3xbf16>
  %bits = stablehlo.bitcast_convert %n : (tensor<3xbf16>) -> tensor<3xui16>
  check.expect_eq_const %bits, dense<[0x3F81, 0xBF7F, 0x8001]> : tensor<3xui16>
  func.return
}

func.func @wide() {
  %x = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xf64>
  %y = stablehlo.constant dense<[0.0, -3.0]> : tensor<2xf64>
  %n = chlo.next_after %x, %y : tensor<2xf64>, tensor<2xf64> -> tensor<2xf64>
  %bits = stablehlo.bitcast_convert %n : (tensor<2xf64>) -> tensor<2xui64>
  check.expect_eq_const %bits, dense<[0x3FEFFFFFFFFFFFFF, 0xBFF0000000000001]> : tensor<2xui64>
  func.return
}
