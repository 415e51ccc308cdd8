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

// expected-note @+1 {{the module's mesh is #det.mesh<["data"=4]>}}
sdy.mesh @a = <["data"=4]>
// expected-error @+1 {{expected meshes that divide the same ranks, got 'b' = #det.mesh<["x"=2]>}}
sdy.mesh @b = <["x"=2]>
func.func @main() { return }

// -----

// expected-error @+1 {{mesh 'mesh': expected 2 device ids, got 3}}
sdy.mesh @mesh = <["x"=2], device_ids=[1, 0, 2]>
func.func @main() { return }

// -----

sdy.mesh @a = <["x"=2, "y"=3]>
// expected-note @-1 {{the module's mesh is}}
// expected-error @+1 {{expected meshes that divide the same ranks, got 'b' = #det.mesh<["y"=3, "z"=2]>}}
sdy.mesh @b = <["y"=3, "z"=2]>
func.func @main() { return }

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-error @+1 {{sharding of argument 0 has unreduced axes, which are not supported}}
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

// expected-error @+1 {{'mhlo.sharding' cannot be read: "{devices=[2]<=[3]}"; expected a GSPMD sharding}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[2]<=[3]}"}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

// expected-error @+1 {{'mhlo.sharding' is over 4 devices, another one is over 2}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %y: tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
  return
}

// -----

// expected-error @+1 {{the GSPMD shardings of this module cut its devices in ways that no mesh has}}
module {
  func.func @main(%x: tensor<6x6xf32> {mhlo.sharding = "{devices=[2,3]<=[6]}"}, %y: tensor<6x6xf32> {mhlo.sharding = "{devices=[3,2]<=[6]}"}) {
    return
  }
}

// -----

// expected-error @+1 {{sharding of argument 0 has 2 dims, the value has rank 1}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) {
  return
}
