// det-nccl-calls ARTIFACT [NEAR]: what every rank asks of NCCL in one step, "RANK CALL" line by line. Ranks are threads, nothing runs, batches are zeros. With NEAR so
// many ranks count as one machine, and exchanges go by levels.
#include "det/Runtime/Artifact/LoadedPlan.h"
#include "det/Runtime/Cuda/CudaSession.h"
#include "det/Runtime/Cuda/Recording.h"
#include "det/Runtime/Launch/ProcessGroup.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <unistd.h>

using namespace det::rt;

namespace {

/// The calls of one rank; an error ends the program.
std::vector<std::string> callsOf(const std::string &path, uint32_t rank, uint32_t ranks, uint32_t near) {
  const auto stop = [](const Error &error) {
    std::fprintf(stderr, "error: %s\n", error.message.c_str());
    std::_Exit(1);
  };
  ProcessEnvironment environment;
  environment.launcher = Launcher::options;
  environment.process = rank;
  environment.localProcess = rank;
  environment.processes = ranks;
  environment.key = "det-nccl-calls " + std::to_string(getpid());
  Result<std::shared_ptr<ProcessGroup>> group = ProcessGroup::join(environment);
  if (!group)
    stop(group.error());
  Result<Artifact> artifact = Artifact::load(path);
  if (!artifact)
    stop(artifact.error());
  cuda::CallLog log;
  SessionOptions options;
  options.group = *group;
  options.near = near;
  options.route = RouteChoice::levels;
  cuda::CudaOptions cuda;
  cuda.graphs = false;
  cuda.nccl = [&](cuda::Driver &) -> Result<std::unique_ptr<cuda::Nccl>> { return cuda::recordNccl(log); };
  auto session = cuda::CudaSession::create(std::move(*artifact), cuda::recordDriver(log), options, cuda);
  if (!session)
    stop(session.error());
  std::vector<HostTensor> batches;
  for (const TensorInfo &tensor : (*session)->tensors())
    if (tensor.kind == det::artifact::TensorKind::batch) {
      batches.push_back({tensor.type, tensor.shape, {}});
      batches.back().bytes.resize(size_t(*elementCount(tensor.shape) * elementBytes(tensor.type)));
    }
  ViewMap views;
  size_t next = 0;
  for (const TensorInfo &tensor : (*session)->tensors())
    if (tensor.kind == det::artifact::TensorKind::batch)
      views[tensor.name] = batches[next++].view();
  if (Status status = (*session)->step(views); !status)
    stop(status.error());
  std::erase_if(log.calls, [](const std::string &call) { return call.find(" of c") == std::string::npos; });
  (void)(*group)->finish();
  return log.calls;
}

} // namespace

int main(int argc, char **argv) {
  const uint32_t near = argc == 3 ? uint32_t(std::atoi(argv[2])) : 0;
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: det-nccl-calls ARTIFACT [NEAR]\n");
    return 2;
  }
  const Result<Artifact> artifact = Artifact::load(argv[1]);
  if (!artifact) {
    std::fprintf(stderr, "error: %s\n", artifact.error().message.c_str());
    return 1;
  }
  const auto bytes = artifact->section(section::plan);
  const Result<LoadedPlan> plan = bytes ? loadPlan(*bytes) : Result<LoadedPlan>(Error{"it has no plan"});
  if (!plan) {
    std::fprintf(stderr, "error: '%s': %s\n", argv[1], plan.error().message.c_str());
    return 1;
  }
  const uint32_t ranks = plan->mesh.ranks();
  std::vector<std::vector<std::string>> calls(ranks);
  std::vector<std::thread> threads;
  for (uint32_t rank = 0; ranks > 1 && rank < ranks; ++rank)
    threads.emplace_back([&, rank] { calls[rank] = callsOf(argv[1], rank, ranks, near); });
  for (std::thread &thread : threads)
    thread.join();
  for (uint32_t rank = 0; rank < ranks; ++rank)
    for (const std::string &call : calls[rank])
      std::printf("%u %s\n", rank, call.c_str());
  return 0;
}
