// Kernels by hand, with the interface of generated ones: addresses, params, extent, grain.
#ifndef DET_TEST_UNIT_CUDA_KERNELS_H
#define DET_TEST_UNIT_CUDA_KERNELS_H

#include <string>

namespace det::rt::test {

inline const std::string ptxHeader = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// more(n, predicate): predicate = n > 0. less(n): n = n - 1. grow(w): w[i] += 1 for i < extent. All of one grain per thread.
inline const std::string loopKernels = R"(
.visible .entry more(.param .u64 n, .param .u64 predicate, .param .u64 extent, .param .u64 grain)
{
  .reg .pred %p<3>; .reg .b32 %r<6>; .reg .b64 %d<4>;
  mov.u32 %r1, %tid.x;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra $end;
  ld.param.b64 %d1, [n];
  ld.param.b64 %d2, [predicate];
  ld.global.b32 %r2, [%d1];
  setp.gt.s32 %p2, %r2, 0;
  selp.b32 %r3, 1, 0, %p2;
  st.global.b8 [%d2], %r3;
$end:
  ret;
}
.visible .entry less(.param .u64 n, .param .u64 extent, .param .u64 grain)
{
  .reg .pred %p<3>; .reg .b32 %r<6>; .reg .b64 %d<4>;
  mov.u32 %r1, %tid.x;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra $end;
  ld.param.b64 %d1, [n];
  ld.global.b32 %r2, [%d1];
  add.s32 %r3, %r2, -1;
  st.global.b32 [%d1], %r3;
$end:
  ret;
}
.visible .entry grow(.param .u64 w, .param .u64 extent, .param .u64 grain)
{
  .reg .pred %p<3>; .reg .b32 %r<6>; .reg .f32 %f<4>; .reg .b64 %d<6>;
  mov.u32 %r1, %tid.x;
  cvt.u64.u32 %d1, %r1;
  ld.param.b64 %d2, [extent];
  setp.ge.u64 %p1, %d1, %d2;
  @%p1 bra $end;
  ld.param.b64 %d3, [w];
  shl.b64 %d4, %d1, 2;
  add.s64 %d5, %d3, %d4;
  ld.global.f32 %f1, [%d5];
  add.rn.f32 %f2, %f1, 0f3F800000;
  st.global.f32 [%d5], %f2;
$end:
  ret;
}
)";

} // namespace det::rt::test

#endif // DET_TEST_UNIT_CUDA_KERNELS_H
