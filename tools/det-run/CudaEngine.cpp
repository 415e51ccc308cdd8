// GPUs, and the interpreter of PTX in their place: a session on a driver.
#include "Engine.h"
#include "det/Runtime/Cuda/CudaSession.h"

namespace det::run {

namespace {

using rt::cuda::CudaSession;

class CudaEngine final : public Engine {
public:
  explicit CudaEngine(std::unique_ptr<CudaSession> session) : session(std::move(session)) {}

  const std::vector<TensorInfo> &tensors() const override { return session->tensors(); }
  Status setState(const std::string &name, const TensorView &tensor) override { return session->setState(name, tensor); }
  Result<HostTensor> getState(const std::string &name) const override { return session->getState(name); }
  Result<std::map<std::string, ElementSums>> stateSums() const override { return session->stateSums(); }
  Status step(const ViewMap &batch) override { return session->step(batch); }
  Result<TensorView> metric(const std::string &name) const override { return session->metric(name); }
  std::vector<rt::EntryTime> profile() const override { return session->profile(); }
  rt::MemoryUse memory() const override { return session->memory(); }
  rt::ExchangeTraffic traffic() const override { return session->traffic(); }

  std::string description() const override {
    const rt::MemoryUse memory = session->memory();
    const rt::cuda::DeviceInfo &device = session->device();
    const auto megabytes = [](uint64_t bytes) { return std::to_string((bytes + 999'999) / 1'000'000) + " MB"; };
    return device.name + (device.driverVersion ? ", " + device.chip() : "") + ", " + std::to_string(session->ranks()) +
           (session->ranks() == 1 ? " rank, " : " ranks, ") + session->level() + (session->isOneGraph() ? ", one graph" : "") + (session->products().empty() ? "" : ", " + session->products()) + "; arenas " +
           megabytes(memory.arenas) + ", messages " + megabytes(memory.messages) + ", scratch " + megabytes(memory.scratch);
  }

private:
  std::unique_ptr<CudaSession> session;
};

Result<std::unique_ptr<rt::cuda::Driver>> openDriver(const Options &options) {
  if (options.device == Device::cuda)
    return rt::cuda::openCudaDriver(options.gpu);
  rt::cuda::SimOptions sim;
  sim.threads = options.session.threads;
  sim.checkRaces = options.simChecks;
  sim.checkUninitialised = options.simChecks;
  sim.chaos = options.session.chaos;
  return rt::cuda::openSimDriver(sim);
}

} // namespace

Result<std::unique_ptr<Engine>> makeCudaEngine(rt::Artifact artifact, const Options &options) {
  Result<std::unique_ptr<rt::cuda::Driver>> driver = openDriver(options);
  if (!driver)
    return driver.error();
  rt::cuda::CudaOptions cuda;
  cuda.graphs = options.graphs;
  cuda.stepSeconds = options.stepSeconds;
  Result<std::unique_ptr<CudaSession>> session = CudaSession::create(std::move(artifact), std::move(*driver), options.session, cuda);
  if (!session)
    return session.error();
  return std::unique_ptr<Engine>(new CudaEngine(std::move(*session)));
}

} // namespace det::run
