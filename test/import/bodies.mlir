// RUN: det-opt --det-import --split-input-file %s | FileCheck %s
// Regions: simple ones become combiners, pairs that need each other become bodies, constants from outside are copied.

// CHECK-LABEL: func.func @main
// CHECK: det.reduce add %{{.*}}, dims = [1]
// CHECK: det.reduce max %{{.*}}, dims = [1]
func.func @main(%x: tensor<4x6xf32>, %a: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = "stablehlo.reduce"(%x, %x, %a, %a) <{dimensions = array<i64: 1>}> ({
  ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
    %s = stablehlo.add %l0, %r0 : tensor<f32>
    %m = stablehlo.maximum %l1, %r1 : tensor<f32>
    stablehlo.return %s, %m : tensor<f32>, tensor<f32>
  }) : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @main
// CHECK: det.generic_reduce
// CHECK: det.constant dense<5.000000e-01> : tensor<f32>
// CHECK: det.yield
func.func @main(%x: tensor<4x6xf32>, %a: tensor<f32>) -> tensor<4xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %0 = "stablehlo.reduce"(%x, %a) <{dimensions = array<i64: 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %p = stablehlo.multiply %l, %half : tensor<f32>
    %s = stablehlo.add %p, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A sum that is written in f32 and rounded is a sum of bf16, which accumulates in f32.
// CHECK-LABEL: func.func @main
// CHECK: det.reduce add %{{.*}} : (tensor<4x6xbf16>, tensor<bf16>) -> tensor<4xbf16>
func.func @main(%x: tensor<4x6xbf16>, %a: tensor<bf16>) -> tensor<4xbf16> {
  %0 = "stablehlo.reduce"(%x, %a) <{dimensions = array<i64: 1>}> ({
  ^bb0(%l: tensor<bf16>, %r: tensor<bf16>):
    %u = stablehlo.convert %l : (tensor<bf16>) -> tensor<f32>
    %v = stablehlo.convert %r : (tensor<bf16>) -> tensor<f32>
    %s = stablehlo.add %u, %v : tensor<f32>
    %t = stablehlo.convert %s : (tensor<f32>) -> tensor<bf16>
    stablehlo.return %t : tensor<bf16>
  }) : (tensor<4x6xbf16>, tensor<bf16>) -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

// CHECK-LABEL: func.func @main
// CHECK: det.windows %{{.*}}, sizes = [1, 2], strides = [1, 2], dilations = [1, 1]
// CHECK: det.reduce max %{{.*}}, dims = [0, 1] {order = #det.order<levels = [], leaf = fold, acc = f32>}
// CHECK: det.scan add %{{.*}}, dim = 1 {reverse}
func.func @main(%x: tensor<4x6xf32>, %a: tensor<f32>) -> (tensor<4x3xf32>, tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_window"(%x, %a) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %m = stablehlo.maximum %l, %r : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>
  %1 = "stablehlo.reduce_window"(%x, %a) <{window_dimensions = array<i64: 1, 6>, padding = dense<[[0, 0], [0, 5]]> : tensor<2x2xi64>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %m = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %0, %1 : tensor<4x3xf32>, tensor<4x6xf32>
}

// -----

// CHECK-LABEL: func.func @main
// CHECK: det.sort({{.*}}) dim = 1
// CHECK: det.compare gt
// CHECK: det.slice
func.func @main(%x: tensor<4x6xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>) {
  %0:2 = chlo.top_k(%x, k = 2) : tensor<4x6xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return %0#0, %0#1 : tensor<4x2xf32>, tensor<4x2xi32>
}

// -----

// CHECK-LABEL: func.func @main
// CHECK: det.generic_scatter
func.func @main(%x: tensor<4xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.subtract %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
