// Loops in loops whose trips depend on values, no trip at all, values that change places, and views of what is carried.
// shard: arg0=[{a},{}] arg1=[{},{a}]
// shard: arg0=[{},{a}]
// shard: arg0=[{a},{b}] arg1=[{b},{a}]
// data: normal specials
// control: seed
module @loop_nested {
  func.func public @main(%a: tensor<7x7xf32>, %b: tensor<7x7xf32>, %n: tensor<i32>) -> (tensor<7x7xf32>, tensor<7x7xf32>, tensor<i32>, tensor<7x7xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %most = stablehlo.clamp %zero, %n, %three : tensor<i32>
    %trips = stablehlo.add %most, %three : tensor<i32>
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %halves = stablehlo.broadcast_in_dim %half, dims = [] : (tensor<f32>) -> tensor<7x7xf32>
    %0:4 = stablehlo.while(%i = %zero, %x = %a, %y = %b, %count = %zero) : tensor<i32>, tensor<7x7xf32>, tensor<7x7xf32>, tensor<i32>
    cond {
      %c = stablehlo.compare LT, %i, %trips, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      // As often as the outer counter says; the first time not at all.
      %1:3 = stablehlo.while(%j = %zero, %z = %x, %k = %count) : tensor<i32>, tensor<7x7xf32>, tensor<i32>
      cond {
        %c = stablehlo.compare LT, %j, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %s = stablehlo.multiply %z, %halves : tensor<7x7xf32>
        %t = stablehlo.transpose %b, dims = [1, 0] : (tensor<7x7xf32>) -> tensor<7x7xf32>
        %u = stablehlo.add %s, %t : tensor<7x7xf32>
        %m = stablehlo.add %j, %one : tensor<i32>
        %l = stablehlo.add %k, %one : tensor<i32>
        stablehlo.return %m, %u, %l : tensor<i32>, tensor<7x7xf32>, tensor<i32>
      }
      // Both change places, one of them turned.
      %turned = stablehlo.transpose %y, dims = [1, 0] : (tensor<7x7xf32>) -> tensor<7x7xf32>
      %m = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %m, %turned, %1#1, %1#2 : tensor<i32>, tensor<7x7xf32>, tensor<7x7xf32>, tensor<i32>
    }
    // Never: the condition fails at once.
    %never = stablehlo.compare LT, %trips, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2:2 = stablehlo.while(%go = %never, %x = %a) : tensor<i1>, tensor<7x7xf32>
    cond {
      stablehlo.return %go : tensor<i1>
    } do {
      %s = stablehlo.add %x, %x : tensor<7x7xf32>
      stablehlo.return %go, %s : tensor<i1>, tensor<7x7xf32>
    }
    return %0#1, %0#2, %0#3, %2#1 : tensor<7x7xf32>, tensor<7x7xf32>, tensor<i32>, tensor<7x7xf32>
  }
}
