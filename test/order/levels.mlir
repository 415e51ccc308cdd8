// Levels of results: what only selected metrics need is lowered, through loops too, and keeps its order.
// RUN: det-opt --det-order --det-select-levels="level=loss=not_guaranteed,probe=not_guaranteed" --det-verify-ordered %s | FileCheck %s
// RUN: det-opt --det-order --det-select-levels="level=mesh_to_mesh,*o*=not_guaranteed,probe=mesh_to_mesh,norm=run_to_run" %s | FileCheck %s --check-prefix=LAST
// RUN: det-opt --det-order --det-select-levels="level=loss=not_guaranteed" %s | det-opt --det-order --det-select-levels | FileCheck %s --check-prefix=AGAIN
// RUN: det-opt --det-order=level=not_guaranteed --det-select-levels="level=*=not_guaranteed" %s | FileCheck %s --check-prefix=AGAIN
// RUN: not det-opt --det-order --det-select-levels="level=norm=not_guaranteed" %s 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not det-opt --det-order --det-select-levels="level=half=not_guaranteed" %s 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not det-opt --det-order --det-select-levels="level=turns=not_guaranteed" %s 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not det-opt --det-order --det-select-levels="level=w=not_guaranteed" %s 2>&1 | FileCheck %s --check-prefix=STATE
// RUN: not det-opt --det-order --det-select-levels="level=count=not_guaranteed" %s 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not det-opt --det-order --det-select-levels="level=lass=not_guaranteed" %s 2>&1 | FileCheck %s --check-prefix=MATCH
// RUN: not det-opt --det-order --det-select-levels="level=loss=device_to_device" %s 2>&1 | FileCheck %s --check-prefix=ABOVE
// RUN: not det-opt --det-order="level=mesh_to_mesh,loss=exact" %s 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not det-opt --det-order="level=mesh_to_mesh,not_guaranteed" %s 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not det-opt --det-order="level==not_guaranteed" %s 2>&1 | FileCheck %s --check-prefix=EMPTY

// CHECK: det.level = "mesh_to_mesh"
// The sum of the loss, and the sums behind it that nothing else reads: in the body of a loop, in front of it.
// CHECK: %[[ROWS:.*]] = det.reduce add %arg1
// CHECK-SAME: det.below = {results = ["loss"], why = "--level='loss=not_guaranteed'"}, det.level = "not_guaranteed", order = #det.order
// CHECK: det.while
// The predicate decides when the loop ends, and so about all that it carries.
// CHECK: det.reduce add
// CHECK-NOT: det.level
// CHECK: det.compare
// CHECK: } do {
// CHECK: det.reduce add
// CHECK-SAME: det.below = {results = ["loss"]
// The other carried value goes to state.
// CHECK: det.reduce add
// CHECK-NOT: det.level
// CHECK: det.yield
// CHECK: det.reduce add
// CHECK-SAME: det.below = {results = ["loss"]
// A product for a metric. A sum of integers has the same bits in any order.
// CHECK: det.dot
// CHECK-SAME: det.below = {results = ["probe"], why = "--level='probe=not_guaranteed'"}, det.level = "not_guaranteed"
// CHECK: det.reduce add
// CHECK-NOT: det.level
// CHECK: return

// The last match wins; a level between not_guaranteed and the module's is the module's.
// LAST-COUNT-3: det.below = {results = ["loss"], why = "--level='*o*=not_guaranteed'"}
// LAST-NOT: det.below

// Options decide about an ordered text that is compiled again; at the module's own level there is nothing to lower.
// AGAIN: det.level =
// AGAIN-NOT: det.below
// AGAIN-NOT: det.level =

// SHARED: levels.mlir:{{[0-9]+}}:{{.*}}error: --level='norm=not_guaranteed': result 'norm' takes a sum that state 'w' takes too: reduce -> sqrt -> result 'norm', and reduce -> broadcast_in_dim -> add -> add -> state 'w'; leave the result out, or give it a sum of its own
// OTHER: error: {{.*}}--level='half=not_guaranteed': result 'half' takes a sum that state 'w' takes too: reduce "squares" -> multiply -> result 'half', and reduce "squares" -> while -> broadcast_in_dim -> add -> state 'w';
// LOOP: error: --level='turns=not_guaranteed': result 'turns' takes a sum that state 'w' takes too: reduce -> compare -> while -> result 'turns', and reduce -> compare -> while -> broadcast_in_dim -> add -> state 'w';
// STATE: error: --level='w=not_guaranteed' names state 'w': state has the level of the module; expected metrics, which are 'loss', 'norm', 'half', 'probe', 'turns', 'count'
// NOTHING: error: --level='count=not_guaranteed' frees nothing: result 'count' takes no sum whose bits depend on order; leave it out
// MATCH: error: --level='lass=not_guaranteed' matches no result; metrics are 'loss', 'norm'
// ABOVE: error: --level='loss=device_to_device' is above the level of the module, mesh_to_mesh
// WORD: error: expected level not_guaranteed, run_to_run, mesh_to_mesh or device_to_device, got 'exact' for results 'loss'
// TWICE: error: expected one level of the module, got 'mesh_to_mesh' and 'not_guaranteed'; that of some results is written GLOB=LEVEL
// EMPTY: error: expected a glob over results before '=' of a level, got '=not_guaranteed'

func.func @main(%w: tensor<64xf32> {det.name = "w", det.kind = "state"}, %x: tensor<16x64xf32> {det.name = "x", det.kind = "batch"})
    -> (tensor<64xf32> {det.name = "w", det.kind = "state"}, tensor<f32> {det.name = "loss", det.kind = "metric"},
        tensor<f32> {det.name = "norm", det.kind = "metric"}, tensor<f32> {det.name = "half", det.kind = "metric"},
        tensor<64x64xf32> {det.name = "probe", det.kind = "metric"}, tensor<f32> {det.name = "turns", det.kind = "metric"},
        tensor<i32> {det.name = "count", det.kind = "metric"}) {
  %zero = det.constant dense<0.0> : tensor<f32>
  %one = det.constant dense<1.0> : tensor<f32>
  %none = det.constant dense<0> : tensor<i32>
  %ones = det.constant dense<1> : tensor<64xi32>
  %rows = det.reduce add %x, %zero, dims = [1] : (tensor<16x64xf32>, tensor<f32>) -> tensor<16xf32>
  %column = det.reduce add %x, %zero, dims = [0] : (tensor<16x64xf32>, tensor<f32>) -> tensor<64xf32>
  %sum = det.reduce add %column, %zero, dims = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
  %norm = det.sqrt %sum : tensor<f32>
  %square = det.multiply %x, %x : tensor<16x64xf32>
  %squares = det.reduce add %square, %zero, dims = [0, 1] : (tensor<16x64xf32>, tensor<f32>) -> tensor<f32> loc("squares")
  %half = det.multiply %squares, %squares : tensor<f32>
  %r:3 = det.while(%zero, %squares, %one) {
  ^bb0(%a: tensor<f32>, %g: tensor<f32>, %t: tensor<f32>):
    %limit = det.reduce add %x, %zero, dims = [0, 1] : (tensor<16x64xf32>, tensor<f32>) -> tensor<f32>
    %c = det.compare lt, %t, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    det.yield %c : tensor<i1>
  } do {
  ^bb0(%a: tensor<f32>, %g: tensor<f32>, %t: tensor<f32>):
    %as = det.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %more = det.add %rows, %as : tensor<16xf32>
    %a1 = det.reduce add %more, %zero, dims = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %gs = det.broadcast_in_dim %g, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %scaled = det.multiply %column, %gs : tensor<64xf32>
    %g1 = det.reduce add %scaled, %zero, dims = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
    %t1 = det.add %t, %one : tensor<f32>
    det.yield %a1, %g1, %t1 : tensor<f32>, tensor<f32>, tensor<f32>
  } : (tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>)
  %last = det.broadcast_in_dim %r#0, dims = [] : (tensor<f32>) -> tensor<16xf32>
  %losses = det.add %rows, %last : tensor<16xf32>
  %loss = det.reduce add %losses, %zero, dims = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
  %probe = det.dot %x, %x, batching = [] x [], contracting = [0] x [0] : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<64x64xf32>
  %count = det.reduce add %ones, %none, dims = [0] : (tensor<64xi32>, tensor<i32>) -> tensor<i32>
  %spread = det.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> tensor<64xf32>
  %w1 = det.add %w, %spread : tensor<64xf32>
  %grads = det.broadcast_in_dim %r#1, dims = [] : (tensor<f32>) -> tensor<64xf32>
  %w2 = det.add %w1, %grads : tensor<64xf32>
  return %w2, %loss, %norm, %half, %probe, %r#2, %count
    : tensor<64xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<64x64xf32>, tensor<f32>, tensor<i32>
}
