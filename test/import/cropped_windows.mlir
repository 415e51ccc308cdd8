// Negative padding may take away more than there is: no window is left, and nothing has a negative size.
// RUN: det-opt --det-import %s | FileCheck %s

// CHECK: det.pad %{{.*}}, %{{.*}}, low = [0, -3], high = [0, 0], interior = [0, 0] {{.*}} -> tensor<7x0xf32>
// CHECK: det.windows {{.*}} -> tensor<7x0x1x2xf32>
module {
  func.func public @main(%x: tensor<7x3xf32>) -> (tensor<7x0xf32> {jax.result_info = "y"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %y = "stablehlo.reduce_window"(%x, %zero) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {window_dimensions = array<i64: 1, 2>, padding = dense<[[0, 0], [-3, -1]]> : tensor<2x2xi64>} : (tensor<7x3xf32>, tensor<f32>) -> tensor<7x0xf32>
    return %y : tensor<7x0xf32>
  }
}
