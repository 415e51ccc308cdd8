// Regions that read scalars from outside, over sharded dims: a reduction, a variadic one, a scatter, a sort and windows.
// shard: arg0=[{},{a}] arg1=[{a}] arg2=[{a}]
// shard: arg0=[{a},{}]
// shard: arg0=[{a},{b}] arg2=[{a}]
// data: normal specials
// control: seed
module @captures {
  func.func public @main(%arg0: tensor<13x70xf32>, %arg1: tensor<24xi32>, %arg2: tensor<24xf32>, %arg3: tensor<f32>)
      -> (tensor<13xf32>, tensor<70xf32>, tensor<70xi32>, tensor<9xf32>, tensor<13x70xf32>, tensor<13x23xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %none = stablehlo.constant dense<-1> : tensor<i32>
    // A sum that forgets: its order is in the bits.
    %0 = "stablehlo.reduce"(%arg0, %zero) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %p = stablehlo.multiply %a, %arg3 : tensor<f32>
      %s = stablehlo.add %p, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<13x70xf32>, tensor<f32>) -> tensor<13xf32>
    // The value nearest to a scalar, and where it is.
    %rows = stablehlo.iota dim = 0 : tensor<13x70xi32>
    %far = stablehlo.constant dense<1.0e30> : tensor<f32>
    %1:2 = "stablehlo.reduce"(%arg0, %rows, %far, %none) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %j: tensor<i32>):
      %da = stablehlo.subtract %a, %arg3 : tensor<f32>
      %db = stablehlo.subtract %b, %arg3 : tensor<f32>
      %la = stablehlo.abs %da : tensor<f32>
      %lb = stablehlo.abs %db : tensor<f32>
      %c = stablehlo.compare LT, %lb, %la, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %v = stablehlo.select %c, %b, %a : tensor<i1>, tensor<f32>
      %k = stablehlo.select %c, %j, %i : tensor<i1>, tensor<i32>
      stablehlo.return %v, %k : tensor<f32>, tensor<i32>
    }) : (tensor<13x70xf32>, tensor<13x70xi32>, tensor<f32>, tensor<i32>) -> (tensor<70xf32>, tensor<70xi32>)
    %places = stablehlo.reshape %arg1 : (tensor<24xi32>) -> tensor<24x1xi32>
    %into = stablehlo.constant dense<2.0> : tensor<9xf32>
    %2 = "stablehlo.scatter"(%into, %places, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %p = stablehlo.multiply %a, %arg3 : tensor<f32>
      %s = stablehlo.add %p, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<9xf32>, tensor<24x1xi32>, tensor<24xf32>) -> tensor<9xf32>
    %3 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %da = stablehlo.subtract %a, %arg3 : tensor<f32>
      %db = stablehlo.subtract %b, %arg3 : tensor<f32>
      %la = stablehlo.abs %da : tensor<f32>
      %lb = stablehlo.abs %db : tensor<f32>
      %c = stablehlo.compare LT, %la, %lb, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<13x70xf32>) -> tensor<13x70xf32>
    %4 = "stablehlo.reduce_window"(%arg0, %arg3) <{window_dimensions = array<i64: 1, 4>, window_strides = array<i64: 1, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %p = stablehlo.multiply %a, %arg3 : tensor<f32>
      %s = stablehlo.add %p, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<13x70xf32>, tensor<f32>) -> tensor<13x23xf32>
    return %0, %1#0, %1#1, %2, %3, %4 : tensor<13xf32>, tensor<70xf32>, tensor<70xi32>, tensor<9xf32>, tensor<13x70xf32>, tensor<13x23xf32>
  }
}
