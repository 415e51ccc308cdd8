// The meeting, from both sides.
#include "Rendezvous.h"
#include "det/Runtime/Launch/Descriptors.h"

#include <algorithm>
#include <fstream>
#include <poll.h>
#include <unistd.h>

namespace det::rt {

namespace {

// What both sides must speak.
constexpr const char *version = "det processes 1";

std::string seconds(double time) {
  std::string text = std::to_string(time);
  text.erase(text.find_last_not_of('0') + 1);
  return (text.back() == '.' ? text.substr(0, text.size() - 1) : text) + " s";
}

std::string hostName() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

// Equal where one kernel, one network and one user make it possible to hand over memory.
std::string machineName() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string boot;
  file >> boot;
  char network[64] = "";
  const ssize_t size = readlink("/proc/self/ns/net", network, sizeof network - 1);
  return boot + " " + std::string(network, size_t(std::max<ssize_t>(size, 0))) + " " + std::to_string(geteuid());
}

// "abstract" names are visible to all users of a machine: they say nothing, and whose they are.
std::string localName(const ProcessEnvironment &environment) {
  return "det-run " + std::to_string(geteuid()) + " " + environment.key;
}

std::string place(const ProcessEnvironment &environment) {
  if (environment.host.empty())
    return "this machine's socket '" + localName(environment) + "'";
  std::string ports = std::to_string(environment.ports.front());
  if (environment.ports.size() > 1)
    ports += " to " + std::to_string(environment.ports.back());
  return environment.host + ":" + ports;
}

std::string describe(const Member &member, uint32_t process) {
  return "process " + std::to_string(process) + " (pid " + std::to_string(member.pid) + " on " + member.host + ")";
}

void writeMember(ByteWriter &writer, const Member &member) {
  writer.text(member.host).text(member.machine).number(uint64_t(member.pid)).number(member.local);
}

Member readMember(ByteReader &reader) {
  Member member;
  member.host = reader.text();
  member.machine = reader.text();
  member.pid = int64_t(reader.number());
  member.local = uint32_t(reader.number());
  return member;
}

Member myself(const ProcessEnvironment &environment) {
  return {hostName(), machineName(), getpid(), environment.localProcess.value_or(UINT32_MAX)};
}

// ---- Process 0 ----

class Host {
public:
  Host(const ProcessEnvironment &environment, const GroupOptions &options)
      : environment(environment), options(options), links(environment.processes), members(environment.processes) {
    members[0] = myself(environment);
  }

  Result<Meeting> run();

private:
  void refuse(const std::string &why, const Descriptor &listener);
  void acceptAll(const Descriptor &listener);
  Status takeHello(std::unique_ptr<Link> &link, const Frame &frame);
  Status turn(const Descriptor &listener);
  void countLocal();
  std::string missing() const;

  const ProcessEnvironment &environment;
  const GroupOptions &options;
  std::vector<std::unique_ptr<Link>> links, strangers;
  std::vector<Member> members;
  uint32_t come = 1;
};

// Tells why to those who are here, and for a moment to those who come late.
void Host::refuse(const std::string &why, const Descriptor &listener) {
  const auto text = std::make_shared<const Bytes>(ByteWriter().text(why).take());
  std::vector<std::unique_ptr<Link>> told;
  for (auto *group : {&links, &strangers})
    for (auto &link : *group)
      if (link && (group == &links || link->heardFrame)) {
        link->send(FrameKind::refusal, text);
        told.push_back(std::move(link));
      }
  std::erase(strangers, nullptr);
  const auto deadline = Clock::now() + std::chrono::seconds(3);
  for (bool open = true; open && Clock::now() < deadline;) {
    open = told.size() + 1 < environment.processes;
    awaitInput(listener, std::chrono::milliseconds(50));
    acceptAll(listener);
    for (auto &link : strangers) {
      std::vector<Frame> frames;
      if (!link->receive(frames) || !link->flush()) {
        link.reset();
      } else if (!frames.empty()) {
        link->send(FrameKind::refusal, text);
        told.push_back(std::move(link));
      }
    }
    std::erase(strangers, nullptr);
    for (const auto &link : told)
      open |= link->flush() && link->wantsToSend();
  }
}

void Host::acceptAll(const Descriptor &listener) {
  while (Descriptor socket = acceptOne(listener)) {
    strangers.push_back(std::make_unique<Link>(std::move(socket)));
    strangers.back()->send(FrameKind::greeting, ByteWriter().text(version).text(environment.key).take());
  }
}

Status Host::takeHello(std::unique_ptr<Link> &link, const Frame &frame) {
  ByteReader reader(frame.body);
  const bool speaks = frame.kind == FrameKind::hello && reader.text() == version && reader.text() == environment.key;
  const uint64_t process = reader.number(), processes = reader.number();
  Member member = readMember(reader);
  if (!speaks || !reader.good() || !reader.atEnd()) {
    link.reset();
    return {};
  }
  const std::string who = describe(member, uint32_t(process));
  if (processes != environment.processes)
    return Error{who + " has been told that there are " + std::to_string(processes) + " processes, process 0 (pid " +
                 std::to_string(members[0].pid) + " on " + members[0].host + ") that there are " +
                 std::to_string(environment.processes) + ": start all with the same number"};
  if (process >= processes)
    return Error{who + " does not exist: there are " + std::to_string(processes) + " processes"};
  if (process == 0 || links[process])
    return Error{"process " + std::to_string(process) + " is there twice: pid " + std::to_string(members[process].pid) + " on " +
                 members[process].host + " and pid " + std::to_string(member.pid) + " on " + member.host +
                 "; give each process a number of its own"};
  members[process] = std::move(member);
  link->trust();
  links[process] = std::move(link);
  ++come;
  return {};
}

// Waits a moment for what comes, and takes it.
Status Host::turn(const Descriptor &listener) {
  std::vector<pollfd> polled{{listener.get(), POLLIN, 0}};
  for (const auto *group : {&links, &strangers})
    for (const auto &link : *group)
      if (link)
        polled.push_back({link->descriptor(), short(POLLIN | (link->wantsToSend() ? POLLOUT : 0)), 0});
  poll(polled.data(), polled.size(), 100);
  acceptAll(listener);
  for (uint32_t process = 1; process < links.size(); ++process)
    if (std::vector<Frame> frames; links[process] && (!links[process]->receive(frames) || !links[process]->flush()))
      return Error{describe(members[process], process) + " has ended before all processes had come"};
  for (auto &link : strangers) {
    std::vector<Frame> frames;
    const bool open = link->receive(frames) && link->flush();
    if (!frames.empty()) {
      link->heardFrame = true;
      if (Status status = takeHello(link, frames.front()); !status)
        return status;
    } else if (!open || Clock::now() - link->heard > std::chrono::seconds(10)) {
      link.reset();
    }
  }
  std::erase(strangers, nullptr);
  return {};
}

void Host::countLocal() {
  for (uint32_t process = 0; process < members.size(); ++process) {
    if (members[process].local != UINT32_MAX)
      continue;
    members[process].local = 0;
    for (uint32_t other = 0; other < process; ++other)
      members[process].local += members[other].machine == members[process].machine;
  }
}

std::string Host::missing() const {
  std::string list;
  uint32_t count = 0;
  for (uint32_t process = 1; process < links.size(); ++process)
    if (!links[process] && ++count <= 8)
      list += (list.empty() ? "" : ", ") + std::to_string(process);
  return (count == 1 ? "process " : "processes ") + list + (count > 8 ? ", ..." : "");
}

Result<Meeting> Host::run() {
  uint16_t port = 0;
  Result<Descriptor> listener =
      environment.host.empty() ? listenLocal(localName(environment)) : listenTcp(environment.host, environment.ports, port);
  if (!listener)
    return Error{
        "process 0 " + listener.error().message +
        (environment.host.empty()
             ? "; another run has the same name, or two processes are process 0"
             : "; give MASTER_ADDR and MASTER_PORT (or --master) an address of process 0's machine and a free port, and make "
               "sure that only one process is process 0")};
  const auto deadline = Clock::now() + secondsOf(options.meetingSeconds);
  Status status = makeRoomForDescriptors(environment.processes);
  if (!status)
    status = Error{"process 0: " + status.error().message};
  while (status && come < environment.processes) {
    status = turn(*listener);
    if (status && come < environment.processes && Clock::now() > deadline)
      status = Error{std::to_string(environment.processes - come) + " of " + std::to_string(environment.processes) +
                     " processes have not come to " + place(environment) + " within " + seconds(options.meetingSeconds) + ": " +
                     missing() + "; start all of them, and let their machines reach this one"};
  }
  if (!status) {
    refuse(status.error().message, *listener);
    return status.error();
  }
  countLocal();
  Meeting meeting;
  fillRandom(meeting.token.data(), meeting.token.size());
  ByteWriter writer;
  writer.bytes(meeting.token);
  for (const Member &member : members)
    writeMember(writer, member);
  const auto table = std::make_shared<const Bytes>(writer.take());
  meeting.address = "127.0.0.1";
  for (uint32_t process = 1; process < links.size(); ++process) {
    links[process]->send(FrameKind::welcome, table);
    // As somebody from another machine sees it, where there is one.
    if (process == 1 || members[process].machine != members[0].machine)
      meeting.address = ownAddress(links[process]->end());
  }
  meeting.links = std::move(links);
  meeting.members = std::move(members);
  return meeting;
}

// ---- The others ----

class Guest {
public:
  Guest(const ProcessEnvironment &environment, const GroupOptions &options) : environment(environment), options(options) {}

  Result<Meeting> run();

private:
  std::unique_ptr<Link> connect();
  std::unique_ptr<Link> greet(Descriptor socket, const std::string &where);
  Result<Meeting> readWelcome(std::unique_ptr<Link> link, const Frame &frame);

  const ProcessEnvironment &environment;
  const GroupOptions &options;
  std::string trouble = "nobody listens there";
  std::vector<Frame> early;
  bool final = false; // trouble that will not go away
};

// One frame, and what may have come behind it; nothing at the end of the connection or after the deadline.
std::optional<Frame> awaitFrame(Link &link, Clock::time_point deadline, std::vector<Frame> &behind) {
  for (;;) {
    const bool open = link.receive(behind) && link.flush();
    if (!behind.empty()) {
      Frame first = std::move(behind.front());
      behind.erase(behind.begin());
      return first;
    }
    if (!open || Clock::now() > deadline)
      return std::nullopt;
    awaitInput(link.end(), std::min<Clock::duration>(std::chrono::milliseconds(100), deadline - Clock::now()));
  }
}

std::unique_ptr<Link> Guest::greet(Descriptor socket, const std::string &where) {
  early.clear();
  auto link = std::make_unique<Link>(std::move(socket));
  const bool several = environment.ports.size() > 1;
  const std::optional<Frame> frame = awaitFrame(*link, Clock::now() + std::chrono::seconds(several ? 2 : 10), early);
  if (!frame || frame->kind != FrameKind::greeting || ByteReader(frame->body).text() != version) {
    trouble = "what answers at " + where + " is not process 0 of a run of det (the port is in use); choose another port";
    final = !several;
    return nullptr;
  }
  ByteReader reader(frame->body);
  reader.text();
  if (const std::string key = reader.text(); key != environment.key) {
    trouble = "at " + where + " listens the run '" + key + "', this is '" + environment.key + "'; choose another port";
    return nullptr;
  }
  return link;
}

// Tries every port once.
std::unique_ptr<Link> Guest::connect() {
  if (environment.host.empty()) {
    Attempt attempt = connectLocal(localName(environment));
    if (attempt.socket)
      return greet(std::move(attempt.socket), place(environment));
    trouble = attempt.error;
    return nullptr;
  }
  for (uint16_t port : environment.ports) {
    Attempt attempt = connectTcp(environment.host, port, std::chrono::seconds(2));
    if (!attempt.socket) {
      trouble = attempt.error;
      final = !attempt.retry;
      if (final)
        return nullptr;
      continue;
    }
    if (auto link = greet(std::move(attempt.socket), environment.host + ":" + std::to_string(port)))
      return link;
  }
  return nullptr;
}

Result<Meeting> Guest::readWelcome(std::unique_ptr<Link> link, const Frame &frame) {
  Meeting meeting;
  ByteReader reader(frame.body);
  const auto token = reader.bytes();
  for (uint32_t process = 0; process < environment.processes; ++process)
    meeting.members.push_back(readMember(reader));
  if (token.size() != meeting.token.size() || !reader.good() || !reader.atEnd())
    return Error{"process 0 answers in another way than this process expects: start all processes with the same det-run"};
  std::copy(token.begin(), token.end(), meeting.token.begin());
  meeting.address = ownAddress(link->end());
  link->trust();
  meeting.links.push_back(std::move(link));
  meeting.early = std::move(early);
  return meeting;
}

Result<Meeting> Guest::run() {
  const auto deadline = Clock::now() + secondsOf(options.meetingSeconds);
  std::unique_ptr<Link> link;
  for (int pause = 20; !(link = connect()); pause = std::min(2 * pause, 250)) {
    if (final || Clock::now() > deadline)
      return Error{"process " + std::to_string(environment.process) + " does not reach process 0 at " + place(environment) +
                   (final ? "" : " within " + seconds(options.meetingSeconds)) + ": " + trouble};
    usleep(useconds_t(pause) * 1000);
  }
  link->trust();
  ByteWriter hello;
  hello.text(version).text(environment.key).number(environment.process).number(environment.processes);
  writeMember(hello, myself(environment));
  link->send(FrameKind::hello, hello.take());
  // Process 0 counts its own time; it may have begun later.
  const std::optional<Frame> frame =
      awaitFrame(*link, Clock::now() + secondsOf(options.meetingSeconds) + std::chrono::seconds(5), early);
  if (frame && frame->kind == FrameKind::refusal)
    return Error{ByteReader(frame->body).text()};
  if (!frame || frame->kind != FrameKind::welcome)
    return Error{"process 0 at " + place(environment) + " has ended, or does not answer any more, before all processes had come"};
  return readWelcome(std::move(link), *frame);
}

} // namespace

Result<Meeting> meet(const ProcessEnvironment &environment, const GroupOptions &options) {
  return environment.process == 0 ? Host(environment, options).run() : Guest(environment, options).run();
}

} // namespace det::rt
