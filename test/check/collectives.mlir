// RUN: det-run --check %s
// RUN: det-run --check --device=reference %s
// Collectives between 2 replicas of 2 partitions, in every spelling of groups, against what the specification says of each process.
module @all_reduce_cross_replica_1 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.all_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-2, 9, 8], [-5, 2, 6], [9, -7, -9], [6, -1, 8]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-2, -3, 6], [8, 8, 6], [3, -5, -2], [-5, 7, 3]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-9, -7, -4], [9, -8, 0], [-9, -1, 6], [3, 4, 3]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[9, 5, -5], [2, -6, -8], [-5, 6, -3], [-1, 4, 0]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-11, 2, 4], [4, -6, 6], [0, -8, -3], [9, 3, 11]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[7, 2, 1], [10, 2, -2], [-2, 1, -5], [-6, 11, 3]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[-11, 2, 4], [4, -6, 6], [0, -8, -3], [9, 3, 11]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[7, 2, 1], [10, 2, -2], [-2, 1, -5], [-6, 11, 3]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @collective_reduce_cross_replica_1 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.collective_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-2, 9, 8], [-5, 2, 6], [9, -7, -9], [6, -1, 8]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-2, -3, 6], [8, 8, 6], [3, -5, -2], [-5, 7, 3]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-9, -7, -4], [9, -8, 0], [-9, -1, 6], [3, 4, 3]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[9, 5, -5], [2, -6, -8], [-5, 6, -3], [-1, 4, 0]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-11, 2, 4], [4, -6, 6], [0, -8, -3], [9, 3, 11]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[7, 2, 1], [10, 2, -2], [-2, 1, -5], [-6, 11, 3]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @reduce_scatter_cross_replica_1 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<2x3xi64> {
    %r = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, scatter_dimension = 0 : i64} : (tensor<4x3xi64>) -> tensor<2x3xi64>
    return %r : tensor<2x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-2, 9, 8], [-5, 2, 6], [9, -7, -9], [6, -1, 8]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-2, -3, 6], [8, 8, 6], [3, -5, -2], [-5, 7, 3]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-9, -7, -4], [9, -8, 0], [-9, -1, 6], [3, 4, 3]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[9, 5, -5], [2, -6, -8], [-5, 6, -3], [-1, 4, 0]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>)
    check.expect_eq_const %r#0, dense<[[-11, 2, 4], [4, -6, 6]]> : tensor<2x3xi64>
    check.expect_eq_const %r#1, dense<[[7, 2, 1], [10, 2, -2]]> : tensor<2x3xi64>
    check.expect_eq_const %r#2, dense<[[0, -8, -3], [9, 3, 11]]> : tensor<2x3xi64>
    check.expect_eq_const %r#3, dense<[[-2, 1, -5], [-6, 11, 3]]> : tensor<2x3xi64>
    func.return
  }
}

// -----

module @all_gather_cross_replica_1 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x6xi64> {
    %r = "stablehlo.all_gather"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, all_gather_dim = 1 : i64} : (tensor<4x3xi64>) -> tensor<4x6xi64>
    return %r : tensor<4x6xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-2, 9, 8], [-5, 2, 6], [9, -7, -9], [6, -1, 8]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-2, -3, 6], [8, 8, 6], [3, -5, -2], [-5, 7, 3]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-9, -7, -4], [9, -8, 0], [-9, -1, 6], [3, 4, 3]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[9, 5, -5], [2, -6, -8], [-5, 6, -3], [-1, 4, 0]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x6xi64>, tensor<4x6xi64>, tensor<4x6xi64>, tensor<4x6xi64>)
    check.expect_eq_const %r#0, dense<[[-2, 9, 8, -9, -7, -4], [-5, 2, 6, 9, -8, 0], [9, -7, -9, -9, -1, 6], [6, -1, 8, 3, 4, 3]]> : tensor<4x6xi64>
    check.expect_eq_const %r#1, dense<[[-2, -3, 6, 9, 5, -5], [8, 8, 6, 2, -6, -8], [3, -5, -2, -5, 6, -3], [-5, 7, 3, -1, 4, 0]]> : tensor<4x6xi64>
    check.expect_eq_const %r#2, dense<[[-2, 9, 8, -9, -7, -4], [-5, 2, 6, 9, -8, 0], [9, -7, -9, -9, -1, 6], [6, -1, 8, 3, 4, 3]]> : tensor<4x6xi64>
    check.expect_eq_const %r#3, dense<[[-2, -3, 6, 9, 5, -5], [8, 8, 6, 2, -6, -8], [3, -5, -2, -5, 6, -3], [-5, 7, 3, -1, 4, 0]]> : tensor<4x6xi64>
    func.return
  }
}

// -----

module @all_reduce_cross_replica_2 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.all_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[4, 7, 3], [9, 2, 8], [9, 4, 9], [-2, 1, -9]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-1, -4, 1], [8, 9, 9], [-6, -3, 9], [-1, 0, -6]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-7, 6, 6], [-7, 2, -7], [4, -5, -9], [0, 4, 4]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-6, -8, -8], [3, 9, 1], [8, -1, 7], [-2, -8, 0]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-3, 13, 9], [2, 4, 1], [13, -1, 0], [-2, 5, -5]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[-7, -12, -7], [11, 18, 10], [2, -4, 16], [-3, -8, -6]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[-3, 13, 9], [2, 4, 1], [13, -1, 0], [-2, 5, -5]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[-7, -12, -7], [11, 18, 10], [2, -4, 16], [-3, -8, -6]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @collective_reduce_cross_replica_2 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.collective_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[4, 7, 3], [9, 2, 8], [9, 4, 9], [-2, 1, -9]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-1, -4, 1], [8, 9, 9], [-6, -3, 9], [-1, 0, -6]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-7, 6, 6], [-7, 2, -7], [4, -5, -9], [0, 4, 4]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-6, -8, -8], [3, 9, 1], [8, -1, 7], [-2, -8, 0]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[-3, 13, 9], [2, 4, 1], [13, -1, 0], [-2, 5, -5]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[-7, -12, -7], [11, 18, 10], [2, -4, 16], [-3, -8, -6]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @reduce_scatter_cross_replica_2 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<2x3xi64> {
    %r = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, scatter_dimension = 0 : i64} : (tensor<4x3xi64>) -> tensor<2x3xi64>
    return %r : tensor<2x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[4, 7, 3], [9, 2, 8], [9, 4, 9], [-2, 1, -9]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-1, -4, 1], [8, 9, 9], [-6, -3, 9], [-1, 0, -6]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-7, 6, 6], [-7, 2, -7], [4, -5, -9], [0, 4, 4]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-6, -8, -8], [3, 9, 1], [8, -1, 7], [-2, -8, 0]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>)
    check.expect_eq_const %r#0, dense<[[13, -1, 0], [-2, 5, -5]]> : tensor<2x3xi64>
    check.expect_eq_const %r#1, dense<[[2, -4, 16], [-3, -8, -6]]> : tensor<2x3xi64>
    check.expect_eq_const %r#2, dense<[[-3, 13, 9], [2, 4, 1]]> : tensor<2x3xi64>
    check.expect_eq_const %r#3, dense<[[-7, -12, -7], [11, 18, 10]]> : tensor<2x3xi64>
    func.return
  }
}

// -----

module @all_gather_cross_replica_2 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x6xi64> {
    %r = "stablehlo.all_gather"(%a) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, all_gather_dim = 1 : i64} : (tensor<4x3xi64>) -> tensor<4x6xi64>
    return %r : tensor<4x6xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[4, 7, 3], [9, 2, 8], [9, 4, 9], [-2, 1, -9]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-1, -4, 1], [8, 9, 9], [-6, -3, 9], [-1, 0, -6]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-7, 6, 6], [-7, 2, -7], [4, -5, -9], [0, 4, 4]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-6, -8, -8], [3, 9, 1], [8, -1, 7], [-2, -8, 0]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x6xi64>, tensor<4x6xi64>, tensor<4x6xi64>, tensor<4x6xi64>)
    check.expect_eq_const %r#0, dense<[[-7, 6, 6, 4, 7, 3], [-7, 2, -7, 9, 2, 8], [4, -5, -9, 9, 4, 9], [0, 4, 4, -2, 1, -9]]> : tensor<4x6xi64>
    check.expect_eq_const %r#1, dense<[[-6, -8, -8, -1, -4, 1], [3, 9, 1, 8, 9, 9], [8, -1, 7, -6, -3, 9], [-2, -8, 0, -1, 0, -6]]> : tensor<4x6xi64>
    check.expect_eq_const %r#2, dense<[[-7, 6, 6, 4, 7, 3], [-7, 2, -7, 9, 2, 8], [4, -5, -9, 9, 4, 9], [0, 4, 4, -2, 1, -9]]> : tensor<4x6xi64>
    check.expect_eq_const %r#3, dense<[[-6, -8, -8, -1, -4, 1], [3, 9, 1, 8, 9, 9], [8, -1, 7, -6, -3, 9], [-2, -8, 0, -1, 0, -6]]> : tensor<4x6xi64>
    func.return
  }
}

// -----

module @all_reduce_cross_replica_3 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.all_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-9, -7, -6], [8, -8, -3], [4, 0, -1], [-5, -8, 1]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[1, 2, -5], [3, 3, 5], [7, 3, 8], [-6, 7, -1]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[4, -2, 0], [4, -1, 7], [0, 8, 1], [-9, 4, 9]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[1, -9, 3], [9, -5, -8], [1, 5, 2], [2, -1, 6]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-9, -7, -6], [8, -8, -3], [4, 0, -1], [-5, -8, 1]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[1, 2, -5], [3, 3, 5], [7, 3, 8], [-6, 7, -1]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[4, -2, 0], [4, -1, 7], [0, 8, 1], [-9, 4, 9]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[1, -9, 3], [9, -5, -8], [1, 5, 2], [2, -1, 6]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @collective_reduce_cross_replica_3 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.collective_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-9, -7, -6], [8, -8, -3], [4, 0, -1], [-5, -8, 1]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[1, 2, -5], [3, 3, 5], [7, 3, 8], [-6, 7, -1]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[4, -2, 0], [4, -1, 7], [0, 8, 1], [-9, 4, 9]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[1, -9, 3], [9, -5, -8], [1, 5, 2], [2, -1, 6]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-9, -7, -6], [8, -8, -3], [4, 0, -1], [-5, -8, 1]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[1, 2, -5], [3, 3, 5], [7, 3, 8], [-6, 7, -1]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[4, -2, 0], [4, -1, 7], [0, 8, 1], [-9, 4, 9]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[1, -9, 3], [9, -5, -8], [1, 5, 2], [2, -1, 6]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @reduce_scatter_cross_replica_3 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, scatter_dimension = 0 : i64} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-9, -7, -6], [8, -8, -3], [4, 0, -1], [-5, -8, 1]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[1, 2, -5], [3, 3, 5], [7, 3, 8], [-6, 7, -1]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[4, -2, 0], [4, -1, 7], [0, 8, 1], [-9, 4, 9]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[1, -9, 3], [9, -5, -8], [1, 5, 2], [2, -1, 6]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-9, -7, -6], [8, -8, -3], [4, 0, -1], [-5, -8, 1]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[1, 2, -5], [3, 3, 5], [7, 3, 8], [-6, 7, -1]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[4, -2, 0], [4, -1, 7], [0, 8, 1], [-9, 4, 9]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[1, -9, 3], [9, -5, -8], [1, 5, 2], [2, -1, 6]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @all_gather_cross_replica_3 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.all_gather"(%a) {replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, all_gather_dim = 1 : i64} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-9, -7, -6], [8, -8, -3], [4, 0, -1], [-5, -8, 1]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[1, 2, -5], [3, 3, 5], [7, 3, 8], [-6, 7, -1]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[4, -2, 0], [4, -1, 7], [0, 8, 1], [-9, 4, 9]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[1, -9, 3], [9, -5, -8], [1, 5, 2], [2, -1, 6]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-9, -7, -6], [8, -8, -3], [4, 0, -1], [-5, -8, 1]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[1, 2, -5], [3, 3, 5], [7, 3, 8], [-6, 7, -1]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[4, -2, 0], [4, -1, 7], [0, 8, 1], [-9, 4, 9]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[1, -9, 3], [9, -5, -8], [1, 5, 2], [2, -1, 6]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @all_reduce_across_4 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.all_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-9, 9, -8], [-9, 2, -1], [5, 0, 9], [1, -4, 2]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-4, 1, 2], [-1, 0, 3], [-6, -9, 9], [-5, 0, 7]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-2, -1, -2], [1, -4, 4], [-6, -6, 1], [1, -2, 5]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-4, -7, 1], [-3, 9, 5], [-1, -2, -6], [-8, 7, -3]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-19, 2, -7], [-12, 7, 11], [-8, -17, 13], [-11, 1, 11]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[-19, 2, -7], [-12, 7, 11], [-8, -17, 13], [-11, 1, 11]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[-19, 2, -7], [-12, 7, 11], [-8, -17, 13], [-11, 1, 11]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[-19, 2, -7], [-12, 7, 11], [-8, -17, 13], [-11, 1, 11]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @collective_reduce_across_4 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.collective_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-9, 9, -8], [-9, 2, -1], [5, 0, 9], [1, -4, 2]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-4, 1, 2], [-1, 0, 3], [-6, -9, 9], [-5, 0, 7]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-2, -1, -2], [1, -4, 4], [-6, -6, 1], [1, -2, 5]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-4, -7, 1], [-3, 9, 5], [-1, -2, -6], [-8, 7, -3]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-19, 2, -7], [-12, 7, 11], [-8, -17, 13], [-11, 1, 11]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @reduce_scatter_across_4 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<1x3xi64> {
    %r = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, scatter_dimension = 0 : i64} : (tensor<4x3xi64>) -> tensor<1x3xi64>
    return %r : tensor<1x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-9, 9, -8], [-9, 2, -1], [5, 0, 9], [1, -4, 2]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-4, 1, 2], [-1, 0, 3], [-6, -9, 9], [-5, 0, 7]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-2, -1, -2], [1, -4, 4], [-6, -6, 1], [1, -2, 5]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-4, -7, 1], [-3, 9, 5], [-1, -2, -6], [-8, 7, -3]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<1x3xi64>, tensor<1x3xi64>, tensor<1x3xi64>, tensor<1x3xi64>)
    check.expect_eq_const %r#0, dense<[[-19, 2, -7]]> : tensor<1x3xi64>
    check.expect_eq_const %r#1, dense<[[-8, -17, 13]]> : tensor<1x3xi64>
    check.expect_eq_const %r#2, dense<[[-12, 7, 11]]> : tensor<1x3xi64>
    check.expect_eq_const %r#3, dense<[[-11, 1, 11]]> : tensor<1x3xi64>
    func.return
  }
}

// -----

module @all_gather_across_4 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x12xi64> {
    %r = "stablehlo.all_gather"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, all_gather_dim = 1 : i64} : (tensor<4x3xi64>) -> tensor<4x12xi64>
    return %r : tensor<4x12xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-9, 9, -8], [-9, 2, -1], [5, 0, 9], [1, -4, 2]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-4, 1, 2], [-1, 0, 3], [-6, -9, 9], [-5, 0, 7]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-2, -1, -2], [1, -4, 4], [-6, -6, 1], [1, -2, 5]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-4, -7, 1], [-3, 9, 5], [-1, -2, -6], [-8, 7, -3]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x12xi64>, tensor<4x12xi64>, tensor<4x12xi64>, tensor<4x12xi64>)
    check.expect_eq_const %r#0, dense<[[-9, 9, -8, -2, -1, -2, -4, 1, 2, -4, -7, 1], [-9, 2, -1, 1, -4, 4, -1, 0, 3, -3, 9, 5], [5, 0, 9, -6, -6, 1, -6, -9, 9, -1, -2, -6], [1, -4, 2, 1, -2, 5, -5, 0, 7, -8, 7, -3]]> : tensor<4x12xi64>
    check.expect_eq_const %r#1, dense<[[-9, 9, -8, -2, -1, -2, -4, 1, 2, -4, -7, 1], [-9, 2, -1, 1, -4, 4, -1, 0, 3, -3, 9, 5], [5, 0, 9, -6, -6, 1, -6, -9, 9, -1, -2, -6], [1, -4, 2, 1, -2, 5, -5, 0, 7, -8, 7, -3]]> : tensor<4x12xi64>
    check.expect_eq_const %r#2, dense<[[-9, 9, -8, -2, -1, -2, -4, 1, 2, -4, -7, 1], [-9, 2, -1, 1, -4, 4, -1, 0, 3, -3, 9, 5], [5, 0, 9, -6, -6, 1, -6, -9, 9, -1, -2, -6], [1, -4, 2, 1, -2, 5, -5, 0, 7, -8, 7, -3]]> : tensor<4x12xi64>
    check.expect_eq_const %r#3, dense<[[-9, 9, -8, -2, -1, -2, -4, 1, 2, -4, -7, 1], [-9, 2, -1, 1, -4, 4, -1, 0, 3, -3, 9, 5], [5, 0, 9, -6, -6, 1, -6, -9, 9, -1, -2, -6], [1, -4, 2, 1, -2, 5, -5, 0, 7, -8, 7, -3]]> : tensor<4x12xi64>
    func.return
  }
}

// -----

module @all_reduce_across_5 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.all_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[1, 9, -4], [-1, 1, -7], [2, 9, -5], [4, 0, 7]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-1, 5, 2], [4, 0, 4], [9, 4, -8], [4, -5, -3]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-9, 6, 7], [4, 8, -2], [-8, 5, 7], [0, 8, 1]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-2, -7, 9], [0, -6, -2], [-8, -8, 7], [-3, 4, 9]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-11, 13, 14], [7, 3, -7], [-5, 10, 1], [5, 7, 14]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[-11, 13, 14], [7, 3, -7], [-5, 10, 1], [5, 7, 14]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[-11, 13, 14], [7, 3, -7], [-5, 10, 1], [5, 7, 14]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[-11, 13, 14], [7, 3, -7], [-5, 10, 1], [5, 7, 14]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @collective_reduce_across_5 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.collective_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[1, 9, -4], [-1, 1, -7], [2, 9, -5], [4, 0, 7]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-1, 5, 2], [4, 0, 4], [9, 4, -8], [4, -5, -3]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-9, 6, 7], [4, 8, -2], [-8, 5, 7], [0, 8, 1]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-2, -7, 9], [0, -6, -2], [-8, -8, 7], [-3, 4, 9]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[-11, 13, 14], [7, 3, -7], [-5, 10, 1], [5, 7, 14]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @reduce_scatter_across_5 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<1x3xi64> {
    %r = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, scatter_dimension = 0 : i64} : (tensor<4x3xi64>) -> tensor<1x3xi64>
    return %r : tensor<1x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[1, 9, -4], [-1, 1, -7], [2, 9, -5], [4, 0, 7]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-1, 5, 2], [4, 0, 4], [9, 4, -8], [4, -5, -3]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-9, 6, 7], [4, 8, -2], [-8, 5, 7], [0, 8, 1]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-2, -7, 9], [0, -6, -2], [-8, -8, 7], [-3, 4, 9]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<1x3xi64>, tensor<1x3xi64>, tensor<1x3xi64>, tensor<1x3xi64>)
    check.expect_eq_const %r#0, dense<[[7, 3, -7]]> : tensor<1x3xi64>
    check.expect_eq_const %r#1, dense<[[5, 7, 14]]> : tensor<1x3xi64>
    check.expect_eq_const %r#2, dense<[[-11, 13, 14]]> : tensor<1x3xi64>
    check.expect_eq_const %r#3, dense<[[-5, 10, 1]]> : tensor<1x3xi64>
    func.return
  }
}

// -----

module @all_gather_across_5 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x12xi64> {
    %r = "stablehlo.all_gather"(%a) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, all_gather_dim = 1 : i64} : (tensor<4x3xi64>) -> tensor<4x12xi64>
    return %r : tensor<4x12xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[1, 9, -4], [-1, 1, -7], [2, 9, -5], [4, 0, 7]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-1, 5, 2], [4, 0, 4], [9, 4, -8], [4, -5, -3]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-9, 6, 7], [4, 8, -2], [-8, 5, 7], [0, 8, 1]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-2, -7, 9], [0, -6, -2], [-8, -8, 7], [-3, 4, 9]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x12xi64>, tensor<4x12xi64>, tensor<4x12xi64>, tensor<4x12xi64>)
    check.expect_eq_const %r#0, dense<[[-9, 6, 7, 1, 9, -4, -2, -7, 9, -1, 5, 2], [4, 8, -2, -1, 1, -7, 0, -6, -2, 4, 0, 4], [-8, 5, 7, 2, 9, -5, -8, -8, 7, 9, 4, -8], [0, 8, 1, 4, 0, 7, -3, 4, 9, 4, -5, -3]]> : tensor<4x12xi64>
    check.expect_eq_const %r#1, dense<[[-9, 6, 7, 1, 9, -4, -2, -7, 9, -1, 5, 2], [4, 8, -2, -1, 1, -7, 0, -6, -2, 4, 0, 4], [-8, 5, 7, 2, 9, -5, -8, -8, 7, 9, 4, -8], [0, 8, 1, 4, 0, 7, -3, 4, 9, 4, -5, -3]]> : tensor<4x12xi64>
    check.expect_eq_const %r#2, dense<[[-9, 6, 7, 1, 9, -4, -2, -7, 9, -1, 5, 2], [4, 8, -2, -1, 1, -7, 0, -6, -2, 4, 0, 4], [-8, 5, 7, 2, 9, -5, -8, -8, 7, 9, 4, -8], [0, 8, 1, 4, 0, 7, -3, 4, 9, 4, -5, -3]]> : tensor<4x12xi64>
    check.expect_eq_const %r#3, dense<[[-9, 6, 7, 1, 9, -4, -2, -7, 9, -1, 5, 2], [4, 8, -2, -1, 1, -7, 0, -6, -2, 4, 0, 4], [-8, 5, 7, 2, 9, -5, -8, -8, 7, 9, 4, -8], [0, 8, 1, 4, 0, 7, -3, 4, 9, 4, -5, -3]]> : tensor<4x12xi64>
    func.return
  }
}

// -----

module @all_reduce_across_6 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.all_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-8, -9, 6], [-6, -4, 7], [0, -2, -9], [7, 8, 4]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-8, -6, 1], [-5, -1, 8], [6, -8, 2], [-2, -3, -6]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[8, -6, -4], [-2, -1, -5], [-9, 6, 9], [3, -8, -1]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-2, -1, 7], [7, 4, -8], [6, 1, -9], [-8, -5, -8]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-16, -15, 7], [-11, -5, 15], [6, -10, -7], [5, 5, -2]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[-16, -15, 7], [-11, -5, 15], [6, -10, -7], [5, 5, -2]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[6, -7, 3], [5, 3, -13], [-3, 7, 0], [-5, -13, -9]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[6, -7, 3], [5, 3, -13], [-3, 7, 0], [-5, -13, -9]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @collective_reduce_across_6 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.collective_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-8, -9, 6], [-6, -4, 7], [0, -2, -9], [7, 8, 4]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-8, -6, 1], [-5, -1, 8], [6, -8, 2], [-2, -3, -6]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[8, -6, -4], [-2, -1, -5], [-9, 6, 9], [3, -8, -1]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-2, -1, 7], [7, 4, -8], [6, 1, -9], [-8, -5, -8]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-16, -15, 7], [-11, -5, 15], [6, -10, -7], [5, 5, -2]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[6, -7, 3], [5, 3, -13], [-3, 7, 0], [-5, -13, -9]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @reduce_scatter_across_6 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<2x3xi64> {
    %r = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, scatter_dimension = 0 : i64} : (tensor<4x3xi64>) -> tensor<2x3xi64>
    return %r : tensor<2x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-8, -9, 6], [-6, -4, 7], [0, -2, -9], [7, 8, 4]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-8, -6, 1], [-5, -1, 8], [6, -8, 2], [-2, -3, -6]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[8, -6, -4], [-2, -1, -5], [-9, 6, 9], [3, -8, -1]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-2, -1, 7], [7, 4, -8], [6, 1, -9], [-8, -5, -8]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>)
    check.expect_eq_const %r#0, dense<[[-16, -15, 7], [-11, -5, 15]]> : tensor<2x3xi64>
    check.expect_eq_const %r#1, dense<[[6, -10, -7], [5, 5, -2]]> : tensor<2x3xi64>
    check.expect_eq_const %r#2, dense<[[6, -7, 3], [5, 3, -13]]> : tensor<2x3xi64>
    check.expect_eq_const %r#3, dense<[[-3, 7, 0], [-5, -13, -9]]> : tensor<2x3xi64>
    func.return
  }
}

// -----

module @all_gather_across_6 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x6xi64> {
    %r = "stablehlo.all_gather"(%a) {replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, all_gather_dim = 1 : i64} : (tensor<4x3xi64>) -> tensor<4x6xi64>
    return %r : tensor<4x6xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-8, -9, 6], [-6, -4, 7], [0, -2, -9], [7, 8, 4]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-8, -6, 1], [-5, -1, 8], [6, -8, 2], [-2, -3, -6]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[8, -6, -4], [-2, -1, -5], [-9, 6, 9], [3, -8, -1]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-2, -1, 7], [7, 4, -8], [6, 1, -9], [-8, -5, -8]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x6xi64>, tensor<4x6xi64>, tensor<4x6xi64>, tensor<4x6xi64>)
    check.expect_eq_const %r#0, dense<[[-8, -9, 6, -8, -6, 1], [-6, -4, 7, -5, -1, 8], [0, -2, -9, 6, -8, 2], [7, 8, 4, -2, -3, -6]]> : tensor<4x6xi64>
    check.expect_eq_const %r#1, dense<[[-8, -9, 6, -8, -6, 1], [-6, -4, 7, -5, -1, 8], [0, -2, -9, 6, -8, 2], [7, 8, 4, -2, -3, -6]]> : tensor<4x6xi64>
    check.expect_eq_const %r#2, dense<[[8, -6, -4, -2, -1, 7], [-2, -1, -5, 7, 4, -8], [-9, 6, 9, 6, 1, -9], [3, -8, -1, -8, -5, -8]]> : tensor<4x6xi64>
    check.expect_eq_const %r#3, dense<[[8, -6, -4, -2, -1, 7], [-2, -1, -5, 7, 4, -8], [-9, 6, 9, 6, 1, -9], [3, -8, -1, -8, -5, -8]]> : tensor<4x6xi64>
    func.return
  }
}

// -----

module @all_reduce_flat_7 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.all_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-6, -8, -7], [6, -8, -7], [7, 7, 6], [1, -4, 1]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-7, 2, 3], [3, 9, 0], [2, -1, -3], [1, 4, -6]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-5, 8, -9], [3, -7, 9], [-4, -8, 2], [5, 8, 3]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-8, 4, -8], [2, 6, 1], [4, 4, 5], [-9, -2, -3]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-26, 6, -21], [14, 0, 3], [9, 2, 10], [-2, 6, -5]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[-26, 6, -21], [14, 0, 3], [9, 2, 10], [-2, 6, -5]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[-26, 6, -21], [14, 0, 3], [9, 2, 10], [-2, 6, -5]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[-26, 6, -21], [14, 0, 3], [9, 2, 10], [-2, 6, -5]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @collective_reduce_flat_7 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.collective_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-6, -8, -7], [6, -8, -7], [7, 7, 6], [1, -4, 1]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-7, 2, 3], [3, 9, 0], [2, -1, -3], [1, 4, -6]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-5, 8, -9], [3, -7, 9], [-4, -8, 2], [5, 8, 3]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-8, 4, -8], [2, 6, 1], [4, 4, 5], [-9, -2, -3]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-26, 6, -21], [14, 0, 3], [9, 2, 10], [-2, 6, -5]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @reduce_scatter_flat_7 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<1x3xi64> {
    %r = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids, scatter_dimension = 0 : i64} : (tensor<4x3xi64>) -> tensor<1x3xi64>
    return %r : tensor<1x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-6, -8, -7], [6, -8, -7], [7, 7, 6], [1, -4, 1]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-7, 2, 3], [3, 9, 0], [2, -1, -3], [1, 4, -6]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-5, 8, -9], [3, -7, 9], [-4, -8, 2], [5, 8, 3]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-8, 4, -8], [2, 6, 1], [4, 4, 5], [-9, -2, -3]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<1x3xi64>, tensor<1x3xi64>, tensor<1x3xi64>, tensor<1x3xi64>)
    check.expect_eq_const %r#0, dense<[[-26, 6, -21]]> : tensor<1x3xi64>
    check.expect_eq_const %r#1, dense<[[14, 0, 3]]> : tensor<1x3xi64>
    check.expect_eq_const %r#2, dense<[[9, 2, 10]]> : tensor<1x3xi64>
    check.expect_eq_const %r#3, dense<[[-2, 6, -5]]> : tensor<1x3xi64>
    func.return
  }
}

// -----

module @all_gather_flat_7 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x12xi64> {
    %r = "stablehlo.all_gather"(%a) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids, all_gather_dim = 1 : i64} : (tensor<4x3xi64>) -> tensor<4x12xi64>
    return %r : tensor<4x12xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-6, -8, -7], [6, -8, -7], [7, 7, 6], [1, -4, 1]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-7, 2, 3], [3, 9, 0], [2, -1, -3], [1, 4, -6]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-5, 8, -9], [3, -7, 9], [-4, -8, 2], [5, 8, 3]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-8, 4, -8], [2, 6, 1], [4, 4, 5], [-9, -2, -3]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x12xi64>, tensor<4x12xi64>, tensor<4x12xi64>, tensor<4x12xi64>)
    check.expect_eq_const %r#0, dense<[[-6, -8, -7, -7, 2, 3, -5, 8, -9, -8, 4, -8], [6, -8, -7, 3, 9, 0, 3, -7, 9, 2, 6, 1], [7, 7, 6, 2, -1, -3, -4, -8, 2, 4, 4, 5], [1, -4, 1, 1, 4, -6, 5, 8, 3, -9, -2, -3]]> : tensor<4x12xi64>
    check.expect_eq_const %r#1, dense<[[-6, -8, -7, -7, 2, 3, -5, 8, -9, -8, 4, -8], [6, -8, -7, 3, 9, 0, 3, -7, 9, 2, 6, 1], [7, 7, 6, 2, -1, -3, -4, -8, 2, 4, 4, 5], [1, -4, 1, 1, 4, -6, 5, 8, 3, -9, -2, -3]]> : tensor<4x12xi64>
    check.expect_eq_const %r#2, dense<[[-6, -8, -7, -7, 2, 3, -5, 8, -9, -8, 4, -8], [6, -8, -7, 3, 9, 0, 3, -7, 9, 2, 6, 1], [7, 7, 6, 2, -1, -3, -4, -8, 2, 4, 4, 5], [1, -4, 1, 1, 4, -6, 5, 8, 3, -9, -2, -3]]> : tensor<4x12xi64>
    check.expect_eq_const %r#3, dense<[[-6, -8, -7, -7, 2, 3, -5, 8, -9, -8, 4, -8], [6, -8, -7, 3, 9, 0, 3, -7, 9, 2, 6, 1], [7, 7, 6, 2, -1, -3, -4, -8, 2, 4, 4, 5], [1, -4, 1, 1, 4, -6, 5, 8, 3, -9, -2, -3]]> : tensor<4x12xi64>
    func.return
  }
}

// -----

module @all_reduce_flat_8 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.all_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[3, 1], [0, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[8, -1, 9], [-7, 4, -2], [4, -5, -9], [1, 2, 8]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-1, -6, 5], [-6, 7, 3], [-6, 1, 9], [8, -6, 9]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-9, 6, -5], [-2, 3, -8], [7, -7, 9], [-6, 3, -4]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-9, 1, -6], [-9, -6, 6], [0, 9, 0], [-7, -8, 9]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-1, 5, 4], [-9, 7, -10], [11, -12, 0], [-5, 5, 4]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[-10, -5, -1], [-15, 1, 9], [-6, 10, 9], [1, -14, 18]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[-1, 5, 4], [-9, 7, -10], [11, -12, 0], [-5, 5, 4]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[-10, -5, -1], [-15, 1, 9], [-6, 10, 9], [1, -14, 18]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @collective_reduce_flat_8 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.collective_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[3, 1], [0, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[8, -1, 9], [-7, 4, -2], [4, -5, -9], [1, 2, 8]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-1, -6, 5], [-6, 7, 3], [-6, 1, 9], [8, -6, 9]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-9, 6, -5], [-2, 3, -8], [7, -7, 9], [-6, 3, -4]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-9, 1, -6], [-9, -6, 6], [0, 9, 0], [-7, -8, 9]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-1, 5, 4], [-9, 7, -10], [11, -12, 0], [-5, 5, 4]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[-10, -5, -1], [-15, 1, 9], [-6, 10, 9], [1, -14, 18]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @reduce_scatter_flat_8 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<2x3xi64> {
    %r = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[3, 1], [0, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids, scatter_dimension = 0 : i64} : (tensor<4x3xi64>) -> tensor<2x3xi64>
    return %r : tensor<2x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[8, -1, 9], [-7, 4, -2], [4, -5, -9], [1, 2, 8]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-1, -6, 5], [-6, 7, 3], [-6, 1, 9], [8, -6, 9]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-9, 6, -5], [-2, 3, -8], [7, -7, 9], [-6, 3, -4]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-9, 1, -6], [-9, -6, 6], [0, 9, 0], [-7, -8, 9]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>)
    check.expect_eq_const %r#0, dense<[[-1, 5, 4], [-9, 7, -10]]> : tensor<2x3xi64>
    check.expect_eq_const %r#1, dense<[[-6, 10, 9], [1, -14, 18]]> : tensor<2x3xi64>
    check.expect_eq_const %r#2, dense<[[11, -12, 0], [-5, 5, 4]]> : tensor<2x3xi64>
    check.expect_eq_const %r#3, dense<[[-10, -5, -1], [-15, 1, 9]]> : tensor<2x3xi64>
    func.return
  }
}

// -----

module @all_gather_flat_8 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x6xi64> {
    %r = "stablehlo.all_gather"(%a) {replica_groups = dense<[[3, 1], [0, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids, all_gather_dim = 1 : i64} : (tensor<4x3xi64>) -> tensor<4x6xi64>
    return %r : tensor<4x6xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[8, -1, 9], [-7, 4, -2], [4, -5, -9], [1, 2, 8]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-1, -6, 5], [-6, 7, 3], [-6, 1, 9], [8, -6, 9]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-9, 6, -5], [-2, 3, -8], [7, -7, 9], [-6, 3, -4]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-9, 1, -6], [-9, -6, 6], [0, 9, 0], [-7, -8, 9]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x6xi64>, tensor<4x6xi64>, tensor<4x6xi64>, tensor<4x6xi64>)
    check.expect_eq_const %r#0, dense<[[8, -1, 9, -9, 6, -5], [-7, 4, -2, -2, 3, -8], [4, -5, -9, 7, -7, 9], [1, 2, 8, -6, 3, -4]]> : tensor<4x6xi64>
    check.expect_eq_const %r#1, dense<[[-9, 1, -6, -1, -6, 5], [-9, -6, 6, -6, 7, 3], [0, 9, 0, -6, 1, 9], [-7, -8, 9, 8, -6, 9]]> : tensor<4x6xi64>
    check.expect_eq_const %r#2, dense<[[8, -1, 9, -9, 6, -5], [-7, 4, -2, -2, 3, -8], [4, -5, -9, 7, -7, 9], [1, 2, 8, -6, 3, -4]]> : tensor<4x6xi64>
    check.expect_eq_const %r#3, dense<[[-9, 1, -6, -1, -6, 5], [-9, -6, 6, -6, 7, 3], [0, 9, 0, -6, 1, 9], [-7, -8, 9, 8, -6, 9]]> : tensor<4x6xi64>
    func.return
  }
}

// -----

module @all_reduce_flat_9 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.all_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[7, 7, -2], [-6, 8, -6], [8, -8, 8], [1, 9, -4]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-7, -2, -4], [-2, 5, 3], [-1, 2, 3], [2, 8, 4]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-7, 3, 7], [-2, 4, -4], [4, 9, 9], [7, 6, -5]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[3, -5, -4], [-6, 6, 6], [7, 5, 9], [-4, -5, -1]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[0, 5, -6], [-8, 13, -3], [7, -6, 11], [3, 17, 0]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[0, 5, -6], [-8, 13, -3], [7, -6, 11], [3, 17, 0]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[-4, -2, 3], [-8, 10, 2], [11, 14, 18], [3, 1, -6]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[-4, -2, 3], [-8, 10, 2], [11, 14, 18], [3, 1, -6]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @collective_reduce_flat_9 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.collective_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[7, 7, -2], [-6, 8, -6], [8, -8, 8], [1, 9, -4]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-7, -2, -4], [-2, 5, 3], [-1, 2, 3], [2, 8, 4]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-7, 3, 7], [-2, 4, -4], [4, 9, 9], [7, 6, -5]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[3, -5, -4], [-6, 6, 6], [7, 5, 9], [-4, -5, -1]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[0, 5, -6], [-8, 13, -3], [7, -6, 11], [3, 17, 0]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[-4, -2, 3], [-8, 10, 2], [11, 14, 18], [3, 1, -6]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @reduce_scatter_flat_9 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<2x3xi64> {
    %r = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids, scatter_dimension = 0 : i64} : (tensor<4x3xi64>) -> tensor<2x3xi64>
    return %r : tensor<2x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[7, 7, -2], [-6, 8, -6], [8, -8, 8], [1, 9, -4]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-7, -2, -4], [-2, 5, 3], [-1, 2, 3], [2, 8, 4]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-7, 3, 7], [-2, 4, -4], [4, 9, 9], [7, 6, -5]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[3, -5, -4], [-6, 6, 6], [7, 5, 9], [-4, -5, -1]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>)
    check.expect_eq_const %r#0, dense<[[0, 5, -6], [-8, 13, -3]]> : tensor<2x3xi64>
    check.expect_eq_const %r#1, dense<[[7, -6, 11], [3, 17, 0]]> : tensor<2x3xi64>
    check.expect_eq_const %r#2, dense<[[-4, -2, 3], [-8, 10, 2]]> : tensor<2x3xi64>
    check.expect_eq_const %r#3, dense<[[11, 14, 18], [3, 1, -6]]> : tensor<2x3xi64>
    func.return
  }
}

// -----

module @all_gather_flat_9 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x6xi64> {
    %r = "stablehlo.all_gather"(%a) {replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids, all_gather_dim = 1 : i64} : (tensor<4x3xi64>) -> tensor<4x6xi64>
    return %r : tensor<4x6xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[7, 7, -2], [-6, 8, -6], [8, -8, 8], [1, 9, -4]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-7, -2, -4], [-2, 5, 3], [-1, 2, 3], [2, 8, 4]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-7, 3, 7], [-2, 4, -4], [4, 9, 9], [7, 6, -5]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[3, -5, -4], [-6, 6, 6], [7, 5, 9], [-4, -5, -1]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x6xi64>, tensor<4x6xi64>, tensor<4x6xi64>, tensor<4x6xi64>)
    check.expect_eq_const %r#0, dense<[[7, 7, -2, -7, -2, -4], [-6, 8, -6, -2, 5, 3], [8, -8, 8, -1, 2, 3], [1, 9, -4, 2, 8, 4]]> : tensor<4x6xi64>
    check.expect_eq_const %r#1, dense<[[7, 7, -2, -7, -2, -4], [-6, 8, -6, -2, 5, 3], [8, -8, 8, -1, 2, 3], [1, 9, -4, 2, 8, 4]]> : tensor<4x6xi64>
    check.expect_eq_const %r#2, dense<[[-7, 3, 7, 3, -5, -4], [-2, 4, -4, -6, 6, 6], [4, 9, 9, 7, 5, 9], [7, 6, -5, -4, -5, -1]]> : tensor<4x6xi64>
    check.expect_eq_const %r#3, dense<[[-7, 3, 7, 3, -5, -4], [-2, 4, -4, -6, 6, 6], [4, 9, 9, 7, 5, 9], [7, 6, -5, -4, -5, -1]]> : tensor<4x6xi64>
    func.return
  }
}

// -----

module @all_reduce_flat_10 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.all_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-3, -5, 9], [7, 1, -2], [8, 0, 4], [9, 9, -1]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-3, 0, -9], [-1, 6, 3], [-3, -4, 9], [2, -2, 1]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[6, -5, 4], [6, -3, 5], [9, 8, -9], [6, -7, 3]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-8, 5, -2], [-2, -7, -3], [-1, -2, -3], [-1, -5, -4]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[3, -10, 13], [13, -2, 3], [17, 8, -5], [15, 2, 2]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[-11, 5, -11], [-3, -1, 0], [-4, -6, 6], [1, -7, -3]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[3, -10, 13], [13, -2, 3], [17, 8, -5], [15, 2, 2]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[-11, 5, -11], [-3, -1, 0], [-4, -6, 6], [1, -7, -3]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @collective_reduce_flat_10 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.collective_reduce"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-3, -5, 9], [7, 1, -2], [8, 0, 4], [9, 9, -1]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-3, 0, -9], [-1, 6, 3], [-3, -4, 9], [2, -2, 1]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[6, -5, 4], [6, -3, 5], [9, 8, -9], [6, -7, 3]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-8, 5, -2], [-2, -7, -3], [-1, -2, -3], [-1, -5, -4]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[3, -10, 13], [13, -2, 3], [17, 8, -5], [15, 2, 2]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[-11, 5, -11], [-3, -1, 0], [-4, -6, 6], [1, -7, -3]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @reduce_scatter_flat_10 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<2x3xi64> {
    %r = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%l: tensor<i64>, %m: tensor<i64>):
      %s = stablehlo.add %l, %m : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids, scatter_dimension = 0 : i64} : (tensor<4x3xi64>) -> tensor<2x3xi64>
    return %r : tensor<2x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-3, -5, 9], [7, 1, -2], [8, 0, 4], [9, 9, -1]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-3, 0, -9], [-1, 6, 3], [-3, -4, 9], [2, -2, 1]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[6, -5, 4], [6, -3, 5], [9, 8, -9], [6, -7, 3]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-8, 5, -2], [-2, -7, -3], [-1, -2, -3], [-1, -5, -4]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>)
    check.expect_eq_const %r#0, dense<[[3, -10, 13], [13, -2, 3]]> : tensor<2x3xi64>
    check.expect_eq_const %r#1, dense<[[-11, 5, -11], [-3, -1, 0]]> : tensor<2x3xi64>
    check.expect_eq_const %r#2, dense<[[17, 8, -5], [15, 2, 2]]> : tensor<2x3xi64>
    check.expect_eq_const %r#3, dense<[[-4, -6, 6], [1, -7, -3]]> : tensor<2x3xi64>
    func.return
  }
}

// -----

module @all_gather_flat_10 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x6xi64> {
    %r = "stablehlo.all_gather"(%a) {replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids, all_gather_dim = 1 : i64} : (tensor<4x3xi64>) -> tensor<4x6xi64>
    return %r : tensor<4x6xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-3, -5, 9], [7, 1, -2], [8, 0, 4], [9, 9, -1]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-3, 0, -9], [-1, 6, 3], [-3, -4, 9], [2, -2, 1]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[6, -5, 4], [6, -3, 5], [9, 8, -9], [6, -7, 3]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[-8, 5, -2], [-2, -7, -3], [-1, -2, -3], [-1, -5, -4]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x6xi64>, tensor<4x6xi64>, tensor<4x6xi64>, tensor<4x6xi64>)
    check.expect_eq_const %r#0, dense<[[-3, -5, 9, 6, -5, 4], [7, 1, -2, 6, -3, 5], [8, 0, 4, 9, 8, -9], [9, 9, -1, 6, -7, 3]]> : tensor<4x6xi64>
    check.expect_eq_const %r#1, dense<[[-3, 0, -9, -8, 5, -2], [-1, 6, 3, -2, -7, -3], [-3, -4, 9, -1, -2, -3], [2, -2, 1, -1, -5, -4]]> : tensor<4x6xi64>
    check.expect_eq_const %r#2, dense<[[-3, -5, 9, 6, -5, 4], [7, 1, -2, 6, -3, 5], [8, 0, 4, 9, 8, -9], [9, 9, -1, 6, -7, 3]]> : tensor<4x6xi64>
    check.expect_eq_const %r#3, dense<[[-3, 0, -9, -8, 5, -2], [-1, 6, 3, -2, -7, -3], [-3, -4, 9, -1, -2, -3], [2, -2, 1, -1, -5, -4]]> : tensor<4x6xi64>
    func.return
  }
}

// -----

module @all_to_all_cross_replica_11 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<2x6xi64> {
    %r = "stablehlo.all_to_all"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64} : (tensor<4x3xi64>) -> tensor<2x6xi64>
    return %r : tensor<2x6xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-8, -1, -4], [-8, 1, -4], [4, -7, -7], [-6, -7, -1]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[0, -8, 2], [5, 9, 1], [-9, -9, 1], [1, 4, 3]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[6, -7, -3], [9, 6, 3], [-5, 8, 1], [-6, -1, -7]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[4, -6, 5], [7, -1, -6], [7, 2, 2], [5, 0, -1]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<2x6xi64>, tensor<2x6xi64>, tensor<2x6xi64>, tensor<2x6xi64>)
    check.expect_eq_const %r#0, dense<[[-8, -1, -4, 6, -7, -3], [-8, 1, -4, 9, 6, 3]]> : tensor<2x6xi64>
    check.expect_eq_const %r#1, dense<[[0, -8, 2, 4, -6, 5], [5, 9, 1, 7, -1, -6]]> : tensor<2x6xi64>
    check.expect_eq_const %r#2, dense<[[4, -7, -7, -5, 8, 1], [-6, -7, -1, -6, -1, -7]]> : tensor<2x6xi64>
    check.expect_eq_const %r#3, dense<[[-9, -9, 1, 7, 2, 2], [1, 4, 3, 5, 0, -1]]> : tensor<2x6xi64>
    func.return
  }
}

// -----

module @collective_broadcast_cross_replica_11 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-8, -1, -4], [-8, 1, -4], [4, -7, -7], [-6, -7, -1]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[0, -8, 2], [5, 9, 1], [-9, -9, 1], [1, 4, 3]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[6, -7, -3], [9, 6, 3], [-5, 8, 1], [-6, -1, -7]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[4, -6, 5], [7, -1, -6], [7, 2, 2], [5, 0, -1]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-8, -1, -4], [-8, 1, -4], [4, -7, -7], [-6, -7, -1]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[0, -8, 2], [5, 9, 1], [-9, -9, 1], [1, 4, 3]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[-8, -1, -4], [-8, 1, -4], [4, -7, -7], [-6, -7, -1]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[0, -8, 2], [5, 9, 1], [-9, -9, 1], [1, 4, 3]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @all_to_all_cross_replica_12 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<2x6xi64> {
    %r = "stablehlo.all_to_all"(%a) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64} : (tensor<4x3xi64>) -> tensor<2x6xi64>
    return %r : tensor<2x6xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-6, 1, 9], [8, 7, -6], [6, 7, 2], [-8, 0, 9]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-4, -5, -4], [2, 5, -6], [-6, 8, -5], [1, 4, 8]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[0, -4, 5], [6, 0, -4], [-7, -6, -4], [8, 8, 9]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[3, 2, -6], [-1, -1, 3], [-8, -5, -8], [6, 7, -1]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<2x6xi64>, tensor<2x6xi64>, tensor<2x6xi64>, tensor<2x6xi64>)
    check.expect_eq_const %r#0, dense<[[-7, -6, -4, 6, 7, 2], [8, 8, 9, -8, 0, 9]]> : tensor<2x6xi64>
    check.expect_eq_const %r#1, dense<[[-8, -5, -8, -6, 8, -5], [6, 7, -1, 1, 4, 8]]> : tensor<2x6xi64>
    check.expect_eq_const %r#2, dense<[[0, -4, 5, -6, 1, 9], [6, 0, -4, 8, 7, -6]]> : tensor<2x6xi64>
    check.expect_eq_const %r#3, dense<[[3, 2, -6, -4, -5, -4], [-1, -1, 3, 2, 5, -6]]> : tensor<2x6xi64>
    func.return
  }
}

// -----

module @collective_broadcast_cross_replica_12 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-6, 1, 9], [8, 7, -6], [6, 7, 2], [-8, 0, 9]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-4, -5, -4], [2, 5, -6], [-6, 8, -5], [1, 4, 8]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[0, -4, 5], [6, 0, -4], [-7, -6, -4], [8, 8, 9]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[3, 2, -6], [-1, -1, 3], [-8, -5, -8], [6, 7, -1]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[0, -4, 5], [6, 0, -4], [-7, -6, -4], [8, 8, 9]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[3, 2, -6], [-1, -1, 3], [-8, -5, -8], [6, 7, -1]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[0, -4, 5], [6, 0, -4], [-7, -6, -4], [8, 8, 9]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[3, 2, -6], [-1, -1, 3], [-8, -5, -8], [6, 7, -1]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @all_to_all_cross_replica_13 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.all_to_all"(%a) {replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 1 : i64} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-2, 7, 2], [1, 3, 5], [8, -7, 2], [6, -6, -5]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-1, 9, -6], [-6, 9, -6], [-4, -3, 9], [4, 3, -5]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[9, -5, 3], [-3, 8, 7], [-4, 9, -4], [-3, -1, 2]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[0, -9, 5], [4, 3, 1], [8, 9, 0], [6, 7, 0]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-2, 7, 2], [1, 3, 5], [8, -7, 2], [6, -6, -5]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[-1, 9, -6], [-6, 9, -6], [-4, -3, 9], [4, 3, -5]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[9, -5, 3], [-3, 8, 7], [-4, 9, -4], [-3, -1, 2]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[0, -9, 5], [4, 3, 1], [8, 9, 0], [6, 7, 0]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @collective_broadcast_cross_replica_13 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-2, 7, 2], [1, 3, 5], [8, -7, 2], [6, -6, -5]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-1, 9, -6], [-6, 9, -6], [-4, -3, 9], [4, 3, -5]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[9, -5, 3], [-3, 8, 7], [-4, 9, -4], [-3, -1, 2]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[0, -9, 5], [4, 3, 1], [8, 9, 0], [6, 7, 0]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-2, 7, 2], [1, 3, 5], [8, -7, 2], [6, -6, -5]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[-1, 9, -6], [-6, 9, -6], [-4, -3, 9], [4, 3, -5]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[9, -5, 3], [-3, 8, 7], [-4, 9, -4], [-3, -1, 2]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[0, -9, 5], [4, 3, 1], [8, 9, 0], [6, 7, 0]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @collective_permute_cross_replica_14 {
  func.func private @f(%a: tensor<2xi64>) -> tensor<2xi64> {
    %r = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<2xi64>) -> tensor<2xi64>
    return %r : tensor<2xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[6, -9]> : tensor<2xi64>
    %x1 = stablehlo.constant dense<[-3, -9]> : tensor<2xi64>
    %x2 = stablehlo.constant dense<[-6, -2]> : tensor<2xi64>
    %x3 = stablehlo.constant dense<[6, -4]> : tensor<2xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %r#0, dense<[-6, -2]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<[6, -4]> : tensor<2xi64>
    check.expect_eq_const %r#2, dense<[6, -9]> : tensor<2xi64>
    check.expect_eq_const %r#3, dense<[-3, -9]> : tensor<2xi64>
    func.return
  }
}

// -----

module @collective_permute_cross_replica_15 {
  func.func private @f(%a: tensor<2xi64>) -> tensor<2xi64> {
    %r = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<2xi64>) -> tensor<2xi64>
    return %r : tensor<2xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[7, 5]> : tensor<2xi64>
    %x1 = stablehlo.constant dense<[-3, -3]> : tensor<2xi64>
    %x2 = stablehlo.constant dense<[7, -3]> : tensor<2xi64>
    %x3 = stablehlo.constant dense<[-8, 7]> : tensor<2xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %r#0, dense<[7, -3]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<[-8, 7]> : tensor<2xi64>
    check.expect_eq_const %r#2, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#3, dense<[0, 0]> : tensor<2xi64>
    func.return
  }
}

// -----

module @collective_permute_cross_replica_16 {
  func.func private @f(%a: tensor<2xi64>) -> tensor<2xi64> {
    %r = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<2xi64>) -> tensor<2xi64>
    return %r : tensor<2xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[5, -6]> : tensor<2xi64>
    %x1 = stablehlo.constant dense<[9, 0]> : tensor<2xi64>
    %x2 = stablehlo.constant dense<[-5, -5]> : tensor<2xi64>
    %x3 = stablehlo.constant dense<[5, -7]> : tensor<2xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %r#0, dense<[5, -6]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<[9, 0]> : tensor<2xi64>
    check.expect_eq_const %r#2, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#3, dense<[0, 0]> : tensor<2xi64>
    func.return
  }
}

// -----

module @all_to_all_cross_partition_17 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<2x6xi64> {
    %r = "stablehlo.all_to_all"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64} : (tensor<4x3xi64>) -> tensor<2x6xi64>
    return %r : tensor<2x6xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-8, -9, 2], [-2, 7, -7], [6, 8, -9], [1, 1, 1]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[2, -5, -7], [-8, -7, 1], [-3, -7, -3], [4, -2, 6]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[1, -6, -8], [4, -7, -3], [-4, 3, 6], [6, -7, 8]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[4, -3, 6], [0, -9, 5], [5, 3, 5], [-4, 5, -8]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<2x6xi64>, tensor<2x6xi64>, tensor<2x6xi64>, tensor<2x6xi64>)
    check.expect_eq_const %r#0, dense<[[-8, -9, 2, 2, -5, -7], [-2, 7, -7, -8, -7, 1]]> : tensor<2x6xi64>
    check.expect_eq_const %r#1, dense<[[6, 8, -9, -3, -7, -3], [1, 1, 1, 4, -2, 6]]> : tensor<2x6xi64>
    check.expect_eq_const %r#2, dense<[[1, -6, -8, 4, -3, 6], [4, -7, -3, 0, -9, 5]]> : tensor<2x6xi64>
    check.expect_eq_const %r#3, dense<[[-4, 3, 6, 5, 3, 5], [6, -7, 8, -4, 5, -8]]> : tensor<2x6xi64>
    func.return
  }
}

// -----

module @collective_broadcast_cross_partition_17 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-8, -9, 2], [-2, 7, -7], [6, 8, -9], [1, 1, 1]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[2, -5, -7], [-8, -7, 1], [-3, -7, -3], [4, -2, 6]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[1, -6, -8], [4, -7, -3], [-4, 3, 6], [6, -7, 8]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[4, -3, 6], [0, -9, 5], [5, 3, 5], [-4, 5, -8]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-8, -9, 2], [-2, 7, -7], [6, 8, -9], [1, 1, 1]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[-8, -9, 2], [-2, 7, -7], [6, 8, -9], [1, 1, 1]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[1, -6, -8], [4, -7, -3], [-4, 3, 6], [6, -7, 8]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[1, -6, -8], [4, -7, -3], [-4, 3, 6], [6, -7, 8]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @all_to_all_cross_partition_18 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<2x6xi64> {
    %r = "stablehlo.all_to_all"(%a) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64} : (tensor<4x3xi64>) -> tensor<2x6xi64>
    return %r : tensor<2x6xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-1, 2, 2], [5, 7, 2], [3, -2, -9], [-3, -1, 2]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-5, 5, 8], [-3, -4, -3], [-9, -4, 9], [3, 7, -4]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-9, -5, -6], [-4, 5, 6], [-4, -8, -9], [3, 5, 1]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[4, -8, -8], [-2, 3, -8], [3, 6, -9], [-2, -2, -6]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<2x6xi64>, tensor<2x6xi64>, tensor<2x6xi64>, tensor<2x6xi64>)
    check.expect_eq_const %r#0, dense<[[-9, -4, 9, 3, -2, -9], [3, 7, -4, -3, -1, 2]]> : tensor<2x6xi64>
    check.expect_eq_const %r#1, dense<[[-5, 5, 8, -1, 2, 2], [-3, -4, -3, 5, 7, 2]]> : tensor<2x6xi64>
    check.expect_eq_const %r#2, dense<[[3, 6, -9, -4, -8, -9], [-2, -2, -6, 3, 5, 1]]> : tensor<2x6xi64>
    check.expect_eq_const %r#3, dense<[[4, -8, -8, -9, -5, -6], [-2, 3, -8, -4, 5, 6]]> : tensor<2x6xi64>
    func.return
  }
}

// -----

module @collective_broadcast_cross_partition_18 {
  func.func private @f(%a: tensor<4x3xi64>) -> tensor<4x3xi64> {
    %r = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4x3xi64>) -> tensor<4x3xi64>
    return %r : tensor<4x3xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[-1, 2, 2], [5, 7, 2], [3, -2, -9], [-3, -1, 2]]> : tensor<4x3xi64>
    %x1 = stablehlo.constant dense<[[-5, 5, 8], [-3, -4, -3], [-9, -4, 9], [3, 7, -4]]> : tensor<4x3xi64>
    %x2 = stablehlo.constant dense<[[-9, -5, -6], [-4, 5, 6], [-4, -8, -9], [3, 5, 1]]> : tensor<4x3xi64>
    %x3 = stablehlo.constant dense<[[4, -8, -8], [-2, 3, -8], [3, 6, -9], [-2, -2, -6]]> : tensor<4x3xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>, tensor<4x3xi64>)
    check.expect_eq_const %r#0, dense<[[-5, 5, 8], [-3, -4, -3], [-9, -4, 9], [3, 7, -4]]> : tensor<4x3xi64>
    check.expect_eq_const %r#1, dense<[[-5, 5, 8], [-3, -4, -3], [-9, -4, 9], [3, 7, -4]]> : tensor<4x3xi64>
    check.expect_eq_const %r#2, dense<[[4, -8, -8], [-2, 3, -8], [3, 6, -9], [-2, -2, -6]]> : tensor<4x3xi64>
    check.expect_eq_const %r#3, dense<[[4, -8, -8], [-2, 3, -8], [3, 6, -9], [-2, -2, -6]]> : tensor<4x3xi64>
    func.return
  }
}

// -----

module @collective_permute_cross_partition_19 {
  func.func private @f(%a: tensor<2xi64>) -> tensor<2xi64> {
    %r = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2xi64>) -> tensor<2xi64>
    return %r : tensor<2xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[3, 6]> : tensor<2xi64>
    %x1 = stablehlo.constant dense<[-3, -4]> : tensor<2xi64>
    %x2 = stablehlo.constant dense<[1, -6]> : tensor<2xi64>
    %x3 = stablehlo.constant dense<[2, -6]> : tensor<2xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %r#0, dense<[-3, -4]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<[3, 6]> : tensor<2xi64>
    check.expect_eq_const %r#2, dense<[2, -6]> : tensor<2xi64>
    check.expect_eq_const %r#3, dense<[1, -6]> : tensor<2xi64>
    func.return
  }
}

// -----

module @collective_permute_cross_partition_20 {
  func.func private @f(%a: tensor<2xi64>) -> tensor<2xi64> {
    %r = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2xi64>) -> tensor<2xi64>
    return %r : tensor<2xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[-8, 0]> : tensor<2xi64>
    %x1 = stablehlo.constant dense<[-1, 5]> : tensor<2xi64>
    %x2 = stablehlo.constant dense<[0, 6]> : tensor<2xi64>
    %x3 = stablehlo.constant dense<[-2, 8]> : tensor<2xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %r#0, dense<[-1, 5]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#2, dense<[-2, 8]> : tensor<2xi64>
    check.expect_eq_const %r#3, dense<[0, 0]> : tensor<2xi64>
    func.return
  }
}

// -----

module @collective_permute_cross_partition_21 {
  func.func private @f(%a: tensor<2xi64>) -> tensor<2xi64> {
    %r = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2xi64>) -> tensor<2xi64>
    return %r : tensor<2xi64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[-1, -9]> : tensor<2xi64>
    %x1 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %x2 = stablehlo.constant dense<[1, -7]> : tensor<2xi64>
    %x3 = stablehlo.constant dense<[-8, 4]> : tensor<2xi64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]} : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %r#0, dense<[-1, -9]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#2, dense<[1, -7]> : tensor<2xi64>
    check.expect_eq_const %r#3, dense<[0, 0]> : tensor<2xi64>
    func.return
  }
}

// -----

module @numbers {
  func.func private @f() -> (tensor<ui32>, tensor<ui32>) {
    %r = stablehlo.replica_id : tensor<ui32>
    %p = stablehlo.partition_id : tensor<ui32>
    return %r, %p : tensor<ui32>, tensor<ui32>
  }
  func.func @main() {
    %r:12 = "interpreter.run_parallel"() {programs = [[@f, @f, @f], [@f, @f, @f]]} : () -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
    check.expect_eq_const %r#0, dense<0> : tensor<ui32>
    check.expect_eq_const %r#1, dense<0> : tensor<ui32>
    check.expect_eq_const %r#2, dense<0> : tensor<ui32>
    check.expect_eq_const %r#3, dense<1> : tensor<ui32>
    check.expect_eq_const %r#4, dense<0> : tensor<ui32>
    check.expect_eq_const %r#5, dense<2> : tensor<ui32>
    check.expect_eq_const %r#6, dense<1> : tensor<ui32>
    check.expect_eq_const %r#7, dense<0> : tensor<ui32>
    check.expect_eq_const %r#8, dense<1> : tensor<ui32>
    check.expect_eq_const %r#9, dense<1> : tensor<ui32>
    check.expect_eq_const %r#10, dense<1> : tensor<ui32>
    check.expect_eq_const %r#11, dense<2> : tensor<ui32>
    func.return
  }
}

// -----

module @broadcast_to_some {
  func.func private @f(%a: tensor<i64>) -> tensor<i64> {
    %r = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[2, 0]]> : tensor<1x2xi64>} : (tensor<i64>) -> tensor<i64>
    return %r : tensor<i64>
  }
  func.func @main() {
    %x = stablehlo.constant dense<7> : tensor<i64>
    %y = stablehlo.constant dense<8> : tensor<i64>
    %z = stablehlo.constant dense<9> : tensor<i64>
    %r:3 = "interpreter.run_parallel"(%x, %y, %z) {programs = [[@f], [@f], [@f]]} : (tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>)
    check.expect_eq_const %r#0, dense<9> : tensor<i64>
    check.expect_eq_const %r#1, dense<0> : tensor<i64>
    check.expect_eq_const %r#2, dense<9> : tensor<i64>
    func.return
  }
}
