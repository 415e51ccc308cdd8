// Names that collide, and donations that do not fit.
// RUN: det-opt %s --det-import --split-input-file --verify-diagnostics

// expected-error @+1 {{arguments 0 and 1 are both called 'a.b'; names must differ}}
func.func @main(%x: tensor<4xf32> loc("a['b']"), %y: tensor<4xf32> loc("a.b"), %z: tensor<4xf32> loc("c")) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{results 0 and 1 are both called 'loss'}}
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32> {jax.result_info = "result['loss']"}, tensor<4xf32> {jax.result_info = "result['loss']"}) {
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}

// -----

// expected-error @+1 {{argument 0 is donated to result 3, '@main' has 1 results}}
func.func @main(%x: tensor<4xf32> {tf.aliasing_output = 3 : i32}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{argument 0 of type 'tensor<4xf32>' is donated to result 0 of type 'tensor<i32>'}}
func.func @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %i: tensor<i32>) -> tensor<i32> {
  return %i : tensor<i32>
}

// -----

// expected-error @+1 {{arguments 0 and 1 are both donated to result 0}}
func.func @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// A result among the state that no argument is donated to, of the type of a nameless argument that is.
// expected-error @+1 {{whether argument 0 is donated to result 0 or to result 1 of the same type cannot be told: the step never reads a value of its state; export with as_text(debug_info=True)}}
func.func @main(%a: tensor<f32> {tf.aliasing_output = 0 : i32}) -> (tensor<f32> {jax.result_info = "result[0]['rate']"}, tensor<f32> {jax.result_info = "result[0]['decay']"}) {
  return %a, %a : tensor<f32>, tensor<f32>
}
