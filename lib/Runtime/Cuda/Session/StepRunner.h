// Queues a step of all ranks of this process: entries on one stream per rank, exchanges on another, and waits for its end.
#ifndef DET_LIB_RUNTIME_CUDA_SESSION_STEPRUNNER_H
#define DET_LIB_RUNTIME_CUDA_SESSION_STEPRUNNER_H

#include "Transport.h"

#include "det/Runtime/Artifact/LoadedPlan.h"

namespace det::rt::cuda {

/// Time of one operation of a lane.
struct OperationTime {
  double milliseconds = 0;
  int64_t calls = 0;
};

class StepRunner {
public:
  struct Settings {
    bool graphs = true;      ///< where the driver, the transport and the program can
    bool profile = false;    ///< waits for every operation, to time it
    int64_t maxTrips = INT64_MAX;
    double stepSeconds = 0;  ///< a step that takes longer has failed; 0: no limit
  };

  StepRunner(const LoadedPlan &plan, Driver &driver, Transport &transport, std::vector<Lane> &lanes, const Settings &settings)
      : plan(plan), driver(driver), transport(transport), lanes(lanes), settings(settings) {}

  /// Graphs hold messages: they go before what carries these.
  ~StepRunner();

  /// Makes what is needed beyond the lanes, and the graphs. Call when all is on the device.
  Status prepare();
  /// Queues a step on root(), behind what that has been given.
  Status queue();
  /// The stream that a step begins and ends on.
  Stream root() const { return lanes.front().compute; }
  /// Waits until root() has done what it has been given. Errors: failed work, messages that cannot arrive, the time limit.
  Status finish();

  bool isOneGraph() const { return bool(whole); }
  /// By lane, by operation; when profiling.
  const std::vector<std::vector<OperationTime>> &times() const { return spent; }

private:
  /// Where a lane stands.
  struct Position {
    uint32_t next = 0;
    std::vector<int64_t> left; ///< per nested loop: iterations that remain, or that have begun where a value ends it
  };

  Status queueAll();
  Status fork();
  Status join();
  /// Queues operations up to the next begin or end of an exchange (which it gives), or to the end (null).
  Result<const DeviceOperation *> advance(size_t lane);
  void jump(const DeviceOperation &operation, Position &position) const;
  Result<bool> goesOn(const DeviceOperation &operation, size_t lane);
  Status steps(const std::vector<DeviceStep> &steps, Stream stream);
  Status compute(const DeviceOperation &operation, size_t lane);
  Status begin(uint32_t exchange);
  Status end(uint32_t exchange);
  Status wait(Event event);
  Error inLane(const DeviceOperation &operation, size_t lane, const Error &error) const;

  bool canBeOneGraph() const;
  Status captureWhole();
  Status captureRuns(size_t lane);

  template <class Work> Status timed(size_t lane, const DeviceOperation &operation, Stream stream, Work &&work);

  const LoadedPlan &plan;
  Driver &driver;
  Transport &transport;
  std::vector<Lane> &lanes;
  Settings settings;
  std::vector<Position> positions;
  Event forked, done, asked, from, to;
  Graph whole;
  std::vector<std::vector<OperationTime>> spent;
};

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_SESSION_STEPRUNNER_H
