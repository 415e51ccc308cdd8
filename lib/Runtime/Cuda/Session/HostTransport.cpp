// Messages between processes by way of the host: where there is no NCCL, and for the interpreter of PTX.
#include "../../Executor/Backoff.h"
#include "../../Executor/Traffic.h"
#include "Transport.h"
#include "det/Runtime/Comm/Communicator.h"

namespace det::rt::cuda {

namespace {

class HostTransport final : public Transport {
public:
  HostTransport(const LoadedPlan &plan, Driver &driver, std::unique_ptr<rt::Communicator> communicator, uint32_t rank)
      : plan(plan), driver(driver), communicator(std::move(communicator)), rank(rank) {}

  Status move(uint32_t exchange, size_t round, std::span<Lane> lanes) override {
    const Status status = moveAll(messageTag(exchange, round), lanes.front().program.exchanges[exchange].round(round), lanes.front().moves);
    return status ? status
                  : Status(Error{"rank " + std::to_string(rank) + ", exchange '" + plan.label(plan.program(rank).exchanges[exchange]->label) +
                                 "': " + status.error().message});
  }
  // The host waits for messages.
  bool canBeCaptured() const override { return false; }
  Status status() override { return communicator->status(); }

private:
  /// All sends before any receive: a rank that is behind never waits for one that is ahead, so somebody can always go on.
  Status moveAll(uint32_t tag, const DeviceRound &messages, Stream stream) {
    for (const Message &message : messages.sends) {
      void *memory = nullptr;
      if (Status status = until([&] { return memory = communicator->beginSend(tag, message.peer, message.bytes); }); !status)
        return status;
      if (Status status = driver.copyToHost(memory, message.memory, message.bytes, stream); !status)
        return status;
      if (Status status = driver.synchronize(stream); !status)
        return status;
      communicator->post(message.peer);
    }
    for (const Message &message : messages.receives) {
      const void *memory = nullptr;
      if (Status status = until([&] { return memory = communicator->receive(tag, message.peer); }); !status)
        return status;
      if (Status status = driver.copyToDevice(message.memory, memory, message.bytes, stream); !status)
        return status;
      if (Status status = driver.synchronize(stream); !status)
        return status;
      communicator->release(tag, message.peer);
    }
    return {};
  }
  template <class Try> Status until(Try &&attempt) {
    Backoff backoff;
    while (!attempt()) {
      if (Status status = communicator->status(); !status)
        return status;
      backoff.pause();
    }
    return {};
  }

  const LoadedPlan &plan;
  Driver &driver;
  std::unique_ptr<rt::Communicator> communicator;
  uint32_t rank;
};

} // namespace

Result<std::unique_ptr<Transport>> makeHostTransport(const LoadedPlan &plan, const Routes &routes, Driver &driver, const CommunicatorFactory &communicators, uint32_t rank) {
  Result<std::vector<std::unique_ptr<rt::Communicator>>> ends = communicators(planTraffic(plan, routes));
  if (!ends)
    return ends.error();
  if (ends->size() != 1)
    return Error{"the communicator connects " + std::to_string(ends->size()) + " ranks of this process instead of one"};
  return std::unique_ptr<Transport>(std::make_unique<HostTransport>(plan, driver, std::move(ends->front()), rank));
}

} // namespace det::rt::cuda
