// RUN: det-opt %s --det-order --det-fuse --det-lower-cuda --det-emit-ptx=output=%t.ptx | FileCheck %s
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: det-ptx-lint %t.ptx
// RUN: ptxas -arch=sm_90 -o %t.cubin %t.ptx

// 512 x 64 by 64 x 192: 8 by 3 tiles of 64 by 64 results, 16 of them in each thread, each a chain of fma.
// CHECK-LABEL: func.func @product
// CHECK: det.dot {{.*}}det.launch = {block = 256 : i64, grid = 24 : i64, kernel = @cuda::@product_0}
// CHECK-LABEL: func.func @weight_gradient
// CHECK: gpu.module @cuda
// PTX: .entry product_0
// PTX-NOT: mul.rn.f32
// PTX-COUNT-16: fma.rn.f32
// PTX: st.global
func.func @product(%a: tensor<512x64xf32>, %b: tensor<64x192xf32>) -> tensor<512x192xf32> {
  %c = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] : (tensor<512x64xf32>, tensor<64x192xf32>) -> tensor<512x192xf32>
  return %c : tensor<512x192xf32>
}

// A weight gradient contracts batch and sequence: its leaves are joined along the tree.
// PTX: .entry weight_gradient_0
// PTX: fma.rn.f32
// PTX: add.rn.f32
func.func @weight_gradient(%a: tensor<16x32x64xf32>, %b: tensor<16x32x192xf32>) -> tensor<64x192xf32> {
  %c = det.dot %a, %b, batching = [] x [], contracting = [0, 1] x [0, 1] : (tensor<16x32x64xf32>, tensor<16x32x192xf32>) -> tensor<64x192xf32>
  return %c : tensor<64x192xf32>
}
