func.func @main(%x: tensor<8xf32>, %n: tensor<i32>, %i: tensor<8x1xi32>) -> tensor<8xf32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%k = %n, %y = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %p = stablehlo.compare GT, %k, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %z = stablehlo.cosine %y : tensor<8xf32>
    %l = stablehlo.subtract %k, %c : tensor<i32>
    stablehlo.return %l, %z : tensor<i32>, tensor<8xf32>
  }
  %1 = "stablehlo.sort"(%0#1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = "stablehlo.scatter"(%x, %i, %1) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8xf32>, tensor<8x1xi32>, tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
