// RUN: not det-opt %s --to=cuda --recipe=mma=hopper --chips=sm_90,sm_80 -o %t.none 2>&1 | FileCheck %s --check-prefix=LACKS
// RUN: test ! -e %t.none
// RUN: det-opt %s --to=cuda --recipe=mma=hopper --chips=sm_90,sm_100 --kernel-report=%t.json -o %t.det
// RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t.json
// RUN: det-opt %s --to=cuda --chips=sm_80 -o %t.det
// RUN: det-opt %s --to=cuda --recipe=mma=hopper --chips=none -o %t.det
// RUN: %python %S/sections.py %t.det | FileCheck %s --check-prefix=TEXT

// A product by tensor cores is for chips that have the model; without one it is a chain of fma on any chip. --chips=none gives the text alone.
// LACKS: error: {{.*}}its order is by tensor cores of model hopper_16, which sm_80 does not have; leave the chip out, or choose another recipe (mma=none)
// KERNEL: "kernel":"det_mma_bf16
// TEXT: kernels.ptx
// TEXT-NOT: kernels.sm
func.func @main(%a: tensor<64x128xbf16>, %b: tensor<128x64xbf16>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x128xbf16>, tensor<128x64xbf16>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
