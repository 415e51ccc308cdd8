#loc = loc("x"("file.py":1:2))
module @m attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22_axis_0\22=2]>}"}} {
  func.func public @main(%a: tensor<2x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"} loc("batch['x']"), %b: tensor<4x3xf32>) -> tensor<2x3xf32> {
    %0 = "mhlo.dot"(%a, %b) {precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision DEFAULT>]} : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32> loc(#loc)
    %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %2 = chlo.erf %1 : tensor<2x3xf32> -> tensor<2x3xf32>
    %m = stablehlo.constant dense<"0x01000100"> : tensor<4xi1>
    %3 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
    %4 = stablehlo.add %2, %3 : tensor<2x3xf32>
    return %4 : tensor<2x3xf32>
  }
}
