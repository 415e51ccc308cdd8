// RUN: det-opt --split-input-file --det-order --det-partition="mesh=a=3 shard=x=[{},{a}]" --det-verify-partition %s | FileCheck %s

// A rank that computes some rows of a convolution receives the rows under its windows: its own and those of the border.
// 7 rows over 3 ranks: 2, 2 and 3, with one more on either side.
// CHECK-LABEL: func.func @main
// CHECK: %[[READ:.*]] = det.exchange %{{.*}} {layouts = [#det.layout<[{}, {"a"}[0:3, 1:5, 3:7], {}, {}]>]}
// CHECK: det.convolution %[[READ]], {{.*}}layouts = [#det.layout<[{}, {"a"}[0, 2, 4, 7], {}, {}]>]
func.func @main(%x: tensor<2x7x8x4xf32> {det.name = "x", det.kind = "batch"}, %k: tensor<3x3x4x5xf32> {det.name = "k", det.kind = "state"})
    -> (tensor<2x7x8x5xf32> {det.name = "y", det.kind = "metric"}) {
  %y = det.convolution %x, %k {lhs_batch = 0 : i64, lhs_feature = 3 : i64, lhs_spatial = array<i64: 1, 2>,
    rhs_input_feature = 2 : i64, rhs_output_feature = 3 : i64, rhs_spatial = array<i64: 0, 1>,
    result_batch = 0 : i64, result_feature = 3 : i64, result_spatial = array<i64: 1, 2>,
    strides = array<i64: 1, 1>, low = array<i64: 1, 1>, high = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>,
    rhs_dilation = array<i64: 1, 1>, reversal = array<i1: false, false>, feature_groups = 1 : i64, batch_groups = 1 : i64}
    : (tensor<2x7x8x4xf32>, tensor<3x3x4x5xf32>) -> tensor<2x7x8x5xf32>
  return %y : tensor<2x7x8x5xf32>
}

// -----

// A strided one, with a window that is larger than a shard.
// CHECK-LABEL: func.func @main
// CHECK: %[[READ:.*]] = det.exchange %{{.*}} {layouts = [#det.layout<[{}, {"a"}[0:6, 1:9, 5:9], {}, {}]>]}
// CHECK: det.convolution %[[READ]], {{.*}}layouts = [#det.layout<[{}, {"a"}[0, 2, 4, 5], {}, {}]>]
func.func @main(%x: tensor<2x9x8x4xf32> {det.name = "x", det.kind = "batch"}, %k: tensor<7x3x4x5xf32> {det.name = "k", det.kind = "state"})
    -> (tensor<2x5x8x5xf32> {det.name = "y", det.kind = "metric"}) {
  %y = det.convolution %x, %k {lhs_batch = 0 : i64, lhs_feature = 3 : i64, lhs_spatial = array<i64: 1, 2>,
    rhs_input_feature = 2 : i64, rhs_output_feature = 3 : i64, rhs_spatial = array<i64: 0, 1>,
    result_batch = 0 : i64, result_feature = 3 : i64, result_spatial = array<i64: 1, 2>,
    strides = array<i64: 2, 1>, low = array<i64: 3, 1>, high = array<i64: 3, 1>, lhs_dilation = array<i64: 1, 1>,
    rhs_dilation = array<i64: 1, 1>, reversal = array<i1: false, false>, feature_groups = 1 : i64, batch_groups = 1 : i64}
    : (tensor<2x9x8x4xf32>, tensor<7x3x4x5xf32>) -> tensor<2x5x8x5xf32>
  return %y : tensor<2x5x8x5xf32>
}

// -----

// The gradient of its input: the rows are spread out by the stride, the window is reversed.
// CHECK-LABEL: func.func @main
// CHECK: %[[READ:.*]] = det.exchange %{{.*}} {layouts = [#det.layout<[{}, {"a"}[0:3, 0:5, 2:5], {}, {}]>]}
// CHECK: det.convolution %[[READ]], {{.*}}layouts = [#det.layout<[{}, {"a"}[0, 3, 6, 9], {}, {}]>]
func.func @main(%x: tensor<2x5x8x5xf32> {det.name = "x", det.kind = "batch"}, %k: tensor<7x3x4x5xf32> {det.name = "k", det.kind = "state"})
    -> (tensor<2x9x8x4xf32> {det.name = "y", det.kind = "metric"}) {
  %y = det.convolution %x, %k {lhs_batch = 0 : i64, lhs_feature = 3 : i64, lhs_spatial = array<i64: 1, 2>,
    rhs_input_feature = 3 : i64, rhs_output_feature = 2 : i64, rhs_spatial = array<i64: 0, 1>,
    result_batch = 0 : i64, result_feature = 3 : i64, result_spatial = array<i64: 1, 2>,
    strides = array<i64: 1, 1>, low = array<i64: 3, 1>, high = array<i64: 3, 1>, lhs_dilation = array<i64: 2, 1>,
    rhs_dilation = array<i64: 1, 1>, reversal = array<i1: true, true>, feature_groups = 1 : i64, batch_groups = 1 : i64}
    : (tensor<2x5x8x5xf32>, tensor<7x3x4x5xf32>) -> tensor<2x9x8x4xf32>
  return %y : tensor<2x9x8x4xf32>
}

// -----

// The weight gradient sums over the image. Its order has blocks of 4 rows: each rank sums its blocks, no image is gathered.
// CHECK-LABEL: func.func @main
// CHECK: %[[READ:.*]] = det.exchange %{{.*}} {layouts = [#det.layout<[{}, {"a"}[0:17, 15:33, 31:48], {}, {}]>]}
// CHECK-NEXT: %[[SUM:.*]] = det.convolution %[[READ]], %arg1 {{.*}}layouts = [#det.layout<[{}, {}, {}, {}], partial = [{}, {"a"}[0, 16, 32, 48], {}]>]{{.*}}order = #det.order<levels = [(0, 1), (1, 4)]
// CHECK-NEXT: det.join %[[SUM]]
func.func @main(%x: tensor<2x48x32x4xf32> {det.name = "x", det.kind = "batch"}, %g: tensor<2x48x32x5xf32> {det.name = "g", det.kind = "batch"})
    -> (tensor<3x3x4x5xf32> {det.name = "dk", det.kind = "metric"}) {
  %dk = det.convolution %x, %g {lhs_batch = 3 : i64, lhs_feature = 0 : i64, lhs_spatial = array<i64: 1, 2>,
    rhs_input_feature = 0 : i64, rhs_output_feature = 3 : i64, rhs_spatial = array<i64: 1, 2>,
    result_batch = 2 : i64, result_feature = 3 : i64, result_spatial = array<i64: 0, 1>,
    strides = array<i64: 1, 1>, low = array<i64: 1, 1>, high = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>,
    rhs_dilation = array<i64: 1, 1>, reversal = array<i1: false, false>, feature_groups = 1 : i64, batch_groups = 1 : i64}
    : (tensor<2x48x32x4xf32>, tensor<2x48x32x5xf32>) -> tensor<3x3x4x5xf32>
  return %dk : tensor<3x3x4x5xf32>
}

// -----

// Windows of a pool, behind padding: each rank pads what it reads.
// CHECK-LABEL: func.func @main
// CHECK: %[[READ:.*]] = det.exchange %arg0 {layouts = [#det.layout<[{}, {"a"}[0:5, 3:9, 7:12], {}]>]}
// CHECK-NEXT: %[[PADDED:.*]] = det.pad %[[READ]], {{.*}}layouts = [#det.layout<[{}, {"a"}[0:6, 4:10, 8:14], {}]>]
// CHECK-NEXT: det.windows %[[PADDED]], {{.*}}layouts = [#det.layout<[{}, {"a"}[0, 4, 8, 12], {}, {}, {}, {}]>]
func.func @main(%x: tensor<2x12x8xf32> {det.name = "x", det.kind = "batch"}) -> (tensor<2x12x8xf32> {det.name = "y", det.kind = "metric"}) {
  %zero = det.constant dense<0.0> : tensor<f32>
  %p = det.pad %x, %zero, low = [0, 1, 0], high = [0, 1, 0], interior = [0, 0, 0] : (tensor<2x12x8xf32>, tensor<f32>) -> tensor<2x14x8xf32>
  %w = det.windows %p, sizes = [1, 3, 1], strides = [1, 1, 1], dilations = [1, 1, 1] : (tensor<2x14x8xf32>) -> tensor<2x12x8x1x3x1xf32>
  %y = det.reduce add %w, %zero, dims = [3, 4, 5] : (tensor<2x12x8x1x3x1xf32>, tensor<f32>) -> tensor<2x12x8xf32>
  return %y : tensor<2x12x8xf32>
}

// -----

// Parts of a sharded dim: each rank receives only the elements of its part.
// CHECK-LABEL: func.func @main
// CHECK: %[[Q:.*]] = det.exchange %arg0 {layouts = [#det.layout<[{}, {"a"}[6:8, 8:10, 10:12]]>]}
// CHECK: det.slice %[[Q]], {{.*}}layouts = [#det.layout<[{}, {"a"}[0, 2, 4, 6]]>]
// CHECK: %[[ODD:.*]] = det.exchange %arg0 {layouts = [#det.layout<[{}, {"a"}[1:6, 7:12, 13:18]]>]}
// CHECK: det.slice %[[ODD]], {{.*}}layouts = [#det.layout<[{}, {"a"}[0, 3, 6, 9]]>]
// CHECK: %[[FROM:.*]] = det.exchange %arg0 {layouts = [#det.layout<[{}, {"a"}[7:13, 13:18, 18:18]]>]}
// CHECK: %[[RIGHT:.*]] = det.slice %[[FROM]], {{.*}}layouts = [#det.layout<[{}, {"a"}[0, 6, 11, 11]]>]
// CHECK: %[[FROM:.*]] = det.exchange %arg0 {layouts = [#det.layout<[{}, {"a"}[0:0, 0:1, 1:7]]>]}
// CHECK: %[[LEFT:.*]] = det.slice %[[FROM]], {{.*}}layouts = [#det.layout<[{}, {"a"}[0, 0, 1, 7]]>]
// CHECK: det.concatenate(%[[RIGHT]], %[[LEFT]]), {{.*}}layouts = [#det.layout<[{}, {"a"}[0, 6, 12, 18]]>]
// CHECK: %[[MIRROR:.*]] = det.exchange %arg0 {layouts = [#det.layout<[{}, {"a"}[12:18, 6:12, 0:6]]>]}
// CHECK: det.reverse %[[MIRROR]], {{.*}}layouts = [#det.layout<[{}, {"a"}[0, 6, 12, 18]]>]
func.func @main(%x: tensor<4x18xf32> {det.name = "x", det.kind = "batch"})
    -> (tensor<4x6xf32> {det.name = "q", det.kind = "metric"}, tensor<4x9xf32> {det.name = "odd", det.kind = "metric"},
        tensor<4x18xf32> {det.name = "rotated", det.kind = "metric"}, tensor<4x18xf32> {det.name = "mirrored", det.kind = "metric"}) {
  %q = det.slice %x, starts = [0, 6], limits = [4, 12], strides = [1, 1] : (tensor<4x18xf32>) -> tensor<4x6xf32>
  %odd = det.slice %x, starts = [0, 1], limits = [4, 18], strides = [1, 2] : (tensor<4x18xf32>) -> tensor<4x9xf32>
  %left = det.slice %x, starts = [0, 0], limits = [4, 7], strides = [1, 1] : (tensor<4x18xf32>) -> tensor<4x7xf32>
  %right = det.slice %x, starts = [0, 7], limits = [4, 18], strides = [1, 1] : (tensor<4x18xf32>) -> tensor<4x11xf32>
  %rotated = det.concatenate (%right, %left), dim = 1 : (tensor<4x11xf32>, tensor<4x7xf32>) -> tensor<4x18xf32>
  %mirrored = det.reverse %x, dims = [1] : tensor<4x18xf32>
  return %q, %odd, %rotated, %mirrored : tensor<4x6xf32>, tensor<4x9xf32>, tensor<4x18xf32>, tensor<4x18xf32>
}

// -----

// The last place of a sharded dim: every rank receives that one, not the dim.
// CHECK-LABEL: func.func @main
// CHECK: %[[LAST:.*]] = det.exchange %arg0 {layouts = [#det.layout<[{}, {}[17:18]]>]}
// CHECK: det.slice %[[LAST]], {{.*}}layouts = [#det.layout<[{}, {}]>]
func.func @main(%x: tensor<4x18xf32> {det.name = "x", det.kind = "batch"}) -> (tensor<4x1xf32> {det.name = "last", det.kind = "metric"}) {
  %last = det.slice %x, starts = [0, 17], limits = [4, 18], strides = [1, 1] : (tensor<4x18xf32>) -> tensor<4x1xf32>
  return %last : tensor<4x1xf32>
}
