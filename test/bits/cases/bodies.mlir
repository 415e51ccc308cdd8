// Regions of any kind over sharded dims: a running mean and variance, a scatter of two operands, overwriting, comparators of two keys and
// of none, updates at computed places.
// shard: arg0=[{},{a}] arg1=[{a}] arg2=[{a}]
// shard: arg0=[{a},{}]
// shard: arg0=[{a},{b}] arg2=[{a}]
// data: normal small specials
// control: seed
module @bodies {
  func.func public @main(%arg0: tensor<13x70xf32>, %arg1: tensor<24xi32>, %arg2: tensor<24xf32>)
      -> (tensor<13xf32>, tensor<13xf32>, tensor<70xf32>, tensor<9xf32>, tensor<9xi32>, tensor<9xf32>, tensor<13x70xf32>, tensor<13x70xf32>, tensor<24xf32>, tensor<13x70xf32>, tensor<9xbf16>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<13x70xf32>
    // Welford: (count, mean) joined as counts and weighted means.
    %0:2 = "stablehlo.reduce"(%ones, %arg0, %zero, %zero) <{dimensions = array<i64: 1>}> ({
    ^bb0(%na: tensor<f32>, %ma: tensor<f32>, %nb: tensor<f32>, %mb: tensor<f32>):
      %n = stablehlo.add %na, %nb : tensor<f32>
      %d = stablehlo.subtract %mb, %ma : tensor<f32>
      %w = stablehlo.divide %nb, %n : tensor<f32>
      %s = stablehlo.multiply %d, %w : tensor<f32>
      %m = stablehlo.add %ma, %s : tensor<f32>
      stablehlo.return %n, %m : tensor<f32>, tensor<f32>
    }) : (tensor<13x70xf32>, tensor<13x70xf32>, tensor<f32>, tensor<f32>) -> (tensor<13xf32>, tensor<13xf32>)
    %half = stablehlo.constant dense<5.0e-01> : tensor<f32>
    %1 = "stablehlo.reduce"(%arg0, %one) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %p = stablehlo.multiply %a, %half : tensor<f32>
      %s = stablehlo.add %p, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<13x70xf32>, tensor<f32>) -> tensor<70xf32>
    // Two operands that need each other.
    %places = stablehlo.reshape %arg1 : (tensor<24xi32>) -> tensor<24x1xi32>
    %five = stablehlo.constant dense<5> : tensor<24x1xi32>
    %p7 = stablehlo.multiply %places, %five : tensor<24x1xi32>
    %numbers = stablehlo.iota dim = 0 : tensor<24xi32>
    %fz = stablehlo.constant dense<-3.0> : tensor<9xf32>
    %iz = stablehlo.constant dense<7> : tensor<9xi32>
    %2:2 = "stablehlo.scatter"(%fz, %iz, %p7, %arg2, %numbers) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%va: tensor<f32>, %ia: tensor<i32>, %vb: tensor<f32>, %ib: tensor<i32>):
      %c = stablehlo.compare GT, %vb, %va, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %v = stablehlo.select %c, %vb, %va : tensor<i1>, tensor<f32>
      %i = stablehlo.select %c, %ib, %ia : tensor<i1>, tensor<i32>
      stablehlo.return %v, %i : tensor<f32>, tensor<i32>
    }) : (tensor<9xf32>, tensor<9xi32>, tensor<24x1xi32>, tensor<24xf32>, tensor<24xi32>) -> (tensor<9xf32>, tensor<9xi32>)
    %3 = "stablehlo.scatter"(%fz, %p7, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %b : tensor<f32>
    }) : (tensor<9xf32>, tensor<24x1xi32>, tensor<24xf32>) -> tensor<9xf32>
    // Two keys: the sign first, then the value; a payload goes along.
    %4:2 = "stablehlo.sort"(%arg0, %ones) <{dimension = 1 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %pa: tensor<f32>, %pb: tensor<f32>):
      %sa = stablehlo.sign %a : tensor<f32>
      %sb = stablehlo.sign %b : tensor<f32>
      %gt = stablehlo.compare GT, %sa, %sb, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %eq = stablehlo.compare EQ, %sa, %sb, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %lt = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %and = stablehlo.and %eq, %lt : tensor<i1>
      %or = stablehlo.or %gt, %and : tensor<i1>
      stablehlo.return %or : tensor<i1>
    }) : (tensor<13x70xf32>, tensor<13x70xf32>) -> (tensor<13x70xf32>, tensor<13x70xf32>)
    // NaN makes this one no strict order, and the next is none at all.
    %5 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %lt = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %lt : tensor<i1>
    }) : (tensor<13x70xf32>) -> tensor<13x70xf32>
    %6 = "stablehlo.sort"(%arg2) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %p = stablehlo.multiply %a, %b : tensor<f32>
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %lt = stablehlo.compare LE, %p, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %lt : tensor<i1>
    }) : (tensor<24xf32>) -> tensor<24xf32>
    %box = stablehlo.slice %arg0 [0:13, 3:8] : (tensor<13x70xf32>) -> tensor<13x5xf32>
    %start = stablehlo.slice %p7 [2:3, 0:1] : (tensor<24x1xi32>) -> tensor<1x1xi32>
    %at = stablehlo.reshape %start : (tensor<1x1xi32>) -> tensor<i32>
    %7 = stablehlo.dynamic_update_slice %4#0, %box, %at, %at : (tensor<13x70xf32>, tensor<13x5xf32>, tensor<i32>, tensor<i32>) -> tensor<13x70xf32>
    %narrow = stablehlo.convert %arg2 : (tensor<24xf32>) -> tensor<24xbf16>
    %bz = stablehlo.constant dense<1.0> : tensor<9xbf16>
    %8 = "stablehlo.scatter"(%bz, %p7, %narrow) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %s = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) : (tensor<9xbf16>, tensor<24x1xi32>, tensor<24xbf16>) -> tensor<9xbf16>
    return %0#0, %0#1, %1, %2#0, %2#1, %3, %4#0, %5, %6, %7, %8 : tensor<13xf32>, tensor<13xf32>, tensor<70xf32>, tensor<9xf32>, tensor<9xi32>, tensor<9xf32>, tensor<13x70xf32>, tensor<13x70xf32>, tensor<24xf32>, tensor<13x70xf32>, tensor<9xbf16>
  }
}
