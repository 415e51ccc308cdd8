// Frames: 16 bytes of header, then the body.
#include "Link.h"

#include <algorithm>
#include <cerrno>
#include <sys/socket.h>
#include <sys/uio.h>

namespace det::rt {

namespace {

constexpr uint32_t frameMagic = 0x46544544; // "DETF"
constexpr size_t mostAtOnce = 8 << 20;

} // namespace

void Link::send(FrameKind kind, std::shared_ptr<const Bytes> body) {
  const uint64_t size = body->size();
  queue.push_back({{frameMagic, uint32_t(kind), size}, std::move(body)});
}

bool Link::flush() {
  while (!queue.empty()) {
    const Outgoing &first = queue.front();
    const size_t inHeader = std::min(sent, sizeof(Header)), inBody = sent - inHeader;
    iovec parts[2] = {
        {const_cast<uint8_t *>(reinterpret_cast<const uint8_t *>(&first.header)) + inHeader, sizeof(Header) - inHeader},
        {const_cast<uint8_t *>(first.body->data()) + inBody, first.body->size() - inBody}};
    msghdr message{};
    message.msg_iov = parts;
    message.msg_iovlen = 2;
    const ssize_t count = sendmsg(socket.get(), &message, MSG_NOSIGNAL);
    if (count < 0)
      return errno == EAGAIN || errno == EINTR;
    sent += size_t(count);
    if (sent == sizeof(Header) + first.body->size()) {
      queue.pop_front();
      sent = 0;
    }
  }
  return true;
}

bool Link::take(const uint8_t *bytes, size_t size, std::vector<Frame> &frames) {
  while (size > 0) {
    if (got < sizeof header) {
      const size_t part = std::min(size, sizeof header - got);
      std::memcpy(reinterpret_cast<uint8_t *>(&header) + got, bytes, part);
      got += part;
      bytes += part;
      size -= part;
      if (got < sizeof header)
        return true;
      if (header.magic != frameMagic || header.kind > uint32_t(FrameKind::verdict) || header.size > mostBytes)
        return false;
      incoming = {FrameKind(header.kind), {}};
    }
    const size_t part = size_t(std::min<uint64_t>(size, header.size - incoming.body.size()));
    incoming.body.insert(incoming.body.end(), bytes, bytes + part);
    bytes += part;
    size -= part;
    if (incoming.body.size() == header.size) {
      frames.push_back(std::move(incoming));
      incoming = {};
      got = 0;
    }
  }
  return true;
}

bool Link::receive(std::vector<Frame> &frames) {
  uint8_t buffer[64 << 10];
  for (size_t all = 0; all < mostAtOnce;) {
    const ssize_t count = recv(socket.get(), buffer, sizeof buffer, 0);
    if (count == 0)
      return false;
    if (count < 0)
      return errno == EAGAIN || errno == EINTR;
    heard = Clock::now();
    all += size_t(count);
    if (!take(buffer, size_t(count), frames))
      return false;
  }
  return true;
}

} // namespace det::rt
