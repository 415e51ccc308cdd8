// RUN: det-opt --det-import --det-order %s | det-opt --dump-plan | FileCheck %s

// Places that share their window positions are one product: the inside with the whole window, each border with what of it
// meets the image. Padding does not occur.
// CHECK: product f32 {{.*}} rows(2:30/0/42) columns(7:0/1/1) inner(10:1/7/0) leaves=[10]
// CHECK: product f32 {{.*}} rows(2:30/0/42, 4:5/0/7) columns(7:0/1/1) inner(15:1/7/0) leaves=[15]
// CHECK: product f32 {{.*}} rows(2:30/0/42) columns(7:0/1/1) inner(10:1/7/0) leaves=[10]
func.func @main(%x: tensor<2x6x5xf32>, %w: tensor<3x5x7xf32>) -> tensor<2x6x7xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x5xf32>, tensor<3x5x7xf32>) -> tensor<2x6x7xf32>
  return %0 : tensor<2x6x7xf32>
}
