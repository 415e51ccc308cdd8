// The thread that sends and receives.
#include "Wires.h"

#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

namespace det::rt {

namespace {

constexpr size_t stagedBytes = 64 << 10;
// How long the group may take to find out why a connection has ended.
constexpr auto explanation = std::chrono::seconds(3);

} // namespace

Wires::Wires(std::shared_ptr<ProcessGroup> group) : group(std::move(group)), wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

size_t Wires::addWire(uint32_t process, Descriptor socket) {
  Wire wire{};
  wire.process = process;
  wire.socket = std::move(socket);
  wire.staged.resize(stagedBytes);
  wires.push_back(std::move(wire));
  return wires.size() - 1;
}

void Wires::addRoute(uint32_t route, size_t wire, Mailbox *box, bool outgoing, uint64_t messages) {
  if (lines.size() <= route)
    lines.resize(route + 1);
  lines[route] = {box, wire, outgoing};
  wires[wire].capacity += messages;
  capacity += messages;
}

void Wires::start() {
  for (Wire &wire : wires)
    wire.queue.ring.resize(wire.capacity + 1);
  notices.reserve(capacity);
  taken.reserve(capacity);
  if (!wires.empty())
    thread = std::thread([this] { run(); });
}

Wires::~Wires() {
  if (!thread.joinable())
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    stopping = true;
  }
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(wake.get(), &one, sizeof one);
  thread.join();
}

void Wires::tell(Notice notice) {
  bool first;
  {
    std::lock_guard<std::mutex> lock(mutex);
    first = notices.empty();
    notices.push_back(notice);
  }
  if (!first)
    return;
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(wake.get(), &one, sizeof one);
}

Status Wires::status() const {
  if (group->failed())
    return group->status();
  const int64_t since = brokenAt.load(std::memory_order_relaxed);
  if (since == 0 || Clock::now().time_since_epoch() - std::chrono::nanoseconds(since) < explanation)
    return {};
  return Error{"the connection to " + group->describe(brokenTo.load()) +
               " has broken: look at the network between the two machines"};
}

// ---- The thread ----

void Wires::run() {
  std::vector<pollfd> polled(wires.size() + 1);
  bool saidBye = false;
  for (;;) {
    takeNotices();
    bool ends, idle = true;
    {
      std::lock_guard<std::mutex> lock(mutex);
      ends = stopping && notices.empty();
    }
    if (ends && underWay == 0 && !saidBye) {
      for (Wire &wire : wires)
        enqueue(wire, {{bye, 0, 0, 0, 0}, nullptr, 0});
      saidBye = true;
    }
    for (size_t i = 0; i < wires.size(); ++i) {
      Wire &wire = wires[i];
      if (wire.socket && !flush(wire))
        breakWire(wire);
      const bool sends = wire.socket && wire.queue.count > 0;
      idle &= !sends;
      polled[i] = {wire.socket.get(), short(POLLIN | (sends ? POLLOUT : 0)), 0}; // a closed one is not looked at
    }
    if (ends && ((saidBye && idle) || group->failed() || brokenAt.load() != 0))
      return;
    polled.back() = {wake.get(), POLLIN, 0};
    poll(polled.data(), polled.size(), 200);
    uint64_t count;
    [[maybe_unused]] const ssize_t got = read(wake.get(), &count, sizeof count);
    for (size_t i = 0; i < wires.size(); ++i)
      if (wires[i].socket && polled[i].revents && !receive(wires[i]))
        breakWire(wires[i]);
  }
}

void Wires::takeNotices() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    taken.swap(notices);
  }
  for (const Notice &notice : taken) {
    const Line &line = lines[notice.route];
    if (line.outgoing) {
      const Mailbox::View view = line.box->view(notice.message);
      ++underWay;
      enqueue(wires[line.wire], {{data, notice.route, view.exchange, 0, view.size}, view.bytes, view.size});
    } else {
      enqueue(wires[line.wire], {{release, notice.route, 0, 0, notice.message}, nullptr, 0});
    }
  }
  taken.clear();
}

void Wires::enqueue(Wire &wire, const Outgoing &one) {
  if (wire.socket && wire.queue.count < wire.queue.ring.size())
    wire.queue[wire.queue.count++] = one;
}

bool Wires::flush(Wire &wire) {
  Queue &queue = wire.queue;
  while (queue.count > 0) {
    constexpr size_t most = 16;
    iovec parts[2 * most];
    size_t count = 0;
    uint64_t skip = wire.sent;
    for (size_t i = 0; i < std::min(queue.count, most); ++i) {
      Outgoing &one = queue[i];
      const uint64_t inHeader = std::min<uint64_t>(skip, sizeof(Header)), inBytes = skip - inHeader;
      parts[count++] = {reinterpret_cast<uint8_t *>(&one.header) + inHeader, sizeof(Header) - inHeader};
      if (one.size > 0)
        parts[count++] = {const_cast<uint8_t *>(one.bytes) + inBytes, one.size - inBytes};
      skip = 0;
    }
    msghdr message{};
    message.msg_iov = parts;
    message.msg_iovlen = count;
    const ssize_t sent = sendmsg(wire.socket.get(), &message, MSG_NOSIGNAL);
    if (sent < 0)
      return errno == EAGAIN || errno == EINTR;
    wire.sent += uint64_t(sent);
    while (queue.count > 0 && wire.sent >= sizeof(Header) + queue[0].size) {
      wire.sent -= sizeof(Header) + queue[0].size;
      queue.first = (queue.first + 1) % queue.ring.size();
      --queue.count;
    }
  }
  return true;
}

bool Wires::receive(Wire &wire) {
  for (int turns = 0; turns < 64; ++turns) {
    // A long message goes straight to where it belongs.
    const bool direct = wire.left >= stagedBytes;
    uint8_t *into = direct ? wire.target : wire.staged.data();
    const ssize_t got = recv(wire.socket.get(), into, direct ? wire.left : stagedBytes, 0);
    if (got == 0)
      return false;
    if (got < 0)
      return errno == EAGAIN || errno == EINTR;
    if (direct) {
      wire.target += got;
      wire.left -= uint64_t(got);
      if (wire.left == 0)
        endMessage(wire);
      continue;
    }
    wire.stagedFrom = 0;
    wire.stagedTo = size_t(got);
    if (!take(wire))
      return false;
  }
  return true;
}

// Takes all that is staged.
bool Wires::take(Wire &wire) {
  while (wire.stagedFrom < wire.stagedTo) {
    const uint8_t *bytes = wire.staged.data() + wire.stagedFrom;
    const uint64_t there = wire.stagedTo - wire.stagedFrom;
    if (wire.left > 0) {
      const uint64_t part = std::min(there, wire.left);
      std::memcpy(wire.target, bytes, part);
      wire.target += part;
      wire.left -= part;
      wire.stagedFrom += part;
      if (wire.left == 0)
        endMessage(wire);
      continue;
    }
    const uint64_t part = std::min<uint64_t>(there, sizeof(Header) - wire.headerGot);
    std::memcpy(reinterpret_cast<uint8_t *>(&wire.header) + wire.headerGot, bytes, part);
    wire.headerGot += part;
    wire.stagedFrom += part;
    if (wire.headerGot == sizeof(Header)) {
      wire.headerGot = 0;
      if (!takeHeader(wire))
        return false;
    }
  }
  return true;
}

bool Wires::takeHeader(Wire &wire) {
  const Header &header = wire.header;
  if (header.kind == bye) {
    wire.saidBye = true;
    return true;
  }
  if (header.route >= lines.size() || !lines[header.route].box || &wires[lines[header.route].wire] != &wire)
    return false;
  const Line &line = lines[header.route];
  if (header.kind == release && line.outgoing) {
    line.box->releaseNumber(header.number);
    --underWay;
    return true;
  }
  if (header.kind != data || line.outgoing)
    return false;
  wire.target = static_cast<uint8_t *>(line.box->beginSend(header.exchange, header.number));
  wire.left = header.number;
  if (wire.target && wire.left == 0)
    endMessage(wire);
  return wire.target != nullptr; // the sender has waited for room
}

void Wires::endMessage(Wire &wire) { lines[wire.header.route].box->post(); }

void Wires::breakWire(Wire &wire) {
  wire.socket.reset();
  wire.queue.count = 0;
  if (wire.saidBye)
    return;
  brokenTo.store(wire.process);
  int64_t none = 0;
  brokenAt.compare_exchange_strong(none, Clock::now().time_since_epoch().count());
}

} // namespace det::rt
