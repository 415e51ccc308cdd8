// RUN: det-opt --dump-plan --mesh=data=4 %s | FileCheck %s

// A partial sum over global indices: where a rank is in the box is part of its kernel's parameters, so no two ranks share a program
// although all local shapes are equal.
// CHECK: program ranks=[0]
// CHECK: program ranks=[1]
// CHECK: program ranks=[2]
// CHECK: program ranks=[3]
func.func @main(%s: tensor<64xf32> {det.name = "s", det.kind = "state"}, %x: tensor<16x32x64xf32> {det.name = "x", det.kind = "batch"})
    -> (tensor<64xf32> {det.name = "s", det.kind = "state"}) {
  %i = det.iota dim = 0 : tensor<16x32x64xf32>
  %y = det.multiply %x, %i : tensor<16x32x64xf32>
  %zero = det.constant dense<0.0> : tensor<f32>
  %g = det.reduce add %y, %zero, dims = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
  %new = det.add %s, %g : tensor<64xf32>
  return %new : tensor<64xf32>
}
