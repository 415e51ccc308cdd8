// RUN: det-run --check %s
// RUN: det-run --check --device=reference %s
// Calls of library routines against the library's own results in f64 (scipy.linalg.lapack, numpy).

func.func @factors() {
  %a = stablehlo.constant dense<[[[3.121, -1.247, -3.336, -2.121], [-1.247, 2.723, 1.845, 0.321], [-3.336, 1.845, 5.305, 4.07], [-2.121, 0.321, 4.07, 7.014]], [[1.854, 0.665, 1.729, 0.789], [0.665, 4.818, -2.994, 3.376], [1.729, -2.994, 6.46, -1.883], [0.789, 3.376, -1.883, 5.673]]]> : tensor<2x4x4xf64>
  %l, %info = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<2x4x4xf64>) -> (tensor<2x4x4xf64>, tensor<2xi32>)
  check.expect_eq_const %info, dense<0> : tensor<2xi32>
  %e = stablehlo.constant dense<[[[1.766635219845908, -1.247, -3.336, -2.121], [-0.7058616210021941, 1.491562728146609, 1.845, 0.321], [-1.8883354993290449, 0.3433288012525864, 1.2733084371840895, 4.07], [-1.2005874082964343, -0.35295101187537736, 1.5110764748637857, 1.7789500682620165]], [[1.361616686149226, 0.665, 1.729, 0.789], [0.4883900195734819, 2.139970838301544, -2.994, 3.376], [1.269814050891053, -1.6888849345432484, 1.412529629435256, -1.883], [0.5794582337495898, 1.4453460423469504, -0.12586005085737395, 1.7978771428576517]]]> : tensor<2x4x4xf64>
  check.expect_almost_eq %l, %e, tolerance = 1.0e-12 : tensor<2x4x4xf64>
  func.return
}

func.func @first_minor_that_fails() {
  %a = stablehlo.constant dense<[[[3.121, -1.247, -3.336, -2.121], [-1.247, 2.723, 1.845, 0.321], [-3.336, 1.845, 5.305, 4.07], [-2.121, 0.321, 4.07, 7.014]], [[2.489, -0.254, 0.165, 1.078], [-0.254, 1.658, 0.417, 0.668], [0.165, 0.417, -1.0, 1.568], [1.078, 0.668, 1.568, 3.154]], [[1.854, 0.665, 1.729, 0.789], [0.665, 4.818, -2.994, 3.376], [1.729, -2.994, 6.46, -1.883], [0.789, 3.376, -1.883, 5.673]]]> : tensor<3x4x4xf64>
  %l, %info = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x4x4xf64>) -> (tensor<3x4x4xf64>, tensor<3xi32>)
  check.expect_eq_const %info, dense<[0, 3, 0]> : tensor<3xi32>
  func.return
}

func.func @upper() {
  %a = stablehlo.constant dense<[[3.121, -1.247, -3.336, -2.121], [-1.247, 2.723, 1.845, 0.321], [-3.336, 1.845, 5.305, 4.07], [-2.121, 0.321, 4.07, 7.014]]> : tensor<4x4xf64>
  %l, %info = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {backend_config = "", mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<i32>)
  check.expect_eq_const %info, dense<0> : tensor<i32>
  %e = stablehlo.constant dense<[[1.766635219845908, -0.7058616210021941, -1.8883354993290449, -1.2005874082964343], [-1.247, 1.491562728146609, 0.34332880125258647, -0.3529510118753774], [-3.336, 1.845, 1.2733084371840895, 1.5110764748637857], [-2.121, 0.321, 4.07, 1.7789500682620165]]> : tensor<4x4xf64>
  check.expect_almost_eq %l, %e, tolerance = 1.0e-12 : tensor<4x4xf64>
  func.return
}

func.func @of_a_gpu() {
  %a = stablehlo.constant dense<[[3.121, -1.247, -3.336, -2.121], [-1.247, 2.723, 1.845, 0.321], [-3.336, 1.845, 5.305, 4.07], [-2.121, 0.321, 4.07, 7.014]]> : tensor<4x4xf64>
  %l, %info = stablehlo.custom_call @cusolver_potrf_ffi(%a) {backend_config = "", mhlo.backend_config = {lower = true}} : (tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<i32>)
  check.expect_eq_const %info, dense<0> : tensor<i32>
  %e = stablehlo.constant dense<[[1.766635219845908, -1.247, -3.336, -2.121], [-0.7058616210021941, 1.491562728146609, 1.845, 0.321], [-1.8883354993290449, 0.3433288012525864, 1.2733084371840895, 4.07], [-1.2005874082964343, -0.35295101187537736, 1.5110764748637857, 1.7789500682620165]]> : tensor<4x4xf64>
  check.expect_almost_eq %l, %e, tolerance = 1.0e-12 : tensor<4x4xf64>
  func.return
}

func.func @solve_llnn() {
  %a = stablehlo.constant dense<[[4.621, 77.0, 77.0, 77.0], [-1.247, 4.223, 77.0, 77.0], [-3.336, 1.845, 6.805, 77.0], [-2.121, 0.321, 4.07, 8.514]]> : tensor<4x4xf64>
  %b = stablehlo.constant dense<[[-0.233, -0.256, 0.962], [-1.181, 0.738, -1.099], [-0.331, -0.84, 1.449], [0.568, 2.432, 0.642]]> : tensor<4x3xf64>
  %x = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<4x4xf64>, tensor<4x3xf64>) -> tensor<4x3xf64>
  %e = stablehlo.constant dense<[[-0.05042198658299069, -0.05539926422852196, 0.20818004760874267], [-0.29454800314207663, 0.15839855967488353, -0.1987685248950741], [0.006500120287476028, -0.19354258457994258, 0.3688782611688725], [0.06215050339394596, 0.35839447288654375, -0.041576220987532206]]> : tensor<4x3xf64>
  check.expect_almost_eq %x, %e, tolerance = 1.0e-12 : tensor<4x3xf64>
  func.return
}

func.func @solve_lltu() {
  %a = stablehlo.constant dense<[[4.621, 77.0, 77.0, 77.0], [-1.247, 4.223, 77.0, 77.0], [-3.336, 1.845, 6.805, 77.0], [-2.121, 0.321, 4.07, 8.514]]> : tensor<4x4xf64>
  %b = stablehlo.constant dense<[[0.845, 0.841, -0.607], [-0.07, 1.35, -0.397], [0.189, -0.021, 0.609], [-0.365, -0.152, 0.242]]> : tensor<4x3xf64>
  %x = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {backend_config = "", mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}} : (tensor<4x4xf64>, tensor<4x3xf64>) -> tensor<4x3xf64>
  %e = stablehlo.constant dense<[[1.8632862517499995, 2.8816293514, -1.0748514969], [-3.04237975, 0.2961461999999999, 0.2189273000000001], [1.67455, 0.5976400000000001, -0.37594000000000005], [-0.365, -0.152, 0.242]]> : tensor<4x3xf64>
  check.expect_almost_eq %x, %e, tolerance = 1.0e-12 : tensor<4x3xf64>
  func.return
}

func.func @solve_rltn() {
  %a = stablehlo.constant dense<[[4.621, 77.0, 77.0, 77.0], [-1.247, 4.223, 77.0, 77.0], [-3.336, 1.845, 6.805, 77.0], [-2.121, 0.321, 4.07, 8.514]]> : tensor<4x4xf64>
  %b = stablehlo.constant dense<[[0.103, -0.865, 0.896, -1.298], [-1.201, -1.282, 0.967, -0.361], [-0.971, -1.136, 0.421, -1.055]]> : tensor<3x4xf64>
  %x = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}} : (tensor<4x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %e = stablehlo.constant dense<[[0.02228954771694438, -0.1982488595777813, 0.19634490479129066, -0.23328749681330122], [-0.25990045444708937, -0.38032106717866937, 0.11780520983235193, -0.14912297455198453], [-0.21012767799177665, -0.3310511992554453, 0.04861183377600731, -0.1870170934376216]]> : tensor<3x4xf64>
  check.expect_almost_eq %x, %e, tolerance = 1.0e-12 : tensor<3x4xf64>
  func.return
}

func.func @solve_runn() {
  %a = stablehlo.constant dense<[[4.621, -1.247, -3.336, -2.121], [77.0, 4.223, 1.845, 0.321], [77.0, 77.0, 6.805, 4.07], [77.0, 77.0, 77.0, 8.514]]> : tensor<4x4xf64>
  %b = stablehlo.constant dense<[[-1.272, 0.614, -1.197, -0.322], [-0.007, -0.445, -0.054, 1.339], [-0.517, -1.259, -1.837, -0.205]]> : tensor<3x4xf64>
  %x = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}} : (tensor<4x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %e = stablehlo.constant dense<[[-0.27526509413546846, 0.06411187014280625, -0.32822494554730347, 0.048092360042325095], [-0.0015148236312486473, -0.10582263439928181, 0.020013124001885298, 0.1513157986883507], [-0.11188054533650724, -0.33116624201625017, -0.23500834426489445, 0.07287875125518029]]> : tensor<3x4xf64>
  check.expect_almost_eq %x, %e, tolerance = 1.0e-12 : tensor<3x4xf64>
  func.return
}

func.func @solve_lucu() {
  %a = stablehlo.constant dense<[[4.621, -1.247, -3.336, -2.121], [77.0, 4.223, 1.845, 0.321], [77.0, 77.0, 6.805, 4.07], [77.0, 77.0, 77.0, 8.514]]> : tensor<4x4xf64>
  %b = stablehlo.constant dense<[[-0.352, 0.265, -0.464], [-0.479, -0.721, -0.52], [0.16, -0.38, 0.1], [1.901, 0.479, -1.576]]> : tensor<4x3xf64>
  %x = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {backend_config = "", mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 67 : ui8, uplo = 85 : ui8}} : (tensor<4x4xf64>, tensor<4x3xf64>) -> tensor<4x3xf64>
  %e = stablehlo.constant dense<[[-0.3520000000000003, 0.26499999999999996, -0.4640000000000001], [-0.9179440000000004, -0.390545, -1.0986080000000003], [0.67933468, 1.2245955249999998, 0.5790277600000003], [-1.3158241236000003, -3.8176738417499996, -4.564133815200002]]> : tensor<4x3xf64>
  check.expect_almost_eq %x, %e, tolerance = 1.0e-12 : tensor<4x3xf64>
  func.return
}

// -----

// As JAX prints jax.lax.approx_max_k: the comparator is a function that ends with a return of stablehlo.
func.func private @greater(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %0 : tensor<i1>
}
func.func @top() {
  %x = stablehlo.constant dense<[[1.0, 5.0, 3.0, 5.0], [-1.0, -2.0, 7.0, 0.0]]> : tensor<2x4xf32>
  %i = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %t:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %low, %none) {backend_config = "", called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.949999988 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 3 : i64}} : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  check.expect_eq_const %t#0, dense<[[5.0, 5.0, 3.0], [7.0, 0.0, -1.0]]> : tensor<2x3xf32>
  check.expect_eq_const %t#1, dense<[[1, 3, 2], [2, 3, 0]]> : tensor<2x3xi32>
  func.return
}
