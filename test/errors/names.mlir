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
