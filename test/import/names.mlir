// Names from argument locations and jax.result_info: common roots and a common first index are dropped.
// RUN: det-opt %s --det-import --split-input-file | FileCheck %s

// CHECK: %arg0: tensor<i32> {det.kind = "state", det.name = "opt.1.0.count"}
// CHECK-SAME: %arg1: tensor<4xf32> {det.kind = "state", det.name = "opt.1.0.mu.h0.b"}
// CHECK-SAME: %arg2: tensor<4xf32> {det.kind = "state", det.name = "params.h0.b"}
// CHECK-SAME: %arg3: tensor<4xi32> {det.kind = "batch", det.name = "tokens"}
// CHECK-SAME: -> (tensor<i32> {det.kind = "state", det.name = "opt.1.0.count"}
// CHECK-SAME: tensor<4xf32> {det.kind = "state", det.name = "opt.1.0.mu.h0.b"}
// CHECK-SAME: tensor<4xf32> {det.kind = "state", det.name = "params.h0.b"}
// CHECK-SAME: tensor<f32> {det.kind = "metric", det.name = "loss"}
func.func public @main(%a: tensor<i32> {tf.aliasing_output = 0 : i32} loc("state['opt'][1][0].count"),
                       %b: tensor<4xf32> {tf.aliasing_output = 1 : i32} loc("state['opt'][1][0].mu['h0']['b']"),
                       %c: tensor<4xf32> {tf.aliasing_output = 2 : i32} loc("state['params']['h0']['b']"),
                       %d: tensor<4xi32> loc("batch['tokens']"))
    -> (tensor<i32> {jax.result_info = "result[0]['opt'][1][0].count"},
        tensor<4xf32> {jax.result_info = "result[0]['opt'][1][0].mu['h0']['b']"},
        tensor<4xf32> {jax.result_info = "result[0]['params']['h0']['b']"},
        tensor<f32> {jax.result_info = "result[1]['loss']"}) {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  return %a, %b, %c, %0 : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>
}

// -----

// Several roots stay.
// CHECK: det.name = "params.w"
// CHECK-SAME: det.name = "opt_state.0.mu.w"
// CHECK-SAME: {det.kind = "batch", det.name = "x"}
// CHECK-SAME: {det.kind = "batch", det.name = "rng"}
// CHECK-SAME: {det.kind = "state", det.name = "params.w"}
// CHECK-SAME: {det.kind = "state", det.name = "opt_state.0.mu.w"}
func.func public @main(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32} loc("params['w']"),
                       %b: tensor<4xf32> {tf.aliasing_output = 1 : i32} loc("opt_state[0].mu['w']"),
                       %c: tensor<4xf32> loc("x"), %d: tensor<2xui32> loc("rng"))
    -> (tensor<4xf32> {jax.result_info = "result[0]['w']"}, tensor<4xf32> {jax.result_info = "result[1][0].mu['w']"}) {
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// -----

// Without locations a donated argument has the name of its result; what has no name is argN or resultN.
// CHECK: det.name = "opt.mu.w"
// CHECK-SAME: det.name = "params.w"
// CHECK-SAME: {det.kind = "batch", det.name = "arg2"}
// CHECK-SAME: {det.kind = "state", det.name = "opt.mu.w"}
// CHECK-SAME: {det.kind = "metric", det.name = "result2"}
func.func public @main(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %b: tensor<4xf32> {tf.aliasing_output = 1 : i32}, %c: tensor<4xf32>)
    -> (tensor<4xf32> {jax.result_info = "result[0]['opt'].mu['w']"}, tensor<4xf32> {jax.result_info = "result[0]['params']['w']"}, tensor<4xf32>) {
  return %a, %b, %c : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// An init graph: its results are named by path, as the state of the step is.
// CHECK: {det.kind = "batch", det.name = "seed"}
// CHECK-SAME: {det.kind = "metric", det.name = "opt.1.0.count"}
// CHECK-SAME: {det.kind = "metric", det.name = "params.w"}
func.func public @main(%seed: tensor<i32> loc("seed"))
    -> (tensor<i32> {jax.result_info = "result['opt'][1][0].count"}, tensor<i32> {jax.result_info = "result['params']['w']"}) {
  return %seed, %seed : tensor<i32>, tensor<i32>
}

// -----

// Donation without a stated result (jax.buffer_donor) goes to the result of the same path and type.
// CHECK: {det.kind = "state", det.name = "w"}
// CHECK-SAME: {det.kind = "state", det.name = "b"}
// CHECK-SAME: -> (tensor<4xf32> {det.kind = "state", det.name = "b"}, tensor<4xf32> {det.kind = "state", det.name = "w"})
func.func public @main(%w: tensor<4xf32> {jax.buffer_donor = true} loc("params['w']"), %b: tensor<4xf32> {jax.buffer_donor = true} loc("params['b']"))
    -> (tensor<4xf32> {jax.result_info = "result[0]['b']"}, tensor<4xf32> {jax.result_info = "result[0]['w']"}) {
  return %b, %w : tensor<4xf32>, tensor<4xf32>
}

// -----

// Aliases that torch-xla writes on the module.
// CHECK: {det.kind = "state", det.name = "arg0"}
// CHECK-SAME: -> (tensor<4xf32> {det.kind = "metric", det.name = "result0"}, tensor<4xf32> {det.kind = "state", det.name = "arg0"})
module @SyncTensorsGraph.1 attributes {mhlo.input_output_alias = [{alias = {kind = "may_alias", parameter_index = array<i64>, parameter_number = 0 : i64}, output_index = array<i64: 1>}]} {
  func.func @SyncTensorsGraph(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    return %a, %a : tensor<4xf32>, tensor<4xf32>
  }
}

// -----

// JAX gives donated buffers to results by type, in order: here the scale's to the loss. Paths say what is the next value of what.
// CHECK: %arg0: tensor<f32> {det.kind = "state", det.name = "scale"}
// CHECK-SAME: %arg1: tensor<4xf32> {det.kind = "state", det.name = "w"}
// CHECK-SAME: -> (tensor<f32> {det.kind = "metric", det.name = "loss"}
// CHECK-SAME: tensor<f32> {det.kind = "state", det.name = "scale"}
// CHECK-SAME: tensor<4xf32> {det.kind = "state", det.name = "w"})
func.func public @main(%a: tensor<f32> {tf.aliasing_output = 0 : i32} loc("state['scale']"),
                       %b: tensor<4xf32> {tf.aliasing_output = 2 : i32} loc("state['w']"))
    -> (tensor<f32> {jax.result_info = "result[0]['loss']"}, tensor<f32> {jax.result_info = "result[1]['scale']"},
        tensor<4xf32> {jax.result_info = "result[1]['w']"}) {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  return %0, %a, %b : tensor<f32>, tensor<f32>, tensor<4xf32>
}

// -----

// State that is written but never read (JAX leaves out the argument) is state, and the buffer of its neighbour no next value.
// CHECK: %arg0: tensor<f32> {det.kind = "state", det.name = "decay"}
// CHECK-SAME: %arg1: tensor<4xf32> {det.kind = "state", det.name = "w"}
// CHECK-SAME: %arg2: tensor<4xf32> {det.kind = "batch", det.name = "x"}
// CHECK-SAME: %arg3: tensor<f32> {det.kind = "state", det.name = "rate"}
// CHECK-SAME: -> (tensor<f32> {det.kind = "state", det.name = "rate"}
// CHECK-SAME: tensor<f32> {det.kind = "state", det.name = "decay"}
// CHECK-SAME: tensor<4xf32> {det.kind = "state", det.name = "w"}
// CHECK-SAME: tensor<f32> {det.kind = "metric", det.name = "loss"})
func.func public @main(%a: tensor<f32> {tf.aliasing_output = 0 : i32} loc("state['decay']"),
                       %b: tensor<4xf32> {tf.aliasing_output = 2 : i32} loc("state['w']"), %x: tensor<4xf32> loc("batch['x']"))
    -> (tensor<f32> {jax.result_info = "result[0]['rate']"}, tensor<f32> {jax.result_info = "result[0]['decay']"},
        tensor<4xf32> {jax.result_info = "result[0]['w']"}, tensor<f32> {jax.result_info = "result[1]['loss']"}) {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  return %0, %a, %b, %a : tensor<f32>, tensor<f32>, tensor<4xf32>, tensor<f32>
}

// -----

// Trees of one structure: each root comes out at one place of the results.
// CHECK: %arg0: tensor<4xf32> {det.kind = "state", det.name = "params.w"}
// CHECK-SAME: %arg1: tensor<4xf32> {det.kind = "state", det.name = "momentum.w"}
// CHECK-SAME: -> (tensor<4xf32> {det.kind = "metric", det.name = "w"}
// CHECK-SAME: tensor<4xf32> {det.kind = "state", det.name = "params.w"}
// CHECK-SAME: tensor<4xf32> {det.kind = "state", det.name = "momentum.w"})
func.func public @main(%a: tensor<4xf32> {tf.aliasing_output = 1 : i32} loc("params['w']"),
                       %b: tensor<4xf32> {tf.aliasing_output = 2 : i32} loc("momentum['w']"))
    -> (tensor<4xf32> {jax.result_info = "result[0]['w']"}, tensor<4xf32> {jax.result_info = "result[1]['w']"},
        tensor<4xf32> {jax.result_info = "result[2]['w']"}) {
  return %b, %a, %b : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Arguments that pmap numbers have the names of their results.
// CHECK: {det.kind = "state", det.name = "b"}
// CHECK-SAME: {det.kind = "state", det.name = "w"}
// CHECK-SAME: {det.kind = "batch", det.name = "flat_args.2"}
// CHECK-SAME: -> (tensor<4xf32> {det.kind = "state", det.name = "b"}, tensor<4xf32> {det.kind = "state", det.name = "w"})
func.func public @main(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32} loc("flat_args[0]"), %b: tensor<4xf32> {tf.aliasing_output = 1 : i32} loc("flat_args[1]"), %x: tensor<4xf32> loc("flat_args[2]"))
    -> (tensor<4xf32> {jax.result_info = "result[0]['b']"}, tensor<4xf32> {jax.result_info = "result[0]['w']"}) {
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// -----

// A name is text of one line, whatever bytes the file has; errors quote it so too.
// CHECK: %arg0: tensor<4xf32> {det.kind = "batch", det.name = "a_b\EF\BF\BD_"}
// CHECK-SAME: -> (tensor<4xf32> {det.kind = "metric", det.name = "x_y"})
func.func public @main(%a: tensor<4xf32> loc("a\0Ab\FF\00")) -> (tensor<4xf32> {jax.result_info = "x\09y"}) {
  return %a : tensor<4xf32>
}
