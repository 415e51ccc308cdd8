// A library with the entry points of the CUDA driver, to load in its place: it keeps memory on the host, does copies at once, runs no kernel,
// and writes down what it is asked. What it is like: fakeSet.
#include "FakeCalls.h"

extern "C" {

int cuGetErrorName(int, const char **text) { return *text = "CUDA_ERROR_FAKE", 0; }
int cuGetErrorString(int, const char **text) { return *text = "a fake error", 0; }
int cuInit(unsigned) { return int(get("init", 0)); }
int cuDriverGetVersion(int *version) { return *version = int(get("version", 13000)), 0; }
int cuDeviceGetCount(int *count) { return *count = int(get("devices", 2)), 0; }
int cuDeviceGet(int *device, int number) { return *device = number + 40, note("cuDeviceGet " + std::to_string(number)); }
int cuDeviceGetName(char *name, int size, int) { return std::strncpy(name, "Fake H200", size_t(size)), 0; }
int cuDeviceGetAttribute(int *value, int attribute, int) { return *value = attribute == 75 ? int(get("major", 9)) : int(get("minor", 0)), 0; }
int cuDeviceGetPCIBusId(char *name, int size, int device) { return std::snprintf(name, size_t(size), "0000:%02x:00.0", device - 31), 0; }
int cuDeviceTotalMem_v2(size_t *bytes, int) { return *bytes = size_t(get("memory", 1 << 30)), 0; }
int cuDevicePrimaryCtxRetain(void **context, int) { return *context = reinterpret_cast<void *>(7), note("cuDevicePrimaryCtxRetain"); }
int cuDevicePrimaryCtxRelease_v2(int) { return note("cuDevicePrimaryCtxRelease"); }
int cuCtxSetCurrent(void *) { return 0; }
int cuCtxGetStreamPriorityRange(int *least, int *greatest) { return *least = 0, *greatest = -5, 0; }
int cuMemGetInfo_v2(size_t *free, size_t *total) { return *free = size_t(get("free", 1 << 29)), *total = size_t(get("memory", 1 << 30)), 0; }
int cuMemAlloc_v2(unsigned long long *address, size_t bytes) {
  const size_t rounded = (bytes + 255) / 256 * 256;
  void *memory = std::aligned_alloc(256, rounded);
  std::memset(memory, 0, rounded); // equal in all processes
  *address = reinterpret_cast<unsigned long long>(memory);
  return note("cuMemAlloc " + std::to_string(bytes));
}
int cuMemFree_v2(unsigned long long address) { return std::free(reinterpret_cast<void *>(address)), note("cuMemFree"); }
int cuMemHostAlloc(void **memory, size_t bytes, unsigned) { return *memory = std::malloc(bytes), note("cuMemHostAlloc"); }
int cuMemFreeHost(void *memory) { return std::free(memory), note("cuMemFreeHost"); }
int cuMemcpyHtoDAsync_v2(unsigned long long to, const void *from, size_t bytes, void *stream) {
  std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  return note("cuMemcpyHtoDAsync " + std::to_string(bytes) + " on " + numberOf(stream));
}
int cuMemcpyDtoHAsync_v2(void *to, unsigned long long from, size_t bytes, void *stream) {
  std::memcpy(to, reinterpret_cast<const void *>(from), bytes);
  return note("cuMemcpyDtoHAsync " + std::to_string(bytes) + " on " + numberOf(stream));
}
int cuMemcpyDtoDAsync_v2(unsigned long long to, unsigned long long from, size_t bytes, void *stream) {
  std::memmove(reinterpret_cast<void *>(to), reinterpret_cast<const void *>(from), bytes);
  return note("cuMemcpyDtoDAsync " + std::to_string(bytes) + " on " + numberOf(stream));
}
int cuMemsetD16Async(unsigned long long to, unsigned short value, size_t count, void *stream) {
  for (size_t i = 0; i < count; ++i)
    std::memcpy(reinterpret_cast<char *>(to) + 2 * i, &value, 2);
  return note("cuMemsetD16Async " + std::to_string(count) + " on " + numberOf(stream));
}
int cuModuleLoadData(void **module, const void *) { return *module = newHandle(), note("cuModuleLoadData"); }
int cuModuleUnload(void *) { return note("cuModuleUnload"); }
int cuModuleGetFunction(void **function, void *, const char *name) {
  *function = newHandle();
  const int result = note(std::string("cuModuleGetFunction ") + name);
  return std::strcmp(name, "absent") == 0 ? 500 : result;
}
int cuFuncGetAttribute(int *value, int attribute, void *function) {
  return *value = 0, note("cuFuncGetAttribute " + numberOf(function) + " " + std::to_string(attribute));
}
int cuFuncSetAttribute(void *function, int attribute, int value) {
  return note("cuFuncSetAttribute " + numberOf(function) + " " + std::to_string(attribute) + " " + std::to_string(value));
}
int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, void *stream,
                   void **params, void **extra) {
  std::string text = "cuLaunchKernel " + numberOf(function);
  for (unsigned size : {gx, gy, gz, bx, by, bz, shared})
    text += " " + std::to_string(size);
  text += " on " + numberOf(stream);
  // The parameters as one buffer: its address, its size, the end.
  if (params || extra[0] != reinterpret_cast<void *>(1) || extra[2] != reinterpret_cast<void *>(2) || extra[4])
    text += " without a buffer";
  else
    text += " with " + std::to_string(*static_cast<size_t *>(extra[3])) + " bytes, first " + std::to_string(*static_cast<unsigned char *>(extra[1]));
  return note(text);
}
int cuStreamCreateWithPriority(void **stream, unsigned flags, int priority) {
  *stream = newHandle();
  return note("cuStreamCreate " + numberOf(*stream) + " flags " + std::to_string(flags) + " priority " + std::to_string(priority));
}
int cuStreamDestroy_v2(void *stream) { return note("cuStreamDestroy " + numberOf(stream)); }
int cuStreamSynchronize(void *stream) { return note("cuStreamSynchronize " + numberOf(stream)); }
int cuStreamWaitEvent(void *stream, void *event, unsigned) { return note("cuStreamWaitEvent " + numberOf(stream) + " " + numberOf(event)); }
int cuStreamBeginCapture_v2(void *stream, int mode) { return note("cuStreamBeginCapture " + numberOf(stream) + " mode " + std::to_string(mode)); }
int cuStreamEndCapture(void *stream, void **graph) { return *graph = newHandle(), note("cuStreamEndCapture " + numberOf(stream)); }
int cuEventCreate(void **event, unsigned flags) {
  *event = newHandle();
  return note("cuEventCreate " + numberOf(*event) + " flags " + std::to_string(flags));
}
int cuEventDestroy_v2(void *event) { return note("cuEventDestroy " + numberOf(event)); }
int cuEventRecord(void *event, void *stream) { return note("cuEventRecord " + numberOf(event) + " on " + numberOf(stream)); }
int cuEventQuery(void *event) { return note("cuEventQuery " + numberOf(event)); }
int cuEventElapsedTime(float *time, void *, void *) { return *time = 1.5f, note("cuEventElapsedTime"); }
int cuGraphInstantiateWithFlags(void **ready, void *graph, unsigned long long) {
  return *ready = newHandle(), note("cuGraphInstantiate " + numberOf(graph));
}
int cuGraphDestroy(void *graph) { return note("cuGraphDestroy " + numberOf(graph)); }
int cuGraphLaunch(void *ready, void *stream) { return note("cuGraphLaunch " + numberOf(ready) + " on " + numberOf(stream)); }
int cuGraphExecDestroy(void *ready) { return note("cuGraphExecDestroy " + numberOf(ready)); }
}
