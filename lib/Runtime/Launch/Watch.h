// The thread of a process group: moves frames, looks after the others, and keeps the group's failure.
#ifndef DET_LIB_RUNTIME_LAUNCH_WATCH_H
#define DET_LIB_RUNTIME_LAUNCH_WATCH_H

#include "Rendezvous.h"
#include "Round.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace det::rt {

class Watch {
public:
  Watch(uint32_t process, Meeting meeting, const GroupOptions &options);
  ~Watch();

  /// Waits for all processes. The result: process 0: what each gave, or the one byte string of a broadcast; others: one packed
  /// reply.
  Result<std::vector<Bytes>> collect(Contribution contribution);

  bool failed() const { return hasFailed.load(std::memory_order_acquire); }
  Status status() const;
  void onFailure(std::function<void()> hook);
  Failure fail(const std::string &message);
  Status failAlike(const std::string &message);
  /// Ends the thread once everything has been sent, or after a second.
  void stop();

  const std::vector<Member> &members() const { return everybody; }
  std::string describe(uint32_t process) const;
  std::atomic<uint32_t> ranks{0};

private:
  struct Outgoing {
    size_t link;
    FrameKind kind;
    std::shared_ptr<const Bytes> body;
  };

  bool isHub() const { return process == 0; }
  /// Whom a link leads to.
  uint32_t peer(size_t link) const { return isHub() ? uint32_t(link) : 0; }

  // With the mutex.
  void settle(Failure failure);
  void completeRound();
  void post(size_t link, FrameKind kind, std::shared_ptr<const Bytes> body);

  // On the thread.
  void run();
  bool sendPosted();
  void receiveAll();
  void handle(size_t link, Frame frame);
  void lookAfter(Clock::time_point now);
  void lose(size_t link);
  void callHooks();

  void wakeUp();

  const uint32_t process;
  const std::vector<Member> everybody;
  const GroupOptions options;
  std::vector<std::unique_ptr<Link>> links; // of the thread
  Clock::time_point lastTurn, nextBeat;     // of the thread
  bool abandoned = false;                   // of the thread
  Descriptor wake;

  mutable std::mutex mutex;
  std::condition_variable changed;
  std::vector<Outgoing> outbox;
  Round round;
  Collective pending = Collective::barrier;
  std::optional<std::vector<Bytes>> answer;
  std::optional<Failure> failure;
  Clock::time_point failedAt, stopBy;
  std::vector<std::function<void()>> hooks;
  bool taken = false, finished = false, stopping = false;
  std::atomic<bool> hasFailed{false};
  std::thread thread;
};

} // namespace det::rt

#endif // DET_LIB_RUNTIME_LAUNCH_WATCH_H
