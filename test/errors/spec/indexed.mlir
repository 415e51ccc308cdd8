// Constraints of dynamic slices, gather and scatter. Labels are those of the StableHLO specification.
// RUN: det-opt %s --det-verify-input --split-input-file --verify-diagnostics

func.func @main(%x: tensor<8x4xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' (C1)}}
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [2, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf16>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' (C2): expected 2 start indices, got 1}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2, 4] : (tensor<8x4xf32>, tensor<i32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %i: tensor<i32>, %l: tensor<i64>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' (C3)}}
  %0 = stablehlo.dynamic_slice %x, %i, %l, sizes = [2, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' (I2)}}
  %0 = stablehlo.dynamic_slice %x, %f, %f, sizes = [2, 4] : (tensor<8x4xf32>, tensor<f32>, tensor<f32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' (C4)}}
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [9, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<9x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' (C5)}}
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [2, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %i: tensor<i32>, %u: tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' (C1)}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %i: tensor<i32>, %h: tensor<2x4xf16>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' (C2)}}
  %0 = stablehlo.dynamic_update_slice %x, %h, %i, %i : (tensor<8x4xf32>, tensor<2x4xf16>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %i: tensor<i32>, %f: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' (C3)}}
  %0 = stablehlo.dynamic_update_slice %x, %f, %i, %i : (tensor<8x4xf32>, tensor<f32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %i: tensor<i32>, %u: tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' (C4)}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %i: tensor<i32>, %l: tensor<i64>, %u: tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' (C5)}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %l : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i64>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %i: tensor<i32>, %u: tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' (C6)}}
  %0 = stablehlo.dynamic_update_slice %u, %x, %i, %i : (tensor<2x4xf32>, tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C1)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C2)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C3)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C4)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C5)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C6)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C7)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C8)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C9)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C10)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C11)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [2], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C13)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C14)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C15)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C16)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C17)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C19)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C20)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4, 1>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C21)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C22): expected a result of shape [3, 4], got [3, 5]}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' (C23)}}
  %0 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf16>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>, %v: tensor<3x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C2)}}
  %0 = "stablehlo.scatter"(%x, %n, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %u: tensor<2x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C4): expected updates of at most [3, 4], got [2, 4]}}
  %0 = "stablehlo.scatter"(%x, %n, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<2x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C5)}}
  %0 = "stablehlo.scatter"(%x, %n) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %h: tensor<2x4xf16>, %n: tensor<3x1xi32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C6)}}
  %0 = "stablehlo.scatter"(%x, %n, %h) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<2x4xf16>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>, %v: tensor<3x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C7)}}
  %0 = "stablehlo.scatter"(%x, %n, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>, %v: tensor<3x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C8)}}
  %0 = "stablehlo.scatter"(%x, %n, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>, %v: tensor<3x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C9)}}
  %0 = "stablehlo.scatter"(%x, %n, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>, %v: tensor<3x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C10)}}
  %0 = "stablehlo.scatter"(%x, %n, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1, 0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>, %v: tensor<3x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C11)}}
  %0 = "stablehlo.scatter"(%x, %n, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>, %v: tensor<3x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C17)}}
  %0 = "stablehlo.scatter"(%x, %n, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>, %v: tensor<3x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C18)}}
  %0 = "stablehlo.scatter"(%x, %n, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>, %v: tensor<3x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C19)}}
  %0 = "stablehlo.scatter"(%x, %n, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>, %v: tensor<3x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C21)}}
  %0 = "stablehlo.scatter"(%x, %n, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [2], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>, %v: tensor<3x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C22)}}
  %0 = "stablehlo.scatter"(%x, %n, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 3>} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>, %v: tensor<3x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C23): expected region 0 to take 2 scalars, got 1}}
  %0 = "stablehlo.scatter"(%x, %n, %v) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>, %v: tensor<3x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C24)}}
  %0 = "stablehlo.scatter"(%x, %n, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %n: tensor<3x1xi32>, %v: tensor<3x4xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' (C25)}}
  %0 = "stablehlo.scatter"(%x, %n, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf16>
  return
}
