// What has no det operation is refused by name, with what to do.
// RUN: det-opt %s --det-import --split-input-file --verify-diagnostics

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.frobnicate' is not supported: det has no such operation; rewrite the step without it}}
  %0 = "stablehlo.frobnicate"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.frobnicate' is not supported: det has no such operation; rewrite the step without it}}
  %0 = stablehlo.frobnicate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{custom call '@mystery' is not supported: it has no definition in the graph}}
  %0 = stablehlo.custom_call @mystery(%x) {backend_config = ""} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{custom call '@SPMDFullToShardShape' bounds no manual region; export with Shardy}}
  %0 = stablehlo.custom_call @SPMDFullToShardShape(%x) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// expected-error @+1 {{argument 0: 'tensor<?xf32>' has a dynamic shape; export with static shapes}}
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.add': 'tensor<?xf32>' has a dynamic shape}}
  %0 = stablehlo.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %x : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{custom call '@xla_ffi_python_cpu_callback' calls back into Python, which is not supported}}
  %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) {api_version = 4 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{argument 0: the element type of 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>' is not supported: quantised types are not supported; export the step in floating point}}
func.func @main(%x: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  return
}

// -----

#sparse = #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed)}>
// expected-error @+1 {{has an encoding; sparse tensors are not supported, so export with dense ones}}
func.func @main(%x: tensor<4xf32, #sparse>) {
  return
}

// -----

// expected-error @+1 {{argument 0: 'tensor<?xf32, #stablehlo.bounds<4>>' has a dynamic shape; export with static shapes}}
func.func @main(%x: tensor<?xf32, #stablehlo.bounds<4>>) {
  return
}

// -----

// expected-error @+1 {{the element type of 'tensor<4xi128>' is not supported: integers are i1, i2, i4, i8, i16, i32, i64}}
func.func @main(%x: tensor<4xi128>) {
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.uniform_quantize' is not supported}}
  %0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %n: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_reshape' is not supported}}
  %0 = stablehlo.dynamic_reshape %x, %n : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @main(%t: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.infeed' is not supported}}
  %0:2 = "stablehlo.infeed"(%t) {infeed_config = ""} : (tensor<i32>) -> (tensor<4xf32>, tensor<i32>)
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.while' (C2): expected region 1 to be one block that ends with its only return}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.transpose' has no readable 'permutation'}}
  %0 = "stablehlo.transpose"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error @+1 {{expected operands of the result's type}}
  %0 = "stablehlo.add"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.add' expected 2 operands, got 1}}
  %0 = "stablehlo.add"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'arith.addf' is not an operation of the det dialect}}
  %0 = arith.addf %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%a: tensor<3x2xf32>, %b: tensor<2x2x1xf32>, %g: tensor<2xi32>) -> tensor<3x1xf32> {
  // expected-error @+1 {{'chlo.ragged_dot' expected dimension numbers that fit its operands}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<3x2xf32>, tensor<2x2x1xf32>, tensor<2xi32>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// -----

func.func @main(%a: tensor<3x2xf32>, %b: tensor<3x2x1xf32>, %g: tensor<2xi32>) -> tensor<3x1xf32> {
  // expected-error @+1 {{'chlo.ragged_dot' expected a right side with a dim of 2 groups where rows are results}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<3x2xf32>, tensor<3x2x1xf32>, tensor<2xi32>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// -----

func.func @main(%a: tensor<3x2xf32>, %b: tensor<2x2x1xf32>, %g: tensor<2xi32>) -> tensor<1x3xf32> {
  // expected-error @+1 {{'chlo.ragged_dot' expected another shape of the result}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<3x2xf32>, tensor<2x2x1xf32>, tensor<2xi32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// -----

func.func @main(%x: tensor<2xf32>, %y: tensor<2xf64>) -> tensor<2xf32> {
  // expected-error @+1 {{'chlo.zeta' expected operands of the result's type 'tensor<2xf32>', got 'tensor<2xf64>'}}
  %0 = chlo.zeta %x, %y : tensor<2xf32>, tensor<2xf64> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
