// Stream sockets between processes: TCP, and those of one machine that have an abstract name. All are non-blocking, and closed on
// exec.
#ifndef DET_RUNTIME_LAUNCH_SOCKET_H
#define DET_RUNTIME_LAUNCH_SOCKET_H

#include "det/Runtime/Result.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace det::rt {

using Clock = std::chrono::steady_clock;
inline Clock::duration secondsOf(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

/// Owns a file descriptor.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int number) : number(number) {}
  Descriptor(Descriptor &&other) noexcept : number(std::exchange(other.number, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(number, other.number);
    return *this;
  }
  ~Descriptor();

  int get() const { return number; }
  explicit operator bool() const { return number >= 0; }
  void reset() { *this = Descriptor(); }

private:
  int number = -1;
};

/// Where a process listens; `retry` says whether a failed attempt may go better later.
struct Attempt {
  Descriptor socket;
  std::string error;
  bool retry = true;
};

/// Listens at the first of `ports` that is free (0: any), on the interface that has the address; on all if there is no host, if
/// no interface of this machine has its address, or if this machine gives its own name a loopback address, which others cannot
/// reach. `port` gets the number. Errors: the host is unknown, ports in use.
Result<Descriptor> listenTcp(const std::string &host, const std::vector<uint16_t> &ports, uint16_t &port);
/// Tries once to connect, for at most `limit`.
Attempt connectTcp(const std::string &host, uint16_t port, Clock::duration limit);

/// The same within a machine. Abstract names vanish with their last socket.
Result<Descriptor> listenLocal(const std::string &name);
Attempt connectLocal(const std::string &name);

/// The next connection; none if there is none.
Descriptor acceptOne(const Descriptor &listener);
/// Waits until a descriptor has something to read (or to accept).
bool awaitInput(const Descriptor &descriptor, Clock::duration limit);
/// Sends or receives exactly `size` bytes. False: the end of the connection, an error, or `deadline`.
bool sendAll(const Descriptor &socket, const void *bytes, size_t size, Clock::time_point deadline);
bool receiveAll(const Descriptor &socket, void *bytes, size_t size, Clock::time_point deadline);

/// The numeric address of this end of a connection; "127.0.0.1" for one within the machine.
std::string ownAddress(const Descriptor &socket);
/// True for numeric addresses that lead back to the same machine.
bool isLoopback(const std::string &address);
/// Bytes that nobody can guess.
void fillRandom(void *bytes, size_t size);

} // namespace det::rt

#endif // DET_RUNTIME_LAUNCH_SOCKET_H
