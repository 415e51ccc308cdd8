// A product by tensor cores, which may be pinned, and one of f32, which may not.
// RUN: det-pin %s --recipe=mma=hopper --list | FileCheck %s
// CHECK: {"type":"bf16","model":"hopper_16","batches":1,"m":48,"n":40,"leaves":{{.*}}, 1 of them
// CHECK-NEXT: 1 kinds of products
func.func @main(%x: tensor<48x64xbf16>, %y: tensor<64x40xbf16>, %v: tensor<40x16xf32>, %w: tensor<16x24xf32>) -> (tensor<48x40xf32>, tensor<40x24xf32>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<48x64xbf16>, tensor<64x40xbf16>) -> tensor<48x40xf32>
  %1 = stablehlo.dot_general %v, %w, contracting_dims = [1] x [0] : (tensor<40x16xf32>, tensor<16x24xf32>) -> tensor<40x24xf32>
  return %0, %1 : tensor<48x40xf32>, tensor<40x24xf32>
}
