// Sockets of the system.
#include "det/Runtime/Launch/Socket.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace det::rt {

namespace {

constexpr int flags = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC;
constexpr int backlog = 4096; // the system cuts it to what it allows

struct FreeAddresses {
  void operator()(addrinfo *list) const { freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

Addresses resolve(const std::string &host, uint16_t port, int &code) {
  addrinfo hints{}, *found = nullptr;
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV;
  code = getaddrinfo(host.empty() ? nullptr : host.c_str(), std::to_string(port).c_str(), &hints, &found);
  return Addresses(code == 0 ? found : nullptr);
}

void setQuick(int socket) {
  const int on = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

// An open socket that listens, or the reason why not.
Descriptor listenAt(const sockaddr *address, socklen_t size, int family, int &reason) {
  Descriptor socket(::socket(family, flags, 0));
  const int on = 1, off = 0;
  if (socket && family != AF_UNIX)
    setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (socket && family == AF_INET6)
    setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  if (socket && bind(socket.get(), address, size) == 0 && listen(socket.get(), backlog) == 0)
    return socket;
  reason = errno;
  return {};
}

Descriptor listenEverywhere(uint16_t port, int &reason) {
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  six.sin6_port = htons(port);
  if (Descriptor socket = listenAt(reinterpret_cast<sockaddr *>(&six), sizeof six, AF_INET6, reason);
      socket || reason == EADDRINUSE)
    return socket;
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_port = htons(port);
  return listenAt(reinterpret_cast<sockaddr *>(&four), sizeof four, AF_INET, reason);
}

// A name that is not known as one of this machine alone, but leads to it.
bool misleads(const std::string &host, const sockaddr *address) {
  char text[NI_MAXHOST];
  const socklen_t size = address->sa_family == AF_INET6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
  return host != "localhost" && getnameinfo(address, size, text, sizeof text, nullptr, 0, NI_NUMERICHOST) == 0 &&
         isLoopback(text) && host != text;
}

uint16_t portOf(const Descriptor &socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  getsockname(socket.get(), reinterpret_cast<sockaddr *>(&address), &size);
  return ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6 &>(address).sin6_port
                                             : reinterpret_cast<sockaddr_in &>(address).sin_port);
}

bool await(int descriptor, short events, Clock::duration limit) {
  const auto deadline = Clock::now() + limit;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd one{descriptor, events, 0};
    const int found = poll(&one, 1, int(std::clamp<int64_t>(left, 0, 1 << 30)));
    if (found > 0)
      return true;
    if (found == 0 || errno != EINTR)
      return false;
  }
}

// A socket's name of this machine: a zero byte, then the text.
sockaddr_un localAddress(const std::string &name, socklen_t &size) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const size_t length = std::min(name.size(), sizeof address.sun_path - 1);
  std::memcpy(address.sun_path + 1, name.data(), length);
  size = socklen_t(offsetof(sockaddr_un, sun_path) + 1 + length);
  return address;
}

// Waits for a connection that has begun.
int finishConnecting(int socket, Clock::duration limit) {
  if (!await(socket, POLLOUT, limit))
    return ETIMEDOUT;
  int reason = 0;
  socklen_t size = sizeof reason;
  getsockopt(socket, SOL_SOCKET, SO_ERROR, &reason, &size);
  return reason;
}

// A port above 32767 may connect to itself while nobody listens there.
bool isOwnEcho(int socket) {
  sockaddr_storage here{}, there{};
  socklen_t hereSize = sizeof here, thereSize = sizeof there;
  return getsockname(socket, reinterpret_cast<sockaddr *>(&here), &hereSize) == 0 &&
         getpeername(socket, reinterpret_cast<sockaddr *>(&there), &thereSize) == 0 && hereSize == thereSize &&
         std::memcmp(&here, &there, hereSize) == 0;
}

} // namespace

Descriptor::~Descriptor() {
  if (number >= 0)
    close(number);
}

Result<Descriptor> listenTcp(const std::string &host, const std::vector<uint16_t> &ports, uint16_t &port) {
  int reason = 0;
  for (uint16_t candidate : ports) {
    int code = 0;
    const Addresses addresses = resolve(host, candidate, code);
    if (!addresses)
      return Error{"cannot resolve '" + host + "': " + gai_strerror(code)};
    Descriptor socket;
    reason = 0;
    if (host.empty() || misleads(host, addresses->ai_addr))
      socket = listenEverywhere(candidate, reason);
    else // of a port that is free on some addresses only, the others would answer for somebody else
      for (const addrinfo *one = addresses.get(); one && !socket && reason != EADDRINUSE; one = one->ai_next)
        socket = listenAt(one->ai_addr, one->ai_addrlen, one->ai_family, reason);
    // Behind a translated address no interface has it.
    if (!socket && reason == EADDRNOTAVAIL)
      socket = listenEverywhere(candidate, reason);
    if (socket) {
      port = portOf(socket);
      return socket;
    }
  }
  const std::string last = ports.size() > 1 ? " to " + std::to_string(ports.back()) : "";
  return Error{"cannot listen at " + (host.empty() ? "port " : host + ":") + std::to_string(ports.front()) + last + ": " +
               std::strerror(reason)};
}

Attempt connectTcp(const std::string &host, uint16_t port, Clock::duration limit) {
  int code = 0;
  const Addresses addresses = resolve(host, port, code);
  if (!addresses)
    return {{}, std::string("cannot resolve '") + host + "': " + gai_strerror(code), code == EAI_AGAIN};
  int reason = 0;
  for (const addrinfo *one = addresses.get(); one; one = one->ai_next) {
    Descriptor socket(::socket(one->ai_family, flags, 0));
    if (!socket) {
      reason = errno;
      continue;
    }
    reason = connect(socket.get(), one->ai_addr, one->ai_addrlen) == 0 ? 0 : errno;
    if (reason == EINPROGRESS)
      reason = finishConnecting(socket.get(), limit);
    if (reason == 0 && isOwnEcho(socket.get()))
      reason = ECONNREFUSED;
    if (reason == 0) {
      setQuick(socket.get());
      return {std::move(socket), {}, true};
    }
  }
  return {{}, std::strerror(reason), true};
}

Result<Descriptor> listenLocal(const std::string &name) {
  socklen_t size = 0;
  const sockaddr_un address = localAddress(name, size);
  int reason = 0;
  Descriptor socket = listenAt(reinterpret_cast<const sockaddr *>(&address), size, AF_UNIX, reason);
  if (!socket)
    return Error{"cannot listen at this machine's socket '" + name + "': " + std::strerror(reason)};
  return socket;
}

Attempt connectLocal(const std::string &name) {
  socklen_t size = 0;
  const sockaddr_un address = localAddress(name, size);
  Descriptor socket(::socket(AF_UNIX, flags, 0));
  if (!socket || connect(socket.get(), reinterpret_cast<const sockaddr *>(&address), size) != 0)
    return {{}, std::strerror(errno), true};
  return {std::move(socket), {}, true};
}

Descriptor acceptOne(const Descriptor &listener) {
  Descriptor socket(accept4(listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (socket)
    setQuick(socket.get());
  return socket;
}

bool awaitInput(const Descriptor &descriptor, Clock::duration limit) { return await(descriptor.get(), POLLIN, limit); }

bool sendAll(const Descriptor &socket, const void *bytes, size_t size, Clock::time_point deadline) {
  for (const auto *at = static_cast<const uint8_t *>(bytes); size > 0;) {
    const ssize_t sent = send(socket.get(), at, size, MSG_NOSIGNAL);
    if (sent > 0) {
      at += sent;
      size -= size_t(sent);
    } else if (sent == 0 || (errno != EAGAIN && errno != EINTR) || !await(socket.get(), POLLOUT, deadline - Clock::now())) {
      return false;
    }
  }
  return true;
}

bool receiveAll(const Descriptor &socket, void *bytes, size_t size, Clock::time_point deadline) {
  for (auto *at = static_cast<uint8_t *>(bytes); size > 0;) {
    const ssize_t got = recv(socket.get(), at, size, 0);
    if (got > 0) {
      at += got;
      size -= size_t(got);
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR) || !await(socket.get(), POLLIN, deadline - Clock::now())) {
      return false;
    }
  }
  return true;
}

std::string ownAddress(const Descriptor &socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  char text[NI_MAXHOST];
  if (getsockname(socket.get(), reinterpret_cast<sockaddr *>(&address), &size) != 0 || address.ss_family == AF_UNIX ||
      getnameinfo(reinterpret_cast<sockaddr *>(&address), size, text, sizeof text, nullptr, 0, NI_NUMERICHOST) != 0)
    return "127.0.0.1";
  // An IPv4 connection to a socket that listens for both.
  const std::string mapped = "::ffff:", found = text;
  return found.rfind(mapped, 0) == 0 ? found.substr(mapped.size()) : found;
}

bool isLoopback(const std::string &address) { return address.rfind("127.", 0) == 0 || address == "::1"; }

void fillRandom(void *bytes, size_t size) {
  for (auto *at = static_cast<uint8_t *>(bytes); size > 0;) {
    const ssize_t got = getrandom(at, size, 0);
    if (got > 0) {
      at += got;
      size -= size_t(got);
    }
  }
}

} // namespace det::rt
