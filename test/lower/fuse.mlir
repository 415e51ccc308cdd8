// RUN: det-opt %s --det-fuse | FileCheck %s

// An elementwise chain is one region; the bias is absorbed as an access pattern, the splat is computed inside.
// CHECK-LABEL: func.func @chain
// CHECK: %[[R:.*]] = det.region %arg0, %arg1 {
// CHECK: det.broadcast_in_dim
// CHECK: det.add
// CHECK: det.constant
// CHECK: det.multiply
// CHECK: det.yield
// CHECK: return %[[R]]
func.func @chain(%x: tensor<4x8xf32>, %bias: tensor<8xf32>) -> tensor<4x8xf32> {
  %b = det.broadcast_in_dim %bias, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %0 = det.add %x, %b : tensor<4x8xf32>
  %c = det.constant dense<2.0> : tensor<4x8xf32>
  %1 = det.multiply %0, %c : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// Reductions of rows, and what lives at row level, join their rows: a centred row is one region.
// CHECK-LABEL: func.func @rows
// CHECK-COUNT-1: det.region
// CHECK-NOT: det.region
func.func @rows(%x: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %zero = det.constant dense<0.0> : tensor<f32>
  %s = det.reduce add %x, %zero, dims = [1] {order = #det.order<levels = [(0, 64)], leaf = lanes<32>, acc = f32>} : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
  %n = det.constant dense<64.0> : tensor<4xf32>
  %m = det.divide %s, %n : tensor<4xf32>
  %b = det.broadcast_in_dim %m, dims = [0] : (tensor<4xf32>) -> tensor<4x64xf32>
  %d = det.subtract %x, %b : tensor<4x64xf32>
  return %d : tensor<4x64xf32>
}

// A column reduction takes the producers that only it needs, and ends its region.
// CHECK-LABEL: func.func @columns
// CHECK: %[[SUM:.*]] = det.region %arg0, %arg1 {
// CHECK: det.multiply
// CHECK: %[[ROOT:.*]] = det.reduce add
// CHECK: det.yield %[[ROOT]]
// CHECK: det.region %[[SUM]] {
// CHECK: det.sqrt
func.func @columns(%x: tensor<16x8xf32>, %y: tensor<16x8xf32>) -> tensor<8xf32> {
  %zero = det.constant dense<0.0> : tensor<f32>
  %0 = det.multiply %x, %y : tensor<16x8xf32>
  %1 = det.reduce add %0, %zero, dims = [0] {order = #det.order<levels = [(0, 1)], leaf = fold, acc = f32>} : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = det.sqrt %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// A value that leaves the region is an output of it; a product stays outside.
// CHECK-LABEL: func.func @outputs
// CHECK: %[[R:.*]]:2 = det.region
// CHECK: det.yield %{{.*}}, %{{.*}}
// CHECK: det.dot %[[R]]#0, %[[R]]#1
func.func @outputs(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = det.exponential %x : tensor<4x4xf32>
  %1 = det.negate %0 : tensor<4x4xf32>
  %2 = det.dot %0, %1, batching = [] x [], contracting = [1] x [0] {order = #det.order<levels = [], leaf = fold, acc = f32>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// A row that another row needs is no row of the same region: the value is stored and read through the transposing broadcast.
// CHECK-LABEL: func.func @crossed
// CHECK: %[[FIRST:.*]] = det.region
// CHECK: det.region {{.*}}%[[FIRST]]
func.func @crossed(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = det.constant dense<0.0> : tensor<f32>
  %s = det.reduce add %x, %zero, dims = [1] {order = #det.order<levels = [], leaf = lanes<32>, acc = f32>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = det.broadcast_in_dim %s, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
  %d = det.subtract %x, %b : tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}

// A way through a product keeps two groups apart: no region may need its own result.
// CHECK-LABEL: func.func @around
// CHECK: %[[A:.*]] = det.region
// CHECK: %[[D:.*]] = det.dot %[[A]]
// CHECK: det.region {{.*}}%[[D]]
func.func @around(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = det.exponential %x : tensor<4x4xf32>
  %1 = det.dot %0, %w, batching = [] x [], contracting = [1] x [0] {order = #det.order<levels = [], leaf = fold, acc = f32>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = det.add %0, %1 : tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// What only a late op needs is computed late: the update of a moment is one region, although its first op stands before the product.
// CHECK-LABEL: func.func @late
// CHECK-NOT: det.region
// CHECK: det.dot
// CHECK: det.region
// CHECK-NOT: det.region
func.func @late(%mu: tensor<4x4xf32>, %x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %c = det.constant dense<0.9> : tensor<4x4xf32>
  %0 = det.multiply %mu, %c : tensor<4x4xf32>
  %g = det.dot %x, %w, batching = [] x [], contracting = [1] x [0] {order = #det.order<levels = [], leaf = fold, acc = f32>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = det.add %0, %g : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// A cheap value of the first half is computed again in the second, not stored: the first region has one output.
// CHECK-LABEL: func.func @again
// CHECK: %[[A:.*]] = det.region %arg0, %arg1 {
// CHECK: det.dot %[[A]]
// CHECK: det.region %arg0, %arg1
// CHECK: det.add
// CHECK: det.multiply
func.func @again(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = det.add %x, %y : tensor<4x4xf32>
  %1 = det.exponential %0 : tensor<4x4xf32>
  %2 = det.dot %1, %w, batching = [] x [], contracting = [1] x [0] {order = #det.order<levels = [], leaf = fold, acc = f32>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = det.multiply %0, %2 : tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// Different cuts never share a region.
// CHECK-LABEL: func.func @cuts
// CHECK: %[[A:.*]] = det.region %arg0 {{.*}}layouts = [#det.layout<[{"data"}[0, 2, 4]]>]
// CHECK: %[[E:.*]] = det.exchange %[[A]]
// CHECK: det.region %[[E]] {{.*}}layouts = [#det.layout<[{}]>]
func.func @cuts(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = det.exponential %x {layouts = [#det.layout<[{"data"}[0, 2, 4]]>]} : tensor<4xf32>
  %1 = det.exchange %0 {layouts = [#det.layout<[{}]>]} : tensor<4xf32>
  %2 = det.exponential %1 {layouts = [#det.layout<[{}]>]} : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// A fill that a product reads must exist: it is a region without inputs.
// CHECK-LABEL: func.func @fill
// CHECK: %[[F:.*]] = det.region {
// CHECK: det.iota
// CHECK: det.dot %[[F]], %arg0
func.func @fill(%w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = det.iota dim = 1 : tensor<4x4xf32>
  %1 = det.dot %0, %w, batching = [] x [], contracting = [1] x [0] {order = #det.order<levels = [], leaf = fold, acc = f32>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// Sums of the rows of two tensors that meet only at row level: one region over one space, whatever connects the tensors elsewhere.
// CHECK-LABEL: func.func @parts
// CHECK-COUNT-1: det.region %arg0, %arg1
// CHECK-NOT: det.region
func.func @parts(%x: tensor<8x6xf32>, %y: tensor<8x6xf32>) -> tensor<8xf32> {
  %zero = det.constant dense<0.0> : tensor<f32>
  %a = det.reduce add %x, %zero, dims = [1] {order = #det.order<levels = [], leaf = lanes<32>, acc = f32>} : (tensor<8x6xf32>, tensor<f32>) -> tensor<8xf32>
  %b = det.reduce add %y, %zero, dims = [1] {order = #det.order<levels = [], leaf = lanes<32>, acc = f32>} : (tensor<8x6xf32>, tensor<f32>) -> tensor<8xf32>
  %d = det.add %a, %b : tensor<8xf32>
  return %d : tensor<8xf32>
}

// No kernel runs over nothing: a sum without terms is its init, a product without terms zero.
// CHECK-LABEL: func.func @empty
// CHECK: det.region {
// CHECK: det.constant dense<2.0
// CHECK-NOT: det.reduce
// CHECK-NOT: det.dot
// CHECK: return
func.func @empty(%x: tensor<0x3xf32>) -> tensor<3x3xf32> {
  %two = det.constant dense<2.0> : tensor<f32>
  %0 = det.exponential %x : tensor<0x3xf32>
  %1 = det.reduce add %0, %two, dims = [0] {order = #det.order<levels = [(0, 1)], leaf = fold, acc = f32>} : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = det.dot %0, %x, batching = [] x [], contracting = [0] x [0] {order = #det.order<levels = [], leaf = fold, acc = f32>} : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<3x3xf32>
  %3 = det.broadcast_in_dim %1, dims = [1] : (tensor<3xf32>) -> tensor<3x3xf32>
  %4 = det.add %2, %3 : tensor<3x3xf32>
  return %4 : tensor<3x3xf32>
}

// A broadcast that permutes dims stays outside: it is a view, like a transpose.
// CHECK-LABEL: func.func @permuting_broadcast
// CHECK: %[[T:.*]] = det.broadcast_in_dim %arg0, dims = [2, 1, 0]
// CHECK: det.region %[[T]], %arg1 {
func.func @permuting_broadcast(%x: tensor<12x4x4xf32>, %bias: tensor<4xf32>) -> tensor<4x4x12xf32> {
  %t = det.broadcast_in_dim %x, dims = [2, 1, 0] : (tensor<12x4x4xf32>) -> tensor<4x4x12xf32>
  %b = det.broadcast_in_dim %bias, dims = [1] : (tensor<4xf32>) -> tensor<4x4x12xf32>
  %0 = det.add %t, %b : tensor<4x4x12xf32>
  return %0 : tensor<4x4x12xf32>
}

// A reduction of values and indices reads one line of indices through a view.
// CHECK-LABEL: func.func @largest
// CHECK: %[[LINE:.*]] = det.region {
// CHECK: det.iota dim = 0 : tensor<64xi32>
// CHECK: %[[INDICES:.*]] = det.broadcast_in_dim %[[LINE]], dims = [1] : (tensor<64xi32>) -> tensor<4x64xi32>
// CHECK: det.generic_reduce(%arg0, %[[INDICES]])
func.func @largest(%x: tensor<4x64xf32>) -> tensor<4xi32> {
  %low = det.constant dense<0xFF800000> : tensor<f32>
  %zero = det.constant dense<0> : tensor<i32>
  %line = det.iota dim = 0 : tensor<64xi32>
  %indices = det.broadcast_in_dim %line, dims = [1] : (tensor<64xi32>) -> tensor<4x64xi32>
  %0:2 = det.generic_reduce(%x, %indices) init(%low, %zero) dims = [1] attributes {order = #det.order<levels = [(0, 64)], leaf = lanes<32>, acc = f32>} {
  ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %j: tensor<i32>):
    %1 = det.compare ge, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = det.select %1, %a, %b : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %3 = det.select %1, %i, %j : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    det.yield %2, %3 : tensor<f32>, tensor<i32>
  } : (tensor<4x64xf32>, tensor<4x64xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
  return %0#1 : tensor<4xi32>
}
