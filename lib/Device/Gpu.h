// The GPU as device kernels see it: plain C++ for NVPTX, no header of CUDA. A kernel takes one record
// (det/Runtime/Cuda/Records.h).
#ifndef DET_LIB_DEVICE_GPU_H
#define DET_LIB_DEVICE_GPU_H

#include "det/Runtime/Cuda/Records.h"

/// An entry of the module; its one parameter is passed by value.
#define DET_KERNEL extern "C" __attribute__((device_kernel, visibility("default"))) void
/// A static variable of a block, never initialised.
#define DET_SHARED [[clang::loader_uninitialized]] static __attribute__((address_space(3)))
#define DET_INLINE [[clang::always_inline]] inline
/// Behind the parameters of a lambda: what it captures by reference stays in registers.
#define DET_INLINED __attribute__((always_inline))

namespace det::device {

template <class T> using SharedPointer = __attribute__((address_space(3))) T *;
template <class T> using GlobalPointer = __attribute__((address_space(1))) T *;

constexpr uint32_t warpSize = 32;
constexpr uint32_t allLanes = 0xffffffff;

DET_INLINE uint32_t thread() { return static_cast<uint32_t>(__nvvm_read_ptx_sreg_tid_x()); }
DET_INLINE uint32_t block() { return static_cast<uint32_t>(__nvvm_read_ptx_sreg_ctaid_x()); }
DET_INLINE uint32_t threads() { return static_cast<uint32_t>(__nvvm_read_ptx_sreg_ntid_x()); }
DET_INLINE uint32_t blocks() { return static_cast<uint32_t>(__nvvm_read_ptx_sreg_nctaid_x()); }
DET_INLINE uint32_t lane() { return thread() % warpSize; }
DET_INLINE uint32_t warp() { return thread() / warpSize; }
/// The number of the thread in a grid of one dim; grids have fewer than 2^31 blocks.
DET_INLINE int64_t gridThread() { return static_cast<int64_t>(block()) * threads() + thread(); }

/// The same value, of which the compiler knows nothing: what follows from it is computed again.
DET_INLINE uint32_t opaque(uint32_t value) {
  asm volatile("" : "+r"(value));
  return value;
}

/// All threads of the block.
DET_INLINE void barrier() { __syncthreads(); }
/// All lanes of the warp.
DET_INLINE void warpBarrier() { __nvvm_bar_warp_sync(allLanes); }

DET_INLINE uint32_t ballot(bool value) { return static_cast<uint32_t>(__nvvm_vote_ballot_sync(allLanes, value)); }
DET_INLINE uint32_t shuffle(uint32_t value, uint32_t from) {
  return static_cast<uint32_t>(__nvvm_shfl_sync_idx_i32(allLanes, static_cast<int>(value), static_cast<int>(from), 31));
}
/// The value of the lane `distance` below; lanes below `distance` get their own.
DET_INLINE uint32_t shuffleUp(uint32_t value, uint32_t distance) {
  return static_cast<uint32_t>(__nvvm_shfl_sync_up_i32(allLanes, static_cast<int>(value), static_cast<int>(distance), 0));
}
DET_INLINE uint32_t shuffleXor(uint32_t value, uint32_t mask) {
  return static_cast<uint32_t>(__nvvm_shfl_sync_bfly_i32(allLanes, static_cast<int>(value), static_cast<int>(mask), 31));
}

DET_INLINE uint32_t highHalf(uint32_t a, uint32_t b) { return static_cast<uint32_t>((static_cast<uint64_t>(a) * b) >> 32); }
/// n / divisor for n < 2^31.
DET_INLINE uint32_t divide(uint32_t n, const rt::cuda::Divider &by) { return (highHalf(n, by.multiplier) + n) >> by.shift; }

/// Calls body(Number<0>()), ..., body(Number<count - 1>()): loops that have to be gone before arrays become registers.
template <int number> struct Number {
  constexpr operator int() const { return number; }
};
template <int count, int first = 0, class Body> DET_INLINE void repeat(const Body &body) {
  if constexpr (first < count) {
    body(Number<first>());
    repeat<count, first + 1>(body);
  }
}

/// 16 bytes, moved as one.
using Quad = uint32_t __attribute__((ext_vector_type(4)));

/// Addresses of global memory from the integers in records. Through them the compiler emits ld.global and st.global.
template <class T> DET_INLINE GlobalPointer<T> global(uint64_t address) {
  return (GlobalPointer<T>)reinterpret_cast<T *>(address);
}

} // namespace det::device

#endif // DET_LIB_DEVICE_GPU_H
