// Shardings with unknown axes, axes used twice, dims that are not there; several meshes; forms that are not supported.
// RUN: det-opt %s --det-import --split-input-file --verify-diagnostics

sdy.mesh @mesh = <["data"=4]>
// expected-error @+1 {{sharding of argument 0: the mesh #det.mesh<["data"=4]> has no axis 'model'}}
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}) -> tensor<8x4xf32> {
  return %x : tensor<8x4xf32>
}

// -----

sdy.mesh @mesh = <["data"=4]>
// expected-error @+1 {{sharding of argument 0: axis 'data' is used twice}}
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"data"}]>}) -> tensor<8x4xf32> {
  return %x : tensor<8x4xf32>
}

// -----

sdy.mesh @mesh = <["data"=8]>
// expected-error @+1 {{sharding of argument 0: axis 'data' is used twice}}
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data":(1)4}, {"data":(2)4}]>}) -> tensor<8x4xf32> {
  return %x : tensor<8x4xf32>
}

// -----

sdy.mesh @mesh = <["data"=8]>
// expected-error @+1 {{sharding of argument 0: sub-axis 'data':(1)3 does not divide the axis of size 8}}
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data":(1)3}, {}]>}) -> tensor<8x4xf32> {
  return %x : tensor<8x4xf32>
}

// -----

sdy.mesh @mesh = <["data"=4]>
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // expected-error @+1 {{sharding of 'sdy.sharding_constraint' has 3 dims, the value has rank 2}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"data"}, {}, {}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// expected-error @+1 {{sharding of argument 0: there is no mesh '@mesh'}}
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> tensor<8x4xf32> {
  return %x : tensor<8x4xf32>
}

// -----

// expected-note @+1 {{the first mesh is #det.mesh<["data"=4]>}}
sdy.mesh @a = <["data"=4]>
// expected-error @+1 {{expected one mesh, got 'b' = #det.mesh<["x"=2]>}}
sdy.mesh @b = <["x"=2]>
func.func @main() { return }

// -----

// expected-error @+1 {{mesh 'mesh' orders its devices}}
sdy.mesh @mesh = <["x"=2], device_ids=[1, 0]>
func.func @main() { return }

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-error @+1 {{sharding of argument 0 has unreduced axes, which are not supported}}
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

// expected-error @+1 {{sharding of argument 0 is a GSPMD annotation, which is not supported; export with Shardy}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
