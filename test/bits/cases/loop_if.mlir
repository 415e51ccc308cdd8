// Branches that cost much, of which one runs: products, and a loop in a branch, with sharded results and sharded predicates.
// shard: arg0=[{a},{}] arg1=[{a},{}]
// shard: arg0=[{},{a}] arg1=[{},{a}]
// shard: arg0=[{a},{b}] arg1=[{b},{a}]
// data: normal small
// control: seed
module @loop_if {
  func.func public @main(%a: tensor<9x9xf32>, %b: tensor<9x9xf32>, %k: tensor<i32>) -> (tensor<9x9xf32>, tensor<9x9xf32>) {
    %f0 = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%a init: %f0) applies stablehlo.add across dimensions = [0, 1] : (tensor<9x9xf32>, tensor<f32>) -> tensor<f32>
    %p = stablehlo.compare GT, %sum, %f0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %0 = "stablehlo.if"(%p) ({
      %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>
      stablehlo.return %1 : tensor<9x9xf32>
    }, {
      %1 = stablehlo.dot_general %b, %a, contracting_dims = [0] x [0] : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>
      stablehlo.return %1 : tensor<9x9xf32>
    }) : (tensor<i1>) -> tensor<9x9xf32>
    %2 = "stablehlo.case"(%k) ({
      stablehlo.return %a : tensor<9x9xf32>
    }, {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %zero = stablehlo.constant dense<0> : tensor<i32>
      // Known only at run time, so that nothing is written out.
      %most = stablehlo.constant dense<30> : tensor<i32>
      %n = stablehlo.clamp %most, %k, %most : tensor<i32>
      %3:2 = stablehlo.while(%i = %zero, %x = %b) : tensor<i32>, tensor<9x9xf32>
      cond {
        %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %y = stablehlo.tanh %x : tensor<9x9xf32>
        %z = stablehlo.add %y, %a : tensor<9x9xf32>
        %m = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %m, %z : tensor<i32>, tensor<9x9xf32>
      }
      stablehlo.return %3#1 : tensor<9x9xf32>
    }) : (tensor<i32>) -> tensor<9x9xf32>
    return %0, %2 : tensor<9x9xf32>, tensor<9x9xf32>
  }
}
