// RUN: det-opt --dump-plan %s | FileCheck %s

// New state is written over the old one where the kernel reads each element before it writes it.
// CHECK: tensor 0 state f32[64, 64] layout [[L:[0-9]+]] "a"
// CHECK: tensor 1 state f32[64, 64] layout [[L]] "b"
// CHECK: tensor 2 state f32[64, 64] layout [[L]] "c"
// CHECK: tensor 3 batch f32[64, 64]
// CHECK: program ranks=[0] arena={{[0-9]+}} state=49152
// CHECK: tensor 0 at a+0
// CHECK: tensor 1 at a+16384
// CHECK: tensor 2 at a+32768
// a = a + x, in place.
// CHECK: launch {{.*}}(a+0, a+[[X:[0-9]+]], a+0) extent=4096
// b and c change places: the one is put aside, the other moves straight over what nobody needs any more.
// CHECK: copy a+32768 -> a+[[T:[0-9]+]] bytes=4
// CHECK: copy a+16384 -> a+32768 bytes=4
// CHECK: copy a+[[T]] -> a+16384 bytes=4
func.func @main(%a: tensor<64x64xf32> {det.name = "a", det.kind = "state"}, %b: tensor<64x64xf32> {det.name = "b", det.kind = "state"},
                %c: tensor<64x64xf32> {det.name = "c", det.kind = "state"}, %x: tensor<64x64xf32> {det.name = "x", det.kind = "batch"})
    -> (tensor<64x64xf32> {det.name = "a", det.kind = "state"}, tensor<64x64xf32> {det.name = "b", det.kind = "state"},
        tensor<64x64xf32> {det.name = "c", det.kind = "state"}) {
  %s = det.add %a, %x : tensor<64x64xf32>
  return %s, %c, %b : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}
