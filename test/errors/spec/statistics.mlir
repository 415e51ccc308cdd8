// Constraints of batch normalisation and random numbers. Labels are those of the StableHLO specification.
// RUN: det-opt %s --det-verify-input --split-input-file --verify-diagnostics

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' (C1)}}
  %0 = "stablehlo.batch_norm_inference"(%x, %f, %f, %f, %f) {epsilon = 1.0e-5 : f32, feature_index = 2 : i64} : (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>, %h: tensor<4xf16>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' (C2)}}
  %0 = "stablehlo.batch_norm_inference"(%x, %h, %f, %f, %f) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xf32>, tensor<4xf16>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>, %g: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' (C3)}}
  %0 = "stablehlo.batch_norm_inference"(%x, %g, %f, %f, %f) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xf32>, tensor<5xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>, %g: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' (C4)}}
  %0 = "stablehlo.batch_norm_inference"(%x, %f, %g, %f, %f) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xf32>, tensor<4xf32>, tensor<5xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>, %g: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' (C5)}}
  %0 = "stablehlo.batch_norm_inference"(%x, %f, %f, %g, %f) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<5xf32>, tensor<4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>, %g: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' (C6)}}
  %0 = "stablehlo.batch_norm_inference"(%x, %f, %f, %f, %g) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<5xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' (C7)}}
  %0 = "stablehlo.batch_norm_inference"(%x, %f, %f, %f, %f) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>, %g: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' (C3)}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %g, %f) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xf32>, tensor<5xf32>, tensor<4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>, %g: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' (C4)}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %f, %g) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xf32>, tensor<4xf32>, tensor<5xf32>) -> (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' (C5)}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %f, %f) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<8x4xf32>, tensor<5xf32>, tensor<4xf32>)
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' (C6)}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %f, %f) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>, tensor<5xf32>)
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' (C7)}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %f, %f) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' (C3)}}
  %0:3 = "stablehlo.batch_norm_grad"(%x, %f, %f, %f, %f) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>, %g: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' (C4)}}
  %0:3 = "stablehlo.batch_norm_grad"(%x, %f, %g, %f, %x) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xf32>, tensor<4xf32>, tensor<5xf32>, tensor<4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>, %g: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' (C5)}}
  %0:3 = "stablehlo.batch_norm_grad"(%x, %g, %f, %f, %x) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xf32>, tensor<5xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>, %h: tensor<4xf16>, %i: tensor<8x4xi32>, %j: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' (I1)}}
  %0:3 = "stablehlo.batch_norm_training"(%i, %j, %j) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xi32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<8x4xi32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>, %h: tensor<4xf16>, %i: tensor<8x4xi32>, %j: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' (C1)}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %f, %f) {epsilon = 1.0e-5 : f32, feature_index = -1 : i64} : (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>, %h: tensor<4xf16>, %i: tensor<8x4xi32>, %j: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' (C2)}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %f, %h) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf16>) -> (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>, %h: tensor<4xf16>, %i: tensor<8x4xi32>, %j: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' (I1)}}
  %0:3 = "stablehlo.batch_norm_grad"(%i, %f, %f, %f, %i) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xi32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8x4xi32>) -> (tensor<8x4xi32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>, %h: tensor<4xf16>, %i: tensor<8x4xi32>, %j: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' (C1)}}
  %0:3 = "stablehlo.batch_norm_grad"(%x, %f, %f, %f, %x) {epsilon = 1.0e-5 : f32, feature_index = 2 : i64} : (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>, %h: tensor<4xf16>, %i: tensor<8x4xi32>, %j: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' (C2)}}
  %0:3 = "stablehlo.batch_norm_grad"(%x, %f, %h, %f, %x) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @main(%x: tensor<8x4xf32>, %f: tensor<4xf32>, %h: tensor<4xf16>, %i: tensor<8x4xi32>, %j: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' (I1)}}
  %0 = "stablehlo.batch_norm_inference"(%i, %j, %j, %j, %j) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64} : (tensor<8x4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<8x4xi32>
  return
}
