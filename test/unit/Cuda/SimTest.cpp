// The interpreter of PTX as a device: streams, events, captures, memory.
#include "Kernels.h"
#include "det/Runtime/Cuda/Driver.h"

#include <cstring>
#include <functional>
#include <gtest/gtest.h>

using namespace det::rt;
using namespace det::rt::cuda;
using namespace det::rt::test;

#define EXPECT_CONTAINS(text, part) EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)

namespace {

std::span<const uint8_t> bytesOf(const std::string &text) { return {reinterpret_cast<const uint8_t *>(text.data()), text.size()}; }

DeviceLaunch growLaunch(DevicePointer w, int64_t extent) {
  DeviceLaunch launch{"grow", {1, 1, 1}, {128, 1, 1}, 0, {}};
  struct {
    uint64_t w;
    int64_t extent, grain;
  } words{w, extent, 1};
  launch.setRecord(words);
  return launch;
}

/// Two streams that take turns: one adds, the other copies to a log; with the events of a pipeline of depth one.
std::vector<float> pingPong(std::optional<uint64_t> chaos, bool captured, bool ordered = true) {
  SimOptions options;
  options.chaos = chaos;
  auto sim = openSimDriver(options);
  const std::string text = ptxHeader + loopKernels;
  const Function grow = *sim->function(*sim->load(bytesOf(text)), "grow");
  const DevicePointer value = *sim->allocate(4, "value"), log = *sim->allocate(40, "log");
  const Stream adds = *sim->createStream(false), copies = *sim->createStream(true);
  const Event added = *sim->createEvent(false), copied = *sim->createEvent(false);
  const float zero = 0;
  EXPECT_TRUE(sim->copyToDevice(value, &zero, 4, adds));
  EXPECT_TRUE(!captured || sim->beginCapture(adds));
  for (uint64_t i = 0; i < 10; ++i) {
    EXPECT_TRUE(!i || !ordered || sim->wait(adds, copied));
    EXPECT_TRUE(sim->launch(grow, growLaunch(value, 1), adds));
    EXPECT_TRUE(sim->record(added, adds));
    EXPECT_TRUE(sim->wait(copies, added));
    EXPECT_TRUE(sim->copyOnDevice(log + 4 * i, value, 4, copies));
    EXPECT_TRUE(sim->record(copied, copies));
  }
  EXPECT_TRUE(sim->wait(adds, copied));
  if (captured) {
    const Result<Graph> graph = sim->endCapture(adds);
    EXPECT_TRUE(graph) << graph.error().message;
    EXPECT_TRUE(sim->launchGraph(*graph, adds));
  }
  std::vector<float> values(10);
  EXPECT_TRUE(sim->copyToHost(values.data(), log, 40, adds));
  EXPECT_TRUE(sim->synchronize(adds));
  return values;
}

} // namespace

TEST(Sim, EventsOrderStreams) {
  const std::vector<float> right = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  for (const bool captured : {false, true}) {
    EXPECT_EQ(pingPong(std::nullopt, captured), right);
    for (uint64_t seed = 0; seed < 50; ++seed)
      EXPECT_EQ(pingPong(seed, captured), right) << seed;
  }
}

// The control: without its events the order is found wrong.
TEST(Sim, ChaosFindsMissingEvents) {
  const std::vector<float> right = pingPong(std::nullopt, false);
  int wrong = 0;
  for (uint64_t seed = 0; seed < 50; ++seed)
    wrong += pingPong(seed, false, false) != right;
  EXPECT_GT(wrong, 25);
}

TEST(Sim, RefusesCapturesThatCudaRefuses) {
  auto sim = openSimDriver();
  const Stream root = *sim->createStream(false), other = *sim->createStream(false);
  const Event before = *sim->createEvent(false), inside = *sim->createEvent(false);
  const DevicePointer memory = *sim->allocate(64, "memory");
  EXPECT_TRUE(sim->record(before, other));
  EXPECT_TRUE(sim->beginCapture(root));
  EXPECT_CONTAINS(sim->wait(root, before).error().message, "recorded outside");
  EXPECT_CONTAINS(sim->synchronize(root).error().message, "during a capture");
  EXPECT_CONTAINS(sim->beginCapture(other).error().message, "under way already");
  EXPECT_TRUE(sim->record(inside, root));
  EXPECT_TRUE(sim->wait(other, inside));
  EXPECT_TRUE(sim->fill(memory, 1, 64, other));
  EXPECT_CONTAINS(sim->endCapture(root).error().message, "before stream 2 has been joined");
}

TEST(Sim, SaysWhatIsWrong) {
  SimOptions options;
  options.memoryBytes = 1000;
  auto sim = openSimDriver(options);
  const std::string text = ptxHeader + loopKernels;
  const Module module = *sim->load(bytesOf(text));
  EXPECT_EQ(sim->function(module, "absent").error().message, "the artifact's module has no kernel 'absent'");
  const Function grow = *sim->function(module, "grow");
  const Stream stream = *sim->createStream(false);
  const DevicePointer memory = *sim->allocate(600, "arena of rank 0");
  EXPECT_CONTAINS(sim->allocate(500, "tables").error().message, "the tables needs 500 bytes, free are 400 of 1000");
  EXPECT_EQ(sim->memory()->free, 400u);
  uint64_t word = 0;
  EXPECT_CONTAINS(sim->copyToDevice(memory + 596, &word, 8, stream).error().message, "outside of any allocation");
  DeviceLaunch launch = growLaunch(memory, 4);
  launch.params.resize(16);
  EXPECT_CONTAINS(sim->launch(grow, launch, stream).error().message, "kernel 'grow' takes 24 bytes of parameters, got 16");
  // A fault shows when somebody waits, and stays.
  EXPECT_TRUE(sim->fill(memory, 0, 600, stream));
  EXPECT_TRUE(sim->launch(grow, growLaunch(memory + 560, 16), stream));
  for (int i = 0; i < 2; ++i)
    EXPECT_CONTAINS(sim->synchronize(stream).error().message, "out of bounds: 4 bytes at byte 600 of buffer 'arena of rank 0'");
  EXPECT_FALSE(sim->launch(grow, growLaunch(memory, 4), stream));
}

TEST(Sim, FindsReadsOfWhatNobodyWrote) {
  const std::string text = ptxHeader + loopKernels;
  const auto errorOf = [&](const std::function<void(Driver &, Function, DevicePointer, Stream)> &use) {
    auto sim = openSimDriver();
    const Function grow = *sim->function(*sim->load(bytesOf(text)), "grow");
    const DevicePointer memory = *sim->allocate(64, "arena of rank 0");
    const Stream stream = *sim->createStream(false);
    use(*sim, grow, memory, stream);
    const Status status = sim->synchronize(stream);
    return status ? "" : status.error().message;
  };
  const std::vector<float> values(16);
  EXPECT_CONTAINS(errorOf([&](Driver &sim, Function grow, DevicePointer memory, Stream stream) {
                    EXPECT_TRUE(sim.launch(grow, growLaunch(memory, 1), stream));
                  }),
                  "read of uninitialised bytes at byte 0 of buffer 'arena of rank 0'");
  // What was uploaded may be read; what launches write stays written for later ones; what was copied from nowhere does not become something.
  EXPECT_EQ(errorOf([&](Driver &sim, Function grow, DevicePointer memory, Stream stream) {
              EXPECT_TRUE(sim.copyToDevice(memory, values.data(), 16, stream));
              for (int i = 0; i < 2; ++i)
                EXPECT_TRUE(sim.launch(grow, growLaunch(memory, 4), stream));
            }),
            "");
  EXPECT_CONTAINS(errorOf([&](Driver &sim, Function grow, DevicePointer memory, Stream stream) {
                    EXPECT_TRUE(sim.copyToDevice(memory, values.data(), 16, stream));
                    EXPECT_TRUE(sim.copyOnDevice(memory + 32, memory + 8, 16, stream));
                    EXPECT_TRUE(sim.launch(grow, growLaunch(memory + 32, 4), stream));
                  }),
                  "read of uninitialised bytes at byte 40");
  EXPECT_CONTAINS(errorOf([&](Driver &sim, Function grow, DevicePointer memory, Stream stream) {
                    EXPECT_TRUE(sim.fill(memory, 0, 64, stream));
                    EXPECT_TRUE(sim.launch(grow, growLaunch(memory, 4), stream));
                    EXPECT_TRUE(sim.forget(memory + 4, 8, stream));
                    EXPECT_TRUE(sim.launch(grow, growLaunch(memory, 4), stream));
                  }),
                  "read of uninitialised bytes at byte 4");
  std::vector<float> out(16);
  EXPECT_CONTAINS(errorOf([&](Driver &sim, Function, DevicePointer memory, Stream stream) {
                    EXPECT_TRUE(sim.copyToDevice(memory, values.data(), 60, stream));
                    EXPECT_TRUE(sim.copyToHost(out.data(), memory, 64, stream));
                  }),
                  "a copy to the host reads uninitialised bytes at byte 60 of 'arena of rank 0'");
}
