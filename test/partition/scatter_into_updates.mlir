// A scatter of a value into itself, split: the init of the join is the first operand, the updates stay where they are cut.
// RUN: det-opt --det-import --det-order --det-partition='mesh=b=2 shard=x=[{b},{}] shard=i=[{b},{},{}]' --det-verify-partition %s | FileCheck %s

// CHECK: func.func @main(%[[X:.*]]: tensor<6x7xi32> {
// CHECK: %[[ALL:.*]] = det.exchange %[[X]] {layouts = [#det.layout<[{}, {}]>]}
// CHECK: %[[PART:.*]] = det.scatter min %[[ALL]], %{{.*}}, %[[X]] {{.*}}partial = [{"b"}[0, 3, 6], {}]
// CHECK: det.join %[[PART]], %[[ALL]]
module {
  func.func public @main(%x: tensor<6x7xi32> loc("x"), %i: tensor<6x7x2xi64> loc("i")) -> (tensor<6x7xi32> {jax.result_info = "r"}) {
    %r = "stablehlo.scatter"(%x, %i, %x) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.minimum %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
    }) : (tensor<6x7xi32>, tensor<6x7x2xi64>, tensor<6x7xi32>) -> tensor<6x7xi32>
    return %r : tensor<6x7xi32>
  }
}
