// RUN: det-opt --det-order --det-partition=mesh=data=4 --det-verify-partition %s | FileCheck %s

// The gradient of a lookup: every rank adds up the nodes of its own rows, without the operand; the join adds the operand
// once. The constant operand is evaluated where it is wanted, never exchanged.
// CHECK: %[[ZERO:.*]] = det.broadcast_in_dim {{.*}}layouts = [#det.layout<[{"data"}[0, 64, 128, 192, 256], {}]>]
// CHECK-NOT: det.exchange
// CHECK: %[[NODES:.*]] = det.scatter add {{.*}}layouts = [#det.layout<[{}, {}], partial = [{"data"}[0, 8, 16, 24, 32], {}]>]
// CHECK-NEXT: %[[SUM:.*]] = det.join %[[NODES]], %[[ZERO]] {layouts = [#det.layout<[{"data"}[0, 64, 128, 192, 256], {}]>]}
// CHECK-NEXT: det.exchange %[[SUM]] {layouts = [#det.layout<[{}, {}]>]}
func.func @main(%ids: tensor<32x64x1xi32> {det.name = "ids", det.kind = "batch"}, %up: tensor<32x64x64xf32> {det.name = "up", det.kind = "batch"},
                %w: tensor<256x64xf32> {det.name = "w", det.kind = "state"}) -> (tensor<256x64xf32> {det.name = "w", det.kind = "state"}) {
  %c = det.constant dense<0.0> : tensor<f32>
  %zero = det.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<256x64xf32>
  %g = det.scatter add %zero, %ids, %up {update_window_dims = array<i64: 2>, inserted_window_dims = array<i64: 0>, input_batching_dims = array<i64>,
      indices_batching_dims = array<i64>, scatter_dims_to_operand_dims = array<i64: 0>, index_vector_dim = 2 : i64}
      : (tensor<256x64xf32>, tensor<32x64x1xi32>, tensor<32x64x64xf32>) -> tensor<256x64xf32>
  return %g : tensor<256x64xf32>
}
