// RUN: not det-run --check %s | FileCheck %s
// RUN: not det-run --check --device=reference --jobs=1 %s | FileCheck %s
// Where a check with a tolerance does not hold, the program is computed once more in wider floats, which says who is off.

// CHECK: PASSED  {{.*}} @recording_is_off: by the wider evaluation: check 0, 1 of 2 elements of f32[2]: the recorded values are up to 3.65 ULP off, det's 0.346
// CHECK-NEXT: PASSED  {{.*}} @recording_is_off_almost: by the wider evaluation: check 0, 1 of 1 elements of f64[]: the recorded values are far off, det's 0 ULP{{$}}
// CHECK-NEXT: FAILED  {{.*}} @one_step_more: check 0, element [0] of f32[1]
// CHECK-NEXT: FAILED  {{.*}} @far_off: check 0, element [0] of f32[1]
// CHECK-NEXT: FAILED  {{.*}} @another_function: check 0
// CHECK-NEXT: FAILED  {{.*}} @equal_is_equal: check 0
// CHECK-NEXT: FAILED  {{.*}} @infinite: check 0
// CHECK-NEXT: PASSED  {{.*}} @sum_that_cancels: by the wider evaluation: check 0, 1 of 1 elements of f32[]: the recorded values are far off, det's far off{{$}}
// CHECK-NEXT: FAILED  {{.*}} @sum_recorded_as_it_is: check 0
// CHECK-NEXT: FAILED  {{.*}} @sum_with_a_term_too_many: check 0
// CHECK-NEXT: PASSED  {{.*}} @running_sum: by the wider evaluation: check 0, 1 of 4 elements of bf16[4]
// CHECK-NEXT: PASSED  {{.*}} @sum_of_f64: by the wider evaluation: check 0, 1 of 1 elements of f64[]
// CHECK-NEXT: FAILED  {{.*}} @sum_of_f64_with_a_term_too_many: check 0
// CHECK-NEXT: PASSED  {{.*}} @product_of_complex: by the wider evaluation: check 0, 1 of 2 elements of complex<f64>[1]
// CHECK-NEXT: PASSED  {{.*}} @function_of_f64: by the wider evaluation: check 0, 1 of 1 elements of f64[]: the recorded values are up to 3.67 ULP off, det's 0.326
// CHECK-NEXT: PASSED  {{.*}} @leaves_the_domain: by the wider evaluation: check 0, 1 of 1 elements of f32[]
// CHECK-NEXT: FAILED  {{.*}} @body_of_f64: check 0
// CHECK-NEXT: FAILED  {{.*}} @rounds_on_purpose: check 0
// CHECK-NEXT: FAILED  {{.*}} @bits: check 0
// CHECK-NEXT: REFUSED {{.*}} @signs_of_nans: it orders NaNs of both signs, and det has one NaN: check 0, element [1] of i32[3]
// CHECK-NEXT: FAILED  {{.*}} @one_nan: check 0
// CHECK-NEXT: FAILED  {{.*}} @wrong_sign: check 0
// CHECK-NEXT: FAILED  {{.*}} @of_the_other_sign: check 0
// CHECK-NEXT: PASSED  {{.*}} @continuous: by the wider evaluation: check 0, 1 of 1 elements of f32[]
// CHECK-NEXT: 9 passed, 1 refused, 14 failed

// e = 0x402DF854 + 0.346 ULP, and exp(0.5) as it is.
func.func @recording_is_off() {
  %x = stablehlo.constant dense<[1.0, 0.5]> : tensor<2xf32>
  %y = stablehlo.exponential %x : tensor<2xf32>
  %e = stablehlo.constant dense<[0x402DF858, 0x3FD3094C]> : tensor<2xf32>
  check.expect_close %y, %e, max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>
  func.return
}

// The sum is 1; one that rounds 1e17 + 1 to 1e17 + 4 on the way is not.
func.func @recording_is_off_almost() {
  %x = stablehlo.constant dense<[1.0e+17, 1.0, -1.0e+17]> : tensor<3xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %y = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
  check.expect_almost_eq_const %y, dense<4.0> : tensor<f64>
  func.return
}

// A step of the constant moves e by 1.36 ULP: with a tolerance of 3 the recording may be 4.36 off, and this one is 4.65.
func.func @one_step_more() {
  %x = stablehlo.constant dense<[1.0]> : tensor<1xf32>
  %y = stablehlo.exponential %x : tensor<1xf32>
  %e = stablehlo.constant dense<[0x402DF859]> : tensor<1xf32>
  check.expect_close %y, %e, max_ulp_difference = 3 : tensor<1xf32>, tensor<1xf32>
  func.return
}

// 100 ULP are no roundings of one function.
func.func @far_off() {
  %x = stablehlo.constant dense<[1.0]> : tensor<1xf32>
  %y = stablehlo.exponential %x : tensor<1xf32>
  %e = stablehlo.constant dense<[0x402DF8B8]> : tensor<1xf32>
  check.expect_close %y, %e, max_ulp_difference = 3 : tensor<1xf32>, tensor<1xf32>
  func.return
}

// The program computes a sine, the recording has a tangent.
func.func @another_function() {
  %x = stablehlo.constant dense<0.01> : tensor<f32>
  %y = stablehlo.sine %x : tensor<f32>
  check.expect_almost_eq_const %y, dense<0.0150> : tensor<f32>
  func.return
}

func.func @equal_is_equal() {
  %x = stablehlo.constant dense<[1.0]> : tensor<1xf32>
  %y = stablehlo.exponential %x : tensor<1xf32>
  check.expect_eq_const %y, dense<[0x402DF855]> : tensor<1xf32>
  func.return
}

// In wider floats the value is finite, but f32 has no such number.
func.func @infinite() {
  %x = stablehlo.constant dense<[90.0]> : tensor<1xf32>
  %y = stablehlo.exponential %x : tensor<1xf32>
  %e = stablehlo.constant dense<[0x7F7FFFFF]> : tensor<1xf32>
  check.expect_close %y, %e, max_ulp_difference = 3 : tensor<1xf32>, tensor<1xf32>
  func.return
}

// The sum is -5.96e-8. In f32 other orders give 0, -1.3 or 6.
func.func @sum_that_cancels() {
  %x = stablehlo.constant dense<[1.0e+8, 1.3, -1.0e+8, 0.7, -2.0]> : tensor<5xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
  %e = stablehlo.constant dense<6.0> : tensor<f32>
  check.expect_close %y, %e, max_ulp_difference = 3 : tensor<f32>, tensor<f32>
  func.return
}

// The recording is nearer than det, so that it is no excuse, though det is 2 off and the constants say 24.
func.func @sum_recorded_as_it_is() {
  %x = stablehlo.constant dense<[1.0e+8, 1.3, -1.0e+8, 0.7, -2.0]> : tensor<5xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
  %e = stablehlo.constant dense<-5.96046448e-8> : tensor<f32>
  check.expect_close %y, %e, max_ulp_difference = 3 : tensor<f32>, tensor<f32>
  func.return
}

func.func @sum_with_a_term_too_many() {
  %x = stablehlo.constant dense<[1.0e+8, 1.3, -1.0e+8, 0.7, -2.0, 1.0e+5]> : tensor<6xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
  %e = stablehlo.constant dense<6.0> : tensor<f32>
  check.expect_close %y, %e, max_ulp_difference = 3 : tensor<f32>, tensor<f32>
  func.return
}

// Recorded: rounded to bf16 after every addition, 256 + 1 + 1 + 1 = 256; det rounds 259 once, to 260.
func.func @running_sum() {
  %x = stablehlo.constant dense<[256.0, 1.0, 1.0, 1.0]> : tensor<4xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %y = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[3, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 4>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %sum = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %sum : tensor<bf16>
  }) : (tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %e = stablehlo.constant dense<[256.0, 256.0, 258.0, 256.0]> : tensor<4xbf16>
  check.expect_close %y, %e, max_ulp_difference = 1 : tensor<4xbf16>, tensor<4xbf16>
  func.return
}

// f64 is compared with f80. The sum is 3, and in f64 one order or another gives 0, 4 or 16.
func.func @sum_of_f64() {
  %x = stablehlo.constant dense<[1.0e+17, 1.0, -1.0e+17, 2.0]> : tensor<4xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %y = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
  %e = stablehlo.constant dense<4.0> : tensor<f64>
  check.expect_close %y, %e, max_ulp_difference = 3 : tensor<f64>, tensor<f64>
  func.return
}

func.func @sum_of_f64_with_a_term_too_many() {
  %x = stablehlo.constant dense<[1.0e+17, 1.0, -1.0e+17, 2.0, 1.0e+6]> : tensor<5xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %y = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
  %e = stablehlo.constant dense<4.0> : tensor<f64>
  check.expect_close %y, %e, max_ulp_difference = 3 : tensor<f64>, tensor<f64>
  func.return
}

// The real part cancels: 0.1 * 0.6 - 0.3 * 0.2, of numbers that are not quite these.
func.func @product_of_complex() {
  %x = stablehlo.constant dense<[(0.1, 0.3)]> : tensor<1xcomplex<f64>>
  %y = stablehlo.constant dense<[(0.6, 0.2)]> : tensor<1xcomplex<f64>>
  %z = stablehlo.multiply %x, %y : tensor<1xcomplex<f64>>
  %e = stablehlo.constant dense<[(2.0e-17, 0.2)]> : tensor<1xcomplex<f64>>
  check.expect_close %z, %e, max_ulp_difference = 3 : tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>
  func.return
}

func.func @function_of_f64() {
  %x = stablehlo.constant dense<1.0> : tensor<f64>
  %y = stablehlo.exponential %x : tensor<f64>
  %e = stablehlo.constant dense<0x4005BF0A8B14576D> : tensor<f64>
  check.expect_close %y, %e, max_ulp_difference = 3 : tensor<f64>, tensor<f64>
  func.return
}

// Above 1 there is no arc cosine: a constant that was moved there says nothing.
func.func @leaves_the_domain() {
  %x = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %y = chlo.acos %x : tensor<2xf32> -> tensor<2xf32>
  %one = stablehlo.slice %y [1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %pi = stablehlo.reshape %one : (tensor<1xf32>) -> tensor<f32>
  %e = stablehlo.constant dense<0x40490FE3> : tensor<f32>
  check.expect_close %pi, %e, max_ulp_difference = 7 : tensor<f32>, tensor<f32>
  func.return
}

// In a body det's own computations run, which are for f32 and f64.
func.func @body_of_f64() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %y = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %most = stablehlo.maximum %a, %b : tensor<f64>
    %sum = stablehlo.add %most, %b : tensor<f64>
    stablehlo.return %sum : tensor<f64>
  }) : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
  %e = stablehlo.constant dense<0x4020000000000004> : tensor<f64>
  check.expect_close %y, %e, max_ulp_difference = 3 : tensor<f64>, tensor<f64>
  func.return
}

// 1.01 as bf16 is 1.0078125: without that rounding the recorded value would be right.
func.func @rounds_on_purpose() {
  %x = stablehlo.constant dense<1.01> : tensor<f32>
  %short = stablehlo.convert %x : (tensor<f32>) -> tensor<bf16>
  %y = stablehlo.convert %short : (tensor<bf16>) -> tensor<f32>
  %e = stablehlo.constant dense<1.01> : tensor<f32>
  check.expect_close %y, %e, max_ulp_difference = 3 : tensor<f32>, tensor<f32>
  func.return
}

// A number made of the bits of another has no wider form.
func.func @bits() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %bits = stablehlo.bitcast_convert %x : (tensor<f32>) -> tensor<i32>
  %back = stablehlo.bitcast_convert %bits : (tensor<i32>) -> tensor<f32>
  %y = stablehlo.exponential %back : tensor<f32>
  %e = stablehlo.constant dense<0x402DF858> : tensor<f32>
  check.expect_close %y, %e, max_ulp_difference = 3 : tensor<f32>, tensor<f32>
  func.return
}

func.func @signs_of_nans() {
  %x = stablehlo.constant dense<[0x7FC00000, 3.0, 0xFFC00000]> : tensor<3xf32>
  %values, %places = chlo.top_k(%x, k = 3) : tensor<3xf32> -> (tensor<3xf32>, tensor<3xi32>)
  check.expect_eq_const %places, dense<[0, 1, 2]> : tensor<3xi32>
  func.return
}

func.func @one_nan() {
  %x = stablehlo.constant dense<[0x7FC00000, 3.0, 0x7FC00001]> : tensor<3xf32>
  %values, %places = chlo.top_k(%x, k = 3) : tensor<3xf32> -> (tensor<3xf32>, tensor<3xi32>)
  check.expect_eq_const %places, dense<[0, 1, 2]> : tensor<3xi32>
  func.return
}

// (1e8 - 50) - 1e8 is -50, and -48 in f32; the recording is of a program that adds.
func.func @wrong_sign() {
  %b = stablehlo.constant dense<1.0e8> : tensor<f32>
  %x = stablehlo.constant dense<50.0> : tensor<f32>
  %c = stablehlo.constant dense<1.0e8> : tensor<f32>
  %a = stablehlo.subtract %b, %x : tensor<f32>
  %y = stablehlo.subtract %a, %c : tensor<f32>
  check.expect_almost_eq_const %y, dense<50.0> : tensor<f32>
  func.return
}

// The product is 9.991e-5, 1.0014e-4 in bf16, and the constants leave no doubt of its sign.
func.func @of_the_other_sign() {
  %a = stablehlo.constant dense<149.0> : tensor<bf16>
  %b = stablehlo.constant dense<6.70552254e-07> : tensor<bf16>
  %y = stablehlo.multiply %a, %b : tensor<bf16>
  check.expect_almost_eq_const %y, dense<-1.0e-08> : tensor<bf16>
  func.return
}

// Maxima, bounds and absolute values jump nowhere, and integers may be compared.
func.func @continuous() {
  %x = stablehlo.constant dense<-1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %four = stablehlo.constant dense<4.0> : tensor<f32>
  %n = stablehlo.constant dense<1> : tensor<i32>
  %a = stablehlo.abs %x : tensor<f32>
  %b = stablehlo.clamp %zero, %a, %four : tensor<f32>
  %c = stablehlo.maximum %b, %zero : tensor<f32>
  %e = stablehlo.exponential %c : tensor<f32>
  %finite = stablehlo.is_finite %e : (tensor<f32>) -> tensor<i1>
  %one = stablehlo.compare EQ, %n, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %both = stablehlo.and %one, %finite : tensor<i1>
  %y = stablehlo.select %both, %e, %zero : tensor<i1>, tensor<f32>
  %r = stablehlo.constant dense<0x402DF858> : tensor<f32>
  check.expect_close %y, %r, max_ulp_difference = 3 : tensor<f32>, tensor<f32>
  func.return
}
