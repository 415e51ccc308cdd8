// RUN: det-run --check %s
// RUN: det-run --check --device=reference %s
// Complex numbers in order: by their real parts first, then by their imaginary ones.

func.func @compare() {
  %a = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (0.0, 9.0), (0x7FC00000, 0.0)]> : tensor<5xcomplex<f32>>
  %b = stablehlo.constant dense<[(1.0, 2.0), (1.0, 3.0), (2.0, 0.0), (-0.0, 8.0), (1.0, 0.0)]> : tensor<5xcomplex<f32>>
  %lt = stablehlo.compare LT, %a, %b, FLOAT : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> tensor<5xi1>
  %le = stablehlo.compare LE, %a, %b : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> tensor<5xi1>
  %gt = stablehlo.compare GT, %a, %b : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> tensor<5xi1>
  %ge = stablehlo.compare GE, %a, %b : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> tensor<5xi1>
  check.expect_eq_const %lt, dense<[false, true, true, false, false]> : tensor<5xi1>
  check.expect_eq_const %le, dense<[true, true, true, false, false]> : tensor<5xi1>
  check.expect_eq_const %gt, dense<[false, false, false, true, false]> : tensor<5xi1>
  check.expect_eq_const %ge, dense<[true, false, false, true, false]> : tensor<5xi1>
  func.return
}

func.func @clamp() {
  %low = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %x = stablehlo.constant dense<[(0.5, 7.0), (1.0, -1.0), (1.5, 4.0), (2.0, 2.0)]> : tensor<4xcomplex<f32>>
  %high = stablehlo.constant dense<[(2.0, 1.0), (2.0, 1.0), (2.0, 1.0), (2.0, 1.0)]> : tensor<4xcomplex<f32>>
  %0 = stablehlo.clamp %low, %x, %high : (tensor<complex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_eq_const %0, dense<[(1.0, 0.0), (1.0, 0.0), (1.5, 4.0), (2.0, 1.0)]> : tensor<4xcomplex<f32>>
  func.return
}

func.func @sizes_and_empty_transforms() {
  %x = stablehlo.constant dense<0.0> : tensor<3x7xf32>
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<3x7xf32>) -> tensor<i32>
  check.expect_eq_const %0, dense<7> : tensor<i32>
  %none = stablehlo.constant dense<> : tensor<2x0xf32>
  %1 = stablehlo.fft %none, type = RFFT, length = [0] : (tensor<2x0xf32>) -> tensor<2x0xcomplex<f32>>
  %2 = stablehlo.fft %1, type = IRFFT, length = [0] : (tensor<2x0xcomplex<f32>>) -> tensor<2x0xf32>
  check.expect_eq %2, %none : tensor<2x0xf32>
  func.return
}
