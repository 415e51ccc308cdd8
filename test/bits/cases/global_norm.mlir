// A global norm over tensors that are sharded differently.
// shard: arg0=[{a},{}] arg1=[{},{a}] arg2=[{a}]
// shard: arg0=[{a},{b}] arg1=[{b},{a}] arg2=[{a,b}] arg3=[{},{b},{a}]
// data: normal specials
// control: recipe=row_leaf_min=16,row_leaf_max=16,column_leaf_max=4
module @global_norm {
  func.func public @main(%arg0: tensor<40x30xf32>, %arg1: tensor<12x100xf32>, %arg2: tensor<130xf32>, %arg3: tensor<3x8x16xf32>) -> (tensor<f32>, tensor<40x30xf32>, tensor<12x100xf32>, tensor<130xf32>, tensor<3x8x16xf32>) {
    %0 = chlo.square %arg0 : tensor<40x30xf32> -> tensor<40x30xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<40x30xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.add %cst_0, %1 : tensor<f32>
    %3 = chlo.square %arg1 : tensor<12x100xf32> -> tensor<12x100xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<12x100xf32>, tensor<f32>) -> tensor<f32>
    %5 = stablehlo.add %2, %4 : tensor<f32>
    %6 = chlo.square %arg2 : tensor<130xf32> -> tensor<130xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<130xf32>, tensor<f32>) -> tensor<f32>
    %8 = stablehlo.add %5, %7 : tensor<f32>
    %9 = chlo.square %arg3 : tensor<3x8x16xf32> -> tensor<3x8x16xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_3) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x8x16xf32>, tensor<f32>) -> tensor<f32>
    %11 = stablehlo.add %8, %10 : tensor<f32>
    %12 = stablehlo.sqrt %11 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.divide %cst_4, %12 : tensor<f32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.minimum %cst_5, %13 : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<40x30xf32>
    %16 = stablehlo.multiply %arg0, %15 : tensor<40x30xf32>
    %17 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<12x100xf32>
    %18 = stablehlo.multiply %arg1, %17 : tensor<12x100xf32>
    %19 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<130xf32>
    %20 = stablehlo.multiply %arg2, %19 : tensor<130xf32>
    %21 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<3x8x16xf32>
    %22 = stablehlo.multiply %arg3, %21 : tensor<3x8x16xf32>
    return %12, %16, %18, %20, %22 : tensor<f32>, tensor<40x30xf32>, tensor<12x100xf32>, tensor<130xf32>, tensor<3x8x16xf32>
  }
}
