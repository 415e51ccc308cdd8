// Streams and events without a GPU: work waits in queues, and runs in any order that they allow.
#ifndef DET_LIB_RUNTIME_CUDA_LIBRARIES_SIMQUEUE_H
#define DET_LIB_RUNTIME_CUDA_LIBRARIES_SIMQUEUE_H

#include "det/Runtime/Cuda/Driver.h"

#include <functional>
#include <map>
#include <set>
#include <vector>

namespace det::rt::cuda {

/// One piece of work of a stream. Every record of an event has a number of its own, which waits name.
struct SimWork {
  Stream stream;
  std::function<Status()> run; ///< null: a record or a wait
  uint64_t records = 0, waits = 0;
};

/// Takes pieces of a list in its order, or by a seed in another that streams and events allow. Ends at the first error.
class SimOrder {
public:
  explicit SimOrder(std::optional<uint64_t> chaos) : chaos(chaos) {}
  Status execute(const std::vector<SimWork> &list);

private:
  Status shuffled(const std::vector<SimWork> &list);
  std::optional<uint64_t> chaos;
  uint64_t rounds = 0;
};

/// The work of all streams that has not run, and captures. Refuses what CUDA refuses of a capture: waiting for what was recorded outside,
/// and streams that are not joined at the end.
class SimQueue {
public:
  explicit SimQueue(std::optional<uint64_t> chaos) : order(chaos) {}

  Stream newStream() { return {++streams}; }
  Event newEvent() { return {++events}; }
  Status add(Stream stream, std::function<Status()> run);
  Status record(Event event, Stream stream, std::function<Status()> note);
  Status wait(Stream stream, Event event);
  /// Runs all that waits. A failure stays: nothing runs any more.
  Status drain();

  Status beginCapture(Stream stream);
  Result<Graph> endCapture(Stream stream);
  Status launch(Graph graph, Stream stream);
  void release(Graph graph) { graphs.erase(graph); }

private:
  struct Capture {
    Stream origin;
    std::set<Stream> streams;
    std::map<Event, uint64_t> recorded;
    std::vector<SimWork> work;
  };
  std::vector<SimWork> &listOf(Stream stream);
  bool isCaptured(Stream stream) const { return capture && capture->streams.contains(stream); }

  SimOrder order;
  uint64_t streams = 0, events = 0, records = 0, graphCount = 0;
  std::vector<SimWork> waiting;
  std::map<Event, uint64_t> recorded;
  std::optional<Capture> capture;
  std::map<Graph, std::vector<SimWork>> graphs;
  std::optional<Error> failure;
};

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_LIBRARIES_SIMQUEUE_H
