// RUN: codegen-report %s --ptx --kernels --check > %t.txt
// RUN: FileCheck %s --input-file=%t.txt
// RUN: FileCheck %s --check-prefix=BITS --input-file=%t.txt

// What kernels look like on a GPU; their bits are those of the reference.
// CHECK: 6 regions
// BITS: {{^}}0 outputs differ

// gelu as GPT writes it: one long row, a vector of 16 bytes per thread, the elementary function as exact operations.
// CHECK: .target sm_80
// CHECK: .entry flat_0
// CHECK: .reqntid 128
// CHECK: ld.global.v4.b32
// CHECK: fma.rn.f32
// CHECK: st.global.v4.b32
func.func @gelu(%x: tensor<3x7x65xf32>) -> tensor<3x7x65xf32> {
  %half = det.constant dense<5.000000e-01> : tensor<3x7x65xf32>
  %one = det.constant dense<1.000000e+00> : tensor<3x7x65xf32>
  %5 = det.tanh %x : tensor<3x7x65xf32>
  %6 = det.add %one, %5 : tensor<3x7x65xf32>
  %7 = det.multiply %half, %6 : tensor<3x7x65xf32>
  %8 = det.multiply %x, %7 : tensor<3x7x65xf32>
  return %8 : tensor<3x7x65xf32>
}

// A bias: threads walk through points, and divide in 32 bits, once.
// CHECK: .entry flat_1
// CHECK: div.u32
// CHECK-NOT: div.u64
// CHECK: .entry row_2
func.func @bias(%x: tensor<9x33xf32>, %bias: tensor<33xf32>) -> tensor<9x33xf32> {
  %0 = det.broadcast_in_dim %bias, dims = [1] : (tensor<33xf32>) -> tensor<9x33xf32>
  %1 = det.add %x, %0 : tensor<9x33xf32>
  return %1 : tensor<9x33xf32>
}

// A softmax: a warp per row, lanes joined by halving, in five exchanges per leaf. What the first sum needs again stays in the thread.
// CHECK-COUNT-5: shfl.sync.bfly.b32
// CHECK: div.rn.f32
// CHECK: .entry columns_3
func.func @softmax(%x: tensor<8x130xf32>) -> tensor<8x130xf32> {
  %zero = det.constant dense<0.000000e+00> : tensor<f32>
  %lowest = det.constant dense<0xFF800000> : tensor<f32>
  %max = det.reduce max %x, %lowest, dims = [1] {order = #det.order<levels = [(0, 64)], leaf = lanes<32>, acc = f32>} : (tensor<8x130xf32>, tensor<f32>) -> tensor<8xf32>
  %maxima = det.broadcast_in_dim %max, dims = [0] : (tensor<8xf32>) -> tensor<8x130xf32>
  %shifted = det.subtract %x, %maxima : tensor<8x130xf32>
  %e = det.exponential %shifted : tensor<8x130xf32>
  %sum = det.reduce add %e, %zero, dims = [1] {order = #det.order<levels = [(0, 64)], leaf = lanes<32>, acc = f32>} : (tensor<8x130xf32>, tensor<f32>) -> tensor<8xf32>
  %sums = det.broadcast_in_dim %sum, dims = [0] : (tensor<8xf32>) -> tensor<8x130xf32>
  %result = det.divide %e, %sums : tensor<8x130xf32>
  return %result : tensor<8x130xf32>
}

// A bias gradient: a thread per column, leaves are folds, and no lane is asked.
// CHECK-NOT: shfl
// CHECK: add.rn.f32
// CHECK-NOT: shfl
// CHECK: .entry inner_4
func.func @bias_gradient(%x: tensor<16x6x70xf32>) -> tensor<70xf32> {
  %zero = det.constant dense<0.000000e+00> : tensor<f32>
  %sum = det.reduce add %x, %zero, dims = [0, 1] {order = #det.order<levels = [(0, 1), (1, 4)], leaf = fold, acc = f32>} : (tensor<16x6x70xf32>, tensor<f32>) -> tensor<70xf32>
  return %sum : tensor<70xf32>
}

// A sum over everything: leaves are walked by the 32 lanes of a warp.
// CHECK: shfl.sync.bfly.b32
func.func @all(%x: tensor<5x7x9xf32>) -> tensor<f32> {
  %zero = det.constant dense<0.000000e+00> : tensor<f32>
  %sum = det.reduce add %x, %zero, dims = [0, 1, 2] {order = #det.order<levels = [(0, 1), (1, 2)], leaf = lanes<32>, acc = f32>} : (tensor<5x7x9xf32>, tensor<f32>) -> tensor<f32>
  return %sum : tensor<f32>
}

// Few long rows: the warps of a block share the leaves of each, which meet in shared memory.
// CHECK: .entry row_5
// CHECK: bar.sync
// CHECK: st.shared.b32
// CHECK: bar.sync
func.func @long_rows(%x: tensor<3x1030xf32>) -> (tensor<3x1030xf32>, tensor<3xf32>) {
  %zero = det.constant dense<0.000000e+00> : tensor<f32>
  %sum = det.reduce add %x, %zero, dims = [1] {order = #det.order<levels = [(0, 128)], leaf = lanes<32>, acc = f32>} : (tensor<3x1030xf32>, tensor<f32>) -> tensor<3xf32>
  %sums = det.broadcast_in_dim %sum, dims = [0] : (tensor<3xf32>) -> tensor<3x1030xf32>
  %result = det.divide %x, %sums : tensor<3x1030xf32>
  return %result, %sum : tensor<3x1030xf32>, tensor<3xf32>
}
