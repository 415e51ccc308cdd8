// RUN: not det-run --check %s | FileCheck %s
// No second judgement (wider.mlir) of programs that jump: a constant moved by a step moves the result by the whole jump, which is no
// rounding. Every recording here is wrong by no more than that, or right of the wide values alone.

// CHECK: FAILED  {{.*}} @sign: check 0
// CHECK-NEXT: FAILED  {{.*}} @mask: check 0
// CHECK-NEXT: FAILED  {{.*}} @mask_of_two_edges: check 0
// CHECK-NEXT: FAILED  {{.*}} @floor: check 0
// CHECK-NEXT: FAILED  {{.*}} @floor_f64: check 0
// CHECK-NEXT: FAILED  {{.*}} @ceil: check 0
// CHECK-NEXT: FAILED  {{.*}} @round_nearest_even: check 0
// CHECK-NEXT: FAILED  {{.*}} @round_nearest_afz: check 0
// CHECK-NEXT: FAILED  {{.*}} @floor_of_sum: check 0
// CHECK-NEXT: FAILED  {{.*}} @to_integers: check 0
// CHECK-NEXT: FAILED  {{.*}} @to_integers_at_an_edge: check 0
// CHECK-NEXT: FAILED  {{.*}} @remainder: check 0
// CHECK-NEXT: FAILED  {{.*}} @half_turn: check 0
// CHECK-NEXT: FAILED  {{.*}} @greatest: check 0
// CHECK-NEXT: FAILED  {{.*}} @place_of_the_greatest: check 0
// CHECK-NEXT: FAILED  {{.*}} @branch_cut: check 0
// CHECK-NEXT: 0 passed, 0 refused, 16 failed

// The sign of 0 is 0.
func.func @sign() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %y = stablehlo.constant dense<1.0> : tensor<f32>
  %d = stablehlo.subtract %x, %y : tensor<f32>
  %s = stablehlo.sign %d : tensor<f32>
  check.expect_almost_eq_const %s, dense<0.9> : tensor<f32>
  func.return
}

// 1 >= 1 holds, and the result is 5.
func.func @mask() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %y = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %v = stablehlo.constant dense<5.0> : tensor<f32>
  %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %s = stablehlo.select %c, %v, %zero : tensor<i1>, tensor<f32>
  check.expect_almost_eq_const %s, dense<0.1> : tensor<f32>
  func.return
}

// In f32 1 + 1e-9 is 1, which is not above 1.
func.func @mask_of_two_edges() {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %edge = stablehlo.constant dense<1.0> : tensor<f32>
  %x = stablehlo.constant dense<1.0e-9> : tensor<f32>
  %big = stablehlo.constant dense<1000.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.add %one, %x : tensor<f32>
  %c = stablehlo.compare GT, %a, %edge : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %s = stablehlo.select %c, %big, %zero : tensor<i1>, tensor<f32>
  check.expect_almost_eq_const %s, dense<1000.0> : tensor<f32>
  func.return
}

func.func @floor() {
  %x = stablehlo.constant dense<3.0> : tensor<f32>
  %s = stablehlo.floor %x : tensor<f32>
  check.expect_almost_eq_const %s, dense<2.1> : tensor<f32>
  func.return
}

func.func @floor_f64() {
  %x = stablehlo.constant dense<3.0> : tensor<f64>
  %s = stablehlo.floor %x : tensor<f64>
  check.expect_almost_eq_const %s, dense<2.1> : tensor<f64>
  func.return
}

func.func @ceil() {
  %x = stablehlo.constant dense<3.0> : tensor<f32>
  %s = stablehlo.ceil %x : tensor<f32>
  check.expect_almost_eq_const %s, dense<3.9> : tensor<f32>
  func.return
}

func.func @round_nearest_even() {
  %x = stablehlo.constant dense<2.5> : tensor<f32>
  %s = stablehlo.round_nearest_even %x : tensor<f32>
  check.expect_almost_eq_const %s, dense<2.9> : tensor<f32>
  func.return
}

func.func @round_nearest_afz() {
  %x = stablehlo.constant dense<2.5> : tensor<f32>
  %s = stablehlo.round_nearest_afz %x : tensor<f32>
  check.expect_almost_eq_const %s, dense<2.1> : tensor<f32>
  func.return
}

// Just below 1 in f64.
func.func @floor_of_sum() {
  %x = stablehlo.constant dense<0.99999994> : tensor<f32>
  %y = stablehlo.constant dense<2.0e-8> : tensor<f32>
  %k = stablehlo.constant dense<1.0e6> : tensor<f32>
  %a = stablehlo.add %x, %y : tensor<f32>
  %b = stablehlo.add %a, %y : tensor<f32>
  %c = stablehlo.add %b, %y : tensor<f32>
  %f = stablehlo.floor %c : tensor<f32>
  %g = stablehlo.multiply %f, %k : tensor<f32>
  check.expect_almost_eq_const %g, dense<1.0e6> : tensor<f32>
  func.return
}

// In f32 2^24 + 1 is 2^24.
func.func @to_integers() {
  %x = stablehlo.constant dense<16777216.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %a = stablehlo.add %x, %one : tensor<f32>
  %i = stablehlo.convert %a : (tensor<f32>) -> tensor<i32>
  %k = stablehlo.constant dense<16777216> : tensor<i32>
  %d = stablehlo.subtract %i, %k : tensor<i32>
  %f = stablehlo.convert %d : (tensor<i32>) -> tensor<f32>
  check.expect_almost_eq_const %f, dense<1.0> : tensor<f32>
  func.return
}

func.func @to_integers_at_an_edge() {
  %x = stablehlo.constant dense<16777216.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %a = stablehlo.add %x, %half : tensor<f32>
  %i = stablehlo.convert %a : (tensor<f32>) -> tensor<i32>
  %k = stablehlo.constant dense<16777216> : tensor<i32>
  %d = stablehlo.subtract %i, %k : tensor<i32>
  %f = stablehlo.convert %d : (tensor<i32>) -> tensor<f32>
  check.expect_almost_eq_const %f, dense<2.0> : tensor<f32>
  func.return
}

// 6 rem 3 is 0, and 3 of what is a step less.
func.func @remainder() {
  %x = stablehlo.constant dense<6.0> : tensor<f32>
  %y = stablehlo.constant dense<3.0> : tensor<f32>
  %s = stablehlo.remainder %x, %y : tensor<f32>
  check.expect_almost_eq_const %s, dense<2.0> : tensor<f32>
  func.return
}

// Above the negative axis the angle is pi, below it -pi.
func.func @half_turn() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %y = stablehlo.constant dense<1.0> : tensor<f32>
  %minus = stablehlo.constant dense<-1.0> : tensor<f32>
  %d = stablehlo.subtract %x, %y : tensor<f32>
  %s = stablehlo.atan2 %d, %minus : tensor<f32>
  check.expect_almost_eq_const %s, dense<1.0> : tensor<f32>
  func.return
}

// A payload goes with its key.
func.func @greatest() {
  %x = stablehlo.constant dense<[1.0, 1.00000012]> : tensor<2xf32>
  %v = stablehlo.constant dense<[3.0, 8.0]> : tensor<2xf32>
  %s:2 = "stablehlo.sort"(%x, %v) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  check.expect_almost_eq_const %s#1, dense<[7.0, 4.0]> : tensor<2xf32>
  func.return
}

func.func @place_of_the_greatest() {
  %x = stablehlo.constant dense<[1.0, 1.00000012]> : tensor<2xf32>
  %values, %places = chlo.top_k(%x, k = 2) : tensor<2xf32> -> (tensor<2xf32>, tensor<2xi32>)
  %f = stablehlo.convert %places : (tensor<2xi32>) -> tensor<2xf32>
  check.expect_almost_eq_const %f, dense<0.5> : tensor<2xf32>
  func.return
}

// The square root of -1, half a turn to one side or the other.
func.func @branch_cut() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %y = stablehlo.constant dense<1.0> : tensor<f32>
  %minus = stablehlo.constant dense<-1.0> : tensor<f32>
  %d = stablehlo.subtract %x, %y : tensor<f32>
  %z = stablehlo.complex %minus, %d : tensor<complex<f32>>
  %s = stablehlo.sqrt %z : tensor<complex<f32>>
  %i = stablehlo.imag %s : (tensor<complex<f32>>) -> tensor<f32>
  check.expect_almost_eq_const %i, dense<0.5> : tensor<f32>
  func.return
}
