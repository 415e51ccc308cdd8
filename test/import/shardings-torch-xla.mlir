// Meshes and shardings in strings, as torch-xla writes them.
// RUN: det-opt %s --det-import | FileCheck %s

// CHECK: det.mesh = #det.mesh<["_axis_0"=2]>
// CHECK: %arg0: tensor<8x4xf32> {{{.*}}det.sharding = #det.sharding<[{"_axis_0"}, {}]>}
module @IrToHlo.5 attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22_axis_0\22=2]>}"}} {
  func.func @main(%x: tensor<8x4xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22_axis_0\22}, {}]>"}, mhlo.sharding = "{replicated}"}) -> tensor<8x4xf32> {
    return %x : tensor<8x4xf32>
  }
}
