// Compiled only where NCCL's header is: the numbers and parameters that det writes itself are those of the library.
#include "../../../lib/Runtime/Cuda/Libraries/NcclApi.h"

#include <array>
#include <nccl.h>

namespace api = det::rt::cuda::api;

template <class F> constexpr std::array<size_t, 0> sizesOf;
template <class R, class... A> constexpr std::array<size_t, sizeof...(A)> sizesOf<R (*)(A...)> = {sizeof(A)...};

#define DET_NCCL_SAME(member, symbol, parameters)                                                                                        \
  static_assert(sizesOf<decltype(&symbol)> == sizesOf<decltype(api::NcclFunctions::member)>);
DET_NCCL_FUNCTIONS(DET_NCCL_SAME)
#undef DET_NCCL_SAME
#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 23, 0)
static_assert(sizesOf<decltype(&ncclCommInitRankScalable)> == sizesOf<decltype(api::NcclFunctions::commInitRankScalable)>);
#endif
static_assert(sizeof(api::NcclUniqueId) == sizeof(ncclUniqueId));
static_assert(api::ncclSuccess == int(::ncclSuccess) && api::ncclInProgress == int(::ncclInProgress));
static_assert(api::ncclUint8 == int(::ncclUint8) && api::ncclFloat16 == int(::ncclFloat16) && api::ncclFloat32 == int(::ncclFloat32) &&
              api::ncclFloat64 == int(::ncclFloat64) && api::ncclBfloat16 == int(::ncclBfloat16));
static_assert(api::ncclSum == int(::ncclSum) && api::ncclMax == int(::ncclMax) && api::ncclMin == int(::ncclMin));
static_assert(offsetof(api::NcclConfig, magic) == offsetof(ncclConfig_t, magic) && offsetof(api::NcclConfig, version) == offsetof(ncclConfig_t, version) &&
              offsetof(api::NcclConfig, blocking) == offsetof(ncclConfig_t, blocking) &&
              offsetof(api::NcclConfig, netName) == offsetof(ncclConfig_t, netName) &&
              offsetof(api::NcclConfig, splitShare) == offsetof(ncclConfig_t, splitShare));
