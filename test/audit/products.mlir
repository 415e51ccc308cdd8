// Products and convolutions of floats are findings, gradients of convolutions the worst; products of whole numbers and outer products are not.
// RUN: det-opt %s --det-audit | FileCheck %s "--implicit-check-not=- safe"

// CHECK: 3 may differ from run to run, 0 are opaque, 3 depend on the layout, 1 on the device; det compiles
// CHECK: convolution-gradient (3)
// CHECK: - weights: stablehlo.convolution f32[3,3,3,6] over 288 terms, default precision; det:
// CHECK: - input: stablehlo.convolution f32[4,9,8,3] over 54 terms, default precision; det:
// CHECK: - transposed: stablehlo.convolution f32[3,6,3,3] over 288 terms, default precision; det:
// CHECK: product (2): float matrix product
// CHECK: - dot: stablehlo.dot_general f32[8,5] over 200 terms, default precision; det: tree of 4 blocks of 64, each folded in ascending order, f32
// CHECK: - exact: stablehlo.dot_general f32[8,5] over 200 terms; det:
// CHECK: convolution (1): float convolution
// CHECK: - forward: stablehlo.convolution f32[4,9,8,6] over 27 terms, default precision; det:
// CHECK: library (1)
// CHECK: - factor: stablehlo.cholesky f32[4,4]{{$}}
func.func public @main(%a: tensor<8x200xf32>, %b: tensor<200x5xf32>, %n: tensor<8x8xi32>, %c: tensor<8xf32>, %x: tensor<4x9x8x3xf32>, %w: tensor<3x3x3x6xf32>, %dy: tensor<4x9x8x6xf32>, %p: tensor<4x4xf32>)
    -> (tensor<8x5xf32>, tensor<8x5xf32>, tensor<4x9x8x6xf32>, tensor<3x3x3x6xf32>, tensor<4x9x8x3xf32>, tensor<8x8xi32>, tensor<8x8xf32>, tensor<4x4xf32>, tensor<3x6x3x3xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x200xf32>, tensor<200x5xf32>) -> tensor<8x5xf32> loc("dot")
  %m = stablehlo.negate %b : tensor<200x5xf32>
  %1 = stablehlo.dot_general %a, %m, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x200xf32>, tensor<200x5xf32>) -> tensor<8x5xf32> loc("exact")
  %2 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x8x3xf32>, tensor<3x3x3x6xf32>) -> tensor<4x9x8x6xf32> loc("forward")
  %3 = stablehlo.convolution(%x, %dy) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x8x3xf32>, tensor<4x9x8x6xf32>) -> tensor<3x3x3x6xf32> loc("weights")
  %wr = stablehlo.reverse %w, dims = [0, 1] : tensor<3x3x3x6xf32>
  %4 = stablehlo.convolution(%dy, %wr) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x8x6xf32>, tensor<3x3x3x6xf32>) -> tensor<4x9x8x3xf32> loc("input")
  // The weight gradient as others write it: batch and features change places.
  %xt = stablehlo.transpose %x, dims = [3, 0, 1, 2] : (tensor<4x9x8x3xf32>) -> tensor<3x4x9x8xf32>
  %dyt = stablehlo.transpose %dy, dims = [3, 0, 1, 2] : (tensor<4x9x8x6xf32>) -> tensor<6x4x9x8xf32>
  %8 = stablehlo.convolution(%xt, %dyt) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x4x9x8xf32>, tensor<6x4x9x8xf32>) -> tensor<3x6x3x3xf32> loc("transposed")
  %7 = stablehlo.cholesky %p, lower = true : tensor<4x4xf32> loc("factor")
  // The controls.
  %5 = stablehlo.dot_general %n, %n, contracting_dims = [1] x [0] : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi32> loc("safe integers")
  %6 = stablehlo.dot_general %c, %c, contracting_dims = [] x [] : (tensor<8xf32>, tensor<8xf32>) -> tensor<8x8xf32> loc("safe outer")
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<8x5xf32>, tensor<8x5xf32>, tensor<4x9x8x6xf32>, tensor<3x3x3x6xf32>, tensor<4x9x8x3xf32>, tensor<8x8xi32>, tensor<8x8xf32>, tensor<4x4xf32>, tensor<3x6x3x3xf32>
}
