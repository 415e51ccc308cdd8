// The layer over the CUDA driver and NCCL, on libraries that stand in for them: what is called, and what is refused.
#include "Fake.h"
#include "det/Runtime/Cuda/Nccl.h"

#include <gtest/gtest.h>

using namespace det::rt;
using namespace det::rt::cuda;
using namespace det::rt::test;

#define EXPECT_CONTAINS(text, part) EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)

namespace {

std::string errorOf(const Result<std::unique_ptr<Driver>> &driver) { return driver ? "" : driver.error().message; }

} // namespace

TEST(CudaDriver, SaysWhatIsMissing) {
  EXPECT_CONTAINS(errorOf(openCudaDriver(0, "/nowhere/libcuda.so.1")), "there is no NVIDIA driver on this machine");
  EXPECT_CONTAINS(errorOf(openCudaDriver(0, "/nowhere/libcuda.so.1")), "--device=ptx-sim");
  EXPECT_CONTAINS(errorOf(openCudaDriver(0, FAKE_NCCL)), "has no function cuGetErrorName: install an NVIDIA driver for CUDA 12.0 or newer");
  Fake fake(FAKE_CUDA);
  fake.set("init", 100);
  EXPECT_CONTAINS(errorOf(openCudaDriver(0, FAKE_CUDA)), "no NVIDIA GPU that this process may use");
  fake.set("init", 999);
  EXPECT_CONTAINS(errorOf(openCudaDriver(0, FAKE_CUDA)), "cuInit: a fake error (CUDA_ERROR_FAKE)");
  fake.set("init", 0);
  fake.set("version", 11080);
  EXPECT_CONTAINS(errorOf(openCudaDriver(0, FAKE_CUDA)), "the NVIDIA driver is for CUDA 11.8, too old: install one for CUDA 12.0");
  fake.set("version", 12000);
  fake.set("devices", 0);
  EXPECT_CONTAINS(errorOf(openCudaDriver(0, FAKE_CUDA)), "no NVIDIA GPU");
  fake.set("devices", 2);
  EXPECT_CONTAINS(errorOf(openCudaDriver(2, FAKE_CUDA)), "too few GPUs: this process is number 2 on its machine, and it may use 2 GPUs");
  fake.set("fail cuDevicePrimaryCtxRetain", 2);
  EXPECT_CONTAINS(errorOf(openCudaDriver(0, FAKE_CUDA)), "cuDevicePrimaryCtxRetain: a fake error");
}

TEST(CudaDriver, CallsWhatTheApiDocuments) {
  Fake fake(FAKE_CUDA);
  {
    auto driver = openCudaDriver(1, FAKE_CUDA);
    ASSERT_TRUE(driver) << errorOf(driver);
    Driver &cuda = **driver;
    EXPECT_EQ(cuda.device().chip(), "sm_90");
    EXPECT_EQ(cuda.device().name, "Fake H200");
    EXPECT_EQ(cuda.device().bus, "0000:0a:00.0");
    EXPECT_EQ(cuda.memory()->free, uint64_t(1) << 29);
    const DevicePointer memory = *cuda.allocate(512, "test");
    const Stream usual = *cuda.createStream(false), urgent = *cuda.createStream(true);
    const Event event = *cuda.createEvent(false), timed = *cuda.createEvent(true);
    const uint64_t in = 0x1122334455667788;
    uint64_t out = 0;
    EXPECT_TRUE(cuda.copyToDevice(memory, &in, 8, usual));
    EXPECT_TRUE(cuda.copyOnDevice(memory + 8, memory, 8, usual));
    EXPECT_TRUE(cuda.record(event, usual));
    EXPECT_TRUE(cuda.wait(urgent, event));
    EXPECT_TRUE(cuda.copyToHost(&out, memory + 8, 8, urgent));
    EXPECT_EQ(out, in);
    EXPECT_TRUE(cuda.fill(memory, 0x7fff, 6, urgent));
    EXPECT_TRUE(cuda.copyToHost(&out, memory, 8, urgent));
    EXPECT_EQ(out, 0x11227fff7fff7fff);
    const uint8_t image[4] = {};
    const Module module = *cuda.load(image);
    const Function function = *cuda.function(module, "k");
    EXPECT_EQ(cuda.function(module, "absent").error().message, "the artifact's module has no kernel 'absent'");
    DeviceLaunch launch{"k", {5, 1, 2}, {128, 1, 1}, 64, {std::byte(42), std::byte(0), std::byte(0), std::byte(0)}};
    EXPECT_TRUE(cuda.launch(function, launch, urgent));
    launch.sharedBytes = 100'000;
    EXPECT_TRUE(cuda.beginCapture(usual));
    EXPECT_TRUE(cuda.launch(function, launch, usual));
    const Graph graph = *cuda.endCapture(usual);
    EXPECT_TRUE(cuda.launchGraph(graph, usual));
    EXPECT_EQ(*cuda.isDone(event), true);
    fake.set("fail cuEventQuery", 600);
    EXPECT_EQ(*cuda.isDone(event), false);
    fake.set("fail cuEventQuery", 700);
    EXPECT_CONTAINS(cuda.isDone(event).error().message, "cuEventQuery: a fake error");
    EXPECT_EQ(*cuda.milliseconds(timed, timed), 1.5);
    EXPECT_TRUE(cuda.synchronize(usual));
    fake.set("fail cuMemAlloc", 2);
    EXPECT_CONTAINS(cuda.allocate(1 << 20, "arena of rank 3").error().message,
                    "out of GPU memory: the arena of rank 3 needs 1048576 bytes, free are 536870912 of 1073741824");
    fake.set("fail cuModuleLoadData", 209);
    EXPECT_CONTAINS(cuda.load(image).error().message, "does not load the kernels for sm_90");
    fake.set("fail cuLaunchKernel", 1);
    EXPECT_CONTAINS(cuda.launch(function, launch, usual).error().message, "kernel 'k': cuLaunchKernel: a fake error");
  }
  const std::string calls = fake.calls();
  // Handles count from 1: two streams, two events, a module, functions.
  for (const char *line : {"cuStreamCreate 1 flags 1 priority 0\n", "cuStreamCreate 2 flags 1 priority -5\n", "cuEventCreate 3 flags 2\n",
                           "cuEventCreate 4 flags 0\n", "cuEventRecord 3 on 1\ncuStreamWaitEvent 2 3\ncuMemcpyDtoHAsync 8 on 2\n",
                           "cuModuleGetFunction k\ncuFuncGetAttribute 6 1\n",
                           "cuLaunchKernel 6 5 1 2 128 1 1 64 on 2 with 4 bytes, first 42\n",
                           "cuStreamBeginCapture 1 mode 2\ncuFuncSetAttribute 6 8 100000\ncuLaunchKernel 6 5 1 2 128 1 1 100000 on 1",
                           "cuStreamEndCapture 1\ncuGraphInstantiate 8\ncuGraphDestroy 8\ncuGraphLaunch 9 on 1\n"})
    EXPECT_CONTAINS(calls, line);
  // What was made is given back, the context last.
  for (const char *line : {"cuGraphExecDestroy 9\n", "cuEventDestroy 3\n", "cuEventDestroy 4\n", "cuStreamDestroy 1\n", "cuModuleUnload\n", "cuMemFree\n"})
    EXPECT_CONTAINS(calls, line);
  EXPECT_TRUE(calls.ends_with("cuDevicePrimaryCtxRelease\n")) << calls;
}

TEST(Nccl, ConnectsManyRanksBySeveralIds) {
  Fake fake(FAKE_NCCL);
  auto opened = openNccl(FAKE_NCCL);
  ASSERT_TRUE(opened) << opened.error().message;
  const NcclId ids[] = {{'a'}, {'b'}, {'c'}};
  EXPECT_TRUE((*opened)->connect(ids, 200, 300));
  fake.set("fail ncclCommInitRankScalable", 4);
  EXPECT_CONTAINS((*opened)->connect(ids, 200, 300).error().message, "ncclCommInitRankScalable: a fake error");
  const std::string call = "ncclCommInitRankScalable 200 of 300 a b c blocking 0\n";
  EXPECT_EQ(fake.calls(), call + call);
}

TEST(Nccl, SaysWhatIsMissing) {
  EXPECT_CONTAINS(openNccl("/nowhere/libnccl.so.2").error().message, "there is no NCCL on this machine");
  EXPECT_CONTAINS(openNccl(FAKE_CUDA).error().message, "it lacks ncclGetVersion");
  Fake fake(FAKE_NCCL);
  fake.set("version", 21706);
  EXPECT_CONTAINS(openNccl(FAKE_NCCL).error().message, "NCCL 2.17.6 of '" FAKE_NCCL "' is too old: install 2.18.0 or newer");
  fake.set("version", 2708);
  EXPECT_CONTAINS(openNccl(FAKE_NCCL).error().message, "NCCL 2.7.8 of");
}

TEST(Nccl, CallsWhatTheApiDocuments) {
  Fake fake(FAKE_NCCL);
  auto opened = openNccl(FAKE_NCCL);
  ASSERT_TRUE(opened) << opened.error().message;
  Nccl &nccl = **opened;
  EXPECT_EQ(nccl.version(), 22809);
  EXPECT_TRUE(nccl.hasAllToAll());
  const NcclId id = *nccl.makeId();
  EXPECT_STREQ(id.data(), "fake id");
  EXPECT_TRUE(nccl.takesManyIds());
  const Communicator world = *nccl.connect(std::span(&id, 1), 3, 8);
  fake.set("waits", 2);
  EXPECT_EQ(*nccl.progress(world), Nccl::Progress::underWay);
  EXPECT_EQ(*nccl.progress(world), Nccl::Progress::underWay);
  EXPECT_EQ(*nccl.progress(world), Nccl::Progress::done);
  const Communicator part = *nccl.split(world, 1, 3);
  EXPECT_TRUE(nccl.groupStart());
  EXPECT_TRUE(nccl.send(part, 4096, 24, 1, {5}));
  EXPECT_TRUE(nccl.receive(part, 8192, 16, 0, {5}));
  EXPECT_TRUE(nccl.groupEnd());
  EXPECT_TRUE(nccl.allGather(world, 4096, 4096, 100, {5}));
  EXPECT_TRUE(nccl.allToAll(part, 4096, 8192, 12, {5}));
  EXPECT_TRUE(nccl.broadcast(part, 4096, 7, 2, {5}));
  EXPECT_TRUE(nccl.allReduce(world, 4096, 8192, 9, Nccl::Real::f32, Nccl::Reduction::sum, {5}));
  EXPECT_TRUE(nccl.allReduce(part, 4096, 4096, 10, Nccl::Real::f16, Nccl::Reduction::max, {5}));
  EXPECT_TRUE(nccl.reduceScatter(part, 4096, 8192, 11, Nccl::Real::bf16, Nccl::Reduction::min, {5}));
  EXPECT_TRUE(nccl.reduceScatter(world, 4096, 8192, 12, Nccl::Real::f64, Nccl::Reduction::sum, {5}));
  fake.set("state", 6);
  EXPECT_CONTAINS(nccl.progress(world).error().message, "NCCL: a fake error: in detail");
  fake.set("fail ncclSend", 4);
  EXPECT_CONTAINS(nccl.send(part, 4096, 24, 1, {5}).error().message, "ncclSend: a fake error");
  // Closing waits for the other ranks, and lets go of those that fail.
  fake.set("state", 0);
  fake.set("waits", 3);
  nccl.close(part);
  const Communicator other = *nccl.split(world, 2, 3);
  fake.set("state", 6);
  nccl.close(other);
  nccl.abort(world);
  nccl.abort(world);
  EXPECT_EQ(fake.calls(), "ncclGetUniqueId\nncclCommInitRankConfig 3 of 8 fake id blocking 0\nncclCommSplit color 1 key 3\nncclGroupStart\n"
                          "ncclSend 24 of type 1 to 1 in 2\nncclRecv 16 of type 1 from 0 in 2\nncclGroupEnd\nncclAllGather 100 of type 1 in 1\n"
                          "ncclAlltoAll 12 of type 1 in 2\nncclBroadcast 7 of type 1 root 2 in 2\nncclAllReduce 9 of type 7 by 0 in 1\n"
                          "ncclAllReduce 10 of type 6 by 2 in 2\nncclReduceScatter 11 of type 9 by 3 in 2\nncclReduceScatter 12 of type 8 by 0 in 1\n"
                          "ncclSend 24 of type 1 to 1 in 2\n"
                          "ncclCommFinalize 2\nncclCommDestroy 2\nncclCommSplit color 2 key 3\nncclCommFinalize 3\nncclCommAbort 3\nncclCommAbort 1\n");
}

// The real one, where it is installed: it answers without a GPU.
TEST(Nccl, OpensTheInstalledLibrary) {
  auto nccl = openNccl();
  if (!nccl)
    GTEST_SKIP() << nccl.error().message;
  EXPECT_GE((*nccl)->version(), 21800);
  EXPECT_EQ((*nccl)->hasAllToAll(), (*nccl)->version() >= 22800);
  EXPECT_EQ((*nccl)->takesManyIds(), (*nccl)->version() >= 22300);
}

TEST(CudaDriver, OpensTheInstalledLibraryOrSaysWhyNot) {
  auto driver = openCudaDriver(0);
  if (driver)
    EXPECT_FALSE((*driver)->device().name.empty());
  else
    EXPECT_CONTAINS(errorOf(driver), "NVIDIA");
}
