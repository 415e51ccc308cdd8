// Batch norm over a sharded batch, with its gradients.
// shard: arg0=[{a},{},{},{}] arg3=[{a},{},{},{}]
// shard: arg0=[{},{a},{},{}]
// shard: arg0=[{a},{b},{},{}]
// shard: arg0=[{b},{},{},{a}]
// data: normal specials
// control: recipe=row_leaf_min=16,row_leaf_max=16,column_leaf_max=2
module @batch_norm {
  func.func public @main(%arg0: tensor<8x5x6x6xf32>, %arg1: tensor<6xf32>, %arg2: tensor<6xf32>, %arg3: tensor<8x5x6x6xf32>) -> (tensor<f32>, tensor<6xf32>, tensor<6xf32>, tensor<8x5x6x6xf32>, tensor<6xf32>, tensor<6xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x5x6x6xf32>, tensor<f32>) -> tensor<6xf32>
    %cst_0 = stablehlo.constant dense<2.400000e+02> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %2 = stablehlo.divide %0, %1 : tensor<6xf32>
    %3 = stablehlo.multiply %arg0, %arg0 : tensor<8x5x6x6xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x5x6x6xf32>, tensor<f32>) -> tensor<6xf32>
    %cst_2 = stablehlo.constant dense<2.400000e+02> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %6 = stablehlo.divide %4, %5 : tensor<6xf32>
    %7 = stablehlo.multiply %2, %2 : tensor<6xf32>
    %8 = stablehlo.subtract %6, %7 : tensor<6xf32>
    %9 = stablehlo.broadcast_in_dim %2, dims = [3] : (tensor<6xf32>) -> tensor<1x1x1x6xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2, 3] : (tensor<1x1x1x6xf32>) -> tensor<8x5x6x6xf32>
    %11 = stablehlo.subtract %arg0, %10 : tensor<8x5x6x6xf32>
    %cst_3 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %13 = stablehlo.add %8, %12 : tensor<6xf32>
    %14 = stablehlo.rsqrt %13 : tensor<6xf32>
    %15 = stablehlo.divide %14, %13 : tensor<6xf32>
    %cst_4 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %17 = stablehlo.multiply %16, %15 : tensor<6xf32>
    %18 = stablehlo.broadcast_in_dim %14, dims = [3] : (tensor<6xf32>) -> tensor<1x1x1x6xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2, 3] : (tensor<1x1x1x6xf32>) -> tensor<8x5x6x6xf32>
    %20 = stablehlo.multiply %11, %19 : tensor<8x5x6x6xf32>
    %21 = stablehlo.broadcast_in_dim %arg1, dims = [3] : (tensor<6xf32>) -> tensor<1x1x1x6xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2, 3] : (tensor<1x1x1x6xf32>) -> tensor<8x5x6x6xf32>
    %23 = stablehlo.multiply %20, %22 : tensor<8x5x6x6xf32>
    %24 = stablehlo.broadcast_in_dim %arg2, dims = [3] : (tensor<6xf32>) -> tensor<1x1x1x6xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2, 3] : (tensor<1x1x1x6xf32>) -> tensor<8x5x6x6xf32>
    %26 = stablehlo.add %23, %25 : tensor<8x5x6x6xf32>
    %27 = stablehlo.multiply %26, %arg3 : tensor<8x5x6x6xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_5) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<8x5x6x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x5x6x6xf32>
    %30 = stablehlo.multiply %29, %arg3 : tensor<8x5x6x6xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.reduce(%30 init: %cst_7) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x5x6x6xf32>, tensor<f32>) -> tensor<6xf32>
    %32 = stablehlo.reshape %31 : (tensor<6xf32>) -> tensor<1x1x1x6xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.reduce(%32 init: %cst_8) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x6xf32>, tensor<f32>) -> tensor<6xf32>
    %34 = stablehlo.multiply %20, %30 : tensor<8x5x6x6xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.reduce(%34 init: %cst_9) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x5x6x6xf32>, tensor<f32>) -> tensor<6xf32>
    %36 = stablehlo.reshape %35 : (tensor<6xf32>) -> tensor<1x1x1x6xf32>
    %37 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2, 3] : (tensor<1x1x1x6xf32>) -> tensor<8x5x6x6xf32>
    %38 = stablehlo.multiply %30, %37 : tensor<8x5x6x6xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%36 init: %cst_10) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x6xf32>, tensor<f32>) -> tensor<6xf32>
    %40 = stablehlo.multiply %11, %38 : tensor<8x5x6x6xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%40 init: %cst_11) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x5x6x6xf32>, tensor<f32>) -> tensor<6xf32>
    %42 = stablehlo.reshape %41 : (tensor<6xf32>) -> tensor<1x1x1x6xf32>
    %43 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2, 3] : (tensor<1x1x1x6xf32>) -> tensor<8x5x6x6xf32>
    %44 = stablehlo.multiply %38, %43 : tensor<8x5x6x6xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.reduce(%42 init: %cst_12) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x6xf32>, tensor<f32>) -> tensor<6xf32>
    %46 = stablehlo.multiply %45, %17 : tensor<6xf32>
    %47 = stablehlo.negate %44 : tensor<8x5x6x6xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.reduce(%47 init: %cst_13) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x5x6x6xf32>, tensor<f32>) -> tensor<6xf32>
    %49 = stablehlo.reshape %48 : (tensor<6xf32>) -> tensor<1x1x1x6xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%49 init: %cst_14) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x6xf32>, tensor<f32>) -> tensor<6xf32>
    %51 = stablehlo.negate %46 : tensor<6xf32>
    %52 = stablehlo.multiply %2, %51 : tensor<6xf32>
    %53 = stablehlo.add %50, %52 : tensor<6xf32>
    %54 = stablehlo.multiply %51, %2 : tensor<6xf32>
    %55 = stablehlo.add %53, %54 : tensor<6xf32>
    %cst_15 = stablehlo.constant dense<2.400000e+02> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %57 = stablehlo.divide %46, %56 : tensor<6xf32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [3] : (tensor<6xf32>) -> tensor<8x5x6x6xf32>
    %59 = stablehlo.multiply %arg0, %58 : tensor<8x5x6x6xf32>
    %60 = stablehlo.add %44, %59 : tensor<8x5x6x6xf32>
    %61 = stablehlo.multiply %58, %arg0 : tensor<8x5x6x6xf32>
    %62 = stablehlo.add %60, %61 : tensor<8x5x6x6xf32>
    %cst_16 = stablehlo.constant dense<2.400000e+02> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %64 = stablehlo.divide %55, %63 : tensor<6xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [3] : (tensor<6xf32>) -> tensor<8x5x6x6xf32>
    %66 = stablehlo.add %62, %65 : tensor<8x5x6x6xf32>
    return %28, %2, %8, %66, %39, %33 : tensor<f32>, tensor<6xf32>, tensor<6xf32>, tensor<8x5x6x6xf32>, tensor<6xf32>, tensor<6xf32>
  }
}
