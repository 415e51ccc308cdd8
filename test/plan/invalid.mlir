// RUN: not det-opt --dump-plan %s 2>&1 | FileCheck %s

// An op without a lowering is named, with its place.
// CHECK: invalid.mlir{{.*}}'det.dynamic_update_slice' op has no lowering to the host yet
func.func @main(%x: tensor<4xf32> {det.name = "x", det.kind = "batch"}, %u: tensor<2xf32> {det.name = "u", det.kind = "batch"},
                %i: tensor<i32> {det.name = "i", det.kind = "batch"}) -> (tensor<4xf32> {det.name = "y", det.kind = "metric"}) {
  %y = det.dynamic_update_slice %x, %u, starts = (%i) : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
