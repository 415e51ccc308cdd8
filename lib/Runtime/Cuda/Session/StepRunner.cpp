// The walk over all lanes' operations: each goes on by itself up to the next exchange, which all do together.
#include "StepRunner.h"
#include "../Program/KernelTable.h"

#include <chrono>
#include <thread>

namespace det::rt::cuda {

Error StepRunner::inLane(const DeviceOperation &operation, size_t lane, const Error &error) const {
  return {"rank " + std::to_string(lanes[lane].rank) + ", " + std::string(operation.kind) + " '" + plan.label(operation.label) +
          "': " + error.message};
}

//===-- Single pieces -----------------------------------------------------------------------------------------------===//

Status StepRunner::steps(const std::vector<DeviceStep> &steps, Stream stream) {
  for (const DeviceStep &one : steps)
    if (Status status = queueStep(driver, one, stream); !status)
      return status;
  return {};
}

template <class Work> Status StepRunner::timed(size_t lane, const DeviceOperation &operation, Stream stream, Work &&work) {
  if (!settings.profile)
    return work();
  OperationTime &time = spent[lane][size_t(&operation - lanes[lane].program.operations.data())];
  if (Status status = driver.record(from, stream); !status)
    return status;
  if (Status status = work(); !status)
    return status;
  if (Status status = driver.record(to, stream); !status)
    return status;
  if (Status status = wait(to); !status)
    return status;
  const Result<double> elapsed = driver.milliseconds(from, to);
  if (!elapsed)
    return elapsed.error();
  time.milliseconds += *elapsed;
  ++time.calls;
  return {};
}

Status StepRunner::compute(const DeviceOperation &operation, size_t lane) {
  const Stream stream = lanes[lane].compute;
  const Status status = timed(lane, operation, stream, [&]() -> Status {
    if (const auto *graph = std::get_if<GraphOp>(&operation.what))
      return driver.launchGraph(graph->graph, stream);
    return steps(std::get<ComputeOp>(operation.what).steps, stream);
  });
  return status ? status : Status(inLane(operation, lane, status.error()));
}

//===-- Loops -------------------------------------------------------------------------------------------------------===//

void StepRunner::jump(const DeviceOperation &operation, Position &position) const {
  if (std::holds_alternative<WhileOp>(operation.what)) {
    position.left.push_back(0);
    ++position.next;
  } else if (const auto *end = std::get_if<WhileEndOp>(&operation.what)) {
    position.next = end->begin;
  } else if (const auto *loop = std::get_if<LoopOp>(&operation.what)) {
    if (loop->count == 0) {
      position.next = loop->end + 1;
      return;
    }
    position.left.push_back(loop->count);
    ++position.next;
  } else if (--position.left.back() > 0) {
    position.next = std::get<LoopEndOp>(operation.what).begin;
  } else {
    position.left.pop_back();
    ++position.next;
  }
}

Result<bool> StepRunner::goesOn(const DeviceOperation &operation, size_t number) {
  Lane &lane = lanes[number];
  const auto &test = std::get<WhileTestOp>(operation.what);
  if (Status status = driver.copyToHost(lane.flag, test.predicate, 1, lane.compute); !status)
    return status.error();
  if (Status status = driver.record(asked, lane.compute); !status)
    return status.error();
  if (Status status = wait(asked); !status)
    return status.error();
  if (!*lane.flag)
    return false;
  if (positions[number].left.back() < settings.maxTrips)
    return true;
  return Error{"loop '" + plan.label(operation.label) + "' has run " + std::to_string(settings.maxTrips) +
               " times and goes on; if it should, give a larger --max-trip-count"};
}

//===-- Exchanges ---------------------------------------------------------------------------------------------------===//

Status StepRunner::begin(uint32_t exchange) {
  for (Lane &lane : lanes) {
    if (Status status = driver.record(lane.reached, lane.compute); !status)
      return status;
    if (Status status = driver.wait(lane.moves, lane.reached); !status)
      return status;
    if (Status status = steps(lane.program.exchanges[exchange].packs, lane.moves); !status)
      return status;
    if (Status status = driver.record(lane.posted, lane.moves); !status)
      return status;
  }
  for (size_t round = 0; round < lanes.front().program.exchanges[exchange].rounds(); ++round) {
    if (round > 0)
      for (Lane &lane : lanes) {
        if (Status status = steps(lane.program.exchanges[exchange].round(round).packs, lane.moves); !status)
          return status;
        if (Status status = driver.record(lane.posted, lane.moves); !status)
          return status;
      }
    if (Status status = transport.move(exchange, round, lanes); !status)
      return status;
    for (Lane &lane : lanes)
      if (Status status = steps(lane.program.exchanges[exchange].round(round).unpacks, lane.moves); !status)
        return status;
  }
  for (Lane &lane : lanes)
    if (Status status = driver.record(lane.ended[exchange], lane.moves); !status)
      return status;
  return {};
}

Status StepRunner::end(uint32_t exchange) {
  for (Lane &lane : lanes)
    if (Status status = driver.wait(lane.compute, lane.ended[exchange]); !status)
      return status;
  return {};
}

//===-- A step ------------------------------------------------------------------------------------------------------===//

Result<const DeviceOperation *> StepRunner::advance(size_t number) {
  Position &position = positions[number];
  const std::vector<DeviceOperation> &operations = lanes[number].program.operations;
  while (position.next < operations.size()) {
    const DeviceOperation &operation = operations[position.next];
    if (std::holds_alternative<BeginOp>(operation.what) || std::holds_alternative<EndOp>(operation.what)) {
      ++position.next;
      return &operation;
    }
    if (std::holds_alternative<ComputeOp>(operation.what) || std::holds_alternative<GraphOp>(operation.what)) {
      if (Status status = compute(operation, number); !status)
        return status.error();
      ++position.next;
    } else if (const auto *test = std::get_if<WhileTestOp>(&operation.what)) {
      const Result<bool> more = goesOn(operation, number);
      if (!more)
        return more.error();
      if (*more) {
        ++position.left.back();
        ++position.next;
      } else {
        position.left.pop_back();
        position.next = test->end + 1;
      }
    } else {
      jump(operation, position);
    }
  }
  return static_cast<const DeviceOperation *>(nullptr);
}

Status StepRunner::fork() {
  if (Status status = driver.record(forked, root()); !status)
    return status;
  for (Lane &lane : lanes)
    for (const Stream stream : {lane.compute, lane.moves})
      if (stream != root())
        if (Status status = driver.wait(stream, forked); !status)
          return status;
  return {};
}

Status StepRunner::join() {
  for (Lane &lane : lanes)
    for (const Stream stream : {lane.compute, lane.moves})
      if (stream != root()) {
        if (Status status = driver.record(lane.joined, stream); !status)
          return status;
        if (Status status = driver.wait(root(), lane.joined); !status)
          return status;
      }
  return {};
}

Status StepRunner::queueAll() {
  positions.assign(lanes.size(), {});
  if (Status status = fork(); !status)
    return status;
  for (;;) {
    std::vector<const DeviceOperation *> stops;
    for (size_t lane = 0; lane < lanes.size(); ++lane) {
      const Result<const DeviceOperation *> stop = advance(lane);
      if (!stop)
        return stop.error();
      stops.push_back(*stop);
    }
    const DeviceOperation *first = stops.front();
    const auto exchangeOf = [](const DeviceOperation &operation) {
      const auto *begins = std::get_if<BeginOp>(&operation.what);
      return std::pair(begins != nullptr, begins ? begins->exchange : std::get<EndOp>(operation.what).exchange);
    };
    for (size_t lane = 0; lane < lanes.size(); ++lane)
      if (bool(stops[lane]) != bool(first) || (first && exchangeOf(*stops[lane]) != exchangeOf(*first)))
        return Error{"rank " + std::to_string(lanes[lane].rank) + " comes to another exchange than rank " + std::to_string(lanes.front().rank)};
    if (!first)
      return join();
    const auto [begins, exchange] = exchangeOf(*first);
    const Status status = timed(0, *first, begins ? lanes.front().moves : lanes.front().compute,
                                [&, begins = begins, exchange = exchange] { return begins ? begin(exchange) : end(exchange); });
    if (!status)
      return Error{std::string(begins ? "begin" : "end") + " of exchange '" + plan.label(first->label) + "': " + status.error().message};
  }
}

Status StepRunner::queue() { return whole ? driver.launchGraph(whole, root()) : queueAll(); }

Status StepRunner::wait(Event event) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  auto looked = start;
  for (int round = 0;; ++round) {
    const Result<bool> isDone = driver.isDone(event);
    if (!isDone)
      return isDone.error();
    if (*isDone)
      return {};
    const auto now = Clock::now();
    if (now - looked > std::chrono::milliseconds(5)) {
      looked = now;
      if (Status status = transport.status(); !status)
        return status;
    }
    if (settings.stepSeconds > 0 && now - start > std::chrono::duration<double>(settings.stepSeconds))
      return Error{"the device has not answered for " + secondsText(settings.stepSeconds) +
                   (transport.place().empty() ? "" : ": " + transport.place())};
    // A step of microseconds is waited for awake; what takes longer is not.
    if (round > 2000)
      std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

Status StepRunner::finish() {
  if (Status status = driver.record(done, root()); !status)
    return status;
  return wait(done);
}

} // namespace det::rt::cuda
