// A scan over stacked layers, and the one backwards over what it saved: slices of sharded stacks, updates of sharded stacks.
// shard: arg0=[{},{a}] arg1=[{a},{}]
// shard: arg0=[{},{},{a}] arg1=[{},{a}]
// shard: arg0=[{a},{},{}]
// shard: arg0=[{},{a},{b}] arg1=[{b},{}]
// data: normal small
// control: recipe=k_leaf_min=16,k_leaf_max=16
module @loop_layers {
  func.func public @main(%stack: tensor<11x36x36xf32>, %x: tensor<10x36xf32>, %count: tensor<i32>) -> (tensor<10x36xf32>, tensor<11x36x36xf32>, tensor<10x36xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %eleven = stablehlo.constant dense<11> : tensor<i32>
    // Known only at run time, so that nothing is written out.
    %layers = stablehlo.clamp %eleven, %count, %eleven : tensor<i32>
    %f0 = stablehlo.constant dense<0.0> : tensor<f32>
    %empty = stablehlo.broadcast_in_dim %f0, dims = [] : (tensor<f32>) -> tensor<11x10x36xf32>
    %fwd:4 = stablehlo.while(%i = %zero, %w = %stack, %h = %x, %saved = %empty) : tensor<i32>, tensor<11x36x36xf32>, tensor<10x36xf32>, tensor<11x10x36xf32>
    cond {
      %c = stablehlo.compare LT, %i, %layers, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %s = stablehlo.dynamic_slice %w, %i, %zero, %zero, sizes = [1, 36, 36] : (tensor<11x36x36xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x36x36xf32>
      %m = stablehlo.reshape %s : (tensor<1x36x36xf32>) -> tensor<36x36xf32>
      %row = stablehlo.reshape %h : (tensor<10x36xf32>) -> tensor<1x10x36xf32>
      %kept = stablehlo.dynamic_update_slice %saved, %row, %i, %zero, %zero : (tensor<11x10x36xf32>, tensor<1x10x36xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<11x10x36xf32>
      %p = stablehlo.dot_general %h, %m, contracting_dims = [1] x [0] : (tensor<10x36xf32>, tensor<36x36xf32>) -> tensor<10x36xf32>
      %t = stablehlo.tanh %p : tensor<10x36xf32>
      %n = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %n, %w, %t, %kept : tensor<i32>, tensor<11x36x36xf32>, tensor<10x36xf32>, tensor<11x10x36xf32>
    }
    %noGrads = stablehlo.broadcast_in_dim %f0, dims = [] : (tensor<f32>) -> tensor<11x36x36xf32>
    %bwd:3 = stablehlo.while(%i = %zero, %g = %fwd#2, %grads = %noGrads) : tensor<i32>, tensor<10x36xf32>, tensor<11x36x36xf32>
    cond {
      %c = stablehlo.compare LT, %i, %layers, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %last = stablehlo.subtract %layers, %one : tensor<i32>
      %j = stablehlo.subtract %last, %i : tensor<i32>
      %s = stablehlo.dynamic_slice %stack, %j, %zero, %zero, sizes = [1, 36, 36] : (tensor<11x36x36xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x36x36xf32>
      %m = stablehlo.reshape %s : (tensor<1x36x36xf32>) -> tensor<36x36xf32>
      %k = stablehlo.dynamic_slice %fwd#3, %j, %zero, %zero, sizes = [1, 10, 36] : (tensor<11x10x36xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x10x36xf32>
      %h = stablehlo.reshape %k : (tensor<1x10x36xf32>) -> tensor<10x36xf32>
      %dw = stablehlo.dot_general %h, %g, contracting_dims = [0] x [0] : (tensor<10x36xf32>, tensor<10x36xf32>) -> tensor<36x36xf32>
      %dw1 = stablehlo.reshape %dw : (tensor<36x36xf32>) -> tensor<1x36x36xf32>
      %all = stablehlo.dynamic_update_slice %grads, %dw1, %j, %zero, %zero : (tensor<11x36x36xf32>, tensor<1x36x36xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<11x36x36xf32>
      %dh = stablehlo.dot_general %g, %m, contracting_dims = [1] x [1] : (tensor<10x36xf32>, tensor<36x36xf32>) -> tensor<10x36xf32>
      %n = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %n, %dh, %all : tensor<i32>, tensor<10x36xf32>, tensor<11x36x36xf32>
    }
    return %fwd#2, %bwd#2, %bwd#1 : tensor<10x36xf32>, tensor<11x36x36xf32>, tensor<10x36xf32>
  }
}
