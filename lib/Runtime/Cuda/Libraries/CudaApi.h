// The CUDA driver API as far as det calls it: types and functions by their documented names and numbers (CUDA Driver API reference, 12.0
// and later), found in the library at run time, so that det builds and runs where no CUDA is.
#ifndef DET_LIB_RUNTIME_CUDA_LIBRARIES_CUDAAPI_H
#define DET_LIB_RUNTIME_CUDA_LIBRARIES_CUDAAPI_H

#include <cstddef>
#include <cstdint>

namespace det::rt::cuda::api {

using Result = int; // CUresult
using Device = int; // CUdevice
using Address = unsigned long long; // CUdeviceptr
using Context = struct ContextBody *;
using Module = struct ModuleBody *;
using Function = struct FunctionBody *;
using Stream = struct StreamBody *;
using Event = struct EventBody *;
using Graph = struct GraphBody *;
using GraphExec = struct GraphExecBody *;

inline constexpr Result success = 0, outOfMemory = 2, noDevice = 100, noBinaryForGpu = 209, unsupportedPtx = 222, invalidImage = 200, notFound = 500,
                        notReady = 600;

// CUdevice_attribute
inline constexpr int computeCapabilityMajor = 75, computeCapabilityMinor = 76;
// CUfunction_attribute
inline constexpr int staticSharedBytes = 1, maxDynamicSharedBytes = 8;
// Keys of the `extra` argument of cuLaunchKernel.
inline void *const launchEnd = nullptr;
inline void *const launchBuffer = reinterpret_cast<void *>(1);
inline void *const launchBufferSize = reinterpret_cast<void *>(2);
// CUstream_flags, CUevent_flags, CUstreamCaptureMode
inline constexpr unsigned streamNonBlocking = 1, eventDefault = 0, eventDisableTiming = 2;
inline constexpr int captureRelaxed = 2;

/// Every function that det calls: the name in Functions, the symbol, the parameters. Where the ABI has versions the symbol has a suffix.
#define DET_CUDA_FUNCTIONS(F)                                                                                                            \
  F(getErrorName, cuGetErrorName, (Result, const char **))                                                                               \
  F(getErrorString, cuGetErrorString, (Result, const char **))                                                                           \
  F(init, cuInit, (unsigned))                                                                                                            \
  F(driverGetVersion, cuDriverGetVersion, (int *))                                                                                       \
  F(deviceGetCount, cuDeviceGetCount, (int *))                                                                                           \
  F(deviceGet, cuDeviceGet, (Device *, int))                                                                                             \
  F(deviceGetName, cuDeviceGetName, (char *, int, Device))                                                                               \
  F(deviceGetAttribute, cuDeviceGetAttribute, (int *, int, Device))                                                                      \
  F(deviceGetPCIBusId, cuDeviceGetPCIBusId, (char *, int, Device))                                                                       \
  F(deviceTotalMem, cuDeviceTotalMem_v2, (size_t *, Device))                                                                             \
  F(primaryCtxRetain, cuDevicePrimaryCtxRetain, (Context *, Device))                                                                     \
  F(primaryCtxRelease, cuDevicePrimaryCtxRelease_v2, (Device))                                                                           \
  F(ctxSetCurrent, cuCtxSetCurrent, (Context))                                                                                           \
  F(ctxGetStreamPriorityRange, cuCtxGetStreamPriorityRange, (int *, int *))                                                              \
  F(memGetInfo, cuMemGetInfo_v2, (size_t *, size_t *))                                                                                   \
  F(memAlloc, cuMemAlloc_v2, (Address *, size_t))                                                                                        \
  F(memFree, cuMemFree_v2, (Address))                                                                                                    \
  F(memHostAlloc, cuMemHostAlloc, (void **, size_t, unsigned))                                                                           \
  F(memFreeHost, cuMemFreeHost, (void *))                                                                                                \
  F(memcpyHtoDAsync, cuMemcpyHtoDAsync_v2, (Address, const void *, size_t, Stream))                                                      \
  F(memcpyDtoHAsync, cuMemcpyDtoHAsync_v2, (void *, Address, size_t, Stream))                                                            \
  F(memcpyDtoDAsync, cuMemcpyDtoDAsync_v2, (Address, Address, size_t, Stream))                                                           \
  F(memsetD16Async, cuMemsetD16Async, (Address, unsigned short, size_t, Stream))                                                         \
  F(moduleLoadData, cuModuleLoadData, (Module *, const void *))                                                                          \
  F(moduleUnload, cuModuleUnload, (Module))                                                                                              \
  F(moduleGetFunction, cuModuleGetFunction, (Function *, Module, const char *))                                                          \
  F(funcGetAttribute, cuFuncGetAttribute, (int *, int, Function))                                                                        \
  F(funcSetAttribute, cuFuncSetAttribute, (Function, int, int))                                                                          \
  F(launchKernel, cuLaunchKernel,                                                                                                        \
    (Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Stream, void **, void **))                          \
  F(streamCreate, cuStreamCreateWithPriority, (Stream *, unsigned, int))                                                                 \
  F(streamDestroy, cuStreamDestroy_v2, (Stream))                                                                                         \
  F(streamSynchronize, cuStreamSynchronize, (Stream))                                                                                    \
  F(streamWaitEvent, cuStreamWaitEvent, (Stream, Event, unsigned))                                                                       \
  F(streamBeginCapture, cuStreamBeginCapture_v2, (Stream, int))                                                                          \
  F(streamEndCapture, cuStreamEndCapture, (Stream, Graph *))                                                                             \
  F(eventCreate, cuEventCreate, (Event *, unsigned))                                                                                     \
  F(eventDestroy, cuEventDestroy_v2, (Event))                                                                                            \
  F(eventRecord, cuEventRecord, (Event, Stream))                                                                                         \
  F(eventQuery, cuEventQuery, (Event))                                                                                                   \
  F(eventElapsedTime, cuEventElapsedTime, (float *, Event, Event))                                                                       \
  F(graphInstantiate, cuGraphInstantiateWithFlags, (GraphExec *, Graph, unsigned long long))                                             \
  F(graphDestroy, cuGraphDestroy, (Graph))                                                                                               \
  F(graphLaunch, cuGraphLaunch, (GraphExec, Stream))                                                                                     \
  F(graphExecDestroy, cuGraphExecDestroy, (GraphExec))

/// The functions of a loaded library.
struct Functions {
#define DET_CUDA_MEMBER(name, symbol, parameters) Result(*name) parameters = nullptr;
  DET_CUDA_FUNCTIONS(DET_CUDA_MEMBER)
#undef DET_CUDA_MEMBER
};

} // namespace det::rt::cuda::api

#endif // DET_LIB_RUNTIME_CUDA_LIBRARIES_CUDAAPI_H
