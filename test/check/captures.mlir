// RUN: det-run --check %s
// RUN: det-run --check --device=reference %s
// Regions that read scalars from outside.

func.func @reduce_up_to_a_limit() {
  %x = stablehlo.constant dense<[[1.0, 7.5, 3.0], [2.0, -4.0, 0.5], [9.0, 9.5, 8.0]]> : tensor<3x3xf32>
  %least = stablehlo.constant dense<0.0> : tensor<f32>
  %line = stablehlo.constant dense<[5.0]> : tensor<1xf32>
  %limit = stablehlo.reshape %line : (tensor<1xf32>) -> tensor<f32>
  %0 = "stablehlo.reduce"(%x, %least) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    %c = stablehlo.minimum %m, %limit : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %0, dense<[5.0, 2.0, 5.0]> : tensor<3xf32>
  %1 = "stablehlo.reduce"(%x, %least) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    %c = stablehlo.minimum %m, %limit : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %1, dense<5.0> : tensor<f32>
  func.return
}

func.func @reduce_between_two_limits() {
  %x = stablehlo.constant dense<[[1, 70, 3], [2, -40, 1]]> : tensor<2x3xi32>
  %i = stablehlo.constant dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi64>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %none = stablehlo.constant dense<-1> : tensor<i64>
  %line = stablehlo.constant dense<[2, 9]> : tensor<2xi32>
  %s0 = stablehlo.slice %line [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %s1 = stablehlo.slice %line [1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %low = stablehlo.reshape %s0 : (tensor<1xi32>) -> tensor<i32>
  %high = stablehlo.reshape %s1 : (tensor<1xi32>) -> tensor<i32>
  // The greatest of the values within the limits, and where it is.
  %0:2 = "stablehlo.reduce"(%x, %i, %zero, %none) ({
  ^bb0(%a: tensor<i32>, %p: tensor<i64>, %b: tensor<i32>, %q: tensor<i64>):
    %in0 = stablehlo.compare GE, %b, %low : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %in1 = stablehlo.compare LE, %b, %high : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %more = stablehlo.compare GT, %b, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %in = stablehlo.and %in0, %in1 : tensor<i1>
    %take = stablehlo.and %in, %more : tensor<i1>
    %v = stablehlo.select %take, %b, %a : tensor<i1>, tensor<i32>
    %w = stablehlo.select %take, %q, %p : tensor<i1>, tensor<i64>
    stablehlo.return %v, %w : tensor<i32>, tensor<i64>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xi32>, tensor<2x3xi64>, tensor<i32>, tensor<i64>) -> (tensor<2xi32>, tensor<2xi64>)
  check.expect_eq_const %0#0, dense<[3, 2]> : tensor<2xi32>
  check.expect_eq_const %0#1, dense<[2, 0]> : tensor<2xi64>
  func.return
}

func.func @windows_up_to_a_limit() {
  %x = stablehlo.constant dense<[1.0, 7.5, 3.0, 2.0, -4.0]> : tensor<5xf32>
  %least = stablehlo.constant dense<0.0> : tensor<f32>
  %line = stablehlo.constant dense<[5.0]> : tensor<1xf32>
  %limit = stablehlo.reshape %line : (tensor<1xf32>) -> tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %least) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    %c = stablehlo.minimum %m, %limit : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<5xf32>, tensor<f32>) -> tensor<6xf32>
  check.expect_eq_const %0, dense<[1.0, 5.0, 5.0, 3.0, 2.0, 0.0]> : tensor<6xf32>
  func.return
}

func.func @sort_by_distance() {
  %x = stablehlo.constant dense<[[1.0, 7.5, 3.0, 2.0], [8.0, 4.0, 0.0, 5.5]]> : tensor<2x4xf32>
  %line = stablehlo.constant dense<[4.0]> : tensor<1xf32>
  %middle = stablehlo.reshape %line : (tensor<1xf32>) -> tensor<f32>
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %da = stablehlo.subtract %a, %middle : tensor<f32>
    %db = stablehlo.subtract %b, %middle : tensor<f32>
    %aa = stablehlo.abs %da : tensor<f32>
    %ab = stablehlo.abs %db : tensor<f32>
    %p = stablehlo.compare LT, %aa, %ab : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  check.expect_eq_const %0, dense<[[3.0, 2.0, 1.0, 7.5], [4.0, 5.5, 8.0, 0.0]]> : tensor<2x4xf32>
  func.return
}

func.func @scatter_up_to_a_limit() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %i = stablehlo.constant dense<[[0], [2], [0], [9]]> : tensor<4x1xi32>
  %u = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %line = stablehlo.constant dense<[10]> : tensor<1xi32>
  %limit = stablehlo.reshape %line : (tensor<1xi32>) -> tensor<i32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    %c = stablehlo.minimum %s, %limit : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<4xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<4xi32>
  check.expect_eq_const %0, dense<[10, 2, 9, 4]> : tensor<4xi32>
  func.return
}

func.func @map_with_a_factor_of_a_loop() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<[3]> : tensor<1xi32>
  %trips = stablehlo.reshape %end : (tensor<1xi32>) -> tensor<i32>
  %0:2 = stablehlo.while(%k = %zero, %v = %x) : tensor<i32>, tensor<3xf32>
  cond {
    %p = stablehlo.compare LT, %k, %trips : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %f = stablehlo.convert %k : (tensor<i32>) -> tensor<f32>
    %n = "stablehlo.map"(%v) ({
    ^bb0(%a: tensor<f32>):
      %s = stablehlo.add %a, %f : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {dimensions = array<i64: 0>} : (tensor<3xf32>) -> tensor<3xf32>
    %next = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %next, %n : tensor<i32>, tensor<3xf32>
  }
  check.expect_eq_const %0#1, dense<[4.0, 5.0, 6.0]> : tensor<3xf32>
  func.return
}

func.func @reduce_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (3.0, -1.0)]> : tensor<2xcomplex<f32>>
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %line = stablehlo.constant dense<[(2.0, 0.5)]> : tensor<1xcomplex<f32>>
  %most = stablehlo.reshape %line : (tensor<1xcomplex<f32>>) -> tensor<complex<f32>>
  %0 = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %m = stablehlo.maximum %a, %b : tensor<complex<f32>>
    %c = stablehlo.minimum %m, %most : tensor<complex<f32>>
    stablehlo.return %c : tensor<complex<f32>>
  }) {dimensions = array<i64: 0>} : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  check.expect_eq_const %0, dense<(2.0, 0.5)> : tensor<complex<f32>>
  func.return
}
