// A descriptor in a message between two processes.
#include "HandOver.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <unistd.h>

namespace det::rt {

namespace {

struct Introduction {
  std::array<uint8_t, 16> token;
  uint32_t process;
};

// Room for one descriptor beside the byte that goes with it.
union Ancillary {
  cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
};

Status sendDescriptor(const Descriptor &socket, int descriptor) {
  char byte = 0;
  iovec part{&byte, 1};
  Ancillary ancillary{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = ancillary.bytes;
  message.msg_controllen = sizeof ancillary.bytes;
  cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  if (sendmsg(socket.get(), &message, MSG_NOSIGNAL) != 1)
    return Error{std::string("cannot hand shared memory over: ") + std::strerror(errno)};
  return {};
}

Descriptor receiveDescriptor(const Descriptor &socket) {
  char byte = 0;
  iovec part{&byte, 1};
  Ancillary ancillary{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = ancillary.bytes;
  message.msg_controllen = sizeof ancillary.bytes;
  if (recvmsg(socket.get(), &message, MSG_CMSG_CLOEXEC) != 1)
    return {};
  const cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(sizeof(int)))
    return {};
  int descriptor = -1;
  std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  return Descriptor(descriptor);
}

} // namespace

Result<GivingPlace> openGivingPlace() {
  uint8_t bytes[16];
  fillRandom(bytes, sizeof bytes);
  std::string name = "det-run memory ";
  for (uint8_t byte : bytes) {
    name += char('a' + (byte >> 4));
    name += char('a' + (byte & 15));
  }
  Result<Descriptor> listener = listenLocal(name);
  if (!listener)
    return listener.error();
  return GivingPlace{std::move(name), std::move(*listener)};
}

bool introduce(const Descriptor &socket, const ProcessGroup &group) {
  const Introduction mine{group.token(), group.process()};
  return sendAll(socket, &mine, sizeof mine, Clock::now() + std::chrono::seconds(10));
}

Result<Descriptor> acceptMember(const Descriptor &listener, const ProcessGroup &group, uint32_t &process) {
  const auto deadline = Clock::now() + secondsOf(group.meetingSeconds());
  while (Clock::now() < deadline) {
    if (Status status = group.status(); !status)
      return status.error();
    if (!awaitInput(listener, std::chrono::milliseconds(100)))
      continue;
    Descriptor socket = acceptOne(listener);
    Introduction theirs{};
    if (socket && receiveAll(socket, &theirs, sizeof theirs, Clock::now() + std::chrono::seconds(10)) &&
        theirs.token == group.token() && theirs.process < group.processes()) {
      process = theirs.process;
      return socket;
    }
  }
  return Error{"other processes have not connected within the time limit for meeting"};
}

Status give(const GivingPlace &place, const RingMemory &memory, size_t takers, const ProcessGroup &group) {
  for (size_t i = 0; i < takers; ++i) {
    uint32_t process = 0;
    Result<Descriptor> socket = acceptMember(place.listener, group, process);
    if (!socket)
      return socket.error();
    if (Status status = sendDescriptor(*socket, memory.descriptor().get()); !status)
      return status;
  }
  return {};
}

Result<RingMemory> take(const std::string &name, const ProcessGroup &group) {
  Attempt attempt = connectLocal(name);
  if (!attempt.socket || !introduce(attempt.socket, group))
    return Error{"cannot reach the process that shares memory on this machine (" + attempt.error +
                 "); --transport=tcp goes without"};
  const auto deadline = Clock::now() + secondsOf(group.meetingSeconds());
  while (Clock::now() < deadline) {
    if (Status status = group.status(); !status)
      return status.error();
    if (!awaitInput(attempt.socket, std::chrono::milliseconds(100)))
      continue;
    Descriptor memory = receiveDescriptor(attempt.socket);
    if (memory)
      return RingMemory(std::move(memory));
    break;
  }
  return Error{"was not given the memory that the processes of this machine share; --transport=tcp goes without"};
}

} // namespace det::rt
