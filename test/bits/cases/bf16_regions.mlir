// Reductions and scatters whose regions are written in bf16: they accumulate in f32 and round once.
// shard: arg0=[{},{a}] arg1=[{a}]
// shard: arg0=[{a},{}] arg2=[{a},{}]
// shard: arg0=[{a},{b}]
// data: normal specials
// control: seed
module @bf16_regions {
  func.func public @main(%arg0: tensor<7x300xbf16>, %arg1: tensor<7xbf16>, %arg2: tensor<90x7xbf16>, %arg3: tensor<90x1xi32>) -> (tensor<7xbf16>, tensor<300xbf16>, tensor<7x7xbf16>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<7x300xbf16>, tensor<bf16>) -> tensor<7xbf16>
    %1 = stablehlo.add %0, %arg1 : tensor<7xbf16>
    %2 = stablehlo.reduce(%arg0 init: %cst) across dimensions = [0] : (tensor<7x300xbf16>, tensor<bf16>) -> tensor<300xbf16>
     reducer(%a: tensor<bf16>, %b: tensor<bf16>) {
      %s = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<7x7xbf16>
    %4 = "stablehlo.scatter"(%3, %arg3, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %s = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) : (tensor<7x7xbf16>, tensor<90x1xi32>, tensor<90x7xbf16>) -> tensor<7x7xbf16>
    return %1, %2, %4 : tensor<7xbf16>, tensor<300xbf16>, tensor<7x7xbf16>
  }
}
