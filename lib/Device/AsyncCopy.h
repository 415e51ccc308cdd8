// Copies from global to shared memory that run beside the computation.
#ifndef DET_LIB_DEVICE_ASYNCCOPY_H
#define DET_LIB_DEVICE_ASYNCCOPY_H

#include "Gpu.h"

namespace det::device {

template <int bytes> DET_INLINE void copyAsync(SharedPointer<void> to, uint64_t from) {
  const GlobalPointer<const void> source = (GlobalPointer<const void>)reinterpret_cast<const void *>(from);
  if constexpr (bytes == 4)
    __nvvm_cp_async_ca_shared_global_4(to, source);
  else if constexpr (bytes == 8)
    __nvvm_cp_async_ca_shared_global_8(to, source);
  else
    __nvvm_cp_async_cg_shared_global_16(to, source);
}
/// The first `bytes` of 16; what follows becomes zero. The source of no bytes is not read.
DET_INLINE void copyAsyncPart(SharedPointer<void> to, uint64_t from, uint32_t bytes) {
  __nvvm_cp_async_cg_shared_global_16(to, (GlobalPointer<const void>)reinterpret_cast<const void *>(from), static_cast<int>(bytes));
}
/// Ends a group of copies of this thread.
DET_INLINE void commitCopies() { __nvvm_cp_async_commit_group(); }
/// Waits until at most `left` groups of this thread are on their way.
template <int left> DET_INLINE void waitForCopies() { __nvvm_cp_async_wait_group(left); }

} // namespace det::device

#endif // DET_LIB_DEVICE_ASYNCCOPY_H
