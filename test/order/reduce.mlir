// RUN: det-opt --det-order --det-verify-ordered %s | FileCheck %s

// The module says under which level and recipe its orders were made; its mesh stays as it is.
// CHECK: module attributes {
// CHECK-SAME: det.level = "mesh_to_mesh"
// CHECK-SAME: det.mesh = #det.mesh<["data"=4]>
// CHECK-SAME: det.recipe = #det.recipe<k_leaf_min = 64, k_leaf_max = 512, row_leaf_min = 64, row_leaf_max = 512, column_leaf_max = 64, mma = "", version = 1>
module attributes {det.mesh = #det.mesh<["data"=4]>} {

// A row: blocks of 64 to 512 elements, 32 lanes.
// CHECK-LABEL: @row
// CHECK: #det.order<levels = [(0, 64)], leaf = lanes<32>, acc = f32>
func.func @row(%x: tensor<16x32x64xf32>, %init: tensor<f32>) -> tensor<16x32xf32> {
  %r = det.reduce add %x, %init, dims = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
  return %r : tensor<16x32xf32>
}

// A long row in bf16 accumulates in f32.
// CHECK-LABEL: @long_row
// CHECK: #det.order<levels = [(0, 512)], leaf = lanes<32>, acc = f32>
func.func @long_row(%x: tensor<8x50257xbf16>, %init: tensor<bf16>) -> tensor<8xbf16> {
  %r = det.reduce add %x, %init, dims = [1] : (tensor<8x50257xbf16>, tensor<bf16>) -> tensor<8xbf16>
  return %r : tensor<8xbf16>
}

// Columns over two dims: blocks of one on the outermost.
// CHECK-LABEL: @columns
// CHECK: #det.order<levels = [(0, 1), (1, 2)], leaf = fold, acc = f32>
func.func @columns(%x: tensor<16x128x384xf32>, %init: tensor<f32>) -> tensor<384xf32> {
  %r = det.reduce add %x, %init, dims = [0, 1] : (tensor<16x128x384xf32>, tensor<f32>) -> tensor<384xf32>
  return %r : tensor<384xf32>
}

// A dim of size 1 does not count, so the row is over dim 1.
// CHECK-LABEL: @unit_dim
// CHECK: #det.order<levels = [(0, 512)], leaf = lanes<32>, acc = f32>
func.func @unit_dim(%x: tensor<16x4096x1xf32>, %init: tensor<f32>) -> tensor<16x1xf32> {
  %r = det.reduce add %x, %init, dims = [1] : (tensor<16x4096x1xf32>, tensor<f32>) -> tensor<16x1xf32>
  return %r : tensor<16x1xf32>
}

// f64 and integers accumulate in their own type; a maximum takes the same row.
// CHECK-LABEL: @types
// CHECK: det.reduce max {{.*}}acc = f64>
// CHECK: det.reduce add {{.*}}acc = i32>
func.func @types(%x: tensor<4x64xf64>, %i: tensor<f64>, %y: tensor<4x64xi32>, %j: tensor<i32>) -> (tensor<4xf64>, tensor<4xi32>) {
  %r = det.reduce max %x, %i, dims = [1] : (tensor<4x64xf64>, tensor<f64>) -> tensor<4xf64>
  %s = det.reduce add %y, %j, dims = [1] : (tensor<4x64xi32>, tensor<i32>) -> tensor<4xi32>
  return %r, %s : tensor<4xf64>, tensor<4xi32>
}

// An order that is there stays.
// CHECK-LABEL: @kept
// CHECK: #det.order<levels = [(0, 8)], leaf = fold, acc = f32>
func.func @kept(%x: tensor<16x64xf32>, %init: tensor<f32>) -> tensor<16xf32> {
  %r = det.reduce add %x, %init, dims = [1] {order = #det.order<levels = [(0, 8)], leaf = fold, acc = f32>} : (tensor<16x64xf32>, tensor<f32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

}
