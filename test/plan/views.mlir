// RUN: det-opt --dump-plan %s | FileCheck %s

// Slices, head splits and transposes are strides of products; the concatenation is written in place by the product that makes
// its part. No element is copied but those of the two parts that exist already.
// CHECK: product f32 {{.*}} rows(512:64/0/192) columns(192:0/1/1) inner(64:1/192/0)
// Heads: batch of 16 x 4, rows and columns of the sequence, 16 terms.
// CHECK: product f32 {{.*}} batch(16:6144/6144/4096, 4:16/16/1024) rows(32:192/0/32) columns(32:0/192/1) inner(16:1/1/0)
// The result of the last product of attention lies in the concatenation, transposed back.
// CHECK: product f32 {{.*}} batch(16:4096/6144/6144, 4:1024/16/16) rows(32:32/0/192) columns(16:0/1/1) inner(32:1/192/0)
// CHECK: copy {{.*}} sizes=[16, 32, 64] from=[6144, 192, 1] to=[6144, 192, 1]
// CHECK: copy {{.*}} sizes=[16, 32, 64] from=[6144, 192, 1] to=[6144, 192, 1]
// CHECK-NOT: copy
// Several contracted dims are one walk with a leaf per row.
// CHECK: product f32 {{.*}} inner(512:64/192/0) leaves=[32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32] pops=[0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, 4]
func.func @main(%x: tensor<16x32x64xf32> {det.name = "x", det.kind = "batch"}, %w: tensor<64x192xf32> {det.name = "w", det.kind = "batch"})
    -> (tensor<64x192xf32> {det.name = "g", det.kind = "metric"}) {
  %a = det.dot %x, %w, batching = [] x [], contracting = [2] x [0] : (tensor<16x32x64xf32>, tensor<64x192xf32>) -> tensor<16x32x192xf32>
  %q = det.slice %a, starts = [0, 0, 0], limits = [16, 32, 64], strides = [1, 1, 1] : (tensor<16x32x192xf32>) -> tensor<16x32x64xf32>
  %k = det.slice %a, starts = [0, 0, 64], limits = [16, 32, 128], strides = [1, 1, 1] : (tensor<16x32x192xf32>) -> tensor<16x32x64xf32>
  %qs = det.reshape %q : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
  %ks = det.reshape %k : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
  %qh = det.transpose %qs, dims = [0, 2, 1, 3] : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
  %kh = det.transpose %ks, dims = [0, 2, 1, 3] : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
  %s = det.dot %qh, %kh, batching = [0, 1] x [0, 1], contracting = [3] x [3] : (tensor<16x4x32x16xf32>, tensor<16x4x32x16xf32>) -> tensor<16x4x32x32xf32>
  %o = det.dot %s, %kh, batching = [0, 1] x [0, 1], contracting = [3] x [2] : (tensor<16x4x32x32xf32>, tensor<16x4x32x16xf32>) -> tensor<16x4x32x16xf32>
  %ot = det.transpose %o, dims = [0, 2, 1, 3] : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
  %or = det.reshape %ot : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
  %c = det.concatenate (%or, %q, %k), dim = 2 : (tensor<16x32x64xf32>, tensor<16x32x64xf32>, tensor<16x32x64xf32>) -> tensor<16x32x192xf32>
  %g = det.dot %x, %c, batching = [] x [], contracting = [0, 1] x [0, 1] : (tensor<16x32x64xf32>, tensor<16x32x192xf32>) -> tensor<64x192xf32>
  return %g : tensor<64x192xf32>
}
