// Meshes and patterns: what is taken, and what is refused with one message.
// RUN: det-opt --det-partition="mesh=data=2,model=2 shard=*.w=[{},{model}];x=[{data}]" %s | FileCheck %s
// RUN: det-opt --det-partition="mesh=data=2 shard=*=[];x=[{data}]" %s | FileCheck %s --check-prefix=LAST
// RUN: not det-opt --det-partition="mesh=data=0" %s 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not det-opt --det-partition="mesh=data=-1" %s 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not det-opt --det-partition="mesh=data=x" %s 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not det-opt --det-partition="mesh=data=2,data=4" %s 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not det-opt --det-partition="mesh=data" %s 2>&1 | FileCheck %s --check-prefix=BARE
// RUN: not det-opt --det-partition="mesh=data=4,micro=8:time" %s 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: not det-opt --det-partition="mesh=pipe=2:stage" %s 2>&1 | FileCheck %s --check-prefix=STAGE
// RUN: not det-opt --det-partition="mesh=data=2 shard=nothing=[{data}]" %s 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not det-opt --det-partition="mesh=data=2 shard=x=[{data}" %s 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not det-opt --det-partition="mesh=data=2 shard=x=[{rows}]" %s 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not det-opt --det-partition="mesh=data=2 shard=x=[{data},{data}]" %s 2>&1 | FileCheck %s --check-prefix=USED
// RUN: not det-opt --det-partition="mesh=data=2 shard=x=[{},{},{data}]" %s 2>&1 | FileCheck %s --check-prefix=RANK

// CHECK: det.mesh = #det.mesh<["data"=2, "model"=2]>
// CHECK: func.func @main(%{{[^:]*}}: tensor<8x4xf32> {det.kind = "batch", det.layout = #det.layout<[{"data"}[0, 4, 8], {}]>, det.name = "x"
// CHECK-SAME: tensor<8x4xf32> {det.kind = "state", det.layout = #det.layout<[{}, {"model"}[0, 2, 4]]>, det.name = "layer.w"
// A state result has the layout of the argument of its name.
// CHECK-SAME: -> (tensor<8x4xf32> {det.kind = "state", det.layout = #det.layout<[{}, {"model"}[0, 2, 4]]>, det.name = "layer.w"

// The last match wins.
// LAST: func.func @main(%{{.*}}: tensor<8x4xf32> {{{.*}}det.layout = #det.layout<[{"data"}[0, 4, 8], {}]>

// ZERO: error: expected a size of at least 1 for mesh axis 'data', got '0'
// NEGATIVE: error: expected a size of at least 1 for mesh axis 'data', got '-1'
// WORD: error: expected a size of at least 1 for mesh axis 'data', got 'x'
// TWICE: error: expected each mesh axis once, got 'data' twice
// BARE: error: expected mesh axes such as data=4,model=2, got 'data'
// TIME: error: mesh axis 'micro' has the kind 'time', which is not built yet
// STAGE: error: mesh axis 'pipe' has the kind 'stage', which is not built yet
// NOTHING: error: shard pattern 'nothing=[{data}]' matches no argument and no result
// SYNTAX: error: expected a shard pattern such as *.w=[{},{model}], got 'x=[{data}'
// AXIS: error: shard pattern 'x=[{rows}]': the sharding uses axis 'rows', which the mesh (data=2) lacks
// USED: error: shard pattern 'x=[{data},{data}]': the sharding uses axis 'data' twice
// RANK: error: shard pattern 'x=[{},{},{data}]' has 3 dims, but argument 'x', which it matches, has 2
func.func @main(%x: tensor<8x4xf32> {det.name = "x", det.kind = "batch"}, %w: tensor<8x4xf32> {det.name = "layer.w", det.kind = "state"})
    -> (tensor<8x4xf32> {det.name = "layer.w", det.kind = "state"}) {
  %y = det.add %x, %w : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}
