// RUN: det-run --check %s
// RUN: det-run --check --device=reference %s
// Complex matrices, against numpy in complex128. The other side of the diagonal is not read.
func.func @complex_cholesky() {
  %a = stablehlo.constant dense<[[[(6.603271484375, 0.0), (0.0, 7.0), (0.0, 7.0)], [(-1.76318359375, 0.6904296875), (5.146484375, 0.0), (0.0, 7.0)], [(1.81005859375, -1.194580078125), (0.104736328125, 1.632080078125), (8.014404296875, 0.0)]], [[(8.346923828125, 0.0), (0.0, 7.0), (0.0, 7.0)], [(-1.076904296875, -0.719482421875), (8.1728515625, 0.0), (0.0, 7.0)], [(-0.26708984375, -0.9921875), (1.674560546875, -3.7490234375), (8.687744140625, 0.0)]]]> : tensor<2x3x3xcomplex<f64>>
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[[(2.5696831486342826, 0.0), (0.0, 0.0), (0.0, 0.0)], [(-0.6861482493229115, 0.26868280934439126), (2.1455755644847163, 0.0), (0.0, 0.0)], [(0.7043897979064063, -0.46487446468249877), (0.332291224678441, 0.7002152395243225), (2.5887085973330657, 0.0)]], [[(2.8891043297404475, 0.0), (0.0, 0.0), (0.0, 0.0)], [(-0.3727467664595371, -0.2490330357642838), (2.8234542598901764, 0.0), (0.0, 0.0)], [(-0.09244728236380267, -0.34342390815950097), (0.5505940878827603, -1.364998617532428), (2.5288105078151095, 0.0)]]]> : tensor<2x3x3xcomplex<f64>>
  check.expect_almost_eq %0, %1, tolerance = 1.0e-14 : tensor<2x3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[[(6.603271484375, -0.0), (-1.76318359375, -0.6904296875), (1.81005859375, 1.194580078125)], [(0.0, -7.0), (5.146484375, -0.0), (0.104736328125, -1.632080078125)], [(0.0, -7.0), (0.0, -7.0), (8.014404296875, -0.0)]], [[(8.346923828125, -0.0), (-1.076904296875, 0.719482421875), (-0.26708984375, 0.9921875)], [(0.0, -7.0), (8.1728515625, -0.0), (1.674560546875, 3.7490234375)], [(0.0, -7.0), (0.0, -7.0), (8.687744140625, -0.0)]]]> : tensor<2x3x3xcomplex<f64>>
  %2 = stablehlo.cholesky %b, lower = false : tensor<2x3x3xcomplex<f64>>
  %3 = stablehlo.constant dense<[[[(2.5696831486342826, -0.0), (-0.6861482493229115, -0.26868280934439126), (0.7043897979064063, 0.46487446468249877)], [(0.0, -0.0), (2.1455755644847163, -0.0), (0.332291224678441, -0.7002152395243225)], [(0.0, -0.0), (0.0, -0.0), (2.5887085973330657, -0.0)]], [[(2.8891043297404475, -0.0), (-0.3727467664595371, 0.2490330357642838), (-0.09244728236380267, 0.34342390815950097)], [(0.0, -0.0), (2.8234542598901764, -0.0), (0.5505940878827603, 1.364998617532428)], [(0.0, -0.0), (0.0, -0.0), (2.5288105078151095, -0.0)]]]> : tensor<2x3x3xcomplex<f64>>
  check.expect_almost_eq %2, %3, tolerance = 1.0e-14 : tensor<2x3x3xcomplex<f64>>
  func.return
}

func.func @complex_solve() {
  %a = stablehlo.constant dense<[[(1.90625, 0.03125), (-1.359375, 0.046875), (0.21875, -1.984375)], [(-1.109375, -0.234375), (4.171875, -0.25), (0.71875, 0.96875)], [(-2.0, -1.1875), (0.265625, 0.734375), (1.890625, -1.09375)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(-0.328125, 0.84375), (-0.84375, 0.84375)], [(1.453125, -0.609375), (0.5625, -0.0625)], [(2.4375, 1.34375), (0.640625, -0.390625)]]> : tensor<3x2xcomplex<f32>>
  %c = stablehlo.constant dense<[[(-0.328125, 0.84375), (1.453125, -0.609375), (2.4375, 1.34375)], [(-0.84375, 0.84375), (0.5625, -0.0625), (0.640625, -0.390625)]]> : tensor<2x3xcomplex<f32>>
  %x0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  %e0 = stablehlo.constant dense<[[(-0.16483072936534882, 0.44532510638237), (-0.43524986505508423, 0.4497582018375397)], [(0.2806687653064728, -0.020088685676455498), (-0.010941066779196262, 0.07950946688652039)], [(0.16900840401649475, 1.0698771476745605), (-0.27363666892051697, -0.16943751275539398)]]> : tensor<3x2xcomplex<f32>>
  check.expect_almost_eq %x0, %e0, tolerance = 2.0e-6 : tensor<3x2xcomplex<f32>>
  %x1 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>} : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  %e1 = stablehlo.constant dense<[[(5.585723876953125, 3.7880706787109375), (1.1189651489257812, 0.37181854248046875)], [(1.79248046875, -2.75634765625), (0.10546875, -0.42919921875)], [(2.4375, 1.34375), (0.640625, -0.390625)]]> : tensor<3x2xcomplex<f32>>
  check.expect_almost_eq %x1, %e1, tolerance = 2.0e-6 : tensor<3x2xcomplex<f32>>
  %x2 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>} : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  %e2 = stablehlo.constant dense<[[(1.322176456451416, -0.35397791862487793), (-0.3514723479747772, 0.009058728814125061)], [(0.275623083114624, 0.06335968524217606), (0.17881710827350616, 0.022436214610934258)], [(1.2740391492843628, -0.026303669437766075), (0.164321169257164, -0.30167341232299805)]]> : tensor<3x2xcomplex<f32>>
  check.expect_almost_eq %x2, %e2, tolerance = 2.0e-6 : tensor<3x2xcomplex<f32>>
  %x3 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  %e3 = stablehlo.constant dense<[[(-1.0159856081008911, 0.6810734272003174), (-0.407351553440094, 0.7425751686096191)], [(0.5157132148742676, -0.45595598220825195), (0.07913216203451157, -0.08862090110778809)], [(0.6578987836837769, 1.0913463830947876), (0.3434317708015442, -0.00793203990906477)]]> : tensor<3x2xcomplex<f32>>
  check.expect_almost_eq %x3, %e3, tolerance = 2.0e-6 : tensor<3x2xcomplex<f32>>
  %x4 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>} : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  %e4 = stablehlo.constant dense<[[(-0.328125, 0.84375), (-0.84375, 0.84375)], [(1.046630859375, 0.552978515625), (-0.544921875, 1.1240234375)], [(0.6183929443359375, -0.9033203125), (0.631439208984375, -2.529510498046875)]]> : tensor<3x2xcomplex<f32>>
  check.expect_almost_eq %x4, %e4, tolerance = 2.0e-6 : tensor<3x2xcomplex<f32>>
  %x5 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>} : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  %e5 = stablehlo.constant dense<[[(-0.17933906614780426, 0.4396829605102539), (-0.4497582018375397, 0.43524986505508423)], [(0.28363096714019775, -0.0218115895986557), (-0.009277920238673687, 0.1223442330956459)], [(1.6890628337860107, 0.0245831236243248), (0.6618279814720154, -0.21905149519443512)]]> : tensor<3x2xcomplex<f32>>
  check.expect_almost_eq %x5, %e5, tolerance = 2.0e-6 : tensor<3x2xcomplex<f32>>
  %x6 = "stablehlo.triangular_solve"(%a, %c) {left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %e6 = stablehlo.constant dense<[[(0.20667697489261627, 1.882772445678711), (0.5165377259254456, -0.3004102110862732), (0.6578987836837769, 1.0913463830947876)], [(0.008510684594511986, 0.6227467656135559), (0.11564368009567261, -0.06800055503845215), (0.3434317708015442, -0.00793203990906477)]]> : tensor<2x3xcomplex<f32>>
  check.expect_almost_eq %x6, %e6, tolerance = 2.0e-6 : tensor<2x3xcomplex<f32>>
  %x7 = "stablehlo.triangular_solve"(%a, %c) {left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>} : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %e7 = stablehlo.constant dense<[[(-0.328125, 0.84375), (0.891357421875, 0.249755859375), (0.7259445190429688, 1.9206695556640625)], [(-0.84375, 0.84375), (-0.5712890625, 0.67578125), (-1.4008026123046875, 0.5349578857421875)]]> : tensor<2x3xcomplex<f32>>
  check.expect_almost_eq %x7, %e7, tolerance = 2.0e-6 : tensor<2x3xcomplex<f32>>
  %x8 = "stablehlo.triangular_solve"(%a, %c) {left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>} : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %e8 = stablehlo.constant dense<[[(-0.17933906614780426, 0.4396829605102539), (0.32302355766296387, -0.03842996433377266), (1.623147964477539, 0.48036566376686096)], [(-0.4497582018375397, 0.43524986505508423), (0.047068215906620026, 0.12320607155561447), (0.29430440068244934, 0.36702480912208557)]]> : tensor<2x3xcomplex<f32>>
  check.expect_almost_eq %x8, %e8, tolerance = 2.0e-6 : tensor<2x3xcomplex<f32>>
  %x9 = "stablehlo.triangular_solve"(%a, %c) {left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %e9 = stablehlo.constant dense<[[(-0.16483072936534882, 0.44532510638237), (0.2984841465950012, 0.018777234479784966), (0.41088297963142395, 0.5638346076011658)], [(-0.43524986505508423, 0.4497582018375397), (-0.010079225525259972, 0.13585560023784637), (0.32321858406066895, -0.574979305267334)]]> : tensor<2x3xcomplex<f32>>
  check.expect_almost_eq %x9, %e9, tolerance = 2.0e-6 : tensor<2x3xcomplex<f32>>
  %x10 = "stablehlo.triangular_solve"(%a, %c) {left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>} : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %e10 = stablehlo.constant dense<[[(-2.3489990234375, -0.011505126953125), (1.0029296875, -3.9365234375), (2.4375, 1.34375)], [(-0.6032867431640625, 1.6664581298828125), (-0.2763671875, -0.40234375), (0.640625, -0.390625)]]> : tensor<2x3xcomplex<f32>>
  check.expect_almost_eq %x10, %e10, tolerance = 2.0e-6 : tensor<2x3xcomplex<f32>>
  %x11 = "stablehlo.triangular_solve"(%a, %c) {left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>} : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %e11 = stablehlo.constant dense<[[(-0.23411545157432556, -0.7770171165466309), (0.14365626871585846, 0.14569999277591705), (1.2740391492843628, -0.026303669437766075)], [(-0.6541010141372681, 0.3457791805267334), (0.18042835593223572, 0.06433720886707306), (0.164321169257164, -0.30167341232299805)]]> : tensor<2x3xcomplex<f32>>
  check.expect_almost_eq %x11, %e11, tolerance = 2.0e-6 : tensor<2x3xcomplex<f32>>
  func.return
}

func.func @matrices_of_nothing() {
  %a = stablehlo.constant dense<> : tensor<0x0xf32>
  %0 = stablehlo.cholesky %a, lower = true : tensor<0x0xf32>
  check.expect_eq %0, %a : tensor<0x0xf32>
  %b = stablehlo.constant dense<> : tensor<0x2xf32>
  %1 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<0x0xf32>, tensor<0x2xf32>) -> tensor<0x2xf32>
  check.expect_eq %1, %b : tensor<0x2xf32>
  func.return
}
