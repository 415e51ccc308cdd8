// The group's face.
#include "det/Runtime/Launch/ProcessGroup.h"
#include "Watch.h"

namespace det::rt {

struct ProcessGroup::Body {
  uint32_t process, processes;
  double meetingSeconds;
  std::array<uint8_t, 16> token;
  std::string address;
  Watch watch;

  Body(uint32_t process, uint32_t processes, const GroupOptions &options, Meeting meeting)
      : process(process), processes(processes), meetingSeconds(options.meetingSeconds), token(meeting.token),
        address(meeting.address), watch(process, std::move(meeting), options) {}
};

ProcessGroup::ProcessGroup(std::unique_ptr<Body> body) : body(std::move(body)) {}
ProcessGroup::~ProcessGroup() = default;

Result<std::shared_ptr<ProcessGroup>> ProcessGroup::join(const ProcessEnvironment &environment, const GroupOptions &options) {
  Result<Meeting> meeting = meet(environment, options);
  if (!meeting)
    return meeting.error();
  return std::shared_ptr<ProcessGroup>(
      new ProcessGroup(std::make_unique<Body>(environment.process, environment.processes, options, std::move(*meeting))));
}

uint32_t ProcessGroup::process() const { return body->process; }
uint32_t ProcessGroup::processes() const { return body->processes; }
const std::vector<Member> &ProcessGroup::members() const { return body->watch.members(); }
uint32_t ProcessGroup::localProcess() const { return members()[process()].local; }

uint32_t ProcessGroup::localProcesses() const {
  uint32_t count = 0;
  for (const Member &member : members())
    count += member.machine == members()[process()].machine;
  return count;
}

Status ProcessGroup::barrier(const std::string &what) {
  const Result<std::vector<Bytes>> reply = body->watch.collect({Collective::barrier, 0, what, {}});
  return reply ? Status() : Status(reply.error());
}

Result<std::vector<Bytes>> ProcessGroup::allGather(const std::string &what, Bytes bytes) {
  Result<std::vector<Bytes>> reply = body->watch.collect({Collective::allGather, 0, what, std::move(bytes)});
  if (!reply || process() == 0)
    return reply;
  auto all = unpackReply(reply->front(), processes());
  if (!all)
    return Error{"process 0 sends a malformed reply to '" + what + "'"};
  return std::move(*all);
}

Result<std::vector<Bytes>> ProcessGroup::gather(const std::string &what, Bytes bytes) {
  Result<std::vector<Bytes>> reply = body->watch.collect({Collective::gather, 0, what, std::move(bytes)});
  if (!reply || process() == 0)
    return reply;
  return std::vector<Bytes>{};
}

Result<Bytes> ProcessGroup::broadcast(const std::string &what, uint32_t from, Bytes bytes) {
  if (from >= processes())
    return Error{"process " + std::to_string(from) + " cannot broadcast '" + what + "': there are " +
                 std::to_string(processes())};
  if (from != process())
    bytes.clear();
  Result<std::vector<Bytes>> reply = body->watch.collect({Collective::broadcast, from, what, std::move(bytes)});
  if (!reply)
    return reply.error();
  if (process() == 0)
    return std::move(reply->front());
  auto one = unpackReply(reply->front(), 1);
  if (!one)
    return Error{"process 0 sends a malformed reply to '" + what + "'"};
  return std::move(one->front());
}

void ProcessGroup::setRanks(uint32_t ranks) { body->watch.ranks.store(ranks); }
std::string ProcessGroup::describe(uint32_t process) const { return body->watch.describe(process); }
bool ProcessGroup::failed() const { return body->watch.failed(); }
Status ProcessGroup::status() const { return body->watch.status(); }
void ProcessGroup::onFailure(std::function<void()> hook) { body->watch.onFailure(std::move(hook)); }
Failure ProcessGroup::fail(const Error &error) { return body->watch.fail(error.message); }

Status ProcessGroup::failAlike(const Error &error) { return body->watch.failAlike(error.message); }

Status ProcessGroup::finish() {
  const Result<std::vector<Bytes>> reply = body->watch.collect({Collective::finish, 0, "the end of the run", {}});
  if (!reply)
    return reply.error();
  body->watch.stop();
  return {};
}

const std::array<uint8_t, 16> &ProcessGroup::token() const { return body->token; }
const std::string &ProcessGroup::address() const { return body->address; }
double ProcessGroup::meetingSeconds() const { return body->meetingSeconds; }

} // namespace det::rt
