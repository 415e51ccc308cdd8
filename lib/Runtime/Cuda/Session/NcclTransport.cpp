// Messages between processes: bytes by NCCL, in the form that the exchange has.
#include "NcclIds.h"
#include "Transport.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

namespace det::rt::cuda {

namespace {

using Clock = std::chrono::steady_clock;

class NcclTransport final : public Transport {
public:
  explicit NcclTransport(const NcclSetup &setup) : setup(setup) {}
  ~NcclTransport() override {
    for (auto communicator = communicators.rbegin(); communicator != communicators.rend(); ++communicator)
      setup.nccl->close(*communicator);
    if (numbers)
      setup.driver->release(numbers);
    if (word)
      setup.driver->releaseHost(word);
  }

  Status connect();

  Status move(uint32_t exchange, size_t round, std::span<Lane> lanes) override;
  bool canBeCaptured() const override { return setup.nccl->isCapturable(); }
  Status status() override;
  std::string place() const override;
  void abort() override {
    for (const Communicator communicator : communicators)
      setup.nccl->abort(communicator);
    communicators.clear();
  }

private:
  std::string name(uint32_t exchange) const {
    return "rank " + std::to_string(setup.rank) + ", exchange '" + setup.plan->label(setup.plan->program(setup.rank).exchanges[exchange]->label) + "'";
  }
  Status watchNumbers();
  Status queue(uint32_t exchange, const DeviceExchange &messages, Stream stream);
  /// Messages from rank to rank; `numberOf`: a rank's number in the communicator.
  Status queuePairs(Communicator communicator, const DeviceRound &messages, const std::function<int(uint32_t)> &numberOf, Stream stream);
  /// Waits until NCCL has queued what it was given.
  Status settle(Communicator communicator);
  /// What NCCL reports may be no more than the trace of a failure elsewhere: that one counts, if it shows soon.
  Error cause(const Error &reported) const;

  NcclSetup setup;
  std::vector<Communicator> communicators; // the first has all ranks
  std::vector<Communicator> byExchange;
  // The number of each exchange on the device, copied to the host when its messages go: tells where a step that hangs has come to.
  DevicePointer numbers = 0;
  std::vector<uint32_t> numberTable;
  uint32_t *word = nullptr;
};

Error NcclTransport::cause(const Error &reported) const {
  const auto until = Clock::now() + std::chrono::duration<double>(setup.causeSeconds);
  while (setup.watch && Clock::now() < until) {
    if (Status status = setup.watch(); !status)
      return status.error();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return reported;
}

Status NcclTransport::settle(Communicator communicator) {
  const auto until = Clock::now() + std::chrono::duration<double>(setup.connectSeconds);
  for (int round = 0;; ++round) {
    const Result<Nccl::Progress> progress = setup.nccl->progress(communicator);
    if (!progress)
      return cause(progress.error());
    if (*progress == Nccl::Progress::done)
      return {};
    if (setup.watch)
      if (Status status = setup.watch(); !status)
        return status;
    if (Clock::now() > until)
      return Error{"NCCL was not ready within " + secondsText(setup.connectSeconds)};
    if (round > 100)
      std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

Status NcclTransport::watchNumbers() {
  for (uint32_t i = 0; i <= setup.plan->rules.size(); ++i)
    numberTable.push_back(i);
  const Result<DevicePointer> memory = setup.driver->allocate(numberTable.size() * sizeof(uint32_t), "numbers of exchanges");
  if (!memory)
    return memory.error();
  numbers = *memory;
  const Result<void *> host = setup.driver->allocateHost(sizeof(uint32_t));
  if (!host)
    return host.error();
  word = static_cast<uint32_t *>(*host);
  *word = 0;
  const Result<Stream> stream = setup.driver->createStream(false);
  if (!stream)
    return stream.error();
  if (Status status = setup.driver->copyToDevice(numbers, numberTable.data(), numberTable.size() * sizeof(uint32_t), *stream); !status)
    return status;
  return setup.driver->synchronize(*stream);
}

Status NcclTransport::connect() {
  const auto failed = [&](const Error &error) { return Error{"rank " + std::to_string(setup.rank) + " connects by NCCL: " + error.message}; };
  const int ranks = int(setup.plan->mesh.ranks()), ids = setup.nccl->takesManyIds() ? idsFor(ranks, setup.ranksPerId) : 1;
  std::optional<NcclId> id;
  if (idMadeBy(int(setup.rank), ranks, ids)) {
    const Result<NcclId> made = setup.nccl->makeId();
    if (!made)
      return failed(made.error());
    id = *made;
  }
  const Result<std::vector<NcclId>> shared = setup.share(id, ids);
  if (!shared)
    return shared.error();
  const Result<Communicator> world = setup.nccl->connect(*shared, int(setup.rank), ranks);
  if (!world)
    return failed(world.error());
  communicators.push_back(*world);
  if (Status status = settle(*world); !status)
    return failed(status.error());
  // One communicator for each way in which exchanges group the ranks; all ranks make them in one order.
  std::vector<std::pair<std::vector<uint32_t>, Communicator>> made;
  for (uint32_t exchange = 0; exchange < setup.plan->rules.size(); ++exchange) {
    const std::vector<uint32_t> lowest = groupsOf(*setup.plan, exchange);
    // By levels any rank may pass something on.
    if (setup.places->exchanges[exchange].routed || std::all_of(lowest.begin(), lowest.end(), [](uint32_t rank) { return rank == 0; })) {
      byExchange.push_back(*world);
      continue;
    }
    auto found = std::find_if(made.begin(), made.end(), [&](const auto &known) { return known.first == lowest; });
    if (found == made.end()) {
      const bool alone = std::count(lowest.begin(), lowest.end(), lowest[setup.rank]) == 1;
      const Result<Communicator> part = setup.nccl->split(*world, alone ? -1 : int(lowest[setup.rank]), int(setup.rank));
      if (!part)
        return failed(part.error());
      if (Status status = settle(alone ? *world : *part); !status)
        return failed(status.error());
      if (!alone)
        communicators.push_back(*part);
      made.emplace_back(lowest, *part);
      found = std::prev(made.end());
    }
    byExchange.push_back(found->second);
  }
  return watchNumbers();
}

Status NcclTransport::queue(uint32_t exchange, const DeviceExchange &messages, Stream stream) {
  const ExchangePlaces &places = setup.places->exchanges[exchange];
  const Communicator communicator = byExchange[exchange];
  const bool isWorld = communicator == communicators.front();
  const auto numberOf = [&](uint32_t rank) {
    return isWorld ? int(rank) : int(std::lower_bound(places.group.begin(), places.group.end(), rank) - places.group.begin());
  };
  Nccl &nccl = *setup.nccl;
  if (places.pattern == Pattern::allGather) {
    const uint64_t bytes = messages.sends.front().bytes;
    return nccl.allGather(communicator, messages.gathered + uint64_t(numberOf(setup.rank)) * bytes, messages.gathered, bytes, stream);
  }
  if (places.pattern == Pattern::broadcast) {
    const bool sends = !messages.sends.empty();
    const Message &message = sends ? messages.sends.front() : messages.receives.front();
    return nccl.broadcast(communicator, message.memory, message.bytes, numberOf(sends ? setup.rank : message.peer), stream);
  }
  if (const auto &joins = messages.reduction)
    return places.pattern == Pattern::allReduce
               ? nccl.allReduce(communicator, joins->from, joins->to, joins->count, joins->type, joins->reduction, stream)
               : nccl.reduceScatter(communicator, joins->from, joins->to, joins->count, joins->type, joins->reduction, stream);
  if (places.pattern == Pattern::allToAll && nccl.hasAllToAll())
    return nccl.allToAll(communicator, messages.parts.send, messages.parts.receive, messages.sends.front().bytes, stream);
  return queuePairs(communicator, messages, numberOf, stream);
}

Status NcclTransport::queuePairs(Communicator communicator, const DeviceRound &messages, const std::function<int(uint32_t)> &numberOf, Stream stream) {
  Nccl &nccl = *setup.nccl;
  if (Status status = nccl.groupStart(); !status)
    return status;
  // Every call of a group is made: the first error is the one that counts.
  Status first;
  const auto note = [&](Status status) {
    if (first && !status)
      first = status;
  };
  for (const Message &message : messages.sends)
    note(nccl.send(communicator, message.memory, message.bytes, numberOf(message.peer), stream));
  for (const Message &message : messages.receives)
    note(nccl.receive(communicator, message.memory, message.bytes, numberOf(message.peer), stream));
  note(nccl.groupEnd());
  return first;
}

Status NcclTransport::move(uint32_t exchange, size_t round, std::span<Lane> lanes) {
  const Lane &lane = lanes.front();
  const DeviceExchange &all = lane.program.exchanges[exchange];
  const DeviceRound &messages = all.round(round);
  if (messages.sends.empty() && messages.receives.empty() && !all.reduction)
    return {};
  const auto failed = [&](const Error &error) { return Error{name(exchange) + ": " + error.message}; };
  if (communicators.empty())
    return failed({"the communicators have been aborted"});
  if (Status status = setup.driver->copyToHost(word, numbers + (exchange + 1) * sizeof(uint32_t), sizeof(uint32_t), lane.moves); !status)
    return failed(status.error());
  const Status queued = setup.places->exchanges[exchange].routed
                            ? queuePairs(byExchange[exchange], messages, [](uint32_t rank) { return int(rank); }, lane.moves)
                            : queue(exchange, all, lane.moves);
  if (!queued)
    return failed(queued.error());
  if (Status status = settle(byExchange[exchange]); !status)
    return failed(status.error());
  return {};
}

Status NcclTransport::status() {
  if (setup.watch)
    if (Status status = setup.watch(); !status)
      return status;
  for (const Communicator communicator : communicators)
    if (const Result<Nccl::Progress> progress = setup.nccl->progress(communicator); !progress)
      return Error{place() + ": " + cause(progress.error()).message};
  return {};
}

std::string NcclTransport::place() const {
  // The device writes it.
  const uint32_t number = word ? *const_cast<volatile uint32_t *>(word) : 0;
  return number > 0 && number <= setup.plan->rules.size() ? name(number - 1) : "rank " + std::to_string(setup.rank);
}

} // namespace

Result<std::unique_ptr<Transport>> makeNcclTransport(const NcclSetup &setup) {
  auto transport = std::make_unique<NcclTransport>(setup);
  if (Status status = transport->connect(); !status) {
    transport->abort();
    return status.error();
  }
  return std::unique_ptr<Transport>(std::move(transport));
}

} // namespace det::rt::cuda
