// Private functions and composites are inlined; locations say where from.
// RUN: det-opt %s --det-import --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

module @step {
  // CHECK: func.func @main
  func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    // CHECK-NEXT: %[[A:.*]] = det.logistic %{{.*}} : tensor<4xf32> loc(callsite(callsite("logistic" at "silu") at "first"))
    // CHECK-NEXT: %[[B:.*]] = det.multiply %{{.*}}, %[[A]] : tensor<4xf32> loc(callsite(callsite("mul" at "silu") at "first"))
    %0 = call @outer(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("first")
    // CHECK-NEXT: %[[C:.*]] = det.logistic %[[B]]
    // CHECK-NEXT: det.multiply %[[B]], %[[C]]
    %1 = stablehlo.composite "my.silu" %0 {composite_attributes = {}, decomposition = @silu, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
    // CHECK-NEXT: return
    return %1 : tensor<4xf32>
  }
  func.func private @outer(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = func.call @silu(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("silu")
    return %0 : tensor<4xf32>
  }
  // CHECK-NOT: @silu
  func.func private @silu(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.logistic %x : tensor<4xf32> loc("logistic")
    %1 = stablehlo.multiply %x, %0 : tensor<4xf32> loc("mul")
    return %1 : tensor<4xf32>
  }
}
