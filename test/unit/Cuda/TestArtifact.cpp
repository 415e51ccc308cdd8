#include "TestArtifact.h"
#include "Kernels.h"
#include "det/Device/Interface.h"

#include <atomic>
#include <cmath>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace det::rt::test {

static std::string deviceText() {
  std::ifstream file(DEVICE_TEXT);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Section interfaceOf(std::string_view text) {
  return {std::string(device::interfaceSection), {reinterpret_cast<const uint8_t *>(text.data()), text.size()}};
}

Artifact makeCudaArtifact(artifact::PlanT plan, const std::string &kernels) {
  plan.target = "cuda";
  plan.kernel_lanes.assign(plan.kernels.size(), 1);
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(artifact::Plan::Pack(builder, &plan));
  static const std::string device = deviceText();
  const std::string text = device + kernels;
  const std::vector<uint8_t> constants(64);
  const auto bytes = packArtifact({{std::string(section::plan), {builder.GetBufferPointer(), builder.GetSize()}},
                                   {std::string(section::constants), constants},
                                   interfaceOf(device::kernelInterface()),
                                   {std::string(section::kernelsPtx), {reinterpret_cast<const uint8_t *>(text.data()), text.size()}}});
  return std::move(*Artifact::fromMemory(*bytes, "test plan"));
}

std::unique_ptr<cuda::CudaSession> openSim(const artifact::PlanT &plan, const SessionOptions &options, bool graphs, const std::string &kernels) {
  cuda::SimOptions sim;
  sim.chaos = options.chaos;
  cuda::CudaOptions cuda;
  cuda.graphs = graphs;
  auto session = cuda::CudaSession::create(makeCudaArtifact(plan, kernels), cuda::openSimDriver(sim), options, cuda);
  EXPECT_TRUE(session) << session.error().message;
  return session ? std::move(*session) : nullptr;
}

void runProcesses(uint32_t processes, const std::function<void(std::shared_ptr<ProcessGroup>)> &body) {
  static std::atomic<int> runs{0};
  const std::string key = "CudaTest " + std::to_string(getpid()) + " " + std::to_string(runs++);
  std::vector<std::thread> threads;
  for (uint32_t process = 0; process < processes; ++process)
    threads.emplace_back([&, process] {
      ProcessEnvironment environment;
      environment.launcher = Launcher::options;
      environment.process = process;
      environment.processes = processes;
      environment.localProcess = process;
      environment.key = key;
      auto group = ProcessGroup::join(environment);
      ASSERT_TRUE(group) << group.error().message;
      body(*group);
    });
  for (std::thread &thread : threads)
    thread.join();
}

HostTensor randomTensor(std::vector<int64_t> shape, uint64_t seed) {
  HostTensor tensor{ElementType::f32, shape, {}};
  tensor.bytes.resize(size_t(*elementCount(shape)) * 4);
  std::mt19937_64 random(seed);
  for (size_t i = 0; i < tensor.bytes.size(); i += 4) {
    const float value = std::ldexp(float(int64_t(random())), int(random() % 20) - 70);
    std::memcpy(tensor.bytes.data() + i, &value, 4);
  }
  return tensor;
}

} // namespace det::rt::test
