// The host device: a session of the runtime.
#include "Engine.h"

#include <algorithm>

namespace det::run {

std::vector<TensorInfo> Engine::tensorsOf(artifact::TensorKind kind) const {
  std::vector<TensorInfo> found;
  std::copy_if(tensors().begin(), tensors().end(), std::back_inserter(found),
               [&](const TensorInfo &info) { return info.kind == kind; });
  return found;
}

namespace {

class HostEngine final : public Engine {
public:
  HostEngine(std::unique_ptr<rt::Session> session, int threads, uint32_t processes)
      : session(std::move(session)), threads(threads), processes(processes) {}

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
    const auto megabytes = [](uint64_t bytes) { return std::to_string((bytes + 999'999) / 1'000'000) + " MB"; };
    return "host, " + std::string(session->isa() == rt::host::Isa::v4 ? "AVX-512" : "AVX2") + ", " +
           std::to_string(session->ranks()) + (session->ranks() == 1 ? " rank" : " ranks") +
           (processes > 1 ? " in " + std::to_string(processes) + " processes, each " : std::string(", ")) + std::to_string(threads) +
           (threads == 1 ? " thread, " : " threads, ") + session->level() + "; arenas " + megabytes(memory.arenas) +
           ", messages " + megabytes(memory.messages) + ", scratch " + megabytes(memory.scratch);
  }

private:
  std::unique_ptr<rt::Session> session;
  int threads;
  uint32_t processes;
};

} // namespace

Result<std::unique_ptr<Engine>> makeHostEngine(rt::Artifact artifact, const rt::SessionOptions &options) {
  Result<std::unique_ptr<rt::Session>> session = rt::Session::create(std::move(artifact), options);
  if (!session)
    return session.error();
  return std::unique_ptr<Engine>(new HostEngine(std::move(*session), options.threads, options.group ? options.group->processes() : 1));
}

} // namespace det::run
