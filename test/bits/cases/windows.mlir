// Windows over sharded dims: pools with padding, dilations and negative padding, their gradients, cumulative ones in both directions.
// shard: arg0=[{a},{},{},{}]
// shard: arg0=[{},{a},{},{}] arg1=[{},{a},{},{}]
// shard: arg0=[{a},{},{b},{}]
// shard: arg0=[{},{},{},{a}] arg2=[{a}]
// data: normal small specials
// control: seed
module @windows {
  func.func public @main(%arg0: tensor<5x9x8x3xf32>, %arg1: tensor<5x5x4x3xf32>, %arg2: tensor<200xbf16>)
      -> (tensor<5x5x4x3xf32>, tensor<5x5x4x3xf32>, tensor<5x9x8x3xf32>, tensor<5x17x6x3xf32>, tensor<200xbf16>, tensor<200xf32>, tensor<5x7x8x3xf32>) {
    %neg = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = "stablehlo.reduce_window"(%arg0, %neg) <{window_dimensions = array<i64: 1, 3, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>, padding = dense<[[0, 0], [1, 1], [0, 0], [0, 0]]> : tensor<4x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<5x9x8x3xf32>, tensor<f32>) -> tensor<5x5x4x3xf32>
    %1 = "stablehlo.reduce_window"(%arg0, %zero) <{window_dimensions = array<i64: 1, 3, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>, padding = dense<[[0, 0], [1, 1], [0, 0], [0, 0]]> : tensor<4x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<5x9x8x3xf32>, tensor<f32>) -> tensor<5x5x4x3xf32>
    %2 = "stablehlo.select_and_scatter"(%arg0, %arg1, %zero) <{window_dimensions = array<i64: 1, 3, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>, padding = dense<[[0, 0], [1, 1], [0, 0], [0, 0]]> : tensor<4x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %m : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<5x9x8x3xf32>, tensor<5x5x4x3xf32>, tensor<f32>) -> tensor<5x9x8x3xf32>
    %3 = "stablehlo.reduce_window"(%arg0, %zero) <{window_dimensions = array<i64: 1, 2, 3, 1>, window_strides = array<i64: 1, 1, 1, 1>, base_dilations = array<i64: 1, 2, 1, 1>, window_dilations = array<i64: 1, 1, 2, 1>, padding = dense<[[0, 0], [2, -1], [-1, 3], [0, 0]]> : tensor<4x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<5x9x8x3xf32>, tensor<f32>) -> tensor<5x17x6x3xf32>
    %bz = stablehlo.constant dense<0.0> : tensor<bf16>
    %4 = "stablehlo.reduce_window"(%arg2, %bz) <{window_dimensions = array<i64: 200>, padding = dense<[[199, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %m = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %m : tensor<bf16>
    }) : (tensor<200xbf16>, tensor<bf16>) -> tensor<200xbf16>
    %wide = stablehlo.convert %arg2 : (tensor<200xbf16>) -> tensor<200xf32>
    %5 = "stablehlo.reduce_window"(%wide, %zero) <{window_dimensions = array<i64: 200>, padding = dense<[[0, 199]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<200xf32>, tensor<f32>) -> tensor<200xf32>
    %6 = "stablehlo.reduce_window"(%arg0, %neg) <{window_dimensions = array<i64: 1, 3, 1, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %m = stablehlo.select %c, %b, %a : tensor<i1>, tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<5x9x8x3xf32>, tensor<f32>) -> tensor<5x7x8x3xf32>
    return %0, %1, %2, %3, %4, %5, %6 : tensor<5x5x4x3xf32>, tensor<5x5x4x3xf32>, tensor<5x9x8x3xf32>, tensor<5x17x6x3xf32>, tensor<200xbf16>, tensor<200xf32>, tensor<5x7x8x3xf32>
  }
}
