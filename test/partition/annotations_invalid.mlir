// RUN: det-opt --det-partition --split-input-file --verify-diagnostics %s

// S1: a dim that does not exist.
module attributes {det.mesh = #det.mesh<["data"=4]>} {
// expected-error@+1 {{argument 'x': expected a sharding of at most 1 dims for 'tensor<8xf32>', got 2}}
func.func @main(%x: tensor<8xf32> {det.name = "x", det.kind = "batch", det.sharding = #det.sharding<[{}, {"data"}]>}) {
  return
}
}

// -----

// S2: an axis that the mesh lacks.
module attributes {det.mesh = #det.mesh<["data"=4]>} {
// expected-error@+1 {{argument 'x': the sharding uses axis 'rows', which the mesh (data=4) lacks}}
func.func @main(%x: tensor<8xf32> {det.name = "x", det.kind = "batch", det.sharding = #det.sharding<[{"rows"}]>}) {
  return
}
}

// -----

// S2: a sub-axis that does not fit.
module attributes {det.mesh = #det.mesh<["data"=3]>} {
// expected-error@+1 {{argument 'x': the sub-axis 'data':(1)2 does not fit the mesh data=3}}
func.func @main(%x: tensor<8xf32> {det.name = "x", det.kind = "batch", det.sharding = #det.sharding<[{"data":(1)2}]>}) {
  return
}
}

// -----

// S3: an axis twice, once as a part.
module attributes {det.mesh = #det.mesh<["data"=4]>} {
// expected-error@+1 {{argument 'x': the sharding uses axis 'data' twice}}
func.func @main(%x: tensor<8x8xf32> {det.name = "x", det.kind = "batch", det.sharding = #det.sharding<[{"data"}, {"data":(1)2}]>}) {
  return
}
}
