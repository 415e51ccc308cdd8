// Sums below the level of the module, split over three ranks at places where no leaf ends: a product, a reduction, a scatter; and one for the state.
// RUN: det-opt %s --to=host --isa=v3 --mesh=a=3 --shard='x=[{a}]' --shard='i=[{a}]' --level='p*=not_guaranteed' --level=loss=not_guaranteed,hits=not_guaranteed -o %t.det --emit-certificate=%t.json
// RUN: det-verify %t.det | FileCheck %s
// RUN: FileCheck %s --check-prefix=CERTIFICATE < %t.json
// RUN: det-opt %s --dump-plan --mesh=a=3 --shard='x=[{a}]' --shard='i=[{a}]' --level='p*=not_guaranteed' | FileCheck %s --check-prefix=FREE
// RUN: det-opt %s --report --mesh=a=3 --shard='x=[{a}]' --shard='i=[{a}]' --level='p*=not_guaranteed' | FileCheck %s --check-prefix=REPORT
// RUN: det-opt %s --to=host --isa=v3 --mesh=a=3 --shard='x=[{a}]' --shard='i=[{a}]' --level=not_guaranteed -o %t.det && det-verify %t.det | FileCheck %s --check-prefix=MODULE
// RUN: not det-opt %s --to=host --level=w=not_guaranteed -o %t.none 2>&1 | FileCheck %s --check-prefix=STATE
// CHECK: ok: {{.*}} ordered, mesh_to_mesh, 3 below: hits, loss, probe; 3 ranks
// CERTIFICATE: "below": [
// CERTIFICATE-NEXT: {"level":"not_guaranteed","name":"total","results":["loss"],"value":{{[0-9]+}},"why":"--level='loss=not_guaranteed'"}
// CERTIFICATE: "results":["probe"],{{.*}}"why":"--level='p*=not_guaranteed'"}
// FREE: product f32 {{.*}} leaves=[27] pops=[0]
// REPORT: acc = f32> at not_guaranteed
// MODULE: ok: {{.*}} ordered, not_guaranteed; 3 ranks
// STATE: error: {{.*}}--level='w=not_guaranteed' names state 'w'
module {
  func.func public @main(%w: tensor<4xf32> {tf.aliasing_output = 0 : i32} loc("w"), %x: tensor<80x4xf32> loc("x"), %i: tensor<80x1xi32> loc("i"))
      -> (tensor<4xf32> {jax.result_info = "w"}, tensor<f32> {jax.result_info = "loss"}, tensor<4x4xf32> {jax.result_info = "probe"},
          tensor<8x4xf32> {jax.result_info = "hits"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %zeros = stablehlo.constant dense<0.0> : tensor<8x4xf32>
    %loss = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<80x4xf32>, tensor<f32>) -> tensor<f32> loc("total")
    %probe = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<80x4xf32>, tensor<80x4xf32>) -> tensor<4x4xf32>
    %hits = "stablehlo.scatter"(%zeros, %i, %x) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %c : tensor<f32>
      }) : (tensor<8x4xf32>, tensor<80x1xi32>, tensor<80x4xf32>) -> tensor<8x4xf32>
    %gradient = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<80x4xf32>, tensor<f32>) -> tensor<4xf32>
    %next = stablehlo.add %w, %gradient : tensor<4xf32>
    return %next, %loss, %probe, %hits : tensor<4xf32>, tensor<f32>, tensor<4x4xf32>, tensor<8x4xf32>
  }
}
