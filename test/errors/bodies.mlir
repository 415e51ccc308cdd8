// RUN: not det-opt --det-import --split-input-file %s 2>&1 | FileCheck %s
// Regions that are no bodies.

// CHECK: 'stablehlo.sort' is not supported: 'stablehlo.reshape' in its region is not an elementwise operation on scalars
func.func @main(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %a = stablehlo.reshape %l : (tensor<f32>) -> tensor<1xf32>
    %b = stablehlo.reshape %r : (tensor<f32>) -> tensor<1xf32>
    %c = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
    %d = stablehlo.slice %c [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %e = stablehlo.reshape %d : (tensor<1xf32>) -> tensor<f32>
    %p = stablehlo.compare LT, %e, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
