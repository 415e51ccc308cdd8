// Constraints of gather and scatter with batching dims. Labels are those of the StableHLO specification.
// RUN: det-opt %s --det-verify-input --split-input-file --verify-diagnostics

func.func @main(%x: tensor<8x4xf32>, %i: tensor<2x1xf32>) {
  // expected-error @+1 {{'stablehlo.gather' (I2)}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x4xf32>, %i: tensor<2x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C12)}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 4>} : (tensor<2x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x4xf32>, %i: tensor<2x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C18)}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<2x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @main(%x0: tensor<8x4xf32>, %i: tensor<2x1xf32>, %u0: tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (I2)}}
  %0 = "stablehlo.scatter"(%x0, %i, %u0) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<2x1xf32>, tensor<2x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x0: tensor<8x4xf32>, %x1: tensor<8x5xf32>, %i: tensor<2x1xi32>, %u0: tensor<2x4xf32>, %u1: tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C1)}}
  %0:2 = "stablehlo.scatter"(%x0, %x1, %i, %u0, %u1) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>, %a3: tensor<f32>):
    stablehlo.return %a0, %a1 : tensor<f32>, tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<8x5xf32>, tensor<2x1xi32>, tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<8x4xf32>, tensor<8x5xf32>)
  return
}

// -----

func.func @main(%x0: tensor<8x4xf32>, %x1: tensor<8x4xf32>, %i: tensor<2x1xi32>, %u0: tensor<2x4xf32>, %u1: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C3)}}
  %0:2 = "stablehlo.scatter"(%x0, %x1, %i, %u0, %u1) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>, %a3: tensor<f32>):
    stablehlo.return %a0, %a1 : tensor<f32>, tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>, tensor<2x3xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  return
}

// -----

func.func @main(%x0: tensor<3x2xf32>, %i: tensor<2x3x0xi32>, %u0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C12)}}
  %0 = "stablehlo.scatter"(%x0, %i, %u0) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<input_batching_dims = [1, 0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [], index_vector_dim = 2>} : (tensor<3x2xf32>, tensor<2x3x0xi32>, tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @main(%x0: tensor<2x4xf32>, %i: tensor<2x1xi32>, %u0: tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C13)}}
  %0 = "stablehlo.scatter"(%x0, %i, %u0) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [2], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>} : (tensor<2x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @main(%x0: tensor<2x2xf32>, %i: tensor<2x2x0xi32>, %u0: tensor<2x2xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C14)}}
  %0 = "stablehlo.scatter"(%x0, %i, %u0) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [], index_vector_dim = 2>} : (tensor<2x2xf32>, tensor<2x2x0xi32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @main(%x0: tensor<2x4xf32>, %i: tensor<2x1xi32>, %u0: tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C15)}}
  %0 = "stablehlo.scatter"(%x0, %i, %u0) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>} : (tensor<2x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @main(%x0: tensor<1x4xf32>, %i: tensor<2x1xi32>, %u0: tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C16)}}
  %0 = "stablehlo.scatter"(%x0, %i, %u0) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>} : (tensor<1x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @main(%x0: tensor<2x4xf32>, %i: tensor<2x1xi32>, %u0: tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C20)}}
  %0 = "stablehlo.scatter"(%x0, %i, %u0) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<2x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %i: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.torch_index_select' expected indices of integers}}
  %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<8x4xf32>, tensor<2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %i: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.torch_index_select' expected 'dim' in [0, 2)}}
  %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 2 : i64, batch_dims = 0 : i64} : (tensor<8x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %i: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.torch_index_select' expected 'batch_dims' in [0, 1)}}
  %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 1 : i64} : (tensor<8x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %i: tensor<2x3xi32>) {
  // expected-error @+1 {{'stablehlo.torch_index_select' expected batch dims [8], got [2]}}
  %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<8x4xf32>, tensor<2x3xi32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %i: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.torch_index_select' expected a result of shape [2, 4]}}
  %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<8x4xf32>, tensor<2xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %i: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.torch_index_select' expected a result of 'f32'}}
  %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<8x4xf32>, tensor<2xi32>) -> tensor<2x4xf64>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' (I3)}}
  %0 = "stablehlo.dynamic_update_slice"(%x, %x, %f, %f) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>, tensor<f32>) -> tensor<8x4xf32>
  return
}
