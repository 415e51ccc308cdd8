// Float sums are findings, of more than two terms; sums of whole numbers, maxima and decided ties are not.
// RUN: det-opt %s --det-audit | FileCheck %s "--implicit-check-not=- safe"
// RUN: det-opt %s --det-audit=json | FileCheck %s --check-prefix=JSON

// CHECK: 2 may differ from run to run, 0 are opaque, 6 depend on the layout, 2 on the device; det compiles
// CHECK: window-scatter (1)
// CHECK: - overlapping: stablehlo.select_and_scatter f32[8,8] windows of 9 that overlap; det: {{.*}}f32
// CHECK: cumulative-sum (1)
// CHECK: - cumsum: stablehlo.reduce_window f32[300] over 300 terms{{$}}
// CHECK-LABEL: layout:
// CHECK: sum (4): float reduction
// CHECK: - rows: stablehlo.reduce f32[64] over 8192 terms; det: tree of 16 blocks of 512, each in lanes<32>, f32
// CHECK: - norm: stablehlo.batch_norm_training f32[8,8] over 8 terms; det:
// CHECK: - product: stablehlo.reduce f64[8] over 3 terms; det: {{.*}}, f64
// CHECK: - narrow: stablehlo.reduce bf16[64] over 8192 terms, in bf16 or wider; det: {{.*}}f32
// CHECK: tie (2)
// CHECK: - undecided: stablehlo.reduce f32[64] over 8192 terms; det:
// CHECK: - greatest magnitude: stablehlo.reduce f32[64] over 8192 terms; det:
// CHECK-LABEL: device:
// CHECK: window-sum (1)
// CHECK: - pool: stablehlo.reduce_window f32[4,4] over 4 terms; det:
// CHECK: window-tie (1)
// CHECK: - tiles: stablehlo.select_and_scatter f32[8,8] windows of 4{{$}}

// JSON: "compiles": true
// JSON-DAG: "cumulative-sum": 1
// JSON-DAG: "run_to_run": 2
// JSON-DAG: "detail": "over 8192 terms"
// JSON-DAG: "path": "rows"
func.func public @main(%x: tensor<64x8192xf32>, %n: tensor<64x8192xi32>, %y: tensor<8x8xf32>, %d: tensor<8x3xf64>, %pair: tensor<8x2xf32>, %s: tensor<8xf32>, %l: tensor<300xf32>, %m: tensor<4x4xf32>, %big: tensor<6x6xf32>, %nx: tensor<64x8192xbf16>)
    -> (tensor<64xf32>, tensor<8x8xf32>, tensor<8xf64>, tensor<64xf32>, tensor<300xf32>, tensor<4x4xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<64xi32>, tensor<64xf32>, tensor<64xi32>, tensor<8xf32>, tensor<4x4xf32>, tensor<64xbf16>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %zi = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<64x8192xf32>, tensor<f32>) -> tensor<64xf32> loc("rows")
  %norm, %mean, %variance = "stablehlo.batch_norm_training"(%y, %s, %s) <{epsilon = 1.0e-5 : f32, feature_index = 1 : i64}> : (tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>) loc("norm")
  %1 = stablehlo.reduce(%d init: %one) applies stablehlo.multiply across dimensions = [1] : (tensor<8x3xf64>, tensor<f64>) -> tensor<8xf64> loc("product")
  %zn = stablehlo.constant dense<0.0> : tensor<bf16>
  %12 = stablehlo.reduce(%nx init: %zn) applies stablehlo.add across dimensions = [1] : (tensor<64x8192xbf16>, tensor<bf16>) -> tensor<64xbf16> loc("narrow")
  %places = stablehlo.iota dim = 1 : tensor<64x8192xi32>
  %2:2 = stablehlo.reduce(%x init: %low), (%places init: %zi) across dimensions = [1] : (tensor<64x8192xf32>, tensor<64x8192xi32>, tensor<f32>, tensor<i32>) -> (tensor<64xf32>, tensor<64xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %e: tensor<i32>) {
    %g = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %g, %a, %b : tensor<i1>, tensor<f32>
    %w = stablehlo.select %g, %c, %e : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  } loc("undecided")
  %magnitude = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<64x8192xf32>, tensor<f32>) -> tensor<64xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %aa = stablehlo.abs %a : tensor<f32>
    %ab = stablehlo.abs %b : tensor<f32>
    %g = stablehlo.compare GT, %aa, %ab, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %g, %a, %b : tensor<i1>, tensor<f32>
    stablehlo.return %v : tensor<f32>
  } loc("greatest magnitude")
  %3 = "stablehlo.reduce_window"(%l, %z) <{window_dimensions = array<i64: 300>, padding = dense<[[299, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<300xf32>, tensor<f32>) -> tensor<300xf32> loc("cumsum")
  %4 = "stablehlo.reduce_window"(%y, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<8x8xf32>, tensor<f32>) -> tensor<4x4xf32> loc("pool")
  %5 = "stablehlo.select_and_scatter"(%y, %m, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<8x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<8x8xf32> loc("tiles")
  %6 = "stablehlo.select_and_scatter"(%y, %big, %z) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<8x8xf32>, tensor<6x6xf32>, tensor<f32>) -> tensor<8x8xf32> loc("overlapping")
  // The controls.
  %7 = stablehlo.reduce(%n init: %zi) applies stablehlo.add across dimensions = [1] : (tensor<64x8192xi32>, tensor<i32>) -> tensor<64xi32> loc("safe integers")
  %8 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<64x8192xf32>, tensor<f32>) -> tensor<64xf32> loc("safe maximum")
  %9:2 = stablehlo.reduce(%x init: %low), (%places init: %zi) across dimensions = [1] : (tensor<64x8192xf32>, tensor<64x8192xi32>, tensor<f32>, tensor<i32>) -> (tensor<64xf32>, tensor<64xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %e: tensor<i32>) {
    %g = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %f = stablehlo.compare LT, %c, %e, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %h = stablehlo.and %q, %f : tensor<i1>
    %k = stablehlo.or %g, %h : tensor<i1>
    %v = stablehlo.select %g, %a, %b : tensor<i1>, tensor<f32>
    %w = stablehlo.select %k, %c, %e : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  } loc("safe decided")
  %10 = stablehlo.reduce(%pair init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<8xf32> loc("safe pair")
  %11 = "stablehlo.reduce_window"(%y, %low) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<8x8xf32>, tensor<f32>) -> tensor<4x4xf32> loc("safe pool")
  return %0, %norm, %1, %2#0, %3, %4, %5, %6, %7, %8, %9#1, %10, %11, %12 : tensor<64xf32>, tensor<8x8xf32>, tensor<8xf64>, tensor<64xf32>, tensor<300xf32>, tensor<4x4xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<64xi32>, tensor<64xf32>, tensor<64xi32>, tensor<8xf32>, tensor<4x4xf32>, tensor<64xbf16>
}
