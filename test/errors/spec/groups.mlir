// Constraints on the types of collectives' attributes. Labels are those of the StableHLO specification.
// RUN: det-opt %s --det-verify-input --split-input-file --verify-diagnostics

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' (I3)}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi32>} : (tensor<8x4xf32>) -> tensor<16x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' (I2)}}
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi32>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' (I5)}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi32>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' (I2)}}
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi32>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' (I2)}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi32>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' (I3)}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi32>} : (tensor<8x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @main() {
  // expected-error @+1 {{'stablehlo.replica_id' (O1)}}
  %0 = "stablehlo.replica_id"() : () -> tensor<ui64>
  return
}
