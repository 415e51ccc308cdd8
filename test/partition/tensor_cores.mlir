// RUN: det-opt %s --report | FileCheck %s
// RUN: det-opt %s --report=json | FileCheck %s --check-prefix=JSON
// RUN: det-opt %s --report=html | FileCheck %s --check-prefix=PAGE
// RUN: det-opt %s --report --recipe=mma=hopper | FileCheck %s --check-prefix=TAKEN
// RUN: det-opt %s --report --level=device_to_device | FileCheck %s --check-prefix=DEVICE
// RUN: det-opt %s --report=json --mesh=a=2 --shard=arg0=[{},{a}] | FileCheck %s --check-prefix=JSON

// The report says which products --recipe=mma=hopper would change: those of two operands of one narrow type.
// CHECK: products of f32 that --recipe=mma=hopper would give to tensor cores, with other bits (1)
// CHECK-NEXT: det.dot bf16*bf16 #det.order<levels = [(0, 64)], leaf = fold, acc = f32> becomes #det.order<levels = [(0, 64)], leaf = mma<hopper_16>, acc = f32>: 46.08 kflop, at
// JSON: "tensor_cores": [
// JSON-NEXT: {
// JSON-NEXT: "flops": 46080,
// JSON: "terms": "bf16*bf16",
// JSON-NEXT: "then": "#det.order<levels = [(0, 64)], leaf = mma<hopper_16>, acc = f32>",
// JSON-NEXT: "value": 3
// JSON-NEXT: }
// JSON-NEXT: ]
// PAGE: "tensorCores":{{\[\[[0-9]+,[0-9]+,[0-9]+,46080\]\]}}
// TAKEN: leaf = mma<hopper_16>
// TAKEN-NOT: would give to tensor cores
// DEVICE-NOT: would give to tensor cores
module @tensor_cores {
  func.func public @main(%arg0: tensor<8x192xbf16>, %arg1: tensor<192x15xbf16>, %arg2: tensor<192x15xf32>) -> (tensor<8x15xbf16>, tensor<8x15xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x192xbf16>, tensor<192x15xbf16>) -> tensor<8x15xbf16>
    %1 = stablehlo.convert %arg0 : (tensor<8x192xbf16>) -> tensor<8x192xf32>
    %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [1] x [0] : (tensor<8x192xf32>, tensor<192x15xf32>) -> tensor<8x15xf32>
    return %0, %2 : tensor<8x15xbf16>, tensor<8x15xf32>
  }
}
