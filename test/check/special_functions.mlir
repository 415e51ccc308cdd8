// RUN: det-run --check %s
// RUN: det-run --check --device=reference %s
// Functions that chlo has and that import writes out, against values of 60 digits.

func.func @bessel_i1e() {
  %x0 = stablehlo.constant dense<[0.0, -0.0, 1.0e-300, 1.0e-05, 0.5, -0.5, 1.0, 2.5, -4.0, 7.9, 8.0, 8.1, -20.0, 100.0, 1000000.0, 1.0e+300, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<19xf64>
  %0 = chlo.bessel_i1e %x0 : tensor<19xf64> -> tensor<19xf64>
  %1 = stablehlo.constant dense<[0.0, 0.0, 5.0e-301, 4.999950000312499e-06, 0.1564208031848717, -0.1564208031848717, 0.20791041534970844, 0.20658464953126657, -0.17875083950243534, 0.13489649943989376, 0.13414249329269817, 0.13340068832583662, -0.08750622218328867, 0.03974415302513025, 0.0003989421307980308, 3.9894228040143264e-151, 0.0, -0.0, 0x7FF8000000000000]> : tensor<19xf64>
  check.expect_close %0, %1, max_ulp_difference = 8 : tensor<19xf64>, tensor<19xf64>
  return
}

func.func @zeta() {
  %x0 = stablehlo.constant dense<[1.0, 2.0, 2.0, 3.5, 1.0001, 10.0, 1.5, 200.0, 2.0, 4.0, 3.0, 2.5, 0.5, 3.0, 0x7FF8000000000000, 2.0]> : tensor<16xf64>
  %x1 = stablehlo.constant dense<[1.0, 1.0, 0.25, 2.0, 3.0, 0.5, 1000000.0, 1.5, -0.5, -3.25, -2.0, -0.5, 1.0, 0.0, 1.0, 0x7FF8000000000000]> : tensor<16xf64>
  %0 = chlo.zeta %x0, %x1 : tensor<16xf64>, tensor<16xf64> -> tensor<16xf64>
  %1 = stablehlo.constant dense<[0x7FF0000000000000, 1.6449340668482264, 17.19732915450711, 0.12673386731705666, 9999.077257603696, 1024.017450355758, 0.002000000500000125, 6.049899898193749e-36, 8.934802200544679, 259.75146713637986, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<16xf64>
  check.expect_close %0, %1, max_ulp_difference = 8 : tensor<16xf64>, tensor<16xf64>
  return
}

func.func @polygamma() {
  %x0 = stablehlo.constant dense<[0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 5.0, 1.0, 2.0, 1.5, -1.0, 20.0]> : tensor<13xf64>
  %x1 = stablehlo.constant dense<[1.0, 2.5, 1.0, 0.25, 1.0, 7.0, 3.5, 0.75, -0.5, -1.25, 2.0, 2.0, 2.0]> : tensor<13xf64>
  %0 = chlo.polygamma %x0, %x1 : tensor<13xf64>, tensor<13xf64> -> tensor<13xf64>
  %1 = stablehlo.constant dense<[-0.5772156649015329, 0.7031566406452432, 1.6449340668482264, 17.19732915450711, -2.4041138063191885, -0.023530472985855238, 0.07030584881725205, 678.7533428745797, 8.934802200544679, 123.72136678366236, 0x7FF8000000000000, 0x7FF8000000000000, -1160331221321.7373]> : tensor<13xf64>
  check.expect_close %0, %1, max_ulp_difference = 30 : tensor<13xf64>, tensor<13xf64>
  return
}

// Narrower types round the same numbers once.
func.func @narrow() {
  %x = stablehlo.constant dense<[0.5, -3.0, 20.0]> : tensor<3xf32>
  %q = stablehlo.constant dense<[2.0, 3.0, 4.0]> : tensor<3xbf16>
  %0 = chlo.bessel_i1e %x : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq_const %0, dense<[0x3E202CC6, 0xBE498CF1, 0x3DB33676]> : tensor<3xf32>
  %1 = chlo.zeta %q, %q : tensor<3xbf16>, tensor<3xbf16> -> tensor<3xbf16>
  check.expect_eq_const %1, dense<[0x3F25, 0x3D9E, 0x3BF5]> : tensor<3xbf16>
  return
}

func.func @broadcasting() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = chlo.broadcast_polygamma %one, %x : (tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
  %1 = stablehlo.constant dense<[1.64493406, 0.644934066, 0.394934066]> : tensor<3xf32>
  check.expect_close %0, %1, max_ulp_difference = 1 : tensor<3xf32>, tensor<3xf32>
  %2 = chlo.broadcast_zeta %x, %one : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %3 = stablehlo.constant dense<[0x7F800000, 1.64493406, 1.20205690]> : tensor<3xf32>
  check.expect_close %2, %3, max_ulp_difference = 1 : tensor<3xf32>, tensor<3xf32>
  return
}
