// Graphs: the whole step where no value decides what runs, otherwise every run of entries.
#include "StepRunner.h"

#include <algorithm>

namespace det::rt::cuda {

namespace {

// A graph of more pieces takes longer to make than it saves.
constexpr int64_t mostPieces = 1 << 16;

/// How many pieces a program has with its loops written out; beyond the limit where a value ends a loop.
int64_t piecesOf(const DeviceProgram &program) {
  int64_t pieces = 0;
  std::vector<int64_t> repeats{1};
  for (const DeviceOperation &operation : program.operations) {
    if (std::holds_alternative<WhileOp>(operation.what))
      return mostPieces + 1;
    if (const auto *loop = std::get_if<LoopOp>(&operation.what)) {
      repeats.push_back(std::min(repeats.back() * std::min(loop->count, mostPieces), mostPieces + 1));
    } else if (std::holds_alternative<LoopEndOp>(operation.what)) {
      repeats.pop_back();
    } else {
      const auto *entry = std::get_if<ComputeOp>(&operation.what);
      pieces += repeats.back() * int64_t(entry ? entry->steps.size() : 1);
    }
    if (pieces > mostPieces)
      return pieces;
  }
  return pieces;
}

} // namespace

StepRunner::~StepRunner() {
  if (whole)
    driver.release(whole);
}

bool StepRunner::canBeOneGraph() const {
  return transport.canBeCaptured() &&
         std::all_of(lanes.begin(), lanes.end(), [](const Lane &lane) { return piecesOf(lane.program) <= mostPieces; });
}

Status StepRunner::captureWhole() {
  if (Status status = driver.beginCapture(root()); !status)
    return status;
  const Status status = queueAll();
  const Result<Graph> graph = driver.endCapture(root());
  if (!status || !graph)
    return Error{"cannot capture the step as one graph: " + (status ? graph.error() : status.error()).message +
                 "; --no-graphs queues it piece by piece"};
  whole = *graph;
  return {};
}

Status StepRunner::captureRuns(size_t number) {
  Lane &lane = lanes[number];
  std::vector<DeviceOperation> made;
  std::vector<uint32_t> moved; // where each operation has gone; loops jump to those that are not captured
  const std::vector<DeviceOperation> &old = lane.program.operations;
  for (size_t i = 0; i < old.size();) {
    size_t end = i;
    while (end < old.size() && std::holds_alternative<ComputeOp>(old[end].what))
      ++end;
    if (end - i < 2) {
      moved.push_back(uint32_t(made.size()));
      made.push_back(old[i++]);
      continue;
    }
    if (Status status = driver.beginCapture(lane.compute); !status)
      return status;
    Status status;
    for (size_t inside = i; inside < end && status; ++inside)
      status = steps(std::get<ComputeOp>(old[inside].what).steps, lane.compute);
    const Result<Graph> graph = driver.endCapture(lane.compute);
    if (!status)
      return status;
    if (!graph)
      return Error{"cannot capture a run of entries: " + graph.error().message + "; --no-graphs queues them one by one"};
    moved.resize(end, uint32_t(made.size()));
    made.push_back({GraphOp{*graph}, old[i].label, "graph", 0});
    i = end;
  }
  moved.push_back(uint32_t(made.size()));
  for (DeviceOperation &operation : made) {
    if (auto *loop = std::get_if<LoopOp>(&operation.what))
      loop->end = moved[loop->end];
    else if (auto *loopEnd = std::get_if<LoopEndOp>(&operation.what))
      loopEnd->begin = moved[loopEnd->begin];
    else if (auto *test = std::get_if<WhileTestOp>(&operation.what))
      test->end = moved[test->end];
    else if (auto *whileEnd = std::get_if<WhileEndOp>(&operation.what))
      whileEnd->begin = moved[whileEnd->begin];
  }
  lane.program.operations = std::move(made);
  return {};
}

Status StepRunner::prepare() {
  for (Event *event : {&forked, &done, &asked, &from, &to}) {
    const Result<Event> made = driver.createEvent(event == &from || event == &to);
    if (!made)
      return made.error();
    *event = *made;
  }
  for (const Lane &lane : lanes)
    spent.emplace_back(settings.profile ? lane.program.operations.size() : 0);
  if (!settings.graphs || settings.profile || !driver.hasGraphs())
    return {};
  if (canBeOneGraph())
    return captureWhole();
  for (size_t lane = 0; lane < lanes.size(); ++lane)
    if (Status status = captureRuns(lane); !status)
      return status;
  return {};
}

} // namespace det::rt::cuda
