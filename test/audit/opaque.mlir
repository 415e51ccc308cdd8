// What det refuses is listed, and everything else is audited as if it were not there: orders included. Functions and loops are looked into.
// RUN: det-opt %s --det-audit | FileCheck %s "--implicit-check-not=- safe"
// RUN: not det-opt %s --det-import -o /dev/null 2>&1 | FileCheck %s --check-prefix=IMPORT

// IMPORT: error: {{.*}}custom call '@flash_attention' is not supported

// CHECK: 0 may differ from run to run, 3 are opaque, 2 depend on the layout, 0 on the device; det does not compile the graph
// CHECK-NEXT: det refuses: attention: custom call '@flash_attention' is not supported
// CHECK-NEXT: det refuses: quantize: {{.*}}uniform_quantize
// CHECK-LABEL: opaque:
// CHECK: opaque-call (2)
// CHECK: - attention: stablehlo.custom_call f32[8,200] @flash_attention; det: refused: custom call '@flash_attention'
// CHECK: - again: stablehlo.custom_call f32[8,200] @flash_attention; det: refused: custom call '@flash_attention'
// CHECK: opaque-operation (1)
// CHECK: - quantize: stablehlo.uniform_quantize {{.*}}; det: refused:
// CHECK-LABEL: layout:
// CHECK: product (1)
// CHECK: - dot: stablehlo.dot_general f32[8,8] over 200 terms, default precision, called 2 times; det: tree of 4 blocks of 64
// CHECK: sum (1)
// CHECK: - turn: stablehlo.reduce f32[8] over 200 terms, in a loop; det: tree of 4 blocks of 64, each in lanes<32>, f32
func.func public @main(%x: tensor<8x200xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8x200xf32>) {
  %0 = stablehlo.custom_call @flash_attention(%x) : (tensor<8x200xf32>) -> tensor<8x200xf32> loc("attention")
  %1 = stablehlo.custom_call @flash_attention(%0) : (tensor<8x200xf32>) -> tensor<8x200xf32> loc("again")
  %2 = call @gram(%0) : (tensor<8x200xf32>) -> tensor<8x8xf32>
  %3 = call @gram(%1) : (tensor<8x200xf32>) -> tensor<8x8xf32>
  %s = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = "{replicated}"} : (tensor<8x200xf32>) -> tensor<8x200xf32> loc("safe sharding")
  %q = stablehlo.uniform_quantize %s : (tensor<8x200xf32>) -> tensor<8x200xi8> loc("quantize")
  %f = stablehlo.convert %q : (tensor<8x200xi8>) -> tensor<8x200xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %start = stablehlo.constant dense<0.0> : tensor<8xf32>
  %4:2 = stablehlo.while(%i = %zero, %a = %start) : tensor<i32>, tensor<8xf32>
   cond {
    %n = stablehlo.constant dense<1000> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %t = stablehlo.reduce(%f init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x200xf32>, tensor<f32>) -> tensor<8xf32> loc("turn")
    %b = stablehlo.add %a, %t : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<8xf32>
  }
  return %2, %3, %4#1, %f : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8x200xf32>
}
func.func private @gram(%x: tensor<8x200xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<8x200xf32>, tensor<8x200xf32>) -> tensor<8x8xf32> loc("dot")
  return %0 : tensor<8x8xf32>
}
func.func private @never(%x: tensor<8x200xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<8x200xf32>, tensor<8x200xf32>) -> tensor<8x8xf32> loc("safe as nobody calls it")
  return %0 : tensor<8x8xf32>
}
