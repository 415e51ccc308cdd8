// Operations of the specification that a step cannot have: each is refused by its name. Those that take sizes as operands are
// refused where the sizes are not constants.
// RUN: det-opt %s --det-import --split-input-file --verify-diagnostics

func.func @main(%x: tensor<4xf32>, %n: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' is not supported: det has no such operation}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0] : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @main(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x6xf32>, %n: tensor<2x2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' is not supported}}
  %0 = "stablehlo.dynamic_conv"(%x, %k, %n) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %i: tensor<2x1xi32>, %n: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' is not supported}}
  %0 = "stablehlo.dynamic_gather"(%x, %i, %n) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<4xf32>, tensor<2x1xi32>, tensor<1xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%n: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_iota' is not supported}}
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %z: tensor<f32>, %n: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_pad' is not supported}}
  %0 = stablehlo.dynamic_pad %x, %z, %n, %n, %n : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %n: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_reshape' is not supported}}
  %0 = stablehlo.dynamic_reshape %x, %n : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %n: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.real_dynamic_slice' is not supported}}
  %0 = stablehlo.real_dynamic_slice %x, %n, %n, %n : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.set_dimension_size' is not supported}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.uniform_quantize' is not supported}}
  %0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @main(%x: tensor<4xi8>) {
  // expected-error @+1 {{'stablehlo.uniform_dequantize' is not supported}}
  %0 = "stablehlo.uniform_dequantize"(%x) : (tensor<4xi8>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.infeed' is not supported: it reads or writes outside of the step; export without infeed, outfeed, send, recv and ordered effects}}
  %0:2 = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  %t = stablehlo.create_token : !stablehlo.token
  // expected-error @+1 {{'stablehlo.outfeed' is not supported: it reads or writes outside of the step}}
  %0 = "stablehlo.outfeed"(%x, %t) {outfeed_config = ""} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.send' is not supported: it reads or writes outside of the step}}
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @main(%p: tensor<i1>, %t: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.if"(%p) ({
    // expected-error @+1 {{'stablehlo.recv' is not supported: it reads or writes outside of the step}}
    %1:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
    stablehlo.return %1#1 : !stablehlo.token
  }, {
    stablehlo.return %t : !stablehlo.token
  }) : (tensor<i1>) -> !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @main(%t: !stablehlo.token, %x: tensor<4xf32>) -> !stablehlo.token {
  // expected-error @+1 {{custom call '@xla_python_cpu_callback' calls back into Python, which is not supported}}
  %0 = stablehlo.custom_call @xla_python_cpu_callback(%t, %x) {has_side_effect = true} : (!stablehlo.token, tensor<4xf32>) -> !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tuple %x : tuple<tensor<4xf32>>
  // expected-error @+1 {{'stablehlo.optimization_barrier' is not supported: it takes a tuple; export with the parts as operands of their own}}
  %1 = stablehlo.optimization_barrier %0 : tuple<tensor<4xf32>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

func.func @main() -> tensor<2xf32> {
  // expected-error @+1 {{'stablehlo.constant' is not supported: its data are in a resource that the text does not hold}}
  %0 = stablehlo.constant dense_resource<__elided__> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @main(%x: tensor<4x6xf32>, %z: tensor<f32>, %a: tensor<1xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.reduce' is not supported: its region reads a value from outside that is not a scalar; make it an operand}}
  %0 = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %t = stablehlo.reshape %a : (tensor<1xf32>) -> tensor<f32>
    %p = stablehlo.multiply %l, %t : tensor<f32>
    %q = stablehlo.add %p, %r : tensor<f32>
    stablehlo.return %q : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<8xf32>, %y: tensor<4xf32>, %z: tensor<f32>, %a: tensor<f32>) -> tensor<8xf32> {
  // expected-error @+1 {{'stablehlo.select_and_scatter' is not supported: its region reads a value from outside that is not a constant; make it an operand}}
  %0 = "stablehlo.select_and_scatter"(%x, %y, %z) ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %m = stablehlo.multiply %l, %a : tensor<f32>
    %p = stablehlo.compare GE, %m, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<8xf32>, tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
