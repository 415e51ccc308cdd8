// RUN: det-opt %s --det-order --det-fuse --det-lower-cuda --det-emit-ptx=output=%t.ptx | FileCheck %s
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: det-ptx-lint %t.ptx
// RUN: ptxas -arch=sm_90 -o %t.cubin %t.ptx

// gelu as GPT writes it, with tanh: one thread per element, and the elementary function as exact operations.
// CHECK-LABEL: func.func @gelu
// CHECK: det.region {{.*}}det.launch = {block = 128 : i64, grid = 1024 : i64, kernel = @cuda::@gelu_0}
// CHECK: gpu.module @cuda [#nvvm.target<O = 3, chip = "sm_90", features = "+ptx80">]
// CHECK: llvm.func @gelu_0({{.*}}!llvm.ptr<1>{{.*}}!llvm.ptr<1>) attributes {nvvm.kernel
// CHECK-NOT: math.tanh
// PTX: .target sm_90
// PTX: .entry gelu_0
// PTX-DAG: mul.rn.f32
// PTX-DAG: add.rn.f32
// PTX-DAG: fma.rn.f32
// PTX-DAG: rcp.rn.f32
// PTX: st.global
func.func @gelu(%x: tensor<16x32x256xf32>) -> tensor<16x32x256xf32> {
  %half = det.constant dense<5.000000e-01> : tensor<16x32x256xf32>
  %one = det.constant dense<1.000000e+00> : tensor<16x32x256xf32>
  %cubic = det.constant dense<4.471500e-02> : tensor<16x32x256xf32>
  %scale = det.constant dense<0.797884583> : tensor<16x32x256xf32>
  %0 = det.multiply %x, %x : tensor<16x32x256xf32>
  %1 = det.multiply %x, %0 : tensor<16x32x256xf32>
  %2 = det.multiply %cubic, %1 : tensor<16x32x256xf32>
  %3 = det.add %x, %2 : tensor<16x32x256xf32>
  %4 = det.multiply %scale, %3 : tensor<16x32x256xf32>
  %5 = det.tanh %4 : tensor<16x32x256xf32>
  %6 = det.add %one, %5 : tensor<16x32x256xf32>
  %7 = det.multiply %half, %6 : tensor<16x32x256xf32>
  %8 = det.multiply %x, %7 : tensor<16x32x256xf32>
  return %8 : tensor<16x32x256xf32>
}
