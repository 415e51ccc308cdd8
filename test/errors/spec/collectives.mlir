// Constraints of collectives. Labels are those of the StableHLO specification.
// RUN: det-opt %s --det-verify-input --split-input-file --verify-diagnostics

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' (C1)}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' (C2)}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<16x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' (C4)}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<16x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' (C5)}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<16x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' (C6): expected results of shape [16, 4], got [8, 4]}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' (C1)}}
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' (C3)}}
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' (C4)}}
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' (C5)}}
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' (C6)}}
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' (C7)}}
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf16>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' (C1)}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 2 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' (C2)}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' (C3)}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 2 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' (C4)}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' (C5)}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' (C7)}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' (C8)}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' (C9)}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' (C1)}}
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' (C2)}}
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' (C3)}}
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' (C1)}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' (C2)}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' (C3)}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' (C4)}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' (C5)}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' (C1)}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' (C2)}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' (C3)}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' (C5)}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' (C6)}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 0 : i64, use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' (C7)}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' (C8)}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' (C9)}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<4x4xf16>
  return
}

// -----

func.func @main() {
  // expected-error @+1 {{'stablehlo.partition_id' (O1)}}
  %0 = "stablehlo.partition_id"() : () -> tensor<i32>
  return
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<8x4xf32>) {
    // expected-error @+1 {{'stablehlo.all_gather' (C3): expected 'replica_groups' of all 4 processes, got 2}}
    %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<16x4xf32>
    return
  }
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' (C4): expected 'replica_groups' in [0, 2), got 2}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<16x4xf32>
  return
}

// -----

module attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<8x4xf32>) {
    // expected-error @+1 {{'stablehlo.all_reduce' (C2)}}
    %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<8x4xf32>) {
    // expected-error @+1 {{'stablehlo.all_to_all' (C6)}}
    %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
    return
  }
}

// -----

func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' (C9): expected results of shape [8, 4], got [4, 4]}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<8x4xf32>) {
    // expected-error @+1 {{'stablehlo.collective_broadcast' (C2): expected 'replica_groups' in [0, 4), got 4}}
    %0 = "stablehlo.collective_broadcast"(%x) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<8x4xf32>) {
    // expected-error @+1 {{'stablehlo.collective_permute' (C4): expected 'source_target_pairs' in [0, 4), got 4}}
    %0 = "stablehlo.collective_permute"(%x) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 4]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<8x4xf32>) {
    // expected-error @+1 {{'stablehlo.reduce_scatter' (C4)}}
    %0 = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {scatter_dimension = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<4x4xf32>
    return
  }
}
