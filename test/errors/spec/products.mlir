// Constraints of products and solvers. Labels are those of the StableHLO specification.
// RUN: det-opt %s --det-verify-input --split-input-file --verify-diagnostics

func.func @main(%x: tensor<2x8x6xf32>, %y: tensor<2x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' (C1)}}
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x8x6xf32>, tensor<2x6x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %y: tensor<2x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' (C2)}}
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = []>} : (tensor<2x8x6xf32>, tensor<2x6x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %y: tensor<2x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' (C3)}}
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [1]>} : (tensor<2x8x6xf32>, tensor<2x6x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %y: tensor<2x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' (C4)}}
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>} : (tensor<2x8x6xf32>, tensor<2x6x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %y: tensor<2x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' (C5)}}
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [3], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x8x6xf32>, tensor<2x6x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %y: tensor<2x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' (C6)}}
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [1]>} : (tensor<2x8x6xf32>, tensor<2x6x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %y: tensor<2x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' (C7)}}
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [-1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x8x6xf32>, tensor<2x6x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %y: tensor<2x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' (C8)}}
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]>} : (tensor<2x8x6xf32>, tensor<2x6x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %y: tensor<2x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' (C9): expected batching dims of equal size, got 2 and 4}}
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [2], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x8x6xf32>, tensor<2x6x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %y: tensor<2x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' (C10)}}
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>} : (tensor<2x8x6xf32>, tensor<2x6x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %y: tensor<2x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' (C11)}}
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>]} : (tensor<2x8x6xf32>, tensor<2x6x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %y: tensor<2x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' (C12)}}
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x8x6xf32>, tensor<2x6x4xf32>) -> tensor<2x8x5xf32>
  return
}

// -----

func.func @main(%x: tensor<2x8x6xf32>, %i: tensor<2x6x4xi32>) {
  // expected-error @+1 {{'stablehlo.dot_general' (C13)}}
  %0 = "stablehlo.dot_general"(%x, %i) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x8x6xf32>, tensor<2x6x4xi32>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @main(%m: tensor<6x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot' expected contracting dims of equal size, got 4 and 6}}
  %0 = "stablehlo.dot"(%m, %m) : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
  return
}

// -----

func.func @main(%m: tensor<6x4xf32>) {
  // expected-error @+1 {{'stablehlo.cholesky' (C3)}}
  %0 = "stablehlo.cholesky"(%m) {lower = true} : (tensor<6x4xf32>) -> tensor<6x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x6xf32>, %y: tensor<6x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' (C21)}}
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>], algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>} : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x6xf32>, %y: tensor<6x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' (C22)}}
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>} : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x6xf32>, %y: tensor<6x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' (C23)}}
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 0, num_primitive_operations = 1, allow_imprecise_accumulation = false>} : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x6xf32>, %y: tensor<6x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' (C24)}}
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false>} : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
  return
}
