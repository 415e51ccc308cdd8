// What differs between devices, element by element, and random numbers, sorts and selections; whole numbers and stable sorts are safe.
// RUN: det-opt %s --det-audit | FileCheck %s "--implicit-check-not=- safe"

// CHECK: 1 may differ from run to run, 0 are opaque, 3 depend on the layout, 9 on the device; det compiles
// CHECK: hidden-seed (1)
// CHECK: - seed: stablehlo.rng f32[8] uniform
// CHECK: unstable-sort (3)
// CHECK: - unstable: stablehlo.sort f32[8] 2 operands
// CHECK: - by magnitude: stablehlo.sort f32[8] by a key that unequal elements may share
// CHECK: - zeros: stablehlo.sort f32[8] by a key that unequal elements may share
// CHECK-LABEL: device:
// CHECK: random-bits (1)
// CHECK: - bits: stablehlo.rng_bit_generator ui64[2] algorithm DEFAULT
// CHECK: top-k-tie (1)
// CHECK: - top: chlo.top_k f32[2]
// CHECK: elementary (2)
// CHECK: - exp: stablehlo.exponential f32[8]{{$}}
// CHECK: - erf: chlo.erf f32[8]{{$}}
// CHECK: contraction (2)
// CHECK: - fma: stablehlo.add f32[8]{{$}}
// CHECK: - negated: stablehlo.add f32[8]{{$}}
// CHECK: excess-precision (1)
// CHECK: - narrow: stablehlo.convert bf16[8]{{$}}
// CHECK: float-to-integer (1)
// CHECK: - truncate: stablehlo.convert i32[8] from f32[8]
// CHECK: nan-bits (1)
// CHECK: - bitcast: stablehlo.bitcast_convert ui32[8] from f32[8]
func.func public @main(%x: tensor<8xf32>, %n: tensor<8xi32>, %s: tensor<2xui64>)
    -> (tensor<8xf32>, tensor<8xui32>, tensor<8xf32>, tensor<2xi32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi32>, tensor<8xui32>, tensor<8xi32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<8> : tensor<1xi64>
  %0 = stablehlo.rng %z, %one, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32> loc("seed")
  %next, %1 = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>) loc("bits")
  %2:2 = "stablehlo.sort"(%x, %n) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %l = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>) loc("unstable")
  %v, %k = chlo.top_k(%x, k = 2) : tensor<8xf32> -> (tensor<2xf32>, tensor<2xi32>) loc("top")
  %3 = stablehlo.exponential %x : tensor<8xf32> loc("exp")
  %4 = chlo.erf %x : tensor<8xf32> -> tensor<8xf32> loc("erf")
  %m = stablehlo.multiply %x, %x : tensor<8xf32> loc("safe product")
  %5 = stablehlo.add %m, %x : tensor<8xf32> loc("fma")
  %h = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xbf16> loc("narrow")
  %6 = stablehlo.convert %h : (tensor<8xbf16>) -> tensor<8xf32> loc("safe widening")
  %7 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xi32> loc("truncate")
  %8 = stablehlo.bitcast_convert %x : (tensor<8xf32>) -> tensor<8xui32> loc("bitcast")
  // The controls.
  %9 = stablehlo.multiply %n, %n : tensor<8xi32> loc("safe integers")
  %10 = stablehlo.add %9, %n : tensor<8xi32> loc("safe sum of integers")
  %11 = stablehlo.add %x, %x : tensor<8xf32> loc("safe sum")
  %12 = stablehlo.sqrt %x : tensor<8xf32> loc("safe root")
  %13:2 = "stablehlo.sort"(%x, %n) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %l = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>) loc("safe sort")
  %minus = stablehlo.negate %m : tensor<8xf32>
  %14 = stablehlo.add %minus, %x : tensor<8xf32> loc("negated")
  %15 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %aa = stablehlo.abs %a : tensor<f32>
    %ab = stablehlo.abs %b : tensor<f32>
    %l = stablehlo.compare LT, %aa, %ab, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32> loc("by magnitude")
  %16 = "stablehlo.sort"(%15) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %l = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32> loc("zeros")
  %17 = "stablehlo.sort"(%16) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %l = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32> loc("safe sort in a total order")
  %18 = "stablehlo.sort"(%n) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %l = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<8xi32>) -> tensor<8xi32> loc("safe sort of integers")
  return %0, %1, %2#0, %k, %3, %4, %5, %6, %7, %8, %10, %11, %12, %13#0, %13#1 : tensor<8xf32>, tensor<8xui32>, tensor<8xf32>, tensor<2xi32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi32>, tensor<8xui32>, tensor<8xi32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi32>
}
