// RUN: det-run --check %s
// RUN: det-run --check --device=reference %s
// bitcast_convert between widths: lowest bits first.

func.func @narrower() {
  %x = stablehlo.constant dense<[0x0123456789ABCDEF, -1]> : tensor<2xi64>
  %words = stablehlo.bitcast_convert %x : (tensor<2xi64>) -> tensor<2x2xui32>
  check.expect_eq_const %words, dense<[[0x89ABCDEF, 0x01234567], [0xFFFFFFFF, 0xFFFFFFFF]]> : tensor<2x2xui32>
  %bytes = stablehlo.bitcast_convert %words : (tensor<2x2xui32>) -> tensor<2x2x4xi8>
  check.expect_eq_const %bytes, dense<[[[-17, -51, -85, -119], [103, 69, 35, 1]], [[-1, -1, -1, -1], [-1, -1, -1, -1]]]> : tensor<2x2x4xi8>
  %half = stablehlo.constant dense<1.0> : tensor<f32>
  %pair = stablehlo.bitcast_convert %half : (tensor<f32>) -> tensor<2xbf16>
  check.expect_eq_const %pair, dense<[0.0, 1.0]> : tensor<2xbf16>
  func.return
}

func.func @wider() {
  %words = stablehlo.constant dense<[[0x89ABCDEF, 0x01234567], [0xFFFFFFFF, 0xFFFFFFFF]]> : tensor<2x2xui32>
  %x = stablehlo.bitcast_convert %words : (tensor<2x2xui32>) -> tensor<2xi64>
  check.expect_eq_const %x, dense<[0x0123456789ABCDEF, -1]> : tensor<2xi64>
  %bytes = stablehlo.constant dense<[0, 0, 128, 63]> : tensor<4xui8>
  %one = stablehlo.bitcast_convert %bytes : (tensor<4xui8>) -> tensor<f32>
  check.expect_eq_const %one, dense<1.0> : tensor<f32>
  %none = stablehlo.constant dense<> : tensor<0x4xui8>
  %nothing = stablehlo.bitcast_convert %none : (tensor<0x4xui8>) -> tensor<0xi32>
  check.expect_eq_const %nothing, dense<> : tensor<0xi32>
  func.return
}

func.func @map_of_scalars() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %y = stablehlo.constant dense<[[10, 20, 30], [40, 50, 60]]> : tensor<2x3xi32>
  %outside = stablehlo.constant dense<100> : tensor<i32>
  %r = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %two = stablehlo.constant dense<2> : tensor<i32>
    %0 = stablehlo.multiply %a, %two : tensor<i32>
    %1 = stablehlo.add %0, %b : tensor<i32>
    %2 = stablehlo.add %1, %outside : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[112, 124, 136], [148, 160, 172]]> : tensor<2x3xi32>
  func.return
}
