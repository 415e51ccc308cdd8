// Sorts by a key, by < and by a comparator, a cumulative sum, an argmax, and a scatter of two arrays by a body: work.py runs them in ptx-sim.
module @big {
  func.func public @main(%arg0: tensor<5000xf32>, %arg1: tensor<3x3000xf32>, %arg2: tensor<20000xf32>, %arg3: tensor<700xi32>, %arg4: tensor<700xf32>) -> (tensor<5000xf32>, tensor<5000xi32>, tensor<3x3000xf32>, tensor<i32>, tensor<f32>, tensor<50xf32>, tensor<50xf32>, tensor<5000xf32>) {
    %iota = stablehlo.iota dim = 0 : tensor<5000xi32>
    %0:2 = "stablehlo.sort"(%arg0, %iota) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
      %x = stablehlo.abs %a : tensor<f32>
      %y = stablehlo.abs %b : tensor<f32>
      %2 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<5000xf32>, tensor<5000xi32>) -> (tensor<5000xf32>, tensor<5000xi32>)
    %s = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %2 = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<5000xf32>) -> tensor<5000xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %cum = "stablehlo.reduce_window"(%arg1, %zero) <{window_dimensions = array<i64: 1, 3000>, padding = dense<[[0, 0], [2999, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %2 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<3x3000xf32>, tensor<f32>) -> tensor<3x3000xf32>
    %iota2 = stablehlo.iota dim = 0 : tensor<20000xi32>
    %minus = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zi = stablehlo.constant dense<0> : tensor<i32>
    %m:2 = stablehlo.reduce(%iota2 init: %zi), (%arg2 init: %minus) across dimensions = [0] : (tensor<20000xi32>, tensor<20000xf32>, tensor<i32>, tensor<f32>) -> (tensor<i32>, tensor<f32>)
     reducer(%ai: tensor<i32>, %bi: tensor<i32>) (%av: tensor<f32>, %bv: tensor<f32>)  {
      %2 = stablehlo.compare GT, %av, %bv, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.select %2, %ai, %bi : tensor<i1>, tensor<i32>
      %4 = stablehlo.select %2, %av, %bv : tensor<i1>, tensor<f32>
      stablehlo.return %3, %4 : tensor<i32>, tensor<f32>
    }
    %fifty = stablehlo.constant dense<50> : tensor<700xi32>
    %ind = stablehlo.remainder %arg3, %fifty : tensor<700xi32>
    %ind2 = stablehlo.reshape %ind : (tensor<700xi32>) -> tensor<700x1xi32>
    %base = stablehlo.constant dense<1.0> : tensor<50xf32>
    %sc:2 = "stablehlo.scatter"(%base, %base, %ind2, %arg4, %arg4) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
      %half = stablehlo.constant dense<0.5> : tensor<f32>
      %2 = stablehlo.multiply %a, %half : tensor<f32>
      %3 = stablehlo.add %2, %c : tensor<f32>
      %4 = stablehlo.subtract %b, %d : tensor<f32>
      stablehlo.return %3, %4 : tensor<f32>, tensor<f32>
    }) : (tensor<50xf32>, tensor<50xf32>, tensor<700x1xi32>, tensor<700xf32>, tensor<700xf32>) -> (tensor<50xf32>, tensor<50xf32>)
    return %0#0, %0#1, %cum, %m#0, %m#1, %sc#0, %sc#1, %s : tensor<5000xf32>, tensor<5000xi32>, tensor<3x3000xf32>, tensor<i32>, tensor<f32>, tensor<50xf32>, tensor<50xf32>, tensor<5000xf32>
  }
}
