// RUN: det-run --check %s
// RUN: det-run --check --device=reference %s
// Collectives whose regions are no combiner: the members of a group are joined one after the other, in its order.

module @last_of_equals {
  // The greater of two numbers by their tens, the later one of equals: a region that is not commutative.
  func.func private @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.constant dense<10> : tensor<i32>
      %l = stablehlo.divide %a, %c : tensor<i32>
      %r = stablehlo.divide %b, %c : tensor<i32>
      %p = stablehlo.compare GE, %r, %l : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %s = stablehlo.select %p, %b, %a : tensor<i1>, tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[11, 35]> : tensor<2xi32>
    %x1 = stablehlo.constant dense<[22, 48]> : tensor<2xi32>
    %x2 = stablehlo.constant dense<[19, 21]> : tensor<2xi32>
    %x3 = stablehlo.constant dense<[29, 41]> : tensor<2xi32>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f], [@f], [@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[11, 35]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[29, 41]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[11, 35]> : tensor<2xi32>
    check.expect_eq_const %r#3, dense<[29, 41]> : tensor<2xi32>
    func.return
  }
}

// -----

module @scattered {
  // A sum that stops at a limit; every process keeps its part.
  func.func private @f(%x: tensor<4xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %most = stablehlo.constant dense<10.0> : tensor<f32>
      %s = stablehlo.add %a, %b : tensor<f32>
      %m = stablehlo.minimum %s, %most : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1.0, 9.0, 3.0, 4.0]> : tensor<4xf32>
    %x1 = stablehlo.constant dense<[5.0, 6.0, 7.5, 0.5]> : tensor<4xf32>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    check.expect_eq_const %r#0, dense<[6.0, 10.0]> : tensor<2xf32>
    check.expect_eq_const %r#1, dense<[10.0, 4.5]> : tensor<2xf32>
    func.return
  }
}

// -----

module @bits {
  // Regions that are combiners: and, or, xor of integers, and of booleans by their arithmetic.
  func.func private @f(%x: tensor<2xi32>, %p: tensor<2xi1>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi1>, tensor<2xi1>) {
    %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.and %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    %1 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.or %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    %2 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.xor %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    %3 = "stablehlo.all_reduce"(%p) ({
    ^bb0(%a: tensor<i1>, %b: tensor<i1>):
      %s = stablehlo.multiply %a, %b : tensor<i1>
      stablehlo.return %s : tensor<i1>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi1>) -> tensor<2xi1>
    %4 = "stablehlo.all_reduce"(%p) ({
    ^bb0(%a: tensor<i1>, %b: tensor<i1>):
      %s = stablehlo.maximum %a, %b : tensor<i1>
      stablehlo.return %s : tensor<i1>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi1>) -> tensor<2xi1>
    return %0, %1, %2, %3, %4 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi1>, tensor<2xi1>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[12, 3]> : tensor<2xi32>
    %p0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    %x1 = stablehlo.constant dense<[10, 5]> : tensor<2xi32>
    %p1 = stablehlo.constant dense<[true, true]> : tensor<2xi1>
    %r:10 = "interpreter.run_parallel"(%x0, %p0, %x1, %p1) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi1>, tensor<2xi32>, tensor<2xi1>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi1>, tensor<2xi1>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi1>, tensor<2xi1>)
    check.expect_eq_const %r#0, dense<[8, 1]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[14, 7]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[6, 6]> : tensor<2xi32>
    check.expect_eq_const %r#3, dense<[true, false]> : tensor<2xi1>
    check.expect_eq_const %r#9, dense<[true, true]> : tensor<2xi1>
    func.return
  }
}
