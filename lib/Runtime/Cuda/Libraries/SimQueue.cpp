// Queues, events, captures.
#include "SimQueue.h"
#include "det/Runtime/Trace/SplitMix.h"

#include <deque>

namespace det::rt::cuda {

Status SimOrder::execute(const std::vector<SimWork> &list) {
  if (chaos)
    return shuffled(list);
  for (const SimWork &work : list)
    if (work.run)
      if (Status status = work.run(); !status)
        return status;
  return {};
}

Status SimOrder::shuffled(const std::vector<SimWork> &list) {
  std::map<Stream, std::deque<const SimWork *>> queues;
  std::set<uint64_t> open; // records of this list that have not come yet
  for (const SimWork &work : list) {
    queues[work.stream].push_back(&work);
    if (work.records)
      open.insert(work.records);
  }
  for (uint64_t seed = splitmix64(*chaos ^ ++rounds); !queues.empty(); seed = splitmix64(seed)) {
    // A stream whose turn it is, or the next one that can go on: the order in which work was given always can.
    auto turn = std::next(queues.begin(), ptrdiff_t(seed % queues.size()));
    while (turn->second.front()->waits && open.contains(turn->second.front()->waits))
      if (++turn == queues.end())
        turn = queues.begin();
    const SimWork &work = *turn->second.front();
    turn->second.pop_front();
    if (turn->second.empty())
      queues.erase(turn);
    open.erase(work.records);
    if (work.run)
      if (Status status = work.run(); !status)
        return status;
  }
  return {};
}

std::vector<SimWork> &SimQueue::listOf(Stream stream) { return isCaptured(stream) ? capture->work : waiting; }

Status SimQueue::add(Stream stream, std::function<Status()> run) {
  if (failure)
    return *failure;
  listOf(stream).push_back({stream, std::move(run)});
  return {};
}

Status SimQueue::record(Event event, Stream stream, std::function<Status()> note) {
  if (failure)
    return *failure;
  listOf(stream).push_back({stream, std::move(note), ++records});
  if (isCaptured(stream)) {
    capture->recorded[event] = records;
    recorded.erase(event);
  } else {
    recorded[event] = records;
  }
  return {};
}

Status SimQueue::wait(Stream stream, Event event) {
  if (failure)
    return *failure;
  if (capture)
    if (const auto inside = capture->recorded.find(event); inside != capture->recorded.end()) {
      capture->streams.insert(stream);
      capture->work.push_back({stream, nullptr, 0, inside->second});
      return {};
    }
  const auto found = recorded.find(event);
  if (isCaptured(stream) && found != recorded.end())
    return Error{"a capture waits for an event that was recorded outside of it"};
  if (found != recorded.end())
    listOf(stream).push_back({stream, nullptr, 0, found->second});
  return {};
}

Status SimQueue::drain() {
  if (failure)
    return *failure;
  if (capture)
    return Error{"nothing can be waited for during a capture"};
  if (Status status = order.execute(waiting); !status)
    failure = status.error();
  waiting.clear();
  return failure ? Status(*failure) : Status();
}

Status SimQueue::beginCapture(Stream stream) {
  if (capture)
    return Error{"a capture is under way already"};
  capture.emplace();
  capture->origin = stream;
  capture->streams.insert(stream);
  return {};
}

Result<Graph> SimQueue::endCapture(Stream stream) {
  if (!capture || capture->origin != stream)
    return Error{"no capture of this stream is under way"};
  const Capture done = std::move(*capture);
  capture.reset();
  // Backwards: what the origin has waited for, and the streams up to there. `joined`: up to where in the list a stream counts.
  std::map<Stream, size_t> joined{{stream, done.work.size()}};
  std::map<uint64_t, size_t> recordAt;
  for (size_t i = 0; i < done.work.size(); ++i)
    if (done.work[i].records)
      recordAt[done.work[i].records] = i;
  for (size_t i = done.work.size(); i-- > 0;) {
    const SimWork &work = done.work[i];
    const auto own = joined.find(work.stream);
    if (own == joined.end() || own->second < i)
      return Error{"the capture ends before stream " + std::to_string(work.stream.value) + " has been joined"};
    if (work.waits) {
      const size_t at = recordAt.at(work.waits);
      size_t &until = joined[done.work[at].stream];
      until = std::max(until, at);
    }
  }
  const Graph graph{++graphCount};
  graphs[graph] = done.work;
  return graph;
}

Status SimQueue::launch(Graph graph, Stream stream) {
  const auto found = graphs.find(graph);
  if (found == graphs.end())
    return Error{"there is no such graph"};
  return add(stream, [this, &list = found->second] { return order.execute(list); });
}

} // namespace det::rt::cuda
