// RUN: not det-run --check %s | FileCheck %s
// RUN: not det-run --check --device=reference --jobs=1 %s | FileCheck %s
// Every kind of check, and what is said when one does not hold. Functions with arguments, and those that others call,
// are no tests.

// CHECK-NOT: @passes
// CHECK: FAILED  {{.*}}checks.mlir @not_equal: check 1, element [0, 1] of i32[1,2]: expected 0x00000003 (3), got 0x00000002 (2), not equal
// CHECK-NEXT: FAILED  {{.*}}checks.mlir @zero_has_a_sign: check 0, element [] of f32[]: expected 0x80000000 (-0.0), got 0x00000000 (0.0), not equal
// CHECK-NEXT: FAILED  {{.*}}checks.mlir @too_far: check 0, element [1] of f32[2]: expected 0x3F800000 (1.0), got 0x3F800040 (1.0000076), not within 3 ULP
// CHECK-NEXT: FAILED  {{.*}}checks.mlir @too_near: {{.*}} not 2 to 9 ULP apart
// CHECK-NEXT: FAILED  {{.*}}checks.mlir @not_almost: {{.*}} not within 0.0001
// CHECK-NEXT: FAILED  {{.*}}checks.mlir @imaginary: check 0, element [], imaginary part, of complex<f32>[]: expected 0x00000000 (0.0), got 0x40000000 (2.0), not equal
// CHECK-NEXT: REFUSED {{.*}}checks.mlir @refused: {{.*}}'stablehlo.infeed'
// CHECK-NEXT: REFUSED {{.*}}checks.mlir @unknown_check: {{.*}}'expect_fast' is no check that det-run knows
// CHECK-NEXT: {{.*}}checks.mlir @prints: i32[2] [7, 8]
// CHECK-NEXT: REFUSED {{.*}}checks.mlir: {{.*}}checks.mlir:
// CHECK-NEXT: FAILED  {{.*}}checks.mlir @lines_go_on:
// CHECK-NEXT: 6 passed, 3 refused, 7 failed

func.func @passes_equal() {
  %x = stablehlo.constant dense<[1.0, -0.0, 0x7FC00000]> : tensor<3xf32>
  check.expect_eq %x, %x : tensor<3xf32>
  // Another payload.
  check.expect_eq_const %x, dense<[1.0, -0.0, 0xFFC12345]> : tensor<3xf32>
  func.return
}

func.func @passes_close() {
  %x = stablehlo.constant dense<[1.0, -0.0, 0x7FC00000, 0x7F800000]> : tensor<4xf32>
  %y = stablehlo.constant dense<[0x3F800003, 0x00000003, 0x7FFFFFFF, 0x7F800000]> : tensor<4xf32>
  check.expect_close %x, %y, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  check.expect_almost_eq %x, %y : tensor<4xf32>
  func.return
}

func.func @passes_by_call() {
  %x = call @helper() : () -> tensor<2xf16>
  stablehlo.custom_call @check.expect_eq(%x, %x) {has_side_effect = true} : (tensor<2xf16>, tensor<2xf16>) -> ()
  stablehlo.custom_call @check.expect_close(%x, %x) {has_side_effect = true} : (tensor<2xf16>, tensor<2xf16>) -> ()
  stablehlo.custom_call @check.expect_almost_eq(%x, %x) {has_side_effect = true} : (tensor<2xf16>, tensor<2xf16>) -> ()
  func.return
}

func.func @helper() -> tensor<2xf16> {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf16>
  return %x : tensor<2xf16>
}

func.func @takes_something(%x: tensor<2xf16>) -> tensor<2xf16> {
  return %x : tensor<2xf16>
}

func.func @passes_without_checks() -> tensor<i1> {
  %x = stablehlo.constant dense<true> : tensor<i1>
  return %x : tensor<i1>
}

func.func @passes_empty() {
  %x = stablehlo.constant dense<> : tensor<0x3xi8>
  check.expect_eq %x, %x : tensor<0x3xi8>
  func.return
}

func.func @not_equal() {
  %x = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi32>
  check.expect_eq %x, %x : tensor<1x2xi32>
  check.expect_eq_const %x, dense<[[1, 3]]> : tensor<1x2xi32>
  func.return
}

func.func @zero_has_a_sign() {
  %x = stablehlo.constant dense<0.0> : tensor<f32>
  check.expect_eq_const %x, dense<-0.0> : tensor<f32>
  func.return
}

func.func @too_far() {
  %x = stablehlo.constant dense<[1.0, 0x3F800040]> : tensor<2xf32>
  %y = stablehlo.constant dense<1.0> : tensor<2xf32>
  check.expect_close %x, %y, max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>
  func.return
}

func.func @too_near() {
  %x = stablehlo.constant dense<[1.0, 0x3F800001]> : tensor<2xf32>
  %y = stablehlo.constant dense<[0x3F800002, 1.0]> : tensor<2xf32>
  check.expect_close %x, %y, max_ulp_difference = 9, min_ulp_difference = 2 : tensor<2xf32>, tensor<2xf32>
  func.return
}

func.func @not_almost() {
  %x = stablehlo.constant dense<[1000.0, 1000.2]> : tensor<2xf64>
  check.expect_almost_eq_const %x, dense<[1000.05, 1000.0]> : tensor<2xf64>
  func.return
}

func.func @imaginary() {
  %x = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  check.expect_eq_const %x, dense<(1.0, 0.0)> : tensor<complex<f32>>
  func.return
}

func.func @refused() {
  %token = stablehlo.create_token : !stablehlo.token
  %x, %after = "stablehlo.infeed"(%token) : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  check.expect_eq %x, %x : tensor<i32>
  func.return
}

func.func @unknown_check() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  stablehlo.custom_call @check.expect_fast(%x, %x) : (tensor<i32>, tensor<i32>) -> ()
  func.return
}

// -----

func.func @prints() {
  %x = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
  interpreter.print %x : tensor<2xi32>
  func.return
}

// -----

func.func @is_no_mlir() {
  this is no text of MLIR
}

// -----

func.func @lines_go_on() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  check.expect_eq_const %x, dense<2> : tensor<i32>
  func.return
}
