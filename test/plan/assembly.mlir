// RUN: det-opt --dump-plan %s | FileCheck %s

// A dynamic slice is a gather of one slice; it sinks to where its result is wanted like any other op.
// CHECK: gather {{.*}}[4, 4] at {{.*}}[2] -> {{.*}}[2, 4]
// A pad is the padding everywhere, then the operand in its place: low 1, interior 1, high -1 of the first dim.
// CHECK: copy c+{{[0-9]+}} -> a+[[P:[0-9]+]] bytes=4 sizes=[7, 4] from=[0, 0] to=[4, 1]
// CHECK: copy {{.*}} bytes=4 sizes=[3, 4] from=[4, 1] to=[8, 1]
// A reverse is a negative stride.
// CHECK: copy {{.*}} sizes=[4, 4] from=[-4, 1] to=[4, 1]
func.func @main(%x: tensor<4x4xf32> {det.name = "x", det.kind = "batch"}, %i: tensor<i32> {det.name = "i", det.kind = "batch"})
    -> (tensor<7x4xf32> {det.name = "p", det.kind = "metric"}, tensor<4x4xf32> {det.name = "r", det.kind = "metric"},
        tensor<2x4xf32> {det.name = "d", det.kind = "metric"}) {
  %zero = det.constant dense<0.0> : tensor<f32>
  %p = det.pad %x, %zero, low = [1, 0], high = [-1, 0], interior = [1, 0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<7x4xf32>
  %r = det.reverse %x, dims = [0] : tensor<4x4xf32>
  %d = det.dynamic_slice %x, starts = (%i, %i), sizes = [2, 4] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  return %p, %r, %d : tensor<7x4xf32>, tensor<4x4xf32>, tensor<2x4xf32>
}
