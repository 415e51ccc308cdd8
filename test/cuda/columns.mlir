// RUN: det-opt %s --det-order --det-fuse --det-lower-cuda --det-emit-ptx=output=%t.ptx | FileCheck %s
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: det-ptx-lint %t.ptx
// RUN: ptxas -arch=sm_90 -o %t.cubin %t.ptx

// A bias gradient: a thread per column; leaves are folds, nodes wait in registers, and no lane is asked.
// CHECK-LABEL: func.func @bias_gradient
// CHECK: det.launch = {block = 128 : i64, grid = 1 : i64, kernel = @cuda::@bias_gradient_0}
// PTX: .entry bias_gradient_0
// PTX-NOT: shfl
// PTX: add.rn.f32
// PTX-NOT: shfl
// PTX: st.global
// PTX: .entry all_0
func.func @bias_gradient(%x: tensor<16x32x64xf32>) -> tensor<64xf32> {
  %zero = det.constant dense<0.000000e+00> : tensor<f32>
  %sum = det.reduce add %x, %zero, dims = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %sum : tensor<64xf32>
}

// A sum over everything: one warp, whose leaves are walked by 32 lanes.
// CHECK-LABEL: func.func @all
// CHECK: det.launch = {block = 128 : i64, grid = 1 : i64, kernel = @cuda::@all_0}
// CHECK: leaf = lanes<32>
// PTX: shfl.sync.bfly.b32
func.func @all(%x: tensor<16x32x64xf32>) -> tensor<f32> {
  %zero = det.constant dense<0.000000e+00> : tensor<f32>
  %sum = det.reduce add %x, %zero, dims = [0, 1, 2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<f32>
  return %sum : tensor<f32>
}
