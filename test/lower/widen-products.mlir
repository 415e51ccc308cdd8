// RUN: det-opt --det-order --det-widen-products %s | FileCheck %s

// Narrow floats are multiplied as f32 and rounded once.
// CHECK-LABEL: @narrow
// CHECK: %[[A:.*]] = det.convert %arg0 : (tensor<8x16xbf16>) -> tensor<8x16xf32>
// CHECK: %[[B:.*]] = det.convert %arg1 : (tensor<16x4xf8E5M2>) -> tensor<16x4xf32>
// CHECK: %[[R:.*]] = det.dot %[[A]], %[[B]], {{.*}} -> tensor<8x4xf32>
// CHECK: det.convert %[[R]] : (tensor<8x4xf32>) -> tensor<8x4xbf16>
func.func @narrow(%a: tensor<8x16xbf16>, %b: tensor<16x4xf8E5M2>) -> tensor<8x4xbf16> {
  %r = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] : (tensor<8x16xbf16>, tensor<16x4xf8E5M2>) -> tensor<8x4xbf16>
  return %r : tensor<8x4xbf16>
}

// Integers below 32 bits are multiplied as 32 bits, and extended as their own signs say.
// CHECK-LABEL: @integers
// CHECK: det.convert %arg0 : (tensor<8x16xi8>) -> tensor<8x16xi32>
// CHECK: det.convert %arg1 : (tensor<16x4xui8>) -> tensor<16x4xi32>
// CHECK: det.dot {{.*}}acc = i32>{{.*}} -> tensor<8x4xi32>
// CHECK: det.convert {{.*}} -> tensor<8x4xi16>
func.func @integers(%a: tensor<8x16xi8>, %b: tensor<16x4xui8>) -> tensor<8x4xi16> {
  %r = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] : (tensor<8x16xi8>, tensor<16x4xui8>) -> tensor<8x4xi16>
  return %r : tensor<8x4xi16>
}

// One f64 makes all f64.
// CHECK-LABEL: @double
// CHECK: det.dot {{.*}} -> tensor<8x4xf64>
// CHECK: det.convert {{.*}} -> tensor<8x4xf32>
func.func @double(%a: tensor<8x16xf64>, %b: tensor<16x4xf32>) -> tensor<8x4xf32> {
  %r = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] : (tensor<8x16xf64>, tensor<16x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// Tensor cores read narrow floats; the sum is f32 and rounded once.
// CHECK-LABEL: @tensor_core
// CHECK-NOT: det.convert %arg
// CHECK: %[[T:.*]] = det.dot %arg0, %arg1, {{.*}}leaf = mma<hopper_16>{{.*}} -> tensor<8x4xf32>
// CHECK: det.convert %[[T]] : (tensor<8x4xf32>) -> tensor<8x4xbf16>
func.func @tensor_core(%a: tensor<8x16xbf16>, %b: tensor<16x4xbf16>) -> tensor<8x4xbf16> {
  %r = det.dot %a, %b, batching = [] x [], contracting = [1] x [0] {order = #det.order<levels = [(0, 64)], leaf = mma<hopper_16>, acc = f32>} : (tensor<8x16xbf16>, tensor<16x4xbf16>) -> tensor<8x4xbf16>
  return %r : tensor<8x4xbf16>
}
