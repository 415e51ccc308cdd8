// The processes of one run: they meet, exchange byte strings, watch each other, and end together.
//
// Process 0 is the hub: every other process has one connection to it. A thread of each process does all input and output and
// sends a sign of life several times a second. A process whose connection closes or that is silent for too long has failed; so
// has the run then, and every process learns of it: at once if it asks (failed, status, any collective), or through hooks. Large
// data between ranks goes elsewhere (Comm).
#ifndef DET_RUNTIME_LAUNCH_PROCESSGROUP_H
#define DET_RUNTIME_LAUNCH_PROCESSGROUP_H

#include "det/Runtime/Launch/Bytes.h"
#include "det/Runtime/Launch/Environment.h"

#include <array>
#include <memory>

namespace det::rt {

/// Why a run of several processes has ended.
struct Failure {
  uint32_t process = 0;  ///< whose failure it is
  bool lost = false;     ///< it does not answer any more; otherwise it has said so itself
  std::string message;   ///< one sentence, with the process (and its ranks) in it where it is not process 0's own
  bool isForUser = true; ///< this process is one of those that tell the user: process 0 alone for what a process has said itself
};

struct GroupOptions {
  double meetingSeconds = 60; ///< for all processes to come
  double silenceSeconds = 6;  ///< after which a process counts as lost; signs of life come eight times as often
  double graceSeconds = 2;    ///< between a failure and `abandon`
  /// For processes that do not come to ask: called once, on the group's thread, when a failure has not led to fail() or the end
  /// of the group within graceSeconds. It may end the process.
  std::function<void(const Failure &)> abandon;
};

/// What each process says of itself when they meet.
struct Member {
  std::string host;    ///< name, for messages
  std::string machine; ///< equal for processes that can share memory
  int64_t pid = 0;
  uint32_t local = 0; ///< number among those of its machine
};

class ProcessGroup {
public:
  /// Meets the other processes. Errors, on every process that has come: some did not come in time (which); two are the same
  /// process; they disagree about how many there are; the address cannot be reached, resolved or listened at.
  static Result<std::shared_ptr<ProcessGroup>> join(const ProcessEnvironment &environment, const GroupOptions &options = {});
  /// Without finish() before, this is a failure to the others.
  ~ProcessGroup();

  uint32_t process() const;
  uint32_t processes() const;
  const std::vector<Member> &members() const;
  /// This process's number among those of its machine, and how many those are.
  uint32_t localProcess() const;
  uint32_t localProcesses() const;

  // Collectives: every process calls the same ones in the same order, from one thread at a time. `what` says for what, and is
  // compared. They fail when the group has failed.

  Status barrier(const std::string &what);
  /// Everybody's bytes, by process.
  Result<std::vector<Bytes>> allGather(const std::string &what, Bytes bytes);
  /// The same at process 0; nothing elsewhere.
  Result<std::vector<Bytes>> gather(const std::string &what, Bytes bytes);
  /// The bytes of process `from`; those that others give are not read.
  Result<Bytes> broadcast(const std::string &what, uint32_t from, Bytes bytes);

  /// Says how many ranks there are, for messages: process p runs the p-th contiguous part.
  void setRanks(uint32_t ranks);
  /// "process 2 (rank 2, pid 4242 on node7)".
  std::string describe(uint32_t process) const;

  /// One atomic load.
  bool failed() const;
  /// The group's failure as an error.
  Status status() const;
  /// Calls `hook` once when the group fails, on the group's thread (at once if it has failed already): to wake what waits
  /// elsewhere.
  void onFailure(std::function<void()> hook);

  /// Ends the run for all processes because of an error in this one. Gives the failure that counts, which may be another one's.
  /// To be called at the end of a process that cannot go on, also where the group has failed already.
  Failure fail(const Error &error);
  /// The same for an error that every process finds for itself: process 0 says it for all. Gives the failure that counts.
  Status failAlike(const Error &error);
  /// Waits until all processes have come here; then nobody watches any more. Errors: a failure before that.
  Status finish();

  /// 16 random bytes that only this run's processes know.
  const std::array<uint8_t, 16> &token() const;
  /// A numeric address of this process's machine that the others can reach.
  const std::string &address() const;
  double meetingSeconds() const;

private:
  struct Body;
  explicit ProcessGroup(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body;
};

} // namespace det::rt

#endif // DET_RUNTIME_LAUNCH_PROCESSGROUP_H
