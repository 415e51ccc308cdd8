// RUN: det-run --check %s
// RUN: det-run --check --device=reference %s
// Operations over a dim of logical ranks have, rank by rank, the bits of the operation itself.
module @reduce_init {
  func.func private @f(%a0: tensor<5x9xbf16>, %a1: tensor<bf16>, %a2: tensor<4x3xf32>, %a3: tensor<f32>, %a4: tensor<4x3xi32>, %a5: tensor<i32>) -> (tensor<5xbf16>, tensor<3xf32>, tensor<i32>) {
    %0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.add across dimensions = [1] : (tensor<5x9xbf16>, tensor<bf16>) -> tensor<5xbf16>
    %1 = stablehlo.reduce(%a2 init: %a3) applies stablehlo.maximum across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
    %2 = stablehlo.reduce(%a4 init: %a5) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x3xi32>, tensor<i32>) -> tensor<i32>
    return %0, %1, %2 : tensor<5xbf16>, tensor<3xf32>, tensor<i32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[[-0.0, -1.15, 30000.0, -0.58, 1.1, 0.2, 0.55, 0.19, 0.66], [-0.72, 0.01, 1.62, 0.83, 1.83, 0.03, -0.39, 0.0, 0.18], [0.18, 0.0, 0.43, 0.75, 1.0, -0.98, 0.85, 2.45, 30000.0], [0.14, 0.0, 0.89, -1.15, -0.69, 0.86, 0.38, -0.21, -0.6], [0.34, 0.69, -0.64, -0.0, 0.0, 0.47, -1.5, 0.46, 0.0]]> : tensor<5x9xbf16>
    %x0_1 = stablehlo.constant dense<0.51> : tensor<bf16>
    %x0_2 = stablehlo.constant dense<[[-0.52, 0.78, 0.08], [-0.0, 0.58, -1.9], [0.41, -0.15, -1.72], [-1.43, 1.12, -0.58]]> : tensor<4x3xf32>
    %x0_3 = stablehlo.constant dense<-0.25> : tensor<f32>
    %x0_4 = stablehlo.constant dense<[[5, -3, 6], [6, -1, 2], [-3, 6, -5], [-4, 4, 3]]> : tensor<4x3xi32>
    %x0_5 = stablehlo.constant dense<9> : tensor<i32>
    %x1_0 = stablehlo.constant dense<[[0.57, 1.61, 0.0, -0.0, 1.45, -0.0, -0.19, -0.34, 0.59], [-0.0, -0.44, 0.84, 0.66, 0.47, 30000.0, 1.96, -0.01, 1.48], [-0.38, 30000.0, 1.11, 1.41, 1.21, -0.82, -0.84, -0.0, 0.42], [-0.0, -0.0, 0.24, -1.52, 0.06, -0.95, -0.0, 1.13, -0.53], [-2.45, 0.85, 1.76, 0.13, -0.88, -0.28, -0.0, -0.5, 0.63]]> : tensor<5x9xbf16>
    %x1_1 = stablehlo.constant dense<30000.0> : tensor<bf16>
    %x1_2 = stablehlo.constant dense<[[0.0, 0.94, 1.77], [1.16, -0.33, 0.0], [0.9, -0.08, 0.4], [30000.0, 0.69, -2.34]]> : tensor<4x3xf32>
    %x1_3 = stablehlo.constant dense<-0.24> : tensor<f32>
    %x1_4 = stablehlo.constant dense<[[3, 7, 8], [5, -1, 6], [-5, -2, -3], [4, 2, 4]]> : tensor<4x3xi32>
    %x1_5 = stablehlo.constant dense<5> : tensor<i32>
    %x2_0 = stablehlo.constant dense<[[0.71, 1.53, -0.58, -2.88, 0.5, 0.18, -1.25, 0.14, -0.87], [1.19, 0.45, 1.53, 0.0, 1.99, 1.02, -1.14, 1.23, -0.28], [-0.34, 1.15, 1.78, -0.48, 0.55, -1.32, 0.84, 1.05, 2.53], [-0.7, -1.26, 1.7, 1.01, 0.81, 30000.0, 1.09, -0.76, 0.75], [-0.69, 2.59, 2.15, -0.54, -0.17, 2.81, -0.76, 0.44, 0.5]]> : tensor<5x9xbf16>
    %x2_1 = stablehlo.constant dense<-0.24> : tensor<bf16>
    %x2_2 = stablehlo.constant dense<[[-1.36, -2.15, 0.52], [0.13, -1.27, 30000.0], [-0.27, 0.04, 0.89], [-1.33, -3.12, 0.15]]> : tensor<4x3xf32>
    %x2_3 = stablehlo.constant dense<30000.0> : tensor<f32>
    %x2_4 = stablehlo.constant dense<[[-4, -5, 7], [-3, -1, -1], [3, 6, 0], [4, -1, 6]]> : tensor<4x3xi32>
    %x2_5 = stablehlo.constant dense<3> : tensor<i32>
    %r:9 = "interpreter.run_parallel"(%x0_0, %x0_1, %x0_2, %x0_3, %x0_4, %x0_5, %x1_0, %x1_1, %x1_2, %x1_3, %x1_4, %x1_5, %x2_0, %x2_1, %x2_2, %x2_3, %x2_4, %x2_5) {programs = [[@f], [@f], [@f]]} : (tensor<5x9xbf16>, tensor<bf16>, tensor<4x3xf32>, tensor<f32>, tensor<4x3xi32>, tensor<i32>, tensor<5x9xbf16>, tensor<bf16>, tensor<4x3xf32>, tensor<f32>, tensor<4x3xi32>, tensor<i32>, tensor<5x9xbf16>, tensor<bf16>, tensor<4x3xf32>, tensor<f32>, tensor<4x3xi32>, tensor<i32>) -> (tensor<5xbf16>, tensor<3xf32>, tensor<i32>, tensor<5xbf16>, tensor<3xf32>, tensor<i32>, tensor<5xbf16>, tensor<3xf32>, tensor<i32>)
    %d0:3 = func.call @f(%x0_0, %x0_1, %x0_2, %x0_3, %x0_4, %x0_5) : (tensor<5x9xbf16>, tensor<bf16>, tensor<4x3xf32>, tensor<f32>, tensor<4x3xi32>, tensor<i32>) -> (tensor<5xbf16>, tensor<3xf32>, tensor<i32>)
    check.expect_eq %r#0, %d0#0 : tensor<5xbf16>
    check.expect_eq %r#1, %d0#1 : tensor<3xf32>
    check.expect_eq %r#2, %d0#2 : tensor<i32>
    %d1:3 = func.call @f(%x1_0, %x1_1, %x1_2, %x1_3, %x1_4, %x1_5) : (tensor<5x9xbf16>, tensor<bf16>, tensor<4x3xf32>, tensor<f32>, tensor<4x3xi32>, tensor<i32>) -> (tensor<5xbf16>, tensor<3xf32>, tensor<i32>)
    check.expect_eq %r#3, %d1#0 : tensor<5xbf16>
    check.expect_eq %r#4, %d1#1 : tensor<3xf32>
    check.expect_eq %r#5, %d1#2 : tensor<i32>
    %d2:3 = func.call @f(%x2_0, %x2_1, %x2_2, %x2_3, %x2_4, %x2_5) : (tensor<5x9xbf16>, tensor<bf16>, tensor<4x3xf32>, tensor<f32>, tensor<4x3xi32>, tensor<i32>) -> (tensor<5xbf16>, tensor<3xf32>, tensor<i32>)
    check.expect_eq %r#6, %d2#0 : tensor<5xbf16>
    check.expect_eq %r#7, %d2#1 : tensor<3xf32>
    check.expect_eq %r#8, %d2#2 : tensor<i32>
    func.return
  }
}

// -----

module @cumulative {
  func.func private @f(%a0: tensor<3x70xf32>, %a1: tensor<f32>) -> (tensor<3x70xf32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<[[0, 0], [69, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 70>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<3x70xf32>, tensor<f32>) -> tensor<3x70xf32>
    return %0 : tensor<3x70xf32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[[-1.56, -0.92, 0.0, -0.23, -0.15, 30000.0, 0.61, -0.0, -0.0, -1.18, 0.57, 0.0, -1.59, -1.5, 0.23, -0.0, -0.66, -0.0, 0.08, -1.26, 30000.0, -0.22, 0.56, 2.06, -1.73, -1.11, 0.56, -0.09, -0.0, 2.2, 0.92, -0.34, 0.16, -0.51, 0.04, -1.4, -1.23, 2.53, 30000.0, -0.59, 0.24, 0.12, -0.35, -1.38, -0.5, -0.24, 1.28, -1.12, 0.83, 1.28, 0.83, 30000.0, 1.16, 0.54, 0.64, -0.36, -0.74, -0.57, -0.54, -0.04, 1.67, 0.71, -1.86, -0.41, 0.34, -0.71, 1.09, 0.78, -0.9, -0.86], [0.71, 0.07, -0.23, 0.54, 0.19, 0.46, 30000.0, -0.94, -1.6, -0.66, -0.66, -0.69, -0.0, 0.0, 0.36, -1.08, 0.0, -0.18, 0.21, -0.06, -1.0, 0.66, 0.14, -0.0, -0.73, 30000.0, 30000.0, -0.77, -0.72, 0.47, 0.34, 30000.0, 0.7, 0.44, 0.0, 0.43, 0.7, 30000.0, -0.0, -1.6, 1.73, -0.52, -1.0, 0.2, -0.86, 0.2, 3.17, -0.29, -1.28, -1.63, -1.48, -0.27, -0.58, 2.9, 1.3, 0.1, -0.61, -0.65, -0.84, -1.07, 0.26, 0.0, 0.0, -0.92, -0.11, 1.93, 0.93, 0.31, -0.13, 0.96], [0.31, -0.03, 1.02, 0.26, 0.09, -0.48, -1.35, -0.0, 2.28, 2.48, 1.51, 1.44, 0.74, -0.88, 0.34, 0.14, -1.21, 1.68, 0.13, 3.12, -2.53, -0.0, -0.0, -0.09, 1.01, -1.1, -0.26, 0.79, -2.5, -0.19, 1.15, 30000.0, -1.71, -0.0, -0.25, -1.25, 30000.0, -0.53, 2.31, 0.55, 0.1, 0.04, -0.19, -0.0, 0.21, -0.81, -0.33, 0.76, 0.89, 1.22, 0.27, 0.5, 0.0, -1.24, 1.55, 0.13, 1.05, -0.08, 0.14, 0.75, -1.43, -0.6, -0.12, -0.0, 0.78, 30000.0, 0.59, -1.04, 0.26, 0.26]]> : tensor<3x70xf32>
    %x0_1 = stablehlo.constant dense<-2.33> : tensor<f32>
    %x1_0 = stablehlo.constant dense<[[1.32, -0.26, 0.41, -0.96, 0.26, -0.04, -2.05, 0.23, 0.17, 0.79, -0.0, -0.0, 0.05, 0.0, 0.0, -0.21, -0.75, -0.68, 0.57, -1.01, 0.22, 0.4, -0.0, -0.0, 0.0, 1.35, -1.28, -1.25, 1.2, 0.08, 0.4, 0.91, 0.85, 0.15, -1.54, 0.23, 30000.0, 30000.0, -0.52, -1.39, 0.29, -0.91, -0.52, -1.1, 0.38, 0.2, -1.48, -0.82, -0.8, 30000.0, -0.0, -0.38, 30000.0, -2.2, -0.73, -1.76, -0.52, -0.44, -0.0, -0.45, -2.34, 1.22, -1.2, 30000.0, 0.4, 1.45, 30000.0, 1.72, -1.08, 30000.0], [-0.0, 0.49, 0.12, -0.39, -1.15, -1.26, 0.0, 0.5, 1.17, -1.12, 30000.0, 0.55, -0.26, 30000.0, 0.63, -0.13, 0.96, 0.85, 0.26, 0.59, -0.93, -1.22, 0.0, 0.43, 0.0, -0.23, -1.4, 30000.0, -0.63, 0.0, 0.53, 0.39, 0.48, -0.0, 1.33, 1.03, 0.73, 30000.0, 2.23, 0.0, 0.46, 0.0, 0.62, 0.27, -1.46, -0.0, 0.88, 0.51, -0.35, 0.35, 0.05, 0.06, -0.0, -0.13, -0.0, -0.17, 1.67, 30000.0, 30000.0, 0.46, -1.07, -1.33, 0.0, 0.65, -0.32, -0.04, -0.21, 1.58, 1.24, -0.26], [30000.0, -0.25, -0.0, 0.51, 1.7, -0.0, 0.76, 0.08, 0.27, -0.3, 1.07, -0.17, 0.0, 0.41, -0.21, 0.04, 0.0, -1.17, 1.37, -0.54, -0.6, -0.0, 0.0, 0.0, -1.95, 0.0, 0.08, -2.11, 0.2, -1.03, 0.22, 1.02, -0.81, 0.15, 0.44, 0.43, 30000.0, 0.44, 0.5, -0.44, 1.2, -2.24, 30000.0, 0.56, 0.23, -0.0, -0.0, 0.34, -1.21, 1.24, -2.7, -0.31, 0.41, 0.26, -0.68, 0.68, -2.26, -1.28, 0.12, 0.15, -0.55, 0.49, 0.16, 0.06, 0.17, -0.0, -0.63, 1.69, -0.0, -1.94]]> : tensor<3x70xf32>
    %x1_1 = stablehlo.constant dense<-1.01> : tensor<f32>
    %x2_0 = stablehlo.constant dense<[[-0.38, 1.55, 1.52, -0.21, 1.31, 0.85, -0.06, 0.37, -0.17, -0.11, -1.22, 0.75, -0.39, 0.26, -0.48, -1.29, 0.05, -0.34, 0.1, -0.3, 0.47, 0.46, -1.06, 0.54, 0.54, -0.0, 0.6, 30000.0, -1.28, 1.64, -0.97, -1.97, -0.86, 0.79, 0.0, -1.15, -0.96, 1.02, 0.17, -1.06, -0.21, -1.5, -0.35, -0.26, -1.31, -0.18, 30000.0, -1.85, -0.49, -0.0, -0.42, -0.05, 30000.0, 30000.0, -1.2, -0.57, 0.12, -0.54, 1.26, 1.87, 2.58, -1.12, 0.46, 0.73, 2.1, -2.34, 30000.0, 1.06, 0.11, -2.46], [-0.04, 0.04, -0.0, -0.01, 0.87, 0.0, 30000.0, -1.15, -0.12, 1.57, -0.0, 0.0, 0.29, -0.36, 1.64, 0.21, -1.23, -0.86, 1.47, 1.3, -1.61, 0.0, 0.87, 0.78, 0.33, 30000.0, -0.62, -0.93, 0.62, -2.09, 1.12, -0.88, 30000.0, -0.26, 0.3, 0.36, 0.66, 1.21, 0.82, -0.36, 0.34, -1.78, 0.53, 2.08, -1.91, -0.35, -0.53, 1.16, -1.07, -0.68, 1.85, -0.0, 1.19, -0.51, -0.58, -0.76, -0.0, -0.11, -0.44, -0.0, 0.65, -0.69, 0.25, -1.0, -1.24, -0.0, 0.34, 30000.0, 0.1, -1.07], [-1.11, -0.64, -0.23, 0.0, -0.54, 0.86, -0.86, -0.27, -0.21, -0.83, -0.0, -0.0, 1.05, 1.13, 0.24, 1.01, -0.24, 0.58, -1.2, 1.05, -0.62, -0.66, -1.64, -1.29, -0.0, -1.11, 0.12, 0.01, 0.06, 0.0, 2.59, 0.14, 1.87, -1.08, 0.95, -0.02, 0.14, -1.44, -0.81, -0.78, 0.34, -0.0, -0.0, -1.43, 30000.0, -0.13, 1.91, -0.0, 0.06, 0.87, 30000.0, 0.37, -1.08, -0.0, 0.28, -1.35, -1.33, -0.41, -1.91, 2.06, 0.26, 1.51, -0.31, -2.04, -0.44, -0.21, 0.16, 0.78, 1.87, 0.07]]> : tensor<3x70xf32>
    %x2_1 = stablehlo.constant dense<-0.49> : tensor<f32>
    %r:3 = "interpreter.run_parallel"(%x0_0, %x0_1, %x1_0, %x1_1, %x2_0, %x2_1) {programs = [[@f], [@f], [@f]]} : (tensor<3x70xf32>, tensor<f32>, tensor<3x70xf32>, tensor<f32>, tensor<3x70xf32>, tensor<f32>) -> (tensor<3x70xf32>, tensor<3x70xf32>, tensor<3x70xf32>)
    %d0:1 = func.call @f(%x0_0, %x0_1) : (tensor<3x70xf32>, tensor<f32>) -> (tensor<3x70xf32>)
    check.expect_eq %r#0, %d0#0 : tensor<3x70xf32>
    %d1:1 = func.call @f(%x1_0, %x1_1) : (tensor<3x70xf32>, tensor<f32>) -> (tensor<3x70xf32>)
    check.expect_eq %r#1, %d1#0 : tensor<3x70xf32>
    %d2:1 = func.call @f(%x2_0, %x2_1) : (tensor<3x70xf32>, tensor<f32>) -> (tensor<3x70xf32>)
    check.expect_eq %r#2, %d2#0 : tensor<3x70xf32>
    func.return
  }
}

// -----

module @arg_max {
  func.func private @f(%a0: tensor<6x5xf32>, %a1: tensor<f32>, %a2: tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>) {
    %i = stablehlo.iota dim = 0 : tensor<6x5xi32>
    %0:2 = stablehlo.reduce(%a0 init: %a1), (%i init: %a2) across dimensions = [0] : (tensor<6x5xf32>, tensor<6x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
      reducer(%l: tensor<f32>, %r: tensor<f32>) (%m: tensor<i32>, %n: tensor<i32>) {
      %c = stablehlo.compare GT, %l, %r, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %v = stablehlo.select %c, %l, %r : tensor<i1>, tensor<f32>
      %w = stablehlo.select %c, %m, %n : tensor<i1>, tensor<i32>
      stablehlo.return %v, %w : tensor<f32>, tensor<i32>
    }
    return %0#0, %0#1 : tensor<5xf32>, tensor<5xi32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[[30000.0, 0.49, 1.53, 2.03, -0.66], [0.0, 0.42, 0.0, 0.0, 1.04], [0.96, 30000.0, 0.75, -1.45, 0.39], [1.26, 0.0, -0.23, 0.58, -0.11], [0.0, -1.03, -0.44, -0.45, -0.67], [-2.34, 0.0, 0.0, 30000.0, -0.96]]> : tensor<6x5xf32>
    %x0_1 = stablehlo.constant dense<-0.95> : tensor<f32>
    %x0_2 = stablehlo.constant dense<6> : tensor<i32>
    %x1_0 = stablehlo.constant dense<[[0.07, -1.42, -0.0, -1.88, -0.91], [1.01, -0.2, -2.58, -1.0, -0.48], [0.06, 0.19, -1.13, -0.49, -0.72], [-0.28, 0.0, 0.04, -0.29, 30000.0], [-2.25, 0.18, -2.02, 30000.0, 0.59], [0.18, 0.83, -0.97, -0.87, 0.03]]> : tensor<6x5xf32>
    %x1_1 = stablehlo.constant dense<0.83> : tensor<f32>
    %x1_2 = stablehlo.constant dense<-1> : tensor<i32>
    %x2_0 = stablehlo.constant dense<[[0.87, 0.43, 0.75, 1.18, 2.02], [-0.15, 0.0, 0.0, -0.27, 0.01], [0.24, 30000.0, 0.0, 30000.0, -0.92], [-0.01, 0.74, -1.07, -0.76, 30000.0], [-0.48, 0.24, 0.62, -0.59, -1.06], [-0.81, -1.53, 0.54, 30000.0, 1.06]]> : tensor<6x5xf32>
    %x2_1 = stablehlo.constant dense<0.38> : tensor<f32>
    %x2_2 = stablehlo.constant dense<-1> : tensor<i32>
    %r:6 = "interpreter.run_parallel"(%x0_0, %x0_1, %x0_2, %x1_0, %x1_1, %x1_2, %x2_0, %x2_1, %x2_2) {programs = [[@f], [@f], [@f]]} : (tensor<6x5xf32>, tensor<f32>, tensor<i32>, tensor<6x5xf32>, tensor<f32>, tensor<i32>, tensor<6x5xf32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>, tensor<5xf32>, tensor<5xi32>, tensor<5xf32>, tensor<5xi32>)
    %d0:2 = func.call @f(%x0_0, %x0_1, %x0_2) : (tensor<6x5xf32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
    check.expect_eq %r#0, %d0#0 : tensor<5xf32>
    check.expect_eq %r#1, %d0#1 : tensor<5xi32>
    %d1:2 = func.call @f(%x1_0, %x1_1, %x1_2) : (tensor<6x5xf32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
    check.expect_eq %r#2, %d1#0 : tensor<5xf32>
    check.expect_eq %r#3, %d1#1 : tensor<5xi32>
    %d2:2 = func.call @f(%x2_0, %x2_1, %x2_2) : (tensor<6x5xf32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
    check.expect_eq %r#4, %d2#0 : tensor<5xf32>
    check.expect_eq %r#5, %d2#1 : tensor<5xi32>
    func.return
  }
}

// -----

module @pad {
  func.func private @f(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<5x6xf32>) {
    %0 = stablehlo.pad %a0, %a1, low = [2, -1], high = [-1, 2], interior = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<5x6xf32>
    return %0 : tensor<5x6xf32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[[0.17, -0.66, 0.3], [-0.44, 1.47, 1.29], [0.0, -1.09, 0.23], [0.0, 2.53, 0.91]]> : tensor<4x3xf32>
    %x0_1 = stablehlo.constant dense<0.57> : tensor<f32>
    %x1_0 = stablehlo.constant dense<[[0.8, -0.44, -1.52], [1.25, 1.1, 1.42], [-0.39, 0.49, 0.92], [-0.42, -0.78, -0.73]]> : tensor<4x3xf32>
    %x1_1 = stablehlo.constant dense<-0.79> : tensor<f32>
    %x2_0 = stablehlo.constant dense<[[0.23, 0.61, -1.33], [-1.32, 0.01, 1.41], [-1.01, -0.73, 0.0], [0.28, -0.12, -0.18]]> : tensor<4x3xf32>
    %x2_1 = stablehlo.constant dense<30000.0> : tensor<f32>
    %r:3 = "interpreter.run_parallel"(%x0_0, %x0_1, %x1_0, %x1_1, %x2_0, %x2_1) {programs = [[@f], [@f], [@f]]} : (tensor<4x3xf32>, tensor<f32>, tensor<4x3xf32>, tensor<f32>, tensor<4x3xf32>, tensor<f32>) -> (tensor<5x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>)
    %d0:1 = func.call @f(%x0_0, %x0_1) : (tensor<4x3xf32>, tensor<f32>) -> (tensor<5x6xf32>)
    check.expect_eq %r#0, %d0#0 : tensor<5x6xf32>
    %d1:1 = func.call @f(%x1_0, %x1_1) : (tensor<4x3xf32>, tensor<f32>) -> (tensor<5x6xf32>)
    check.expect_eq %r#1, %d1#0 : tensor<5x6xf32>
    %d2:1 = func.call @f(%x2_0, %x2_1) : (tensor<4x3xf32>, tensor<f32>) -> (tensor<5x6xf32>)
    check.expect_eq %r#2, %d2#0 : tensor<5x6xf32>
    func.return
  }
}

// -----

module @slices_i8 {
  func.func private @f(%a0: tensor<7x6xf32>, %a1: tensor<i8>, %a2: tensor<i8>, %a3: tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>) {
    %0 = stablehlo.dynamic_slice %a0, %a1, %a2, sizes = [3, 2] : (tensor<7x6xf32>, tensor<i8>, tensor<i8>) -> tensor<3x2xf32>
    %1 = stablehlo.dynamic_update_slice %a0, %a3, %a1, %a2 : (tensor<7x6xf32>, tensor<3x2xf32>, tensor<i8>, tensor<i8>) -> tensor<7x6xf32>
    %c = stablehlo.constant dense<2> : tensor<i8>
    %2 = stablehlo.dynamic_slice %a0, %c, %c, sizes = [2, 2] : (tensor<7x6xf32>, tensor<i8>, tensor<i8>) -> tensor<2x2xf32>
    return %0, %1, %2 : tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[[-0.0, 2.97, 0.2, 1.09, 0.47, 0.45], [1.56, 1.46, 0.3, 30000.0, 0.82, -0.44], [-1.47, 0.92, -0.58, 0.0, 0.0, 0.06], [0.96, -0.0, 1.09, -0.67, -0.73, -0.36], [-0.07, 1.1, 0.66, 0.37, 0.0, -0.31], [-0.05, -1.34, -0.68, 0.55, 1.08, -1.4], [0.08, 0.11, 0.01, 0.1, 0.09, 0.67]]> : tensor<7x6xf32>
    %x0_1 = stablehlo.constant dense<49> : tensor<i8>
    %x0_2 = stablehlo.constant dense<-45> : tensor<i8>
    %x0_3 = stablehlo.constant dense<[[-0.32, -0.0], [0.44, -0.24], [-0.45, -1.56]]> : tensor<3x2xf32>
    %x1_0 = stablehlo.constant dense<[[0.97, -1.02, 0.57, -0.0, -0.43, -0.13], [-0.65, 0.0, 0.17, 0.02, 0.95, 1.48], [1.03, -1.66, -0.34, 0.56, -1.12, 30000.0], [1.21, -1.85, -0.64, -0.19, -0.32, 1.85], [-0.55, -0.67, 0.06, -0.0, 0.85, -0.66], [-1.14, 0.14, -0.8, -1.39, 2.76, 1.13], [-0.0, -0.39, -0.06, 1.18, -1.65, 0.76]]> : tensor<7x6xf32>
    %x1_1 = stablehlo.constant dense<-59> : tensor<i8>
    %x1_2 = stablehlo.constant dense<-2> : tensor<i8>
    %x1_3 = stablehlo.constant dense<[[-0.41, 30000.0], [0.17, 1.37], [1.55, 0.63]]> : tensor<3x2xf32>
    %x2_0 = stablehlo.constant dense<[[-1.22, 0.06, 0.11, -1.12, -0.5, -0.54], [-0.17, -0.68, 0.78, 0.76, -0.09, -0.12], [1.54, 0.13, 0.31, 0.0, 0.14, 30000.0], [0.2, 0.46, 0.26, -1.04, -1.3, -1.52], [1.15, 0.0, -0.71, -0.0, 0.85, -0.22], [0.36, 1.21, 0.71, -0.13, -0.35, 30000.0], [0.64, -0.35, 0.23, 1.05, 0.19, -0.0]]> : tensor<7x6xf32>
    %x2_1 = stablehlo.constant dense<-40> : tensor<i8>
    %x2_2 = stablehlo.constant dense<-10> : tensor<i8>
    %x2_3 = stablehlo.constant dense<[[0.3, -3.14], [-0.71, -0.28], [-0.2, -0.0]]> : tensor<3x2xf32>
    %r:9 = "interpreter.run_parallel"(%x0_0, %x0_1, %x0_2, %x0_3, %x1_0, %x1_1, %x1_2, %x1_3, %x2_0, %x2_1, %x2_2, %x2_3) {programs = [[@f], [@f], [@f]]} : (tensor<7x6xf32>, tensor<i8>, tensor<i8>, tensor<3x2xf32>, tensor<7x6xf32>, tensor<i8>, tensor<i8>, tensor<3x2xf32>, tensor<7x6xf32>, tensor<i8>, tensor<i8>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>, tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>, tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>)
    %d0:3 = func.call @f(%x0_0, %x0_1, %x0_2, %x0_3) : (tensor<7x6xf32>, tensor<i8>, tensor<i8>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>)
    check.expect_eq %r#0, %d0#0 : tensor<3x2xf32>
    check.expect_eq %r#1, %d0#1 : tensor<7x6xf32>
    check.expect_eq %r#2, %d0#2 : tensor<2x2xf32>
    %d1:3 = func.call @f(%x1_0, %x1_1, %x1_2, %x1_3) : (tensor<7x6xf32>, tensor<i8>, tensor<i8>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>)
    check.expect_eq %r#3, %d1#0 : tensor<3x2xf32>
    check.expect_eq %r#4, %d1#1 : tensor<7x6xf32>
    check.expect_eq %r#5, %d1#2 : tensor<2x2xf32>
    %d2:3 = func.call @f(%x2_0, %x2_1, %x2_2, %x2_3) : (tensor<7x6xf32>, tensor<i8>, tensor<i8>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>)
    check.expect_eq %r#6, %d2#0 : tensor<3x2xf32>
    check.expect_eq %r#7, %d2#1 : tensor<7x6xf32>
    check.expect_eq %r#8, %d2#2 : tensor<2x2xf32>
    func.return
  }
}

// -----

module @slices_i64 {
  func.func private @f(%a0: tensor<7x6xf32>, %a1: tensor<i64>, %a2: tensor<i64>, %a3: tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>) {
    %0 = stablehlo.dynamic_slice %a0, %a1, %a2, sizes = [3, 2] : (tensor<7x6xf32>, tensor<i64>, tensor<i64>) -> tensor<3x2xf32>
    %1 = stablehlo.dynamic_update_slice %a0, %a3, %a1, %a2 : (tensor<7x6xf32>, tensor<3x2xf32>, tensor<i64>, tensor<i64>) -> tensor<7x6xf32>
    %c = stablehlo.constant dense<2> : tensor<i64>
    %2 = stablehlo.dynamic_slice %a0, %c, %c, sizes = [2, 2] : (tensor<7x6xf32>, tensor<i64>, tensor<i64>) -> tensor<2x2xf32>
    return %0, %1, %2 : tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[[0.3, -0.0, 1.41, 1.83, -0.29, 30000.0], [-0.57, -0.8, 0.62, -1.05, 0.38, 0.24], [-0.51, 30000.0, -0.66, 0.0, -0.14, 0.39], [1.14, 0.05, 0.99, 0.71, 0.48, -0.02], [-0.75, -0.92, 0.53, 1.4, -0.67, -0.09], [1.37, 0.21, 1.09, -0.28, 1.74, -1.31], [0.17, 1.14, -0.14, 1.37, -0.41, 1.53]]> : tensor<7x6xf32>
    %x0_1 = stablehlo.constant dense<5> : tensor<i64>
    %x0_2 = stablehlo.constant dense<-8> : tensor<i64>
    %x0_3 = stablehlo.constant dense<[[-0.16, -0.28], [0.7, -1.15], [0.04, 0.36]]> : tensor<3x2xf32>
    %x1_0 = stablehlo.constant dense<[[30000.0, 30000.0, 0.0, -1.04, -0.56, 0.2], [0.84, 0.74, 0.0, 2.04, 1.48, -0.64], [30000.0, 1.44, -0.12, -0.26, -0.34, 0.51], [-0.96, -0.1, -2.06, 1.27, 0.03, -2.32], [0.33, 30000.0, -0.11, 30000.0, -1.58, 0.24], [-0.69, 0.73, -0.63, 0.6, 0.0, -0.0], [-0.33, 30000.0, -0.0, -1.3, -0.2, 0.38]]> : tensor<7x6xf32>
    %x1_1 = stablehlo.constant dense<0> : tensor<i64>
    %x1_2 = stablehlo.constant dense<-7> : tensor<i64>
    %x1_3 = stablehlo.constant dense<[[-0.44, 1.29], [-1.51, 0.12], [-0.0, -0.35]]> : tensor<3x2xf32>
    %x2_0 = stablehlo.constant dense<[[1.26, -0.59, 0.39, -1.53, -0.51, 0.29], [-0.34, -0.0, 0.21, 0.03, -0.67, 30000.0], [1.3, -0.85, 0.64, -0.04, -0.65, 1.41], [-0.47, 0.0, -3.33, 0.34, -1.53, 0.45], [0.8, 0.18, -1.34, -1.09, 0.39, -1.74], [0.81, 0.62, 0.74, 0.59, 0.2, -0.19], [-0.64, 1.32, -0.0, -2.5, -0.45, -0.48]]> : tensor<7x6xf32>
    %x2_1 = stablehlo.constant dense<-6> : tensor<i64>
    %x2_2 = stablehlo.constant dense<6> : tensor<i64>
    %x2_3 = stablehlo.constant dense<[[1.1, 1.19], [1.27, 1.33], [0.09, -0.99]]> : tensor<3x2xf32>
    %r:9 = "interpreter.run_parallel"(%x0_0, %x0_1, %x0_2, %x0_3, %x1_0, %x1_1, %x1_2, %x1_3, %x2_0, %x2_1, %x2_2, %x2_3) {programs = [[@f], [@f], [@f]]} : (tensor<7x6xf32>, tensor<i64>, tensor<i64>, tensor<3x2xf32>, tensor<7x6xf32>, tensor<i64>, tensor<i64>, tensor<3x2xf32>, tensor<7x6xf32>, tensor<i64>, tensor<i64>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>, tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>, tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>)
    %d0:3 = func.call @f(%x0_0, %x0_1, %x0_2, %x0_3) : (tensor<7x6xf32>, tensor<i64>, tensor<i64>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>)
    check.expect_eq %r#0, %d0#0 : tensor<3x2xf32>
    check.expect_eq %r#1, %d0#1 : tensor<7x6xf32>
    check.expect_eq %r#2, %d0#2 : tensor<2x2xf32>
    %d1:3 = func.call @f(%x1_0, %x1_1, %x1_2, %x1_3) : (tensor<7x6xf32>, tensor<i64>, tensor<i64>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>)
    check.expect_eq %r#3, %d1#0 : tensor<3x2xf32>
    check.expect_eq %r#4, %d1#1 : tensor<7x6xf32>
    check.expect_eq %r#5, %d1#2 : tensor<2x2xf32>
    %d2:3 = func.call @f(%x2_0, %x2_1, %x2_2, %x2_3) : (tensor<7x6xf32>, tensor<i64>, tensor<i64>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>)
    check.expect_eq %r#6, %d2#0 : tensor<3x2xf32>
    check.expect_eq %r#7, %d2#1 : tensor<7x6xf32>
    check.expect_eq %r#8, %d2#2 : tensor<2x2xf32>
    func.return
  }
}

// -----

module @slices_ui64 {
  func.func private @f(%a0: tensor<7x6xf32>, %a1: tensor<ui64>, %a2: tensor<ui64>, %a3: tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>) {
    %0 = stablehlo.dynamic_slice %a0, %a1, %a2, sizes = [3, 2] : (tensor<7x6xf32>, tensor<ui64>, tensor<ui64>) -> tensor<3x2xf32>
    %1 = stablehlo.dynamic_update_slice %a0, %a3, %a1, %a2 : (tensor<7x6xf32>, tensor<3x2xf32>, tensor<ui64>, tensor<ui64>) -> tensor<7x6xf32>
    %c = stablehlo.constant dense<2> : tensor<ui64>
    %2 = stablehlo.dynamic_slice %a0, %c, %c, sizes = [2, 2] : (tensor<7x6xf32>, tensor<ui64>, tensor<ui64>) -> tensor<2x2xf32>
    return %0, %1, %2 : tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[[0.04, -0.7, -0.26, -0.75, -1.49, -0.95], [0.72, 30000.0, -1.21, 0.52, 0.15, 1.25], [1.15, -0.73, -0.82, -1.14, -0.16, -0.0], [0.59, 0.14, -0.57, -1.35, 0.36, -0.81], [0.01, -1.51, 0.18, -0.15, 1.29, -1.6], [30000.0, -1.16, -0.7, 1.3, 0.91, -0.05], [1.07, 1.07, 0.33, 30000.0, -0.0, 0.0]]> : tensor<7x6xf32>
    %x0_1 = stablehlo.constant dense<7050401526123748447> : tensor<ui64>
    %x0_2 = stablehlo.constant dense<6798192393230909072> : tensor<ui64>
    %x0_3 = stablehlo.constant dense<[[30000.0, -0.07], [1.12, -1.01], [-0.27, -2.15]]> : tensor<3x2xf32>
    %x1_0 = stablehlo.constant dense<[[0.26, 1.35, -0.12, -0.09, 0.64, 1.81], [0.25, -1.14, 0.0, 0.12, 0.83, -0.0], [0.27, -0.24, 0.0, 2.55, 0.0, 0.35], [-0.71, 0.0, 0.73, 0.12, 0.47, 0.12], [30000.0, 0.64, -0.67, 30000.0, 0.29, 0.59], [-0.86, 30000.0, -0.2, 1.33, 0.22, 30000.0], [30000.0, 0.0, -0.07, 0.91, -1.13, 2.57]]> : tensor<7x6xf32>
    %x1_1 = stablehlo.constant dense<12830764455135064773> : tensor<ui64>
    %x1_2 = stablehlo.constant dense<14074396281169342345> : tensor<ui64>
    %x1_3 = stablehlo.constant dense<[[-0.0, -1.15], [2.5, 0.9], [-0.19, 0.74]]> : tensor<3x2xf32>
    %x2_0 = stablehlo.constant dense<[[2.21, -1.44, 1.15, 1.16, 0.0, 30000.0], [0.0, -0.18, 0.14, -0.72, 1.01, 1.63], [-0.43, -0.52, 0.29, -0.1, 30000.0, 0.48], [-0.38, -1.58, -0.57, -1.41, 1.77, -0.01], [-2.37, 0.07, -0.7, -0.5, -2.39, 0.17], [0.28, -0.09, -0.99, 1.59, -0.0, 2.44], [-0.15, 2.67, 0.85, 0.46, 1.12, 30000.0]]> : tensor<7x6xf32>
    %x2_1 = stablehlo.constant dense<15267897390754664108> : tensor<ui64>
    %x2_2 = stablehlo.constant dense<7799248565976971946> : tensor<ui64>
    %x2_3 = stablehlo.constant dense<[[30000.0, 0.68], [-1.65, 30000.0], [0.6, 0.34]]> : tensor<3x2xf32>
    %r:9 = "interpreter.run_parallel"(%x0_0, %x0_1, %x0_2, %x0_3, %x1_0, %x1_1, %x1_2, %x1_3, %x2_0, %x2_1, %x2_2, %x2_3) {programs = [[@f], [@f], [@f]]} : (tensor<7x6xf32>, tensor<ui64>, tensor<ui64>, tensor<3x2xf32>, tensor<7x6xf32>, tensor<ui64>, tensor<ui64>, tensor<3x2xf32>, tensor<7x6xf32>, tensor<ui64>, tensor<ui64>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>, tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>, tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>)
    %d0:3 = func.call @f(%x0_0, %x0_1, %x0_2, %x0_3) : (tensor<7x6xf32>, tensor<ui64>, tensor<ui64>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>)
    check.expect_eq %r#0, %d0#0 : tensor<3x2xf32>
    check.expect_eq %r#1, %d0#1 : tensor<7x6xf32>
    check.expect_eq %r#2, %d0#2 : tensor<2x2xf32>
    %d1:3 = func.call @f(%x1_0, %x1_1, %x1_2, %x1_3) : (tensor<7x6xf32>, tensor<ui64>, tensor<ui64>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>)
    check.expect_eq %r#3, %d1#0 : tensor<3x2xf32>
    check.expect_eq %r#4, %d1#1 : tensor<7x6xf32>
    check.expect_eq %r#5, %d1#2 : tensor<2x2xf32>
    %d2:3 = func.call @f(%x2_0, %x2_1, %x2_2, %x2_3) : (tensor<7x6xf32>, tensor<ui64>, tensor<ui64>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>)
    check.expect_eq %r#6, %d2#0 : tensor<3x2xf32>
    check.expect_eq %r#7, %d2#1 : tensor<7x6xf32>
    check.expect_eq %r#8, %d2#2 : tensor<2x2xf32>
    func.return
  }
}

// -----

module @slices_ui8 {
  func.func private @f(%a0: tensor<7x6xf32>, %a1: tensor<ui8>, %a2: tensor<ui8>, %a3: tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>) {
    %0 = stablehlo.dynamic_slice %a0, %a1, %a2, sizes = [3, 2] : (tensor<7x6xf32>, tensor<ui8>, tensor<ui8>) -> tensor<3x2xf32>
    %1 = stablehlo.dynamic_update_slice %a0, %a3, %a1, %a2 : (tensor<7x6xf32>, tensor<3x2xf32>, tensor<ui8>, tensor<ui8>) -> tensor<7x6xf32>
    %c = stablehlo.constant dense<2> : tensor<ui8>
    %2 = stablehlo.dynamic_slice %a0, %c, %c, sizes = [2, 2] : (tensor<7x6xf32>, tensor<ui8>, tensor<ui8>) -> tensor<2x2xf32>
    return %0, %1, %2 : tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[[0.18, -0.71, -0.79, 0.0, 1.22, -0.62], [-0.66, 0.99, -0.29, 0.23, 1.44, -1.59], [-0.96, 0.85, 0.56, 1.12, 0.0, 1.02], [-0.56, 30000.0, -0.87, -0.93, -1.01, 0.18], [0.7, -0.67, -1.37, -0.56, 0.04, 2.26], [-0.33, -0.7, -0.7, 0.22, 0.27, -0.07], [-0.07, -0.96, 0.47, 0.0, -0.27, -0.97]]> : tensor<7x6xf32>
    %x0_1 = stablehlo.constant dense<5> : tensor<ui8>
    %x0_2 = stablehlo.constant dense<67> : tensor<ui8>
    %x0_3 = stablehlo.constant dense<[[0.0, -0.58], [1.29, 30000.0], [-0.29, 0.51]]> : tensor<3x2xf32>
    %x1_0 = stablehlo.constant dense<[[0.0, -0.68, 0.58, 30000.0, -0.69, 0.87], [-0.13, 30000.0, 0.11, -0.42, -0.13, 2.0], [1.8, -0.82, -1.82, 0.29, 0.51, -0.69], [-0.0, 0.19, 1.9, 0.35, 1.2, -0.66], [-1.2, 0.4, 1.1, 0.64, 0.5, -0.0], [-0.64, -0.0, 30000.0, 30000.0, 0.37, 1.17], [0.0, -0.82, 0.5, 0.61, -0.59, 0.74]]> : tensor<7x6xf32>
    %x1_1 = stablehlo.constant dense<188> : tensor<ui8>
    %x1_2 = stablehlo.constant dense<97> : tensor<ui8>
    %x1_3 = stablehlo.constant dense<[[-0.0, -0.85], [-1.42, 30000.0], [0.42, 0.79]]> : tensor<3x2xf32>
    %x2_0 = stablehlo.constant dense<[[2.33, -0.0, 0.0, 2.06, 0.03, 0.85], [-1.44, -0.25, 0.59, -1.46, -1.33, 0.64], [1.57, 0.99, 1.03, 1.45, 0.09, -0.0], [1.84, -0.55, -1.57, 1.28, 1.94, 0.0], [1.3, 0.2, 1.3, 0.35, -0.79, -0.19], [-0.0, 1.3, -0.05, -0.45, 0.25, -1.16], [0.0, -0.56, 0.16, -0.0, 0.34, -0.78]]> : tensor<7x6xf32>
    %x2_1 = stablehlo.constant dense<150> : tensor<ui8>
    %x2_2 = stablehlo.constant dense<31> : tensor<ui8>
    %x2_3 = stablehlo.constant dense<[[-2.93, 1.06], [1.96, -0.73], [-1.45, -0.71]]> : tensor<3x2xf32>
    %r:9 = "interpreter.run_parallel"(%x0_0, %x0_1, %x0_2, %x0_3, %x1_0, %x1_1, %x1_2, %x1_3, %x2_0, %x2_1, %x2_2, %x2_3) {programs = [[@f], [@f], [@f]]} : (tensor<7x6xf32>, tensor<ui8>, tensor<ui8>, tensor<3x2xf32>, tensor<7x6xf32>, tensor<ui8>, tensor<ui8>, tensor<3x2xf32>, tensor<7x6xf32>, tensor<ui8>, tensor<ui8>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>, tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>, tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>)
    %d0:3 = func.call @f(%x0_0, %x0_1, %x0_2, %x0_3) : (tensor<7x6xf32>, tensor<ui8>, tensor<ui8>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>)
    check.expect_eq %r#0, %d0#0 : tensor<3x2xf32>
    check.expect_eq %r#1, %d0#1 : tensor<7x6xf32>
    check.expect_eq %r#2, %d0#2 : tensor<2x2xf32>
    %d1:3 = func.call @f(%x1_0, %x1_1, %x1_2, %x1_3) : (tensor<7x6xf32>, tensor<ui8>, tensor<ui8>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>)
    check.expect_eq %r#3, %d1#0 : tensor<3x2xf32>
    check.expect_eq %r#4, %d1#1 : tensor<7x6xf32>
    check.expect_eq %r#5, %d1#2 : tensor<2x2xf32>
    %d2:3 = func.call @f(%x2_0, %x2_1, %x2_2, %x2_3) : (tensor<7x6xf32>, tensor<ui8>, tensor<ui8>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<7x6xf32>, tensor<2x2xf32>)
    check.expect_eq %r#6, %d2#0 : tensor<3x2xf32>
    check.expect_eq %r#7, %d2#1 : tensor<7x6xf32>
    check.expect_eq %r#8, %d2#2 : tensor<2x2xf32>
    func.return
  }
}

// -----

module @gather {
  func.func private @f(%a0: tensor<4x5x6xf32>, %a1: tensor<4x3x2xi32>) -> (tensor<4x3x2xf32>, tensor<3x4x5x2xf32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<4x5x6xf32>, tensor<4x3x2xi32>) -> tensor<4x3x2xf32>
    %k = stablehlo.constant dense<[1, 9, -2]> : tensor<3xi32>
    %1 = "stablehlo.gather"(%a0, %k) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 4, 5, 2>}> : (tensor<4x5x6xf32>, tensor<3xi32>) -> tensor<3x4x5x2xf32>
    return %0, %1 : tensor<4x3x2xf32>, tensor<3x4x5x2xf32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[[[0.07, 0.0, -1.56, -0.82, 0.0, 0.51], [0.21, -0.0, 1.02, -1.55, -2.13, 30000.0], [30000.0, 0.29, 0.56, 1.22, 0.12, -0.32], [-0.1, 30000.0, 0.13, 0.04, 30000.0, 0.64], [-0.0, -0.45, 0.29, 0.85, -0.9, 0.21]], [[0.73, 1.2, -0.82, -0.0, -1.52, -1.57], [1.08, -0.24, -0.41, -1.65, -0.52, 30000.0], [0.96, -1.04, -2.07, 1.66, 0.46, 0.99], [0.81, 0.05, -0.38, 1.0, -1.69, -0.0], [-0.53, 0.72, 1.52, 30000.0, -0.09, 0.37]], [[0.05, -0.0, 0.15, 0.15, -0.48, 0.6], [1.4, 0.02, -1.04, -1.0, -1.3, 1.35], [0.83, -0.44, -0.0, 0.0, 0.39, -0.44], [-0.48, -0.46, -0.52, 1.02, 1.51, -0.23], [0.44, -0.0, -0.38, -0.0, -0.88, 0.74]], [[-1.63, 1.96, -0.75, 30000.0, -1.02, -0.02], [-0.24, 1.5, -0.26, 0.0, 0.38, 1.09], [0.52, 0.05, 0.0, -1.82, 0.9, -2.45], [-0.0, 0.44, 0.32, 0.81, 0.58, -0.37], [-1.29, -0.87, -1.08, -0.59, 0.0, -0.17]]]> : tensor<4x5x6xf32>
    %x0_1 = stablehlo.constant dense<[[[8, 1], [0, 8], [-5, 4]], [[2, 9], [-5, -2], [5, 9]], [[2, -4], [6, 5], [8, 6]], [[6, 0], [6, 6], [0, 8]]]> : tensor<4x3x2xi32>
    %x1_0 = stablehlo.constant dense<[[[-0.21, -1.41, 0.77, 30000.0, 0.61, 1.78], [-0.09, -0.0, -0.96, -0.57, 0.68, -2.15], [1.1, 0.23, -0.85, 0.34, 30000.0, -1.3], [0.33, 0.92, 0.15, -1.05, -0.98, 0.85], [1.06, -1.57, -1.89, -0.07, -0.52, 0.38]], [[-0.21, 0.76, 30000.0, -1.33, 30000.0, -0.61], [0.86, 1.02, 0.98, 0.87, -0.0, 0.0], [2.16, -1.81, 1.01, 0.0, -0.03, 0.91], [-2.84, -0.56, -0.0, -0.27, -1.51, 30000.0], [30000.0, 0.86, 0.34, 0.73, 0.33, -1.66]], [[0.51, -0.37, -0.86, -2.63, 1.41, -1.57], [-0.99, 1.63, 0.65, 30000.0, 0.28, -1.19], [0.32, 30000.0, 1.07, 0.78, 0.83, 0.38], [30000.0, 0.14, 0.42, -0.33, 0.6, -0.07], [0.1, -0.0, -1.68, 0.41, -0.0, 0.03]], [[1.68, -1.15, 1.0, 1.24, 30000.0, -0.0], [-0.36, 1.6, 0.08, 1.16, 0.7, 1.04], [-0.28, -0.87, 0.39, 30000.0, 0.14, -0.63], [0.76, 0.36, 30000.0, 0.5, -0.26, 0.0], [0.27, -0.27, 1.19, -0.43, 0.0, 30000.0]]]> : tensor<4x5x6xf32>
    %x1_1 = stablehlo.constant dense<[[[6, 8], [3, 5], [-5, 7]], [[3, -1], [3, 3], [6, -3]], [[5, 9], [6, 3], [6, -3]], [[-2, 8], [4, -1], [-2, 8]]]> : tensor<4x3x2xi32>
    %x2_0 = stablehlo.constant dense<[[[-2.43, 30000.0, -1.55, 0.3, 0.45, 1.48], [0.16, -0.0, -0.0, -1.02, -0.0, -1.05], [30000.0, 0.84, -0.08, -0.0, -0.0, -0.0], [30000.0, -0.67, 30000.0, -0.0, -1.04, 0.0], [-0.0, 0.02, 0.51, -0.0, 0.0, -0.04]], [[-0.36, 1.7, 1.55, 2.04, 0.2, 0.15], [0.57, 0.1, 0.29, 0.04, -0.26, 3.49], [-0.73, 30000.0, -0.55, 30000.0, -1.45, 0.61], [-0.6, -0.24, 30000.0, 0.59, -1.01, -0.52], [-0.01, -0.0, -0.95, 0.0, 0.38, 0.83]], [[0.55, 1.92, 30000.0, -0.31, -1.62, 30000.0], [-1.45, -1.11, 0.0, -0.0, 0.36, 30000.0], [-0.03, 0.0, 0.0, -0.34, 0.96, -0.88], [0.33, -0.0, -0.76, -0.52, 30000.0, -1.12], [0.83, -0.84, -0.41, -0.35, -1.07, 0.0]], [[30000.0, -0.61, -0.0, 0.83, -0.0, -0.18], [0.4, -0.77, 0.19, -0.08, 0.9, 0.0], [0.29, -1.04, -0.99, 1.37, -0.15, 0.0], [-1.44, -0.56, -0.37, 0.0, -0.0, -1.14], [-1.18, -0.4, 0.08, 30000.0, 0.0, -0.22]]]> : tensor<4x5x6xf32>
    %x2_1 = stablehlo.constant dense<[[[-2, -5], [2, -3], [-1, 4]], [[2, -4], [4, -5], [-2, -5]], [[3, 6], [-1, -3], [4, -2]], [[5, -2], [7, -4], [2, -5]]]> : tensor<4x3x2xi32>
    %r:6 = "interpreter.run_parallel"(%x0_0, %x0_1, %x1_0, %x1_1, %x2_0, %x2_1) {programs = [[@f], [@f], [@f]]} : (tensor<4x5x6xf32>, tensor<4x3x2xi32>, tensor<4x5x6xf32>, tensor<4x3x2xi32>, tensor<4x5x6xf32>, tensor<4x3x2xi32>) -> (tensor<4x3x2xf32>, tensor<3x4x5x2xf32>, tensor<4x3x2xf32>, tensor<3x4x5x2xf32>, tensor<4x3x2xf32>, tensor<3x4x5x2xf32>)
    %d0:2 = func.call @f(%x0_0, %x0_1) : (tensor<4x5x6xf32>, tensor<4x3x2xi32>) -> (tensor<4x3x2xf32>, tensor<3x4x5x2xf32>)
    check.expect_eq %r#0, %d0#0 : tensor<4x3x2xf32>
    check.expect_eq %r#1, %d0#1 : tensor<3x4x5x2xf32>
    %d1:2 = func.call @f(%x1_0, %x1_1) : (tensor<4x5x6xf32>, tensor<4x3x2xi32>) -> (tensor<4x3x2xf32>, tensor<3x4x5x2xf32>)
    check.expect_eq %r#2, %d1#0 : tensor<4x3x2xf32>
    check.expect_eq %r#3, %d1#1 : tensor<3x4x5x2xf32>
    %d2:2 = func.call @f(%x2_0, %x2_1) : (tensor<4x5x6xf32>, tensor<4x3x2xi32>) -> (tensor<4x3x2xf32>, tensor<3x4x5x2xf32>)
    check.expect_eq %r#4, %d2#0 : tensor<4x3x2xf32>
    check.expect_eq %r#5, %d2#1 : tensor<3x4x5x2xf32>
    func.return
  }
}

// -----

module @scatter {
  func.func private @f(%a0: tensor<4x5x6xf32>, %a1: tensor<4x9x1xi32>, %a2: tensor<4x9x6xf32>) -> (tensor<4x5x6xf32>, tensor<4x5x6xf32>, tensor<4x5x6xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x5x6xf32>, tensor<4x9x1xi32>, tensor<4x9x6xf32>) -> tensor<4x5x6xf32>
    %1 = "stablehlo.scatter"(%0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      stablehlo.return %r : tensor<f32>
    }) : (tensor<4x5x6xf32>, tensor<4x9x1xi32>, tensor<4x9x6xf32>) -> tensor<4x5x6xf32>
    %2 = "stablehlo.scatter"(%1, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %h = stablehlo.subtract %r, %l : tensor<f32>
      stablehlo.return %h : tensor<f32>
    }) : (tensor<4x5x6xf32>, tensor<4x9x1xi32>, tensor<4x9x6xf32>) -> tensor<4x5x6xf32>
    return %0, %1, %2 : tensor<4x5x6xf32>, tensor<4x5x6xf32>, tensor<4x5x6xf32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[[[-0.52, 1.6, 2.29, -0.15, 1.75, 1.39], [1.04, -0.27, 1.02, 2.41, -0.75, -1.15], [0.0, 0.28, 0.0, 30000.0, 30000.0, -1.54], [0.36, -0.34, 1.78, 0.17, -0.6, 30000.0], [-0.93, 1.27, 1.37, 0.13, -2.28, 0.0]], [[0.49, -0.97, 0.13, -0.07, 1.12, 0.69], [0.43, 0.83, 1.01, -0.0, -0.0, 0.0], [0.21, -0.01, -1.83, -0.31, 0.36, 30000.0], [0.0, -1.27, 1.63, -1.07, -1.03, 1.59], [0.58, 0.61, 1.87, 0.36, -0.55, 0.09]], [[30000.0, 0.01, -0.04, -0.6, -1.93, 30000.0], [0.25, 0.4, 0.0, 0.0, -0.08, 0.92], [1.1, 0.0, -1.16, -0.35, 0.31, 0.27], [-0.71, 0.25, 0.52, -1.48, -0.0, -0.56], [1.13, 0.25, 2.32, 0.89, -0.63, -0.42]], [[1.15, -1.33, 0.38, 30000.0, 0.72, -0.81], [30000.0, -0.82, 1.13, 1.63, 0.75, 0.39], [0.43, -1.25, 0.82, 1.63, -0.45, 0.21], [1.15, -1.09, 0.27, -1.29, 0.31, 0.38], [-1.3, 1.48, 1.05, 0.22, 0.03, 1.32]]]> : tensor<4x5x6xf32>
    %x0_1 = stablehlo.constant dense<[[[6], [-4], [-5], [-3], [2], [-5], [5], [0], [6]], [[7], [4], [1], [-4], [3], [-2], [-1], [-1], [-2]], [[1], [0], [7], [2], [8], [1], [-4], [8], [8]], [[5], [6], [4], [4], [4], [5], [2], [7], [4]]]> : tensor<4x9x1xi32>
    %x0_2 = stablehlo.constant dense<[[[2.45, -0.29, -1.53, -0.29, 1.29, -1.06], [30000.0, 1.45, 0.0, -0.01, -0.81, -0.49], [0.21, 0.16, 0.49, 0.47, 0.44, 0.51], [1.04, -0.16, 0.0, 0.0, 1.81, -0.9], [0.64, -0.63, -1.11, 30000.0, 0.73, 0.0], [-0.06, -1.3, -1.04, 0.99, 1.24, -0.95], [-1.79, 0.65, 0.56, -1.12, -1.33, -0.0], [0.23, 1.35, -0.04, -0.61, -0.0, 2.03], [-1.21, -0.57, 30000.0, 0.03, -1.09, 0.81]], [[1.18, -1.13, -0.0, -0.53, -0.07, 1.01], [-0.0, -0.95, 1.67, -0.0, 0.33, 1.17], [1.17, 0.76, -0.67, 30000.0, -0.49, 1.11], [-0.84, 30000.0, -0.57, -0.0, -1.01, 1.1], [-0.43, 0.25, -0.93, -0.68, -0.84, -1.43], [0.0, 1.43, 0.01, 0.68, -1.28, 0.08], [1.09, -1.21, 0.02, 0.0, -0.04, -0.25], [-0.96, -0.11, -0.0, -0.92, -2.4, -0.57], [0.07, 0.55, 0.79, 0.6, 0.11, 0.4]], [[30000.0, 0.54, 0.0, -0.7, -0.26, 1.3], [0.13, 1.24, -0.0, -0.7, 0.05, 0.12], [1.05, -0.96, -0.9, 0.0, 0.0, 0.59], [30000.0, -1.07, -0.11, -1.18, -1.19, -0.33], [-0.2, -1.25, 0.31, 0.6, -0.17, -0.14], [-0.37, -0.33, -0.0, -0.97, -0.0, -0.28], [-0.0, 2.4, -0.12, 0.1, 30000.0, 0.78], [-0.24, 0.97, 0.32, -0.15, -0.27, -0.44], [-0.45, 0.79, 1.45, -0.29, 2.33, -0.05]], [[0.28, 1.81, -0.08, -0.23, 1.44, 0.8], [0.55, 0.63, -1.32, -0.55, 1.98, 30000.0], [1.03, -0.2, 1.26, -0.83, -0.0, 0.0], [0.01, 0.39, 30000.0, 0.23, 0.0, 30000.0], [0.56, -0.0, 1.64, 1.15, -1.63, 30000.0], [0.71, -1.02, 0.43, -1.02, -0.09, -0.26], [0.21, 30000.0, -0.45, -1.35, 0.23, 1.72], [-1.39, -0.81, 0.41, -0.0, 0.32, -1.38], [1.42, 1.13, 1.18, 0.87, -0.49, 1.21]]]> : tensor<4x9x6xf32>
    %x1_0 = stablehlo.constant dense<[[[-0.45, -2.06, -0.78, -0.61, 1.26, -1.23], [-0.34, 0.31, -0.91, -1.12, -0.39, 1.49], [1.2, -1.74, -0.27, 2.32, 0.32, 0.97], [-2.24, 0.03, 30000.0, 0.0, 30000.0, 1.89], [2.1, 0.55, -0.8, -0.42, 0.65, 0.86]], [[0.63, -1.67, -0.32, -1.8, 30000.0, -0.47], [0.64, 0.53, -0.61, 0.3, 0.73, 1.02], [30000.0, 30000.0, -0.85, -0.88, -0.8, 0.33], [-0.0, 1.42, 0.18, 0.71, 0.0, -0.35], [0.83, 30000.0, 0.15, -0.39, 0.31, -0.45]], [[1.14, -0.1, 30000.0, -0.87, 0.85, 30000.0], [-0.15, -2.14, -0.13, -0.0, 0.97, 0.56], [30000.0, -1.89, -0.0, -0.76, -0.05, -0.49], [0.0, -0.32, 0.99, -0.34, 0.0, 0.18], [-0.55, 30000.0, 1.51, 0.79, 0.0, 1.32]], [[-0.37, 0.82, -1.68, -1.1, 1.02, -0.6], [-0.02, -1.57, -0.74, 30000.0, -0.35, 0.68], [-0.33, -0.9, -0.78, -1.68, 0.74, 30000.0], [0.27, 0.9, -0.09, 1.7, 0.16, 30000.0], [0.09, -0.04, -0.52, 30000.0, 1.27, -0.23]]]> : tensor<4x5x6xf32>
    %x1_1 = stablehlo.constant dense<[[[-1], [2], [-4], [-4], [7], [-1], [5], [7], [5]], [[-3], [-4], [2], [7], [-4], [-4], [-4], [3], [-2]], [[2], [2], [-2], [-4], [-3], [-3], [0], [3], [-3]], [[9], [7], [0], [1], [6], [3], [6], [-2], [-1]]]> : tensor<4x9x1xi32>
    %x1_2 = stablehlo.constant dense<[[[0.28, -0.47, 0.0, 1.53, 30000.0, 0.0], [1.38, 0.99, 0.0, -0.42, 0.52, -0.7], [-0.27, -0.29, -0.53, 1.38, -0.29, -0.73], [-0.1, -0.6, 30000.0, -1.49, 0.98, 0.18], [0.88, -0.78, 0.58, 0.91, 30000.0, 0.19], [30000.0, 0.61, 2.44, 0.0, 0.39, 0.87], [0.0, -1.66, -0.0, 0.59, 0.76, -0.93], [-0.4, 30000.0, -0.51, 1.04, 0.0, -0.0], [-0.59, -0.01, -0.41, -0.0, -0.48, -0.08]], [[0.53, -1.13, -1.81, -0.23, -0.91, -0.43], [-0.51, 0.26, 0.0, -0.13, 0.05, 0.0], [-1.36, -1.46, 30000.0, -1.48, -0.33, -1.17], [-0.67, -0.0, 30000.0, -0.97, 0.45, 2.4], [2.19, 0.84, 30000.0, -0.0, 30000.0, 0.74], [-0.09, -1.05, 30000.0, 0.69, 0.49, -1.26], [-2.11, -0.55, -0.01, -0.38, 0.39, 1.55], [1.08, 0.19, -0.12, -0.0, 0.18, -0.0], [-0.08, -1.14, -0.32, 0.0, 0.03, 0.52]], [[-0.18, 1.67, 30000.0, 0.5, 0.73, -1.26], [0.44, -1.98, 0.64, -0.51, 1.07, -2.3], [-0.21, -0.44, -0.0, 1.12, 1.17, -1.15], [30000.0, -0.0, -0.84, -0.59, 0.26, -1.4], [-0.65, -1.12, -0.07, 0.56, 1.3, 1.1], [-0.0, 1.18, 1.59, 0.33, 1.8, 30000.0], [0.18, -0.62, -0.52, -1.58, 0.09, 0.97], [-0.8, -0.0, 0.67, -0.0, -1.45, 0.79], [1.46, -0.12, -1.6, 0.1, -1.92, -1.06]], [[-0.91, -0.67, 2.0, 1.18, 0.89, 0.22], [0.49, 0.83, -2.09, -0.07, 0.06, -1.84], [1.5, 1.08, -1.73, 1.0, -1.78, 0.23], [0.0, 0.32, 30000.0, -0.66, -2.03, -0.36], [-0.74, 30000.0, -0.65, 30000.0, -0.42, 0.95], [1.58, -0.33, -0.37, 0.0, -0.0, 0.23], [0.27, -1.13, 0.35, 30000.0, -2.24, 0.3], [0.9, 0.24, -0.97, -0.56, 0.7, 1.03], [1.4, -0.88, -0.02, -0.52, 0.74, 0.65]]]> : tensor<4x9x6xf32>
    %x2_0 = stablehlo.constant dense<[[[-0.52, 1.1, -0.79, 1.11, 0.75, -1.38], [2.66, 1.06, -0.64, 0.0, -1.43, -0.38], [-0.85, -0.05, 0.84, -1.55, -0.0, -0.5], [0.29, -0.0, -0.67, 0.0, 0.0, 30000.0], [1.23, 0.38, 0.0, 0.14, 0.18, 0.49]], [[0.87, 1.7, 2.1, 30000.0, 30000.0, 0.41], [0.98, -1.56, 1.73, -0.86, -0.0, 0.09], [30000.0, 0.0, 0.0, -0.81, 0.19, -0.87], [0.06, 0.17, 2.25, -1.41, 0.32, -0.05], [0.77, 30000.0, 30000.0, -0.57, 1.64, 0.94]], [[0.58, -0.65, -0.61, -0.68, 0.25, 0.36], [0.07, -0.43, 0.33, -0.67, 0.71, 1.7], [0.77, 0.48, 0.04, 0.53, 0.34, 0.05], [30000.0, 1.75, 0.0, 1.01, 0.7, -0.11], [1.32, 0.0, 1.61, 1.63, 0.0, -0.06]], [[1.2, 0.0, 2.25, 0.12, -0.06, 0.69], [0.11, -0.44, 0.95, 1.14, -0.52, 0.25], [1.22, -0.59, -1.23, -1.44, 0.57, -0.21], [-2.37, 0.98, -0.12, -1.6, -1.08, 0.27], [30000.0, 30000.0, 0.85, -0.49, 0.0, 2.54]]]> : tensor<4x5x6xf32>
    %x2_1 = stablehlo.constant dense<[[[-4], [1], [9], [-5], [-1], [3], [8], [-1], [-1]], [[9], [-4], [5], [5], [-1], [-3], [8], [3], [4]], [[-2], [5], [6], [6], [3], [6], [2], [-2], [3]], [[8], [2], [6], [-4], [7], [-2], [6], [-2], [-2]]]> : tensor<4x9x1xi32>
    %x2_2 = stablehlo.constant dense<[[[30000.0, -0.88, 30000.0, 0.84, 1.55, -0.02], [0.44, 0.32, 0.19, 0.76, 1.0, 0.0], [0.0, -0.44, -0.86, 0.56, 0.96, -0.27], [-1.38, 0.54, -0.63, 30000.0, -0.31, -0.45], [-0.0, -0.69, -0.57, -1.02, -0.84, -0.92], [-0.12, 1.05, 1.05, -0.84, -2.79, -0.88], [3.09, 0.59, -0.28, -1.18, -1.56, 0.63], [-0.0, 0.09, 0.74, 0.77, 0.11, -0.0], [0.09, -0.7, 0.0, -0.26, -0.36, -0.32]], [[-0.0, -0.99, 0.38, -0.0, -2.53, 0.13], [-0.52, -0.59, -1.03, 30000.0, -0.24, 0.0], [0.87, -0.0, -0.61, 1.16, 0.48, 1.57], [0.78, 2.37, 0.12, -0.0, -0.0, 0.3], [1.21, -0.49, 0.34, -0.03, 30000.0, -0.0], [-0.0, -0.07, -0.91, 1.08, 2.69, 0.52], [-0.43, 1.44, 0.26, 1.39, 0.38, -1.33], [30000.0, -1.0, 0.76, 1.37, 0.0, -1.44], [-0.0, -0.53, 0.0, -0.0, 0.94, 0.09]], [[-0.31, -0.06, 0.71, 0.86, -0.95, 0.45], [0.12, -0.55, -0.0, -1.12, -0.87, -1.29], [0.62, 0.24, -0.86, -0.82, 0.18, 1.36], [30000.0, 1.63, -0.18, -0.0, 0.93, 0.0], [-0.0, -1.07, 0.56, -0.48, -1.09, 0.18], [0.29, 0.76, -0.8, 0.34, 1.31, -0.46], [1.16, 0.81, -0.27, -0.13, 0.38, -1.23], [-0.59, 0.78, 0.15, -1.64, -0.83, -0.05], [1.61, -0.0, 2.11, -1.34, 2.78, -0.58]], [[-0.0, 0.01, -0.0, 0.96, 2.82, 0.0], [-0.0, 0.0, -0.06, -0.15, -2.19, 1.24], [-2.22, 0.64, 30000.0, 1.32, 1.34, -0.85], [0.79, -1.75, 1.49, 3.05, 0.17, -0.0], [0.57, 0.0, -0.11, -1.91, 0.1, -0.0], [-0.76, -1.37, -0.56, -2.42, 30000.0, -0.35], [-0.86, 30000.0, -0.23, 0.69, -1.48, 30000.0], [-0.27, 0.78, 0.0, 0.42, -0.0, -0.24], [-0.62, 0.43, 1.15, -1.15, 2.17, -0.03]]]> : tensor<4x9x6xf32>
    %r:9 = "interpreter.run_parallel"(%x0_0, %x0_1, %x0_2, %x1_0, %x1_1, %x1_2, %x2_0, %x2_1, %x2_2) {programs = [[@f], [@f], [@f]]} : (tensor<4x5x6xf32>, tensor<4x9x1xi32>, tensor<4x9x6xf32>, tensor<4x5x6xf32>, tensor<4x9x1xi32>, tensor<4x9x6xf32>, tensor<4x5x6xf32>, tensor<4x9x1xi32>, tensor<4x9x6xf32>) -> (tensor<4x5x6xf32>, tensor<4x5x6xf32>, tensor<4x5x6xf32>, tensor<4x5x6xf32>, tensor<4x5x6xf32>, tensor<4x5x6xf32>, tensor<4x5x6xf32>, tensor<4x5x6xf32>, tensor<4x5x6xf32>)
    %d0:3 = func.call @f(%x0_0, %x0_1, %x0_2) : (tensor<4x5x6xf32>, tensor<4x9x1xi32>, tensor<4x9x6xf32>) -> (tensor<4x5x6xf32>, tensor<4x5x6xf32>, tensor<4x5x6xf32>)
    check.expect_eq %r#0, %d0#0 : tensor<4x5x6xf32>
    check.expect_eq %r#1, %d0#1 : tensor<4x5x6xf32>
    check.expect_eq %r#2, %d0#2 : tensor<4x5x6xf32>
    %d1:3 = func.call @f(%x1_0, %x1_1, %x1_2) : (tensor<4x5x6xf32>, tensor<4x9x1xi32>, tensor<4x9x6xf32>) -> (tensor<4x5x6xf32>, tensor<4x5x6xf32>, tensor<4x5x6xf32>)
    check.expect_eq %r#3, %d1#0 : tensor<4x5x6xf32>
    check.expect_eq %r#4, %d1#1 : tensor<4x5x6xf32>
    check.expect_eq %r#5, %d1#2 : tensor<4x5x6xf32>
    %d2:3 = func.call @f(%x2_0, %x2_1, %x2_2) : (tensor<4x5x6xf32>, tensor<4x9x1xi32>, tensor<4x9x6xf32>) -> (tensor<4x5x6xf32>, tensor<4x5x6xf32>, tensor<4x5x6xf32>)
    check.expect_eq %r#6, %d2#0 : tensor<4x5x6xf32>
    check.expect_eq %r#7, %d2#1 : tensor<4x5x6xf32>
    check.expect_eq %r#8, %d2#2 : tensor<4x5x6xf32>
    func.return
  }
}

// -----

module @scatter_fixed {
  func.func private @f(%a0: tensor<5x6xf32>, %a1: tensor<3x6xf32>) -> (tensor<5x6xf32>) {
    %k = stablehlo.constant dense<[[1], [9], [1]]> : tensor<3x1xi32>
    %0 = "stablehlo.scatter"(%a0, %k, %a1) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<5x6xf32>, tensor<3x1xi32>, tensor<3x6xf32>) -> tensor<5x6xf32>
    return %0 : tensor<5x6xf32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[[0.14, 0.6, 0.26, -1.24, -0.07, 0.0], [-1.67, -0.54, 0.32, 2.05, 1.15, -0.31], [-1.38, 0.8, 0.79, -0.09, -2.03, -0.16], [-0.62, 0.75, -0.41, -0.81, 0.09, -0.39], [-1.03, 0.03, 0.25, 0.46, -0.34, 0.68]]> : tensor<5x6xf32>
    %x0_1 = stablehlo.constant dense<[[-1.06, -1.13, 1.07, 0.17, 0.74, 1.48], [0.65, 30000.0, 0.23, -0.26, -0.31, 0.37], [30000.0, 2.27, 0.64, 0.17, -0.2, -0.7]]> : tensor<3x6xf32>
    %x1_0 = stablehlo.constant dense<[[2.33, -0.21, -0.78, -2.54, -2.04, 1.13], [-0.98, 0.0, 0.28, -0.0, 1.56, -0.28], [-0.87, -0.64, -1.3, 1.87, 30000.0, 0.49], [-0.39, 0.0, -0.94, 0.0, -0.43, 30000.0], [-1.07, -0.74, 0.2, 0.77, 0.44, -0.18]]> : tensor<5x6xf32>
    %x1_1 = stablehlo.constant dense<[[30000.0, 0.72, 0.25, 1.36, 0.13, -0.35], [30000.0, 1.14, 0.75, 0.84, 0.83, -0.0], [0.44, -0.15, -0.36, 30000.0, 0.85, -0.42]]> : tensor<3x6xf32>
    %x2_0 = stablehlo.constant dense<[[-1.0, 30000.0, 0.0, 0.0, 0.69, 0.97], [-1.32, 1.53, 1.28, -0.42, 1.29, -2.27], [0.36, 0.35, -0.76, 1.97, -1.53, -0.0], [0.0, 0.48, 1.75, 0.35, 30000.0, 0.0], [-0.33, -0.65, -0.22, 1.28, 0.17, -0.73]]> : tensor<5x6xf32>
    %x2_1 = stablehlo.constant dense<[[0.53, -0.56, 0.12, -1.92, 0.1, 1.12], [-0.2, 0.0, -1.26, 30000.0, -0.34, 0.37], [0.75, -0.06, -1.43, -1.91, -1.17, -0.64]]> : tensor<3x6xf32>
    %r:3 = "interpreter.run_parallel"(%x0_0, %x0_1, %x1_0, %x1_1, %x2_0, %x2_1) {programs = [[@f], [@f], [@f]]} : (tensor<5x6xf32>, tensor<3x6xf32>, tensor<5x6xf32>, tensor<3x6xf32>, tensor<5x6xf32>, tensor<3x6xf32>) -> (tensor<5x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>)
    %d0:1 = func.call @f(%x0_0, %x0_1) : (tensor<5x6xf32>, tensor<3x6xf32>) -> (tensor<5x6xf32>)
    check.expect_eq %r#0, %d0#0 : tensor<5x6xf32>
    %d1:1 = func.call @f(%x1_0, %x1_1) : (tensor<5x6xf32>, tensor<3x6xf32>) -> (tensor<5x6xf32>)
    check.expect_eq %r#1, %d1#0 : tensor<5x6xf32>
    %d2:1 = func.call @f(%x2_0, %x2_1) : (tensor<5x6xf32>, tensor<3x6xf32>) -> (tensor<5x6xf32>)
    check.expect_eq %r#2, %d2#0 : tensor<5x6xf32>
    func.return
  }
}

// -----

module @windows {
  func.func private @f(%a0: tensor<6x7xf32>, %a1: tensor<f32>, %a2: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<6x7xf32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<[[1, 0], [0, 2]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>, window_dilations = array<i64: 2, 2>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<6x7xf32>, tensor<f32>) -> tensor<3x3xf32>
    %1 = "stablehlo.select_and_scatter"(%a0, %a2, %a1) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %c = stablehlo.compare GE, %l, %r, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }, {
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<6x7xf32>, tensor<3x3xf32>, tensor<f32>) -> tensor<6x7xf32>
    return %0, %1 : tensor<3x3xf32>, tensor<6x7xf32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[[2.71, 0.0, 30000.0, -1.25, -0.16, 0.0, -1.11], [-0.05, 0.15, 0.0, -0.0, -0.0, 30000.0, -0.08], [-0.9, 0.47, 0.75, 0.33, 0.37, 0.35, -0.23], [0.87, 0.39, 2.1, -1.43, 0.32, -1.52, -1.14], [1.45, 0.38, 0.15, 2.21, 0.0, 30000.0, 0.0], [-0.61, -1.11, -0.0, 30000.0, 0.82, 1.6, -1.05]]> : tensor<6x7xf32>
    %x0_1 = stablehlo.constant dense<0.14> : tensor<f32>
    %x0_2 = stablehlo.constant dense<[[0.0, 0.75, -0.4], [30000.0, 30000.0, 0.51], [0.34, 0.0, -1.14]]> : tensor<3x3xf32>
    %x1_0 = stablehlo.constant dense<[[0.26, 0.71, 0.44, -0.72, -1.24, 0.14, 1.3], [30000.0, -0.72, 1.02, -0.03, -0.91, -0.03, 0.3], [-0.4, 0.0, -0.55, 0.0, 1.46, -0.41, -1.35], [0.0, 1.69, 30000.0, -0.28, -0.36, 0.0, -0.87], [-0.55, 0.0, 30000.0, -0.12, 0.34, 0.85, -0.0], [0.34, 0.0, -1.25, -1.13, -0.07, 0.27, -0.58]]> : tensor<6x7xf32>
    %x1_1 = stablehlo.constant dense<0.36> : tensor<f32>
    %x1_2 = stablehlo.constant dense<[[-0.64, 0.83, -2.67], [1.15, 0.3, -0.8], [-1.12, 0.75, 0.57]]> : tensor<3x3xf32>
    %x2_0 = stablehlo.constant dense<[[1.17, -0.09, -0.76, -0.0, 0.55, 0.45, 30000.0], [0.36, 0.29, 0.19, 0.3, 0.12, -0.91, 0.74], [0.0, -2.28, -0.94, 0.29, -1.81, -0.71, 0.22], [0.36, 1.43, -0.0, 0.68, -0.13, 0.0, 0.0], [-1.43, 2.09, 0.36, -0.78, 0.0, -0.0, -0.33], [30000.0, 1.65, 0.0, 1.44, 1.42, 0.9, 0.16]]> : tensor<6x7xf32>
    %x2_1 = stablehlo.constant dense<0.44> : tensor<f32>
    %x2_2 = stablehlo.constant dense<[[-1.03, 0.0, 0.14], [0.34, 0.82, -0.9], [0.0, -1.1, -0.63]]> : tensor<3x3xf32>
    %r:6 = "interpreter.run_parallel"(%x0_0, %x0_1, %x0_2, %x1_0, %x1_1, %x1_2, %x2_0, %x2_1, %x2_2) {programs = [[@f], [@f], [@f]]} : (tensor<6x7xf32>, tensor<f32>, tensor<3x3xf32>, tensor<6x7xf32>, tensor<f32>, tensor<3x3xf32>, tensor<6x7xf32>, tensor<f32>, tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<6x7xf32>, tensor<3x3xf32>, tensor<6x7xf32>, tensor<3x3xf32>, tensor<6x7xf32>)
    %d0:2 = func.call @f(%x0_0, %x0_1, %x0_2) : (tensor<6x7xf32>, tensor<f32>, tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<6x7xf32>)
    check.expect_eq %r#0, %d0#0 : tensor<3x3xf32>
    check.expect_eq %r#1, %d0#1 : tensor<6x7xf32>
    %d1:2 = func.call @f(%x1_0, %x1_1, %x1_2) : (tensor<6x7xf32>, tensor<f32>, tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<6x7xf32>)
    check.expect_eq %r#2, %d1#0 : tensor<3x3xf32>
    check.expect_eq %r#3, %d1#1 : tensor<6x7xf32>
    %d2:2 = func.call @f(%x2_0, %x2_1, %x2_2) : (tensor<6x7xf32>, tensor<f32>, tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<6x7xf32>)
    check.expect_eq %r#4, %d2#0 : tensor<3x3xf32>
    check.expect_eq %r#5, %d2#1 : tensor<6x7xf32>
    func.return
  }
}

// -----

module @convolution {
  func.func private @f(%a0: tensor<4x6x5x4xf32>, %a1: tensor<3x2x2x6xf32>, %a2: tensor<3x2x4x6xf32>) -> (tensor<4x8x4x6xf32>, tensor<2x5x5x6xf32>, tensor<4x6x5x6xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, -1], [0, 0]], lhs_dilate = [2, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x6x5x4xf32>, tensor<3x2x2x6xf32>) -> tensor<4x8x4x6xf32>
    %1 = stablehlo.convolution(%a0, %a2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x6x5x4xf32>, tensor<3x2x4x6xf32>) -> tensor<2x5x5x6xf32>
    %k = stablehlo.constant dense<0.3> : tensor<3x2x4x6xf32>
    %2 = stablehlo.convolution(%a0, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x5x4xf32>, tensor<3x2x4x6xf32>) -> tensor<4x6x5x6xf32>
    return %0, %1, %2 : tensor<4x8x4x6xf32>, tensor<2x5x5x6xf32>, tensor<4x6x5x6xf32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[[[[1.84, -0.31, -1.29, -0.44], [0.56, 0.0, 0.65, -1.08], [-0.27, 0.07, 0.18, -1.42], [0.0, 30000.0, 0.03, -0.89], [-0.73, 0.74, 0.0, -0.0]], [[0.56, 0.26, 0.53, -1.01], [1.03, -0.3, 0.22, 0.18], [0.0, 30000.0, -0.36, 30000.0], [-1.13, 1.18, -0.04, -0.86], [-0.55, 0.34, -0.0, 0.65]], [[0.62, 0.55, 0.53, 1.3], [0.68, -1.75, -0.13, 0.96], [0.83, 0.01, 0.49, 1.75], [-0.0, 0.75, -0.0, 2.04], [0.75, -0.59, 0.0, 30000.0]], [[-0.55, 0.27, 0.98, -2.73], [0.26, -1.55, 0.98, -0.16], [-0.33, 30000.0, -0.7, -1.43], [0.16, 30000.0, 30000.0, -0.55], [1.75, 0.0, 1.34, -0.32]], [[0.01, -1.32, -0.25, 30000.0], [1.64, 1.17, -0.3, 1.63], [0.42, 1.08, 0.16, 0.09], [0.0, -1.39, 0.0, -0.05], [-1.28, 1.35, 0.19, 0.15]], [[-1.45, 2.48, -1.65, 0.2], [-0.42, -0.0, 1.19, 0.6], [-0.81, -0.13, 2.18, 0.54], [0.0, 0.73, 0.22, 0.86], [-0.31, 0.84, -0.07, 0.06]]], [[[-0.71, -0.0, 30000.0, -0.97], [-1.3, -1.09, -0.0, 0.62], [0.28, -1.3, 0.62, -1.76], [0.33, -0.3, 1.04, 0.64], [-0.87, 0.35, -0.19, 0.45]], [[0.8, -0.57, 0.34, 0.17], [-1.11, 30000.0, 30000.0, 0.91], [0.93, -0.0, 0.24, 0.59], [-0.0, -0.87, -0.33, 0.0], [0.0, -0.47, 1.4, -2.28]], [[30000.0, 30000.0, 0.0, -0.68], [30000.0, -0.0, 0.0, 1.25], [-0.33, 0.25, -0.2, 0.4], [1.13, -1.34, 30000.0, -0.45], [0.37, -0.92, 1.04, 0.19]], [[0.18, -1.18, 0.44, 0.28], [0.26, 0.42, -1.15, -0.33], [-0.34, -0.01, -0.11, 0.0], [2.35, -1.37, -0.14, 0.39], [-0.58, -0.99, -0.28, -1.91]], [[-0.73, 0.53, 0.0, 2.97], [0.97, 30000.0, 0.38, 0.89], [-0.0, 0.0, 30000.0, -0.92], [0.51, -1.4, 2.42, 0.66], [30000.0, -0.94, 0.01, 0.3]], [[0.13, 0.0, 0.8, 30000.0], [-1.61, 0.96, -0.24, 0.98], [-1.48, -0.39, -0.25, -1.09], [30000.0, -0.99, -1.54, -1.29], [-1.25, 0.09, -0.1, -1.26]]], [[[-0.13, 0.07, 30000.0, -0.0], [1.64, 30000.0, 30000.0, 30000.0], [-0.0, 1.7, -0.92, -0.01], [-2.17, -1.94, -1.37, 0.39], [30000.0, -0.09, 0.3, 0.3]], [[-0.49, -1.21, 0.04, -3.08], [2.45, 3.46, 30000.0, -0.0], [-0.81, 0.0, 1.48, 30000.0], [0.34, 0.0, 30000.0, -1.02], [0.01, 0.26, 0.0, -1.27]], [[0.44, 0.36, -0.0, 1.6], [-0.23, 30000.0, 0.27, -0.79], [0.0, -0.07, 0.0, 0.19], [30000.0, -2.01, 30000.0, 0.0], [-0.86, 1.3, 0.0, 0.1]], [[-0.27, 0.19, -1.66, 0.65], [0.95, 1.19, 0.0, 30000.0], [0.04, -1.07, 1.17, -0.26], [1.61, 0.71, 1.13, -0.12], [0.0, 1.23, 30000.0, 0.38]], [[0.0, -0.67, 1.31, 1.71], [-0.0, -0.64, 2.15, -0.0], [0.36, 0.09, -0.82, 0.62], [30000.0, 0.6, 0.1, 0.07], [-1.63, 0.51, 0.02, 0.0]], [[30000.0, 0.54, 0.72, 0.27], [-0.79, -0.84, -0.0, 1.06], [-0.85, -0.0, 0.44, 0.76], [-0.11, -0.46, -1.42, -0.63], [0.24, 0.73, -0.47, -0.39]]], [[[-0.73, -3.69, 1.15, 1.5], [0.78, 0.83, 0.0, 0.68], [-0.87, 0.9, 0.97, -0.37], [0.67, 30000.0, 0.8, -1.33], [-1.27, 0.07, 0.0, -0.92]], [[-0.0, -0.45, -0.0, 0.82], [2.67, 0.0, 0.79, -1.03], [0.85, -0.37, -0.76, -0.0], [1.22, 0.8, -0.7, 0.82], [0.48, -0.0, 0.0, 0.73]], [[-1.55, -0.6, -0.62, -0.68], [0.86, 0.25, -0.19, 0.11], [-0.0, 0.0, -0.1, -0.9], [0.4, -0.0, 1.32, 30000.0], [-0.41, 0.0, 2.47, 30000.0]], [[0.0, -0.33, 0.18, 0.92], [1.11, 0.7, -1.38, -0.19], [-0.7, 1.28, 1.86, 0.08], [-1.36, 0.38, 2.02, 0.21], [-0.21, -1.26, 0.0, 0.53]], [[-1.69, 1.28, 0.2, 0.5], [30000.0, 0.0, 0.63, -0.48], [-2.25, -0.0, -0.21, 0.73], [-0.22, -0.1, 0.71, 0.6], [0.02, -1.43, 30000.0, 0.58]], [[-0.8, 0.24, -2.04, -0.57], [0.0, 0.41, 0.57, 0.0], [0.88, -0.76, -0.0, 0.25], [0.63, -1.67, 30000.0, 1.99], [30000.0, -0.53, 2.12, 0.17]]]]> : tensor<4x6x5x4xf32>
    %x0_1 = stablehlo.constant dense<[[[[0.35, 30000.0, 0.0, 0.66, -0.0, -0.48], [-1.26, -1.83, 0.22, 0.31, -0.14, 0.28]], [[-1.76, 0.0, -1.29, 1.81, 0.58, 0.78], [-0.37, -1.45, 1.15, 0.33, -0.71, -0.06]]], [[[0.0, -0.9, -0.18, -0.19, -0.2, -0.89], [30000.0, -0.6, 1.22, -1.97, 2.54, 0.42]], [[-0.41, -0.36, -1.82, -0.64, -0.57, 1.7], [-0.17, 1.11, 0.98, 30000.0, -0.41, -1.95]]], [[[0.75, -0.0, -0.27, -2.15, 1.21, -0.45], [0.0, -0.2, -0.0, 0.0, -0.05, 0.67]], [[0.03, -0.78, 0.38, 1.14, 1.14, 0.0], [-0.5, -0.7, 30000.0, 0.97, -0.0, 0.62]]]]> : tensor<3x2x2x6xf32>
    %x0_2 = stablehlo.constant dense<[[[[0.22, -0.0, 30000.0, 0.0, -1.34, 0.74], [0.82, -0.29, -0.43, -1.03, -0.55, -0.68], [30000.0, 30000.0, -0.31, -0.0, -0.96, -0.15], [-0.93, -0.06, 0.0, 1.51, 0.04, 2.55]], [[0.08, 0.0, 1.6, -0.21, -0.05, -1.02], [-1.31, 0.92, -0.09, -1.06, -0.96, 0.26], [1.38, -2.15, 30000.0, 0.58, 0.21, -0.11], [0.0, 30000.0, -0.03, -0.0, 0.21, -0.56]]], [[[-0.0, -0.0, -0.0, 0.0, 0.67, -0.2], [-0.0, -0.78, 0.68, 1.29, 30000.0, 1.11], [1.06, 1.14, -0.59, -0.72, 30000.0, -0.42], [-0.61, 0.0, 0.55, 30000.0, -0.98, 0.31]], [[-1.49, -0.09, 0.31, -0.74, -0.32, -1.25], [0.31, 0.06, -0.49, 30000.0, 0.0, 1.76], [-0.94, -0.69, -1.23, -0.0, 0.0, 0.0], [0.74, 1.24, -0.16, 0.0, 0.0, -1.03]]], [[[-0.17, 0.03, 0.34, -0.14, 2.24, 0.0], [-0.92, -0.11, -0.16, 0.0, -0.78, 0.48], [30000.0, -0.82, 0.27, 0.0, 0.45, 1.4], [0.73, -0.21, 1.46, -0.25, 0.75, -0.8]], [[30000.0, 0.0, 0.12, 0.32, -0.53, 0.0], [-1.59, -0.79, 0.22, 0.83, -0.15, 0.82], [0.22, -0.6, 0.0, 0.25, 1.6, -0.98], [2.43, 0.0, 0.0, 0.29, -1.29, 0.19]]]]> : tensor<3x2x4x6xf32>
    %x1_0 = stablehlo.constant dense<[[[[0.87, -0.27, 0.22, 0.31], [30000.0, -0.62, -0.43, 0.0], [1.79, -0.05, -0.94, 30000.0], [-1.2, -0.55, 0.0, -1.46], [0.19, -0.08, 0.07, -1.03]], [[0.55, 0.0, -1.42, 30000.0], [0.54, -0.56, 0.0, 0.08], [-0.4, 0.39, -0.0, -0.88], [-1.6, 0.11, -0.12, -1.04], [0.88, 1.3, -3.52, 0.63]], [[0.0, 30000.0, 1.72, 1.33], [-0.0, 0.45, 0.0, 0.0], [-1.27, -0.0, 1.3, -0.45], [0.04, -1.87, -0.21, -0.0], [-0.64, 0.55, 30000.0, 0.0]], [[-1.11, 1.33, -1.67, 0.0], [-0.0, -0.37, -0.66, -0.71], [0.0, 0.19, -1.19, -0.53], [0.11, -1.76, 0.0, -1.77], [0.98, 0.0, 0.11, -0.98]], [[1.97, 1.14, 1.02, -0.48], [1.08, 0.56, -0.15, -0.96], [0.92, -1.43, -1.29, -0.15], [0.44, -0.24, 0.88, 0.41], [0.43, 0.0, 0.0, 0.0]], [[-0.96, -1.04, -0.36, -1.32], [1.12, -0.52, 30000.0, 0.98], [30000.0, -0.0, 30000.0, 30000.0], [0.59, 0.74, 1.07, 1.11], [-1.26, 0.0, -2.58, 0.26]]], [[[0.81, 0.2, 0.0, -0.9], [-0.35, -0.18, -0.45, -1.53], [0.28, 1.26, 2.11, -0.79], [-1.57, 0.49, 0.65, 1.23], [0.07, 0.0, -0.82, -1.54]], [[0.54, 0.05, -0.68, 0.5], [-0.24, -1.4, -1.15, 0.36], [-0.63, -0.65, 0.0, 0.09], [-1.07, -0.86, -1.29, -0.32], [0.35, 0.26, -0.4, -0.0]], [[-0.38, 0.16, 1.06, -0.13], [1.16, -0.31, 0.0, -0.85], [1.22, 30000.0, 0.05, 30000.0], [30000.0, 0.01, -0.39, 0.22], [0.04, 0.73, 0.16, 0.43]], [[0.23, 0.18, 2.06, -1.21], [-1.26, 1.26, 1.06, 0.44], [-0.21, 0.91, 30000.0, -0.0], [30000.0, -1.23, 0.0, 0.0], [-1.67, 0.61, 1.35, -0.18]], [[-0.1, 0.36, -0.0, -0.87], [-0.03, -0.0, 0.33, 0.85], [0.63, -0.0, 1.06, -0.47], [0.99, 0.61, 0.41, 0.67], [2.16, 30000.0, 0.12, 0.34]], [[1.12, -0.42, -0.0, 0.79], [-0.81, 1.62, -2.17, -0.5], [-0.34, -0.0, -0.2, -1.34], [1.72, 0.07, 0.34, -0.0], [0.67, -1.2, 1.06, -2.34]]], [[[0.46, 1.32, 1.0, 0.67], [1.67, 0.34, 1.12, -0.0], [1.79, 0.31, -0.12, -0.03], [0.41, 0.37, -0.6, 0.0], [3.01, 0.8, 0.22, 30000.0]], [[1.74, -0.74, -0.98, 0.56], [-0.49, 0.34, -0.67, -0.0], [0.08, -1.75, -0.81, 0.24], [-0.62, -0.0, 0.71, 0.35], [0.28, -1.44, 0.0, -1.76]], [[-2.08, 0.0, 30000.0, 0.0], [1.2, -0.73, 1.14, -0.28], [-0.13, -0.25, 1.41, 0.27], [-1.18, -0.54, -0.17, 0.59], [-0.54, -1.12, 0.87, -0.86]], [[1.18, -1.75, 30000.0, 0.0], [-1.77, -0.66, 0.75, 0.21], [-1.18, -0.0, -0.0, 2.12], [-0.41, 0.36, -1.9, 1.58], [0.54, 0.75, 0.0, -0.71]], [[0.65, 0.33, -0.76, -1.36], [0.66, -0.47, -0.25, -0.0], [0.9, 0.78, 1.71, 0.4], [1.01, -0.01, 0.35, 0.82], [0.85, 0.32, -0.61, 0.28]], [[0.97, 0.31, -0.69, 0.12], [1.51, -0.51, 0.36, -1.74], [0.25, 0.3, -1.2, -0.0], [0.59, 30000.0, 30000.0, -1.17], [-0.67, -0.91, -1.21, 30000.0]]], [[[-0.0, 0.58, -0.35, 0.0], [0.23, -0.25, -0.03, -0.36], [1.12, -1.16, 0.15, 0.0], [-0.65, -0.04, 1.53, -0.0], [0.68, 0.72, 30000.0, -0.0]], [[2.22, -0.0, -2.58, -0.29], [-0.66, 0.0, -0.08, -1.03], [-1.13, -1.38, 1.56, -1.44], [-0.7, 0.22, -0.33, -0.26], [-1.25, 1.27, 0.83, 1.6]], [[0.86, -1.47, -0.85, -1.05], [0.43, 0.0, 0.67, 30000.0], [-0.0, -0.0, -0.41, 30000.0], [1.46, 0.73, 0.49, 0.25], [-0.59, -2.28, 1.69, -0.44]], [[-1.92, -0.0, 0.0, 0.0], [0.0, -0.27, -1.46, 0.0], [-1.7, -0.0, -0.84, 0.4], [0.6, -1.26, 1.13, 0.48], [0.37, 0.31, -0.18, 0.0]], [[-0.38, -0.31, -1.43, -0.0], [-0.16, 0.16, -0.47, -1.83], [-1.7, -0.0, 0.1, -0.33], [-1.01, 0.08, 0.15, -0.0], [0.41, 0.16, -0.67, 0.0]], [[-0.01, 0.38, -2.24, 30000.0], [-0.01, -0.24, 1.99, -0.46], [-0.26, 0.73, 0.39, 0.63], [30000.0, 2.12, 0.33, -0.0], [-0.75, -0.29, 1.52, 0.41]]]]> : tensor<4x6x5x4xf32>
    %x1_1 = stablehlo.constant dense<[[[[0.34, 1.16, 0.8, 2.69, 0.0, 0.49], [0.61, -0.04, -0.3, 0.53, -0.41, 1.36]], [[-0.92, -0.5, 0.28, -0.08, -1.93, 1.26], [-0.21, 0.37, -2.07, 30000.0, 1.37, 0.78]]], [[[1.26, 0.48, -0.14, 0.4, 0.15, 1.27], [-0.28, 0.0, -0.2, 0.07, 0.0, 0.49]], [[0.43, -0.62, 30000.0, -1.18, 1.32, -0.6], [0.0, -0.0, -0.29, 1.0, 0.15, -0.83]]], [[[1.95, 0.3, 0.33, -0.07, 30000.0, 0.0], [0.5, -0.16, 0.01, 1.35, 0.0, 1.15]], [[1.35, -0.36, 0.18, 1.03, 0.06, 0.58], [-1.07, -0.71, -0.93, -1.4, -1.13, -1.36]]]]> : tensor<3x2x2x6xf32>
    %x1_2 = stablehlo.constant dense<[[[[0.23, -0.51, -0.16, 1.31, -1.86, 0.3], [-0.16, -0.29, -0.0, -0.44, 0.0, -0.29], [0.0, -0.24, -0.16, -1.97, 0.0, -1.54], [30000.0, 0.52, 0.24, -1.58, 0.61, -0.74]], [[0.98, 0.93, 0.45, 30000.0, 1.48, 0.19], [0.83, -0.0, -0.74, 0.08, -1.32, 0.17], [0.36, 0.25, 0.12, 0.22, -0.88, -0.8], [30000.0, 1.23, -0.07, 0.0, 0.38, 0.55]]], [[[1.31, 1.33, 0.0, -1.03, -0.82, 0.5], [-0.81, 0.17, -0.39, 0.49, 0.02, 1.3], [-0.72, -0.41, -0.71, 0.0, -0.03, -0.0], [-0.17, 0.39, -1.54, 0.07, 0.58, 30000.0]], [[-1.22, 2.79, -0.72, 0.9, -0.34, -0.15], [-1.03, 1.47, 2.4, -0.78, -1.01, -0.0], [-0.97, -0.44, -0.98, 1.37, 0.12, 1.14], [-0.37, -0.49, -2.07, 0.33, 0.48, -0.66]]], [[[0.0, 0.0, 30000.0, 1.69, 1.05, -0.55], [0.62, -0.57, -1.01, 0.6, -0.27, -0.0], [-0.65, 0.0, 0.88, 0.11, -0.0, -0.97], [0.0, 0.37, 0.16, -1.91, -0.98, -0.77]], [[0.22, 30000.0, -0.71, 0.46, -0.28, 0.02], [0.17, 0.41, 2.0, 30000.0, 0.0, 0.04], [30000.0, -0.0, -0.1, 0.71, 1.59, 0.59], [30000.0, 1.61, 0.32, 0.36, -1.29, -0.03]]]]> : tensor<3x2x4x6xf32>
    %x2_0 = stablehlo.constant dense<[[[[0.41, 0.0, 0.17, -1.22], [-1.59, -1.45, 1.82, 0.67], [1.82, -0.49, -0.06, 0.3], [-0.19, -0.41, -0.6, 0.16], [0.71, -0.07, -0.5, -0.76]], [[1.59, 0.19, 30000.0, -0.15], [30000.0, -2.01, 1.55, -0.0], [30000.0, 2.25, -0.99, -0.97], [-0.0, 0.73, -0.55, -0.77], [-0.06, -0.65, 0.32, -0.43]], [[0.1, -0.69, 1.1, -0.56], [-0.0, 2.28, 0.0, 1.06], [-0.83, -0.0, 0.71, -1.5], [-1.97, 0.15, 1.51, -0.25], [0.32, 0.99, -0.72, 0.0]], [[0.19, 0.0, -0.09, 1.39], [0.89, 0.94, -0.0, -0.0], [-0.33, 0.0, -1.04, -0.12], [0.32, 0.12, -1.28, -0.0], [-0.0, 0.34, -0.0, 0.74]], [[0.63, 0.0, 0.63, -0.72], [0.8, -1.16, 0.59, -1.07], [0.05, -1.79, -0.0, 30000.0], [-1.56, 0.0, -0.76, -0.37], [-0.22, -0.8, 0.0, -0.18]], [[0.24, -0.15, 0.0, -0.25], [2.25, 0.39, -0.0, -0.71], [0.0, -0.1, 0.0, -1.0], [0.36, -0.79, -0.25, -0.74], [0.33, -1.24, -1.9, -1.1]]], [[[-1.34, -1.02, 0.79, 0.38], [0.22, -0.89, 0.73, -0.0], [-1.87, -1.44, -0.36, 0.0], [-1.82, -1.11, 1.66, -1.09], [0.93, 0.08, 0.95, -0.9]], [[0.0, 1.95, 0.29, -1.46], [-0.66, 1.98, 0.0, 0.67], [-0.0, -0.0, 2.12, 0.6], [-0.99, -0.29, 0.69, -0.22], [-0.15, 0.6, -0.11, -0.47]], [[-0.58, -0.16, -0.0, 0.33], [-0.23, 1.02, 0.13, 0.09], [-0.49, 0.62, 0.16, 0.46], [-0.92, 0.0, 0.46, -0.38], [1.07, 0.0, -0.03, 30000.0]], [[-0.23, -0.41, 30000.0, -1.67], [-0.12, -0.74, 0.21, -0.44], [0.39, -0.15, 0.61, -0.93], [-0.39, -0.02, 1.86, -0.49], [2.67, 0.0, 1.38, 0.52]], [[-0.71, 0.0, 0.0, 0.01], [-0.0, 0.48, 0.75, 0.89], [-0.0, 0.07, 0.0, -0.48], [1.27, 0.95, -2.82, -0.0], [-1.07, -0.0, 30000.0, 0.0]], [[0.26, 1.36, -0.68, 30000.0], [-0.82, 0.88, -0.0, -0.77], [-1.39, 0.0, 0.0, 0.42], [0.88, -0.65, -0.81, 0.47], [-0.91, -0.23, -1.4, 1.16]]], [[[-0.32, -0.24, 0.0, -0.87], [-1.23, 0.0, -0.7, 0.13], [1.52, -1.74, -1.35, -0.64], [0.54, -1.02, -2.31, 0.0], [-0.06, 0.32, 0.37, -0.24]], [[-0.61, 1.33, -0.35, -0.56], [0.76, -1.95, 0.0, -0.98], [1.45, -0.28, 1.15, 0.39], [-0.07, 0.96, -0.0, 0.0], [-0.0, 0.79, 0.92, -0.28]], [[0.29, 2.39, 30000.0, -0.48], [1.24, 3.03, 0.83, 0.55], [1.22, -1.42, -0.19, -0.22], [-0.1, -0.88, -0.0, 0.04], [-0.5, 0.0, 0.28, 2.22]], [[30000.0, 0.76, 30000.0, -1.66], [0.77, 0.72, 0.0, -1.12], [-1.37, -2.01, 0.38, 0.58], [-0.04, 1.32, -0.5, 0.0], [0.72, -1.42, 0.29, 0.59]], [[-0.82, -0.0, -0.1, 0.96], [0.15, -0.53, -0.69, 0.65], [-0.9, -0.36, 0.0, 0.54], [1.16, 30000.0, -0.0, 0.02], [-1.06, 0.0, -0.0, 1.03]], [[-1.81, 0.0, -0.0, -0.0], [1.17, -2.32, 2.11, -1.78], [-0.0, 30000.0, 0.07, 30000.0], [-0.53, -0.0, -0.6, -0.11], [0.0, -1.55, -0.56, 0.52]]], [[[-0.0, 0.75, 0.27, 30000.0], [-1.23, 30000.0, -0.0, 1.33], [-0.35, 0.24, 1.48, -0.28], [-0.46, 1.9, 0.69, 0.1], [1.14, -1.06, -0.97, 0.06]], [[30000.0, -1.6, 0.24, -0.0], [-1.71, 0.43, -0.02, -0.66], [-1.04, 1.37, 0.41, -0.45], [0.6, -0.06, 0.0, 0.0], [-0.93, -1.03, -0.0, 0.0]], [[-1.4, -0.13, 1.06, -1.69], [0.5, -0.0, 30000.0, 1.3], [-0.0, 30000.0, -0.46, 1.01], [0.05, -0.71, 1.2, 1.42], [-0.08, -0.59, 0.65, 0.8]], [[0.98, -0.23, -0.64, 1.79], [2.09, -1.52, -0.35, -0.39], [0.9, 30000.0, -0.61, 30000.0], [-0.0, 0.11, 0.97, 0.52], [1.68, 2.1, 0.25, -0.0]], [[0.83, -0.06, 0.4, -0.0], [-1.05, 0.08, 0.19, 0.58], [-1.33, -0.15, -1.36, 1.22], [-0.06, 0.1, -2.44, -0.69], [-0.27, 1.46, 1.37, -0.99]], [[-0.19, 0.13, -0.33, 0.0], [-0.7, 0.0, 0.02, 0.0], [-0.52, 0.36, 0.99, 0.0], [0.86, -0.92, -0.42, 0.72], [1.31, -1.64, 0.56, -0.32]]]]> : tensor<4x6x5x4xf32>
    %x2_1 = stablehlo.constant dense<[[[[0.42, 0.88, 0.12, 0.3, 1.15, 0.2], [1.72, -0.18, 0.56, 0.0, 0.34, 30000.0]], [[0.13, -2.02, -1.43, 0.44, -0.0, 0.67], [30000.0, 0.54, 1.1, 1.06, 0.46, -0.38]]], [[[-0.27, 1.31, -0.29, 0.55, 1.1, 1.67], [0.46, -0.15, 1.02, -0.22, -0.8, -1.06]], [[0.58, 0.07, 0.0, -0.0, -0.69, 0.43], [-2.62, 0.29, 0.12, 1.57, 30000.0, 0.7]]], [[[-1.56, -0.6, 1.33, 0.07, -0.3, -0.18], [0.34, 0.85, 30000.0, -0.22, 0.13, -0.0]], [[-1.16, -0.1, 0.36, -0.94, 1.26, 1.23], [0.28, 0.63, 0.42, -0.89, -0.0, 0.52]]]]> : tensor<3x2x2x6xf32>
    %x2_2 = stablehlo.constant dense<[[[[0.0, -0.0, 0.45, 0.08, -0.81, -0.06], [-2.08, -0.0, -0.55, 0.78, 0.59, 0.95], [2.06, 0.1, -0.45, 1.97, -0.27, 0.11], [-0.33, -0.0, -0.61, -0.28, -0.0, 1.26]], [[-0.45, -2.18, -1.69, 0.0, -2.06, 30000.0], [0.71, -0.05, 0.07, -0.31, -0.94, -0.26], [-0.92, 0.05, 1.93, -1.11, -0.16, 0.48], [1.06, 0.16, -1.95, 30000.0, 0.24, 0.05]]], [[[-0.04, -0.96, 0.48, 2.05, 0.13, 0.29], [30000.0, 1.66, -0.95, -1.02, 1.07, -1.28], [0.2, 0.92, -1.4, -1.17, 1.86, 0.0], [-0.26, 0.84, -1.58, 0.6, 0.0, 0.57]], [[0.16, 0.0, -2.09, 0.71, 0.31, -0.0], [-1.42, 0.0, -0.98, 0.0, 30000.0, 0.0], [2.56, -0.58, -0.78, 0.0, -1.18, 1.4], [-0.79, -1.32, -0.67, 0.28, -1.31, 0.44]]], [[[1.11, 1.22, 0.79, 0.22, 0.39, 2.09], [-0.2, -0.0, 0.75, -0.78, -0.08, -0.75], [0.26, 0.0, 1.31, -0.0, -0.05, 0.27], [0.42, 1.19, -0.67, 0.0, -0.59, 0.0]], [[-0.24, 0.84, 0.27, -0.6, 0.24, 0.0], [0.29, 0.98, 1.47, 0.61, -0.11, 30000.0], [-1.02, 0.71, -0.23, -0.0, -0.16, -0.05], [0.95, 0.0, 0.93, 0.39, 0.0, -0.21]]]]> : tensor<3x2x4x6xf32>
    %r:9 = "interpreter.run_parallel"(%x0_0, %x0_1, %x0_2, %x1_0, %x1_1, %x1_2, %x2_0, %x2_1, %x2_2) {programs = [[@f], [@f], [@f]]} : (tensor<4x6x5x4xf32>, tensor<3x2x2x6xf32>, tensor<3x2x4x6xf32>, tensor<4x6x5x4xf32>, tensor<3x2x2x6xf32>, tensor<3x2x4x6xf32>, tensor<4x6x5x4xf32>, tensor<3x2x2x6xf32>, tensor<3x2x4x6xf32>) -> (tensor<4x8x4x6xf32>, tensor<2x5x5x6xf32>, tensor<4x6x5x6xf32>, tensor<4x8x4x6xf32>, tensor<2x5x5x6xf32>, tensor<4x6x5x6xf32>, tensor<4x8x4x6xf32>, tensor<2x5x5x6xf32>, tensor<4x6x5x6xf32>)
    %d0:3 = func.call @f(%x0_0, %x0_1, %x0_2) : (tensor<4x6x5x4xf32>, tensor<3x2x2x6xf32>, tensor<3x2x4x6xf32>) -> (tensor<4x8x4x6xf32>, tensor<2x5x5x6xf32>, tensor<4x6x5x6xf32>)
    check.expect_eq %r#0, %d0#0 : tensor<4x8x4x6xf32>
    check.expect_eq %r#1, %d0#1 : tensor<2x5x5x6xf32>
    check.expect_eq %r#2, %d0#2 : tensor<4x6x5x6xf32>
    %d1:3 = func.call @f(%x1_0, %x1_1, %x1_2) : (tensor<4x6x5x4xf32>, tensor<3x2x2x6xf32>, tensor<3x2x4x6xf32>) -> (tensor<4x8x4x6xf32>, tensor<2x5x5x6xf32>, tensor<4x6x5x6xf32>)
    check.expect_eq %r#3, %d1#0 : tensor<4x8x4x6xf32>
    check.expect_eq %r#4, %d1#1 : tensor<2x5x5x6xf32>
    check.expect_eq %r#5, %d1#2 : tensor<4x6x5x6xf32>
    %d2:3 = func.call @f(%x2_0, %x2_1, %x2_2) : (tensor<4x6x5x4xf32>, tensor<3x2x2x6xf32>, tensor<3x2x4x6xf32>) -> (tensor<4x8x4x6xf32>, tensor<2x5x5x6xf32>, tensor<4x6x5x6xf32>)
    check.expect_eq %r#6, %d2#0 : tensor<4x8x4x6xf32>
    check.expect_eq %r#7, %d2#1 : tensor<2x5x5x6xf32>
    check.expect_eq %r#8, %d2#2 : tensor<4x6x5x6xf32>
    func.return
  }
}

// -----

module @products {
  func.func private @f(%a0: tensor<2x3x4x5xf32>, %a1: tensor<5x2x7x3xf32>, %a2: tensor<2x9xi8>) -> (tensor<2x4x7xf32>, tensor<2x4x6xf32>, tensor<2x6x4xf32>, tensor<2x2xi32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [1], contracting_dims = [3, 1] x [0, 3] : (tensor<2x3x4x5xf32>, tensor<5x2x7x3xf32>) -> tensor<2x4x7xf32>
    %k = stablehlo.constant dense<0.7> : tensor<5x2x6x3xf32>
    %1 = stablehlo.dot_general %a0, %k, batching_dims = [0] x [1], contracting_dims = [3, 1] x [0, 3] : (tensor<2x3x4x5xf32>, tensor<5x2x6x3xf32>) -> tensor<2x4x6xf32>
    %2 = stablehlo.dot_general %k, %a0, batching_dims = [1] x [0], contracting_dims = [3, 0] x [1, 3] : (tensor<5x2x6x3xf32>, tensor<2x3x4x5xf32>) -> tensor<2x6x4xf32>
    %3 = stablehlo.dot_general %a2, %a2, contracting_dims = [1] x [1] : (tensor<2x9xi8>, tensor<2x9xi8>) -> tensor<2x2xi32>
    return %0, %1, %2, %3 : tensor<2x4x7xf32>, tensor<2x4x6xf32>, tensor<2x6x4xf32>, tensor<2x2xi32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[[[[-0.05, -0.42, -0.93, 1.32, 0.0], [30000.0, 30000.0, 0.0, 0.52, -0.0], [-0.44, -0.54, 30000.0, 0.0, -0.16], [0.7, -0.66, 0.61, 30000.0, -1.48]], [[0.02, 30000.0, 30000.0, -0.82, 1.09], [-0.18, 1.4, 0.83, 0.0, 0.01], [0.95, 0.53, 0.17, 0.79, -0.55], [0.35, -0.29, -0.03, -0.4, -0.83]], [[0.55, 0.91, 1.21, -0.32, 0.92], [0.0, 0.76, -1.14, 0.19, -0.0], [-0.31, -1.02, -0.63, 0.49, 30000.0], [0.32, 0.77, -0.83, 0.34, 1.23]]], [[[0.01, -0.1, -0.61, -1.05, 0.63], [1.03, -0.77, 30000.0, -0.21, -0.96], [1.28, 1.13, -0.58, 0.35, 0.0], [-2.2, -0.0, -1.75, 0.27, 0.0]], [[1.5, -1.17, -0.23, -1.23, 0.52], [-0.43, 0.21, 1.74, 0.15, -2.03], [0.81, 0.64, 0.12, 0.12, -0.21], [-0.02, 30000.0, 0.78, -0.28, 0.74]], [[0.31, -0.0, -0.19, -0.75, 0.25], [30000.0, 0.98, 3.2, 0.52, -0.61], [1.6, -1.21, 1.28, 0.0, -0.0], [-1.1, 0.0, 0.62, -0.4, 1.06]]]]> : tensor<2x3x4x5xf32>
    %x0_1 = stablehlo.constant dense<[[[[0.39, 0.53, 0.21], [30000.0, 0.0, -1.48], [1.22, -1.45, 1.02], [-0.92, 30000.0, 1.12], [0.25, -1.82, 30000.0], [0.55, -0.69, -0.71], [-1.48, -0.0, 1.58]], [[1.22, -0.68, -0.59], [-0.17, -1.31, 0.96], [0.32, 0.12, -0.71], [30000.0, -0.38, -0.82], [0.06, -0.1, -1.78], [1.12, -1.66, 1.08], [1.88, -0.45, -0.0]]], [[[0.0, -1.43, 0.27], [1.43, -0.62, -1.37], [-0.91, -0.43, 0.76], [-0.18, 0.3, 30000.0], [-1.81, 0.04, 0.71], [0.11, -0.16, -0.96], [0.22, 1.18, 0.25]], [[-2.07, -0.23, -1.45], [1.22, -3.27, 0.72], [30000.0, -0.0, 1.04], [1.61, 0.07, 0.23], [0.0, -0.57, 1.2], [-0.6, -0.67, 0.99], [0.97, 0.94, -0.0]]], [[[-0.62, 0.09, 0.8], [0.06, -0.69, -0.0], [-0.36, 0.0, -1.24], [-0.97, 1.3, 1.81], [-0.63, 1.25, 1.67], [0.67, -0.0, -1.55], [1.45, 1.41, -0.35]], [[-0.99, 0.5, -0.0], [0.13, 30000.0, -1.59], [0.61, -0.0, 2.13], [-0.78, 2.32, -2.12], [0.0, -0.39, -0.0], [1.56, 0.42, -0.17], [30000.0, -0.34, -1.44]]], [[[-1.18, 1.37, -3.57], [-0.0, 0.34, -0.94], [-0.77, 30000.0, -0.39], [-0.53, -2.0, 0.0], [-0.41, 0.53, 1.12], [-0.88, -0.34, -2.78], [-0.0, 0.79, 1.65]], [[-0.18, 1.69, -0.57], [-1.68, -0.64, -0.07], [-0.0, 30000.0, -0.22], [-0.0, -0.49, -0.47], [0.15, 0.34, 0.0], [-0.41, -0.73, 0.48], [-0.54, 2.26, 0.37]]], [[[1.79, 0.38, 30000.0], [0.42, -0.0, -0.83], [0.49, -0.0, -1.49], [0.57, -0.0, 2.21], [1.02, -1.37, 1.0], [0.0, 0.0, 30000.0], [0.6, -0.09, -2.35]], [[0.75, 0.5, -0.0], [-0.3, 0.59, -0.39], [-1.56, -1.22, -0.0], [-0.0, -1.39, 0.88], [30000.0, -0.53, 30000.0], [-0.44, 0.58, -0.24], [0.01, -0.0, -0.98]]]]> : tensor<5x2x7x3xf32>
    %x0_2 = stablehlo.constant dense<[[8, 4, 9, 4, 2, 3, 3, 1, -3], [-3, -3, 9, 7, 3, 6, -2, -3, 0]]> : tensor<2x9xi8>
    %x1_0 = stablehlo.constant dense<[[[[1.28, 30000.0, 1.59, -0.68, -0.16], [-0.01, 30000.0, 0.0, 0.73, -0.0], [-0.48, 0.78, -0.11, 0.0, -0.99], [-0.29, 0.74, -0.0, -0.0, 0.32]], [[-0.99, -0.0, -1.04, -1.21, 0.0], [0.52, 0.61, -0.0, -0.0, -1.81], [-0.9, -0.58, -0.0, 1.44, -1.67], [-1.84, 1.62, 0.95, 0.0, -0.6]], [[30000.0, 1.38, -1.49, -1.03, -0.74], [0.0, 1.63, 30000.0, -0.44, 1.25], [1.77, 1.26, 1.53, 0.24, 0.15], [1.54, 1.65, 0.24, 30000.0, -0.0]]], [[[30000.0, 0.0, -1.38, -0.31, -1.43], [30000.0, 1.08, 0.0, -0.95, 0.4], [1.56, 0.52, 0.45, 1.2, 1.97], [0.96, 1.73, -0.43, -1.31, 30000.0]], [[-0.5, -0.51, 1.05, -1.95, 0.0], [1.36, 30000.0, -0.34, 0.64, -0.03], [30000.0, -1.05, 0.38, -0.95, 0.11], [0.95, -1.32, -0.04, -0.0, 0.64]], [[0.26, 0.66, -1.3, -1.14, -1.4], [-0.64, 30000.0, -0.65, 1.61, 0.13], [-0.05, 30000.0, 0.82, 0.07, -1.68], [-0.18, -0.37, -0.0, 0.0, -0.29]]]]> : tensor<2x3x4x5xf32>
    %x1_1 = stablehlo.constant dense<[[[[0.17, 30000.0, 0.08], [-0.94, 0.59, 0.63], [0.65, -0.61, -0.13], [0.0, 0.34, -0.97], [-0.93, -0.18, 0.32], [30000.0, 1.38, 30000.0], [-0.44, -0.96, -0.55]], [[30000.0, 1.09, -0.37], [-0.15, -0.15, 0.13], [0.74, 0.44, 0.89], [0.81, 0.88, -1.44], [0.71, -1.34, 1.83], [-0.19, -0.0, -0.63], [0.64, 0.98, -0.2]]], [[[30000.0, 1.46, -0.9], [0.42, -0.19, -0.33], [-0.0, -0.0, 1.3], [-1.49, 0.39, -0.37], [0.76, -0.19, 0.77], [0.06, 0.0, -1.24], [-1.39, -0.98, 1.85]], [[1.22, -0.4, -1.24], [30000.0, 1.17, -0.0], [0.66, 0.83, -0.23], [2.0, 0.95, 1.58], [-1.35, -0.32, -0.98], [0.0, -0.0, -0.0], [-0.66, 0.65, 0.04]]], [[[0.17, -0.09, 0.0], [-0.0, 0.0, -0.44], [0.76, -0.16, -0.71], [1.05, -0.39, 30000.0], [-1.28, 0.06, 0.78], [-0.99, -0.23, 0.93], [1.12, -0.0, 0.0]], [[1.11, 0.75, 0.0], [0.59, -1.04, -0.49], [0.53, 1.48, -1.22], [0.15, -1.18, -0.0], [0.65, 0.91, 0.99], [-1.73, -0.0, -0.19], [1.09, -0.03, -0.16]]], [[[-2.94, 1.01, -0.54], [-2.25, 0.0, -0.16], [0.64, 0.1, 0.53], [-0.85, -1.1, -0.69], [0.08, -1.14, 0.48], [0.13, -0.21, -0.85], [-0.28, -0.47, -0.59]], [[-1.05, -1.03, 0.37], [-2.02, 1.45, 0.5], [-0.0, 1.06, 2.03], [-0.64, 1.59, 0.67], [0.33, 1.5, 30000.0], [-0.78, -1.16, 0.0], [-0.57, -0.22, 1.09]]], [[[-1.74, -0.88, 0.22], [-1.15, 0.34, -0.22], [-1.02, -0.39, 0.0], [30000.0, -1.85, -0.41], [30000.0, 0.72, -0.68], [0.0, -0.12, -0.0], [0.73, -1.28, -0.7]], [[-0.05, 0.54, 30000.0], [-0.36, 2.69, -0.16], [-0.15, -0.5, -0.11], [-0.5, -0.11, -0.39], [0.51, -1.15, -0.0], [1.15, 0.92, -0.01], [-0.58, -0.16, -0.31]]]]> : tensor<5x2x7x3xf32>
    %x1_2 = stablehlo.constant dense<[[-3, 6, -1, 9, 3, 5, -4, 1, 2], [-4, 7, -2, 1, 3, 0, 6, -1, -3]]> : tensor<2x9xi8>
    %x2_0 = stablehlo.constant dense<[[[[0.76, -0.27, -0.52, 0.68, -0.27], [0.0, 0.01, 0.28, -0.63, 0.0], [-0.8, -1.85, -0.06, 0.16, -1.28], [-0.89, 0.68, -1.64, -0.32, -0.4]], [[-0.29, -0.0, 0.82, 30000.0, 1.59], [-1.6, -0.25, 30000.0, -0.47, -0.97], [1.12, 0.35, 0.55, 0.94, 1.54], [-0.21, -0.71, 2.16, -0.0, 0.0]], [[-1.29, -1.29, 0.08, -0.59, 30000.0], [30000.0, 30000.0, -0.82, 0.0, 0.58], [-0.28, -0.24, 1.62, -0.13, -0.15], [0.5, -0.95, 30000.0, 0.32, 0.33]]], [[[0.88, 0.15, -0.67, -2.26, -0.83], [-1.65, 30000.0, -0.31, 0.35, -2.11], [-0.74, 0.0, -0.27, -0.0, 0.24], [0.39, -0.99, -0.07, 0.16, 0.25]], [[0.0, 1.65, 0.07, -0.0, 30000.0], [0.19, 0.47, 0.35, -0.23, 0.86], [-0.51, -0.21, 0.0, 0.76, 0.45], [1.17, -0.92, -0.3, -0.0, -0.84]], [[0.24, 1.21, -0.32, -0.56, 0.45], [-0.48, 1.46, 0.12, 0.0, -0.6], [0.05, -2.46, -0.47, 1.72, 30000.0], [-0.0, 0.55, 0.49, 0.51, 0.7]]]]> : tensor<2x3x4x5xf32>
    %x2_1 = stablehlo.constant dense<[[[[30000.0, -1.88, -1.28], [1.72, -0.0, 0.74], [0.98, 1.27, -1.35], [-0.55, 0.32, -0.0], [-0.0, 1.03, 30000.0], [1.98, 0.65, 0.0], [-0.78, 0.0, -0.95]], [[0.62, 0.03, 0.0], [0.45, 0.25, 1.75], [0.32, -0.18, 0.06], [-0.0, -0.6, 0.82], [-0.18, -0.0, -1.39], [0.46, -2.34, -1.25], [0.64, 1.06, 1.31]]], [[[30000.0, 0.56, 0.98], [-0.0, 0.0, -2.79], [0.8, -0.7, 1.14], [-1.04, -0.89, -0.16], [-0.24, -0.79, 0.18], [0.85, -0.77, 2.36], [0.4, 0.12, -0.74]], [[-0.22, -0.78, -1.44], [-1.14, -1.3, 0.61], [-1.21, -0.33, -0.16], [0.31, -0.53, -0.3], [0.27, 0.63, 2.63], [-0.44, 0.53, 0.07], [0.93, -0.42, 0.0]]], [[[-1.65, 0.0, 0.0], [0.25, 30000.0, 0.35], [0.2, 1.09, 0.36], [-0.9, -0.76, -0.09], [-0.82, -0.25, 30000.0], [-0.0, -0.08, 0.0], [0.4, 0.27, -0.5]], [[1.46, 0.37, 0.91], [-0.4, -1.58, -0.46], [1.43, 0.0, -1.25], [0.0, -0.0, 0.46], [-0.0, -0.2, -0.95], [-1.67, -0.26, -0.85], [30000.0, -0.55, -0.8]]], [[[0.63, -0.23, 0.53], [-0.78, 0.23, -0.55], [0.19, 0.94, 1.11], [-0.0, 1.26, 30000.0], [-0.78, -1.25, -1.0], [-1.13, 0.49, 0.22], [-0.04, 0.77, -0.0]], [[0.07, -0.42, -1.43], [0.9, 0.24, 0.36], [0.18, -0.7, -0.69], [-0.89, -1.82, -0.0], [-0.64, 0.92, 0.26], [30000.0, 0.54, -0.44], [-1.28, 30000.0, 1.56]]], [[[0.06, 0.8, 0.69], [2.59, -0.86, 30000.0], [-0.0, 1.43, 1.75], [0.49, -0.26, 0.68], [0.06, 0.87, -1.39], [-0.58, 1.17, -0.86], [0.06, 0.8, 0.18]], [[1.36, 0.0, 1.1], [-1.58, 0.36, -0.0], [-0.0, 0.13, 0.6], [-0.17, 0.26, 1.86], [1.64, 0.31, -0.97], [0.0, -0.51, -0.95], [1.32, -0.0, 0.55]]]]> : tensor<5x2x7x3xf32>
    %x2_2 = stablehlo.constant dense<[[1, 0, -2, 5, -2, 1, 2, -2, 1], [-2, 3, -5, 0, -4, -3, -4, 3, -2]]> : tensor<2x9xi8>
    %r:12 = "interpreter.run_parallel"(%x0_0, %x0_1, %x0_2, %x1_0, %x1_1, %x1_2, %x2_0, %x2_1, %x2_2) {programs = [[@f], [@f], [@f]]} : (tensor<2x3x4x5xf32>, tensor<5x2x7x3xf32>, tensor<2x9xi8>, tensor<2x3x4x5xf32>, tensor<5x2x7x3xf32>, tensor<2x9xi8>, tensor<2x3x4x5xf32>, tensor<5x2x7x3xf32>, tensor<2x9xi8>) -> (tensor<2x4x7xf32>, tensor<2x4x6xf32>, tensor<2x6x4xf32>, tensor<2x2xi32>, tensor<2x4x7xf32>, tensor<2x4x6xf32>, tensor<2x6x4xf32>, tensor<2x2xi32>, tensor<2x4x7xf32>, tensor<2x4x6xf32>, tensor<2x6x4xf32>, tensor<2x2xi32>)
    %d0:4 = func.call @f(%x0_0, %x0_1, %x0_2) : (tensor<2x3x4x5xf32>, tensor<5x2x7x3xf32>, tensor<2x9xi8>) -> (tensor<2x4x7xf32>, tensor<2x4x6xf32>, tensor<2x6x4xf32>, tensor<2x2xi32>)
    check.expect_eq %r#0, %d0#0 : tensor<2x4x7xf32>
    check.expect_eq %r#1, %d0#1 : tensor<2x4x6xf32>
    check.expect_eq %r#2, %d0#2 : tensor<2x6x4xf32>
    check.expect_eq %r#3, %d0#3 : tensor<2x2xi32>
    %d1:4 = func.call @f(%x1_0, %x1_1, %x1_2) : (tensor<2x3x4x5xf32>, tensor<5x2x7x3xf32>, tensor<2x9xi8>) -> (tensor<2x4x7xf32>, tensor<2x4x6xf32>, tensor<2x6x4xf32>, tensor<2x2xi32>)
    check.expect_eq %r#4, %d1#0 : tensor<2x4x7xf32>
    check.expect_eq %r#5, %d1#1 : tensor<2x4x6xf32>
    check.expect_eq %r#6, %d1#2 : tensor<2x6x4xf32>
    check.expect_eq %r#7, %d1#3 : tensor<2x2xi32>
    %d2:4 = func.call @f(%x2_0, %x2_1, %x2_2) : (tensor<2x3x4x5xf32>, tensor<5x2x7x3xf32>, tensor<2x9xi8>) -> (tensor<2x4x7xf32>, tensor<2x4x6xf32>, tensor<2x6x4xf32>, tensor<2x2xi32>)
    check.expect_eq %r#8, %d2#0 : tensor<2x4x7xf32>
    check.expect_eq %r#9, %d2#1 : tensor<2x4x6xf32>
    check.expect_eq %r#10, %d2#2 : tensor<2x6x4xf32>
    check.expect_eq %r#11, %d2#3 : tensor<2x2xi32>
    func.return
  }
}

// -----

module @sorts {
  func.func private @f(%a0: tensor<6x4xf32>, %a1: tensor<6x4xi32>) -> (tensor<6x4xf32>, tensor<6x4xi32>, tensor<6x2xf32>, tensor<6x2xi32>) {
    %0:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>, %m: tensor<i32>, %n: tensor<i32>):
      %c = stablehlo.compare LT, %m, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<6x4xf32>, tensor<6x4xi32>) -> (tensor<6x4xf32>, tensor<6x4xi32>)
    %v, %i = chlo.top_k(%a0, k = 2) : tensor<6x4xf32> -> (tensor<6x2xf32>, tensor<6x2xi32>)
    return %0#0, %0#1, %v, %i : tensor<6x4xf32>, tensor<6x4xi32>, tensor<6x2xf32>, tensor<6x2xi32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[[30000.0, 1.6, -2.01, -0.0], [30000.0, 0.0, 0.0, -1.75], [-0.97, -1.31, 0.0, -0.22], [0.0, -1.71, 0.87, -1.23], [-0.67, -0.0, -0.56, -0.2], [1.01, -0.0, 0.1, -1.37]]> : tensor<6x4xf32>
    %x0_1 = stablehlo.constant dense<[[6, 7, 8, 0], [4, 2, 0, -5], [6, 4, 9, 0], [-5, 9, 5, -1], [1, 7, 8, -1], [5, -3, -5, -3]]> : tensor<6x4xi32>
    %x1_0 = stablehlo.constant dense<[[-0.06, -1.19, 0.85, -0.0], [-0.12, -0.29, 0.3, -0.71], [1.2, 0.62, 0.9, -1.16], [30000.0, 0.3, -0.3, -1.41], [-1.31, 0.8, -0.47, -0.26], [30000.0, -0.96, -0.6, 1.45]]> : tensor<6x4xf32>
    %x1_1 = stablehlo.constant dense<[[2, 9, 8, 3], [4, -5, 4, 1], [8, 4, -1, -1], [-2, 6, 3, 9], [9, -2, 2, -2], [5, 7, 9, 9]]> : tensor<6x4xi32>
    %x2_0 = stablehlo.constant dense<[[0.48, 0.69, -0.82, 0.62], [-0.66, 2.38, -1.24, 0.0], [0.0, -0.21, -0.01, 0.84], [0.0, -0.9, 2.59, -0.4], [-0.78, -0.24, 1.64, -0.14], [1.54, -0.86, 0.83, 0.73]]> : tensor<6x4xf32>
    %x2_1 = stablehlo.constant dense<[[3, 6, -4, 6], [-5, 0, -4, 5], [-4, 9, 5, -3], [9, 5, 9, 1], [-5, 6, 8, 4], [9, 4, 0, 8]]> : tensor<6x4xi32>
    %r:12 = "interpreter.run_parallel"(%x0_0, %x0_1, %x1_0, %x1_1, %x2_0, %x2_1) {programs = [[@f], [@f], [@f]]} : (tensor<6x4xf32>, tensor<6x4xi32>, tensor<6x4xf32>, tensor<6x4xi32>, tensor<6x4xf32>, tensor<6x4xi32>) -> (tensor<6x4xf32>, tensor<6x4xi32>, tensor<6x2xf32>, tensor<6x2xi32>, tensor<6x4xf32>, tensor<6x4xi32>, tensor<6x2xf32>, tensor<6x2xi32>, tensor<6x4xf32>, tensor<6x4xi32>, tensor<6x2xf32>, tensor<6x2xi32>)
    %d0:4 = func.call @f(%x0_0, %x0_1) : (tensor<6x4xf32>, tensor<6x4xi32>) -> (tensor<6x4xf32>, tensor<6x4xi32>, tensor<6x2xf32>, tensor<6x2xi32>)
    check.expect_eq %r#0, %d0#0 : tensor<6x4xf32>
    check.expect_eq %r#1, %d0#1 : tensor<6x4xi32>
    check.expect_eq %r#2, %d0#2 : tensor<6x2xf32>
    check.expect_eq %r#3, %d0#3 : tensor<6x2xi32>
    %d1:4 = func.call @f(%x1_0, %x1_1) : (tensor<6x4xf32>, tensor<6x4xi32>) -> (tensor<6x4xf32>, tensor<6x4xi32>, tensor<6x2xf32>, tensor<6x2xi32>)
    check.expect_eq %r#4, %d1#0 : tensor<6x4xf32>
    check.expect_eq %r#5, %d1#1 : tensor<6x4xi32>
    check.expect_eq %r#6, %d1#2 : tensor<6x2xf32>
    check.expect_eq %r#7, %d1#3 : tensor<6x2xi32>
    %d2:4 = func.call @f(%x2_0, %x2_1) : (tensor<6x4xf32>, tensor<6x4xi32>) -> (tensor<6x4xf32>, tensor<6x4xi32>, tensor<6x2xf32>, tensor<6x2xi32>)
    check.expect_eq %r#8, %d2#0 : tensor<6x4xf32>
    check.expect_eq %r#9, %d2#1 : tensor<6x4xi32>
    check.expect_eq %r#10, %d2#2 : tensor<6x2xf32>
    check.expect_eq %r#11, %d2#3 : tensor<6x2xi32>
    func.return
  }
}

// -----

module @loops {
  func.func private @f(%a0: tensor<5xf32>, %a1: tensor<i32>) -> (tensor<5xf32>, tensor<i32>) {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %0:2 = stablehlo.while(%v = %a0, %i = %z) : tensor<5xf32>, tensor<i32>
    cond {
      %c = stablehlo.compare LT, %i, %a1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %w = stablehlo.multiply %v, %a0 : tensor<5xf32>
      %x = stablehlo.add %w, %v : tensor<5xf32>
      %n = stablehlo.add %i, %one : tensor<i32>
      %1:2 = stablehlo.while(%u = %x, %j = %n) : tensor<5xf32>, tensor<i32>
      cond {
        %c = stablehlo.compare GT, %j, %z, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %k = stablehlo.subtract %j, %n : tensor<i32>
        %m = stablehlo.sine %u : tensor<5xf32>
        stablehlo.return %m, %k : tensor<5xf32>, tensor<i32>
      }
      stablehlo.return %1#0, %n : tensor<5xf32>, tensor<i32>
    }
    return %0#0, %0#1 : tensor<5xf32>, tensor<i32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[-0.62, -0.0, -0.83, -0.07, 30000.0]> : tensor<5xf32>
    %x0_1 = stablehlo.constant dense<22> : tensor<i32>
    %x1_0 = stablehlo.constant dense<[-0.24, -0.02, -0.37, 1.35, -0.52]> : tensor<5xf32>
    %x1_1 = stablehlo.constant dense<29> : tensor<i32>
    %x2_0 = stablehlo.constant dense<[0.28, 0.72, 2.25, -0.0, 30000.0]> : tensor<5xf32>
    %x2_1 = stablehlo.constant dense<22> : tensor<i32>
    %r:6 = "interpreter.run_parallel"(%x0_0, %x0_1, %x1_0, %x1_1, %x2_0, %x2_1) {programs = [[@f], [@f], [@f]]} : (tensor<5xf32>, tensor<i32>, tensor<5xf32>, tensor<i32>, tensor<5xf32>, tensor<i32>) -> (tensor<5xf32>, tensor<i32>, tensor<5xf32>, tensor<i32>, tensor<5xf32>, tensor<i32>)
    %d0:2 = func.call @f(%x0_0, %x0_1) : (tensor<5xf32>, tensor<i32>) -> (tensor<5xf32>, tensor<i32>)
    check.expect_eq %r#0, %d0#0 : tensor<5xf32>
    check.expect_eq %r#1, %d0#1 : tensor<i32>
    %d1:2 = func.call @f(%x1_0, %x1_1) : (tensor<5xf32>, tensor<i32>) -> (tensor<5xf32>, tensor<i32>)
    check.expect_eq %r#2, %d1#0 : tensor<5xf32>
    check.expect_eq %r#3, %d1#1 : tensor<i32>
    %d2:2 = func.call @f(%x2_0, %x2_1) : (tensor<5xf32>, tensor<i32>) -> (tensor<5xf32>, tensor<i32>)
    check.expect_eq %r#4, %d2#0 : tensor<5xf32>
    check.expect_eq %r#5, %d2#1 : tensor<i32>
    func.return
  }
}

// -----

module @choices {
  func.func private @f(%a0: tensor<5xf32>, %a1: tensor<i32>, %a2: tensor<f32>, %a3: tensor<i1>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
    %0 = "stablehlo.case"(%a1) ({
      %1 = stablehlo.negate %a0 : tensor<5xf32>
      stablehlo.return %1 : tensor<5xf32>
    }, {
      stablehlo.return %a0 : tensor<5xf32>
    }) : (tensor<i32>) -> tensor<5xf32>
    %s = stablehlo.abs %a2 : tensor<f32>
    %m = stablehlo.negate %s : tensor<f32>
    %2 = stablehlo.clamp %m, %a0, %s : (tensor<f32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
    %3 = stablehlo.select %a3, %0, %2 : (tensor<i1>, tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
    return %0, %2, %3 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[-0.34, -0.96, -0.0, -0.96, -0.96]> : tensor<5xf32>
    %x0_1 = stablehlo.constant dense<0> : tensor<i32>
    %x0_2 = stablehlo.constant dense<0.0> : tensor<f32>
    %x0_3 = stablehlo.constant dense<true> : tensor<i1>
    %x1_0 = stablehlo.constant dense<[0.65, 0.54, 1.06, 1.57, 0.11]> : tensor<5xf32>
    %x1_1 = stablehlo.constant dense<2> : tensor<i32>
    %x1_2 = stablehlo.constant dense<1.25> : tensor<f32>
    %x1_3 = stablehlo.constant dense<true> : tensor<i1>
    %x2_0 = stablehlo.constant dense<[1.45, -0.59, -0.07, -1.22, -0.08]> : tensor<5xf32>
    %x2_1 = stablehlo.constant dense<2> : tensor<i32>
    %x2_2 = stablehlo.constant dense<0.96> : tensor<f32>
    %x2_3 = stablehlo.constant dense<false> : tensor<i1>
    %r:9 = "interpreter.run_parallel"(%x0_0, %x0_1, %x0_2, %x0_3, %x1_0, %x1_1, %x1_2, %x1_3, %x2_0, %x2_1, %x2_2, %x2_3) {programs = [[@f], [@f], [@f]]} : (tensor<5xf32>, tensor<i32>, tensor<f32>, tensor<i1>, tensor<5xf32>, tensor<i32>, tensor<f32>, tensor<i1>, tensor<5xf32>, tensor<i32>, tensor<f32>, tensor<i1>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
    %d0:3 = func.call @f(%x0_0, %x0_1, %x0_2, %x0_3) : (tensor<5xf32>, tensor<i32>, tensor<f32>, tensor<i1>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
    check.expect_eq %r#0, %d0#0 : tensor<5xf32>
    check.expect_eq %r#1, %d0#1 : tensor<5xf32>
    check.expect_eq %r#2, %d0#2 : tensor<5xf32>
    %d1:3 = func.call @f(%x1_0, %x1_1, %x1_2, %x1_3) : (tensor<5xf32>, tensor<i32>, tensor<f32>, tensor<i1>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
    check.expect_eq %r#3, %d1#0 : tensor<5xf32>
    check.expect_eq %r#4, %d1#1 : tensor<5xf32>
    check.expect_eq %r#5, %d1#2 : tensor<5xf32>
    %d2:3 = func.call @f(%x2_0, %x2_1, %x2_2, %x2_3) : (tensor<5xf32>, tensor<i32>, tensor<f32>, tensor<i1>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
    check.expect_eq %r#6, %d2#0 : tensor<5xf32>
    check.expect_eq %r#7, %d2#1 : tensor<5xf32>
    check.expect_eq %r#8, %d2#2 : tensor<5xf32>
    func.return
  }
}

// -----

module @complex {
  func.func private @f(%a0: tensor<4x3xf32>, %a1: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4xf32>) {
    %c = stablehlo.complex %a0, %a1 : tensor<4x3xcomplex<f32>>
    %m = stablehlo.multiply %c, %c : tensor<4x3xcomplex<f32>>
    %z = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
    %r = stablehlo.reduce(%m init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
    %0 = stablehlo.imag %m : (tensor<4x3xcomplex<f32>>) -> tensor<4x3xf32>
    %1 = stablehlo.real %r : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    return %0, %1 : tensor<4x3xf32>, tensor<4xf32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[[0.72, -0.56, -1.36], [-0.95, 0.0, -0.02], [0.65, -1.18, -0.65], [1.07, 1.03, 1.2]]> : tensor<4x3xf32>
    %x0_1 = stablehlo.constant dense<[[-0.82, -3.38, -0.85], [-1.99, 30000.0, -0.29], [-1.56, -1.29, 0.0], [30000.0, -0.85, -0.0]]> : tensor<4x3xf32>
    %x1_0 = stablehlo.constant dense<[[-0.26, 0.0, 1.16], [0.34, -0.86, 0.0], [0.0, -2.05, 0.8], [-1.41, -0.69, -0.0]]> : tensor<4x3xf32>
    %x1_1 = stablehlo.constant dense<[[-0.31, 0.0, -1.94], [1.52, -0.44, 0.93], [-0.0, 0.0, -1.53], [0.56, 0.91, 0.24]]> : tensor<4x3xf32>
    %x2_0 = stablehlo.constant dense<[[0.22, 0.39, 1.46], [-2.37, -0.23, 0.81], [30000.0, 0.3, 1.46], [0.16, -0.79, -1.42]]> : tensor<4x3xf32>
    %x2_1 = stablehlo.constant dense<[[-0.63, -0.82, 30000.0], [-1.62, -0.04, -0.0], [0.85, -0.47, 30000.0], [0.57, -1.31, 1.02]]> : tensor<4x3xf32>
    %r:6 = "interpreter.run_parallel"(%x0_0, %x0_1, %x1_0, %x1_1, %x2_0, %x2_1) {programs = [[@f], [@f], [@f]]} : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4xf32>, tensor<4x3xf32>, tensor<4xf32>, tensor<4x3xf32>, tensor<4xf32>)
    %d0:2 = func.call @f(%x0_0, %x0_1) : (tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4xf32>)
    check.expect_eq %r#0, %d0#0 : tensor<4x3xf32>
    check.expect_eq %r#1, %d0#1 : tensor<4xf32>
    %d1:2 = func.call @f(%x1_0, %x1_1) : (tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4xf32>)
    check.expect_eq %r#2, %d1#0 : tensor<4x3xf32>
    check.expect_eq %r#3, %d1#1 : tensor<4xf32>
    %d2:2 = func.call @f(%x2_0, %x2_1) : (tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4xf32>)
    check.expect_eq %r#4, %d2#0 : tensor<4x3xf32>
    check.expect_eq %r#5, %d2#1 : tensor<4xf32>
    func.return
  }
}

// -----

module @empty {
  func.func private @f(%a0: tensor<0x3xf32>, %a1: tensor<4x0xf32>, %a2: tensor<2x3xf32>) -> (tensor<3xf32>, tensor<4x3xf32>, tensor<2x3xf32>, tensor<0x3xf32>) {
    %z = stablehlo.constant dense<-0.0> : tensor<f32>
    %0 = stablehlo.reduce(%a0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
    %1 = stablehlo.dot_general %a1, %a0, contracting_dims = [1] x [0] : (tensor<4x0xf32>, tensor<0x3xf32>) -> tensor<4x3xf32>
    %2 = stablehlo.concatenate %a0, %a2, dim = 0 : (tensor<0x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %3 = "stablehlo.sort"(%a0) <{dimension = 1 : i64}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %c = stablehlo.compare LT, %l, %r, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<0x3xf32>) -> tensor<0x3xf32>
    return %0, %1, %2, %3 : tensor<3xf32>, tensor<4x3xf32>, tensor<2x3xf32>, tensor<0x3xf32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<> : tensor<0x3xf32>
    %x0_1 = stablehlo.constant dense<> : tensor<4x0xf32>
    %x0_2 = stablehlo.constant dense<[[-0.43, -0.82, -1.58], [0.42, 1.76, 0.0]]> : tensor<2x3xf32>
    %x1_0 = stablehlo.constant dense<> : tensor<0x3xf32>
    %x1_1 = stablehlo.constant dense<> : tensor<4x0xf32>
    %x1_2 = stablehlo.constant dense<[[1.2, -0.0, 0.31], [0.55, -0.75, 1.17]]> : tensor<2x3xf32>
    %x2_0 = stablehlo.constant dense<> : tensor<0x3xf32>
    %x2_1 = stablehlo.constant dense<> : tensor<4x0xf32>
    %x2_2 = stablehlo.constant dense<[[-0.53, 0.46, -1.03], [0.0, -0.44, 0.94]]> : tensor<2x3xf32>
    %r:12 = "interpreter.run_parallel"(%x0_0, %x0_1, %x0_2, %x1_0, %x1_1, %x1_2, %x2_0, %x2_1, %x2_2) {programs = [[@f], [@f], [@f]]} : (tensor<0x3xf32>, tensor<4x0xf32>, tensor<2x3xf32>, tensor<0x3xf32>, tensor<4x0xf32>, tensor<2x3xf32>, tensor<0x3xf32>, tensor<4x0xf32>, tensor<2x3xf32>) -> (tensor<3xf32>, tensor<4x3xf32>, tensor<2x3xf32>, tensor<0x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<2x3xf32>, tensor<0x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<2x3xf32>, tensor<0x3xf32>)
    %d0:4 = func.call @f(%x0_0, %x0_1, %x0_2) : (tensor<0x3xf32>, tensor<4x0xf32>, tensor<2x3xf32>) -> (tensor<3xf32>, tensor<4x3xf32>, tensor<2x3xf32>, tensor<0x3xf32>)
    check.expect_eq %r#0, %d0#0 : tensor<3xf32>
    check.expect_eq %r#1, %d0#1 : tensor<4x3xf32>
    check.expect_eq %r#2, %d0#2 : tensor<2x3xf32>
    check.expect_eq %r#3, %d0#3 : tensor<0x3xf32>
    %d1:4 = func.call @f(%x1_0, %x1_1, %x1_2) : (tensor<0x3xf32>, tensor<4x0xf32>, tensor<2x3xf32>) -> (tensor<3xf32>, tensor<4x3xf32>, tensor<2x3xf32>, tensor<0x3xf32>)
    check.expect_eq %r#4, %d1#0 : tensor<3xf32>
    check.expect_eq %r#5, %d1#1 : tensor<4x3xf32>
    check.expect_eq %r#6, %d1#2 : tensor<2x3xf32>
    check.expect_eq %r#7, %d1#3 : tensor<0x3xf32>
    %d2:4 = func.call @f(%x2_0, %x2_1, %x2_2) : (tensor<0x3xf32>, tensor<4x0xf32>, tensor<2x3xf32>) -> (tensor<3xf32>, tensor<4x3xf32>, tensor<2x3xf32>, tensor<0x3xf32>)
    check.expect_eq %r#8, %d2#0 : tensor<3xf32>
    check.expect_eq %r#9, %d2#1 : tensor<4x3xf32>
    check.expect_eq %r#10, %d2#2 : tensor<2x3xf32>
    check.expect_eq %r#11, %d2#3 : tensor<0x3xf32>
    func.return
  }
}

// -----

module @movement {
  func.func private @f(%a0: tensor<4x6xf32>, %a1: tensor<2xui64>) -> (tensor<6x4xf32>, tensor<2x3x4xf32>, tensor<4x5x6xf32>, tensor<4x6xi32>, tensor<3x2xui32>) {
    %0 = stablehlo.transpose %a0, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<6x4xf32>) -> tensor<2x3x4xf32>
    %2 = stablehlo.reverse %1, dims = [2, 0] : tensor<2x3x4xf32>
    %3 = stablehlo.broadcast_in_dim %a0, dims = [0, 2] : (tensor<4x6xf32>) -> tensor<4x5x6xf32>
    %4 = stablehlo.bitcast_convert %a0 : (tensor<4x6xf32>) -> tensor<4x6xi32>
    %s, %b = stablehlo.rng_bit_generator %a1, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x2xui32>)
    return %0, %2, %3, %4, %b : tensor<6x4xf32>, tensor<2x3x4xf32>, tensor<4x5x6xf32>, tensor<4x6xi32>, tensor<3x2xui32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[[-1.0, -1.41, 0.0, 0.66, -2.62, 30000.0], [-0.0, 0.0, 0.46, -0.08, 0.12, 0.39], [1.39, -0.1, 1.36, -0.91, -1.12, 1.13], [-0.51, 0.75, -0.28, -0.3, -1.43, -0.56]]> : tensor<4x6xf32>
    %x0_1 = stablehlo.constant dense<[6680163556245842881, 2339757363609093279]> : tensor<2xui64>
    %x1_0 = stablehlo.constant dense<[[1.02, 1.37, -1.92, -0.86, 0.0, 0.0], [0.26, -0.52, 0.31, 0.4, 1.87, 1.42], [0.91, 0.68, 0.39, -0.23, -0.1, 0.0], [0.51, -1.61, -0.35, -0.65, -2.08, 0.38]]> : tensor<4x6xf32>
    %x1_1 = stablehlo.constant dense<[3239186628826961721, 1129786405523278068]> : tensor<2xui64>
    %x2_0 = stablehlo.constant dense<[[0.0, -0.82, 0.03, 30000.0, 30000.0, 0.9], [0.2, -0.36, 0.54, 0.0, -1.56, 0.76], [-0.94, -0.0, -2.27, 0.0, -1.32, -2.71], [-1.53, 30000.0, 1.69, -2.81, -0.08, -0.0]]> : tensor<4x6xf32>
    %x2_1 = stablehlo.constant dense<[2259517527936890470, 9170260064918184378]> : tensor<2xui64>
    %r:15 = "interpreter.run_parallel"(%x0_0, %x0_1, %x1_0, %x1_1, %x2_0, %x2_1) {programs = [[@f], [@f], [@f]]} : (tensor<4x6xf32>, tensor<2xui64>, tensor<4x6xf32>, tensor<2xui64>, tensor<4x6xf32>, tensor<2xui64>) -> (tensor<6x4xf32>, tensor<2x3x4xf32>, tensor<4x5x6xf32>, tensor<4x6xi32>, tensor<3x2xui32>, tensor<6x4xf32>, tensor<2x3x4xf32>, tensor<4x5x6xf32>, tensor<4x6xi32>, tensor<3x2xui32>, tensor<6x4xf32>, tensor<2x3x4xf32>, tensor<4x5x6xf32>, tensor<4x6xi32>, tensor<3x2xui32>)
    %d0:5 = func.call @f(%x0_0, %x0_1) : (tensor<4x6xf32>, tensor<2xui64>) -> (tensor<6x4xf32>, tensor<2x3x4xf32>, tensor<4x5x6xf32>, tensor<4x6xi32>, tensor<3x2xui32>)
    check.expect_eq %r#0, %d0#0 : tensor<6x4xf32>
    check.expect_eq %r#1, %d0#1 : tensor<2x3x4xf32>
    check.expect_eq %r#2, %d0#2 : tensor<4x5x6xf32>
    check.expect_eq %r#3, %d0#3 : tensor<4x6xi32>
    check.expect_eq %r#4, %d0#4 : tensor<3x2xui32>
    %d1:5 = func.call @f(%x1_0, %x1_1) : (tensor<4x6xf32>, tensor<2xui64>) -> (tensor<6x4xf32>, tensor<2x3x4xf32>, tensor<4x5x6xf32>, tensor<4x6xi32>, tensor<3x2xui32>)
    check.expect_eq %r#5, %d1#0 : tensor<6x4xf32>
    check.expect_eq %r#6, %d1#1 : tensor<2x3x4xf32>
    check.expect_eq %r#7, %d1#2 : tensor<4x5x6xf32>
    check.expect_eq %r#8, %d1#3 : tensor<4x6xi32>
    check.expect_eq %r#9, %d1#4 : tensor<3x2xui32>
    %d2:5 = func.call @f(%x2_0, %x2_1) : (tensor<4x6xf32>, tensor<2xui64>) -> (tensor<6x4xf32>, tensor<2x3x4xf32>, tensor<4x5x6xf32>, tensor<4x6xi32>, tensor<3x2xui32>)
    check.expect_eq %r#10, %d2#0 : tensor<6x4xf32>
    check.expect_eq %r#11, %d2#1 : tensor<2x3x4xf32>
    check.expect_eq %r#12, %d2#2 : tensor<4x5x6xf32>
    check.expect_eq %r#13, %d2#3 : tensor<4x6xi32>
    check.expect_eq %r#14, %d2#4 : tensor<3x2xui32>
    func.return
  }
}

// -----

module @norm {
  func.func private @f(%a0: tensor<3x4x2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) -> (tensor<3x4x2xf32>, tensor<2xf32>, tensor<2xf32>) {
    %y, %m, %v = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.0e-3 : f32, feature_index = 2 : i64}> : (tensor<3x4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x4x2xf32>, tensor<2xf32>, tensor<2xf32>)
    return %y, %m, %v : tensor<3x4x2xf32>, tensor<2xf32>, tensor<2xf32>
  }
  func.func @main() {
    %x0_0 = stablehlo.constant dense<[[[2.37, 0.0], [1.14, -0.0], [-0.17, 1.23], [-0.8, -0.3]], [[-1.04, 0.32], [30000.0, 1.77], [-0.77, -0.0], [-0.25, -0.73]], [[0.0, 0.0], [-0.58, -0.37], [0.04, 0.29], [-2.35, -0.0]]]> : tensor<3x4x2xf32>
    %x0_1 = stablehlo.constant dense<[-0.01, -0.91]> : tensor<2xf32>
    %x0_2 = stablehlo.constant dense<[1.93, 1.42]> : tensor<2xf32>
    %x1_0 = stablehlo.constant dense<[[[0.0, -0.0], [-0.07, -0.1], [1.41, 0.67], [-0.35, -0.83]], [[-0.48, 30000.0], [-0.0, -0.0], [-0.67, 0.0], [0.97, 0.0]], [[-0.0, -1.26], [1.84, 30000.0], [-1.25, -0.0], [0.02, 0.61]]]> : tensor<3x4x2xf32>
    %x1_1 = stablehlo.constant dense<[-1.74, 30000.0]> : tensor<2xf32>
    %x1_2 = stablehlo.constant dense<[30000.0, 0.53]> : tensor<2xf32>
    %x2_0 = stablehlo.constant dense<[[[0.6, -0.07], [-0.3, 30000.0], [-0.44, -0.19], [-0.58, -0.0]], [[-0.24, 0.18], [-0.98, 1.04], [-0.23, -0.0], [1.08, 1.12]], [[-0.23, 0.3], [1.99, -0.79], [30000.0, 0.98], [2.06, -0.85]]]> : tensor<3x4x2xf32>
    %x2_1 = stablehlo.constant dense<[0.0, -0.33]> : tensor<2xf32>
    %x2_2 = stablehlo.constant dense<[1.91, 0.0]> : tensor<2xf32>
    %r:9 = "interpreter.run_parallel"(%x0_0, %x0_1, %x0_2, %x1_0, %x1_1, %x1_2, %x2_0, %x2_1, %x2_2) {programs = [[@f], [@f], [@f]]} : (tensor<3x4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x4x2xf32>, tensor<2xf32>, tensor<2xf32>)
    %d0:3 = func.call @f(%x0_0, %x0_1, %x0_2) : (tensor<3x4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x4x2xf32>, tensor<2xf32>, tensor<2xf32>)
    check.expect_eq %r#0, %d0#0 : tensor<3x4x2xf32>
    check.expect_eq %r#1, %d0#1 : tensor<2xf32>
    check.expect_eq %r#2, %d0#2 : tensor<2xf32>
    %d1:3 = func.call @f(%x1_0, %x1_1, %x1_2) : (tensor<3x4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x4x2xf32>, tensor<2xf32>, tensor<2xf32>)
    check.expect_eq %r#3, %d1#0 : tensor<3x4x2xf32>
    check.expect_eq %r#4, %d1#1 : tensor<2xf32>
    check.expect_eq %r#5, %d1#2 : tensor<2xf32>
    %d2:3 = func.call @f(%x2_0, %x2_1, %x2_2) : (tensor<3x4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x4x2xf32>, tensor<2xf32>, tensor<2xf32>)
    check.expect_eq %r#6, %d2#0 : tensor<3x4x2xf32>
    check.expect_eq %r#7, %d2#1 : tensor<2xf32>
    check.expect_eq %r#8, %d2#2 : tensor<2xf32>
    func.return
  }
}
