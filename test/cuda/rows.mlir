// RUN: det-opt %s --det-order --det-fuse --det-lower-cuda --det-emit-ptx=output=%t.ptx | FileCheck %s
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: det-ptx-lint %t.ptx
// RUN: ptxas -arch=sm_90 -o %t.cubin %t.ptx

// The rows of a layer norm: one region, a warp per row, four rows in a block. Lanes are joined by halving, in five exchanges per leaf; mean and variance
// are two walks, the result a third.
// CHECK-LABEL: func.func @layer_norm
// CHECK: det.launch = {block = 128 : i64, grid = 128 : i64, kernel = @cuda::@layer_norm_0}
// PTX: .entry layer_norm_0
// PTX: .reqntid 128
// PTX: add.rn.f32
// PTX: shfl.sync.bfly.b32 {{.*}}, 16, 31, -1;
// PTX: add.rn.f32
// PTX: shfl.sync.bfly.b32 {{.*}}, 8, 31, -1;
// PTX: shfl.sync.bfly.b32 {{.*}}, 4, 31, -1;
// PTX: shfl.sync.bfly.b32 {{.*}}, 2, 31, -1;
// PTX: shfl.sync.bfly.b32 {{.*}}, 1, 31, -1;
// PTX-DAG: sqrt.rn.f32
// PTX-DAG: div.rn.f32
// PTX: .entry softmax_0
func.func @layer_norm(%x: tensor<16x32x64xf32>, %gain: tensor<64xf32>, %bias: tensor<64xf32>) -> tensor<16x32x64xf32> {
  %zero = det.constant dense<0.000000e+00> : tensor<f32>
  %n = det.constant dense<6.400000e+01> : tensor<16x32xf32>
  %eps = det.constant dense<9.99999974E-6> : tensor<16x32xf32>
  %sum = det.reduce add %x, %zero, dims = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
  %mean = det.divide %sum, %n : tensor<16x32xf32>
  %means = det.broadcast_in_dim %mean, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
  %centred = det.subtract %x, %means : tensor<16x32x64xf32>
  %squares = det.multiply %centred, %centred : tensor<16x32x64xf32>
  %squareSum = det.reduce add %squares, %zero, dims = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
  %variance = det.divide %squareSum, %n : tensor<16x32xf32>
  %shifted = det.add %variance, %eps : tensor<16x32xf32>
  %deviation = det.sqrt %shifted : tensor<16x32xf32>
  %deviations = det.broadcast_in_dim %deviation, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
  %normal = det.divide %centred, %deviations : tensor<16x32x64xf32>
  %gains = det.broadcast_in_dim %gain, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
  %scaled = det.multiply %normal, %gains : tensor<16x32x64xf32>
  %biases = det.broadcast_in_dim %bias, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
  %result = det.add %scaled, %biases : tensor<16x32x64xf32>
  return %result : tensor<16x32x64xf32>
}

// A softmax over rows longer than a leaf: a true maximum first, then the sum over blocks of 128 joined along the tree.
// CHECK-LABEL: func.func @softmax
// CHECK: det.reduce max
// CHECK: levels = [(0, 128)], leaf = lanes<32>
// CHECK: gpu.module @cuda
// CHECK: llvm.func @layer_norm_0
// CHECK: nvvm.shfl.sync bfly
// CHECK: llvm.nvvm.sqrt.rn.f
func.func @softmax(%x: tensor<8x1030xf32>) -> tensor<8x1030xf32> {
  %zero = det.constant dense<0.000000e+00> : tensor<f32>
  %lowest = det.constant dense<0xFF800000> : tensor<f32>
  %max = det.reduce max %x, %lowest, dims = [1] : (tensor<8x1030xf32>, tensor<f32>) -> tensor<8xf32>
  %maxima = det.broadcast_in_dim %max, dims = [0] : (tensor<8xf32>) -> tensor<8x1030xf32>
  %shifted = det.subtract %x, %maxima : tensor<8x1030xf32>
  %e = det.exponential %shifted : tensor<8x1030xf32>
  %sum = det.reduce add %e, %zero, dims = [1] : (tensor<8x1030xf32>, tensor<f32>) -> tensor<8xf32>
  %sums = det.broadcast_in_dim %sum, dims = [0] : (tensor<8xf32>) -> tensor<8x1030xf32>
  %result = det.divide %e, %sums : tensor<8x1030xf32>
  return %result : tensor<8x1030xf32>
}
