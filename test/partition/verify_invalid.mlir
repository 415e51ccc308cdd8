// RUN: det-opt --det-verify-partition --split-input-file --verify-diagnostics %s

// P1: one edge too few.
module attributes {det.mesh = #det.mesh<["data"=4]>} {
// expected-error@+1 {{expected edges of all shards, from 0 to the dim's size}}
func.func @main(%x: tensor<8xf32> {det.layout = #det.layout<[{"data"}[0, 2, 4, 8]]>}) {
  return
}
}

// -----

// P2: a result in another layout than it says.
module attributes {det.mesh = #det.mesh<["data"=2]>} {
// expected-error@+1 {{result 0: expected layout #det.layout<[{}]>, got #det.layout<[{"data"}[0, 4, 8]]>}}
func.func @main(%x: tensor<8xf32> {det.layout = #det.layout<[{"data"}[0, 4, 8]]>}) -> (tensor<8xf32> {det.layout = #det.layout<[{}]>}) {
  return %x : tensor<8xf32>
}
}

// -----

// P5: an operand that an op cannot read where it is.
module attributes {det.mesh = #det.mesh<["data"=2]>} {
func.func @main(%x: tensor<8xf32> {det.layout = #det.layout<[{"data"}[0, 4, 8]]>}) -> (tensor<8xf32> {det.layout = #det.layout<[{}]>}) {
  // expected-error@+1 {{expected operand 0 in layout #det.layout<[{}]>, got #det.layout<[{"data"}[0, 4, 8]]>}}
  %y = det.tanh %x {layouts = [#det.layout<[{}]>]} : tensor<8xf32>
  return %y : tensor<8xf32>
}
}

// -----

// P6: a split that cuts a leaf.
module attributes {det.mesh = #det.mesh<["data"=2]>} {
func.func @main(%x: tensor<64x64xf32> {det.layout = #det.layout<[{}, {"data"}[0, 32, 64]]>}, %w: tensor<64x64xf32> {det.layout = #det.layout<[{"data"}[0, 32, 64], {}]>})
    -> (tensor<64x64xf32> {det.layout = #det.layout<[{}, {}]>}) {
  // expected-error@+1 {{expected a split that cuts no leaf}}
  %p = det.dot %x, %w, batching = [] x [], contracting = [1] x [0] {layouts = [#det.layout<[{}, {}], partial = [{"data"}[0, 32, 64]]>],
      order = #det.order<levels = [(0, 64)], leaf = fold, acc = f32>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = det.join %p {layouts = [#det.layout<[{}, {}]>]} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
}

// -----

// P3: a partial value that is not joined.
module attributes {det.mesh = #det.mesh<["data"=2]>} {
func.func @main(%x: tensor<64x64xf32> {det.layout = #det.layout<[{}, {"data"}[0, 32, 64]]>}, %w: tensor<64x64xf32> {det.layout = #det.layout<[{"data"}[0, 32, 64], {}]>})
    -> (tensor<64x64xf32> {det.layout = #det.layout<[{}, {}]>}) {
  // expected-error@+1 {{expected a partial value to be a reduction's and to be joined before any other use}}
  %p = det.dot %x, %w, batching = [] x [], contracting = [1] x [0] {layouts = [#det.layout<[{}, {}], partial = [{"data"}[0, 32, 64]]>],
      order = #det.order<levels = [(0, 16)], leaf = fold, acc = f32>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  // expected-error@+1 {{expected joined operands}}
  %y = det.tanh %p {layouts = [#det.layout<[{}, {}]>]} : tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
}

// -----

// P10: an exchange from shards that do not have every element.
module attributes {det.mesh = #det.mesh<["data"=2]>} {
func.func @main(%x: tensor<8xf32> {det.layout = #det.layout<[{"data"}[0, 4, 8]]>}) -> (tensor<8xf32> {det.layout = #det.layout<[{}]>}) {
  %r = det.exchange %x {layouts = [#det.layout<[{"data"}[0:5, 4:8]]>]} : tensor<8xf32>
  // expected-error@+1 {{expected an operand of which every element has one shard to take it from}}
  %y = det.exchange %r {layouts = [#det.layout<[{}]>]} : tensor<8xf32>
  %one = det.exchange %x {layouts = [#det.layout<[{}[3:4]]>]} : tensor<8xf32>
  // expected-error@+1 {{expected an operand of which every element has one shard to take it from}}
  %z = det.exchange %one {layouts = [#det.layout<[{}]>]} : tensor<8xf32>
  return %y : tensor<8xf32>
}
}

// -----

// P5: a convolution that lacks the rows of the border.
module attributes {det.mesh = #det.mesh<["data"=2]>} {
func.func @main(%x: tensor<1x8x4xf32> {det.layout = #det.layout<[{}, {"data"}[0, 4, 8], {}]>}, %k: tensor<3x4x4xf32> {det.layout = #det.layout<[{}, {}, {}]>})
    -> (tensor<1x8x4xf32> {det.layout = #det.layout<[{}, {"data"}[0, 4, 8], {}]>}) {
  // expected-error@+1 {{expected operand 0 in layout #det.layout<[{}, {"data"}[0:5, 3:8], {}]>, got #det.layout<[{}, {"data"}[0, 4, 8], {}]>}}
  %y = det.convolution %x, %k {lhs_batch = 0 : i64, lhs_feature = 2 : i64, lhs_spatial = array<i64: 1>,
    rhs_input_feature = 1 : i64, rhs_output_feature = 2 : i64, rhs_spatial = array<i64: 0>, result_batch = 0 : i64, result_feature = 2 : i64, result_spatial = array<i64: 1>,
    strides = array<i64: 1>, low = array<i64: 1>, high = array<i64: 1>, lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1>,
    reversal = array<i1: false>, feature_groups = 1 : i64, batch_groups = 1 : i64,
    order = #det.order<levels = [(1, 64)], leaf = fold, acc = f32>, layouts = [#det.layout<[{}, {"data"}[0, 4, 8], {}]>]}
    : (tensor<1x8x4xf32>, tensor<3x4x4xf32>) -> tensor<1x8x4xf32>
  return %y : tensor<1x8x4xf32>
}
}

// -----

// P1: shards that do not lie in the dim; of an uncut dim too.
module attributes {det.mesh = #det.mesh<["data"=2]>} {
func.func @main(%x: tensor<8xf32> {det.layout = #det.layout<[{"data"}[0, 4, 8]]>}) -> (tensor<8xf32> {det.layout = #det.layout<[{"data"}[0, 4, 8]]>}) {
  // expected-error@+1 {{expected edges of all shards, from 0 to the dim's size}}
  %r = det.exchange %x {layouts = [#det.layout<[{"data"}[0:5, 4:9]]>]} : tensor<8xf32>
  // expected-error@+1 {{expected edges of all shards, from 0 to the dim's size}}
  %s = det.exchange %x {layouts = [#det.layout<[{}[3:9]]>]} : tensor<8xf32>
  return %x : tensor<8xf32>
}
}
