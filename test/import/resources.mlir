// Constants whose data stand at the end of the text are constants like others.
// RUN: det-opt %s --det-import | FileCheck %s

// CHECK-DAG: det.constant dense<[1.000000e+00, -2.500000e+00]> : tensor<2xf32>
// CHECK-DAG: det.constant dense<[true, false, true]> : tensor<3xi1>
// CHECK-DAG: det.constant dense<1.000000e+00> : tensor<1xf32>
// CHECK-DAG: det.constant dense<2.000000e+00> : tensor<1xf32>
// CHECK-DAG: det.constant dense<7> : tensor<i64>
func.func @main() -> (tensor<2xf32>, tensor<3xi1>, tensor<1xcomplex<f32>>, tensor<i64>) {
  %0 = stablehlo.constant dense_resource<weights> : tensor<2xf32>
  %1 = "stablehlo.constant"() <{value = dense_resource<mask> : tensor<3xi1>}> : () -> tensor<3xi1>
  %2 = stablehlo.constant dense_resource<phase> : tensor<1xcomplex<f32>>
  %3 = stablehlo.constant dense_resource<seed> : tensor<i64>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<3xi1>, tensor<1xcomplex<f32>>, tensor<i64>
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F000020C0",
      mask: "0x01000000010001",
      phase: "0x040000000000803F00000040",
      seed: "0x080000000700000000000000"
    }
  }
#-}
