// One connection between two processes, cut into frames.
#ifndef DET_LIB_RUNTIME_LAUNCH_LINK_H
#define DET_LIB_RUNTIME_LAUNCH_LINK_H

#include "det/Runtime/Launch/Bytes.h"
#include "det/Runtime/Launch/Socket.h"

#include <deque>
#include <memory>

namespace det::rt {

enum class FrameKind : uint32_t {
  greeting,     // hub: here is process 0 of a run
  hello,        // who has come
  welcome,      // hub: all have come, and who they are
  refusal,      // hub: the run does not begin, and why
  beat,         // a sign of life
  contribution, // to a collective
  reply,        // hub: what a collective gives
  report,       // an error that ends the run
  verdict       // hub: why the run has ended
};

struct Frame {
  FrameKind kind = FrameKind::beat;
  Bytes body;
};

/// Sends and receives without waiting. One thread at a time.
class Link {
public:
  explicit Link(Descriptor socket) : socket(std::move(socket)) {}

  /// Frames of strangers are small; those of members may be as large as a tensor.
  void trust() { mostBytes = uint64_t(1) << 48; }

  void send(FrameKind kind, std::shared_ptr<const Bytes> body);
  void send(FrameKind kind, Bytes body = {}) { send(kind, std::make_shared<const Bytes>(std::move(body))); }
  /// Writes what the connection takes. False: it is broken.
  bool flush();
  bool wantsToSend() const { return !queue.empty(); }
  /// Reads what is there, up to some megabytes, and adds the frames that are complete. False: the connection has ended or carries
  /// something else than frames; what came before has been added.
  bool receive(std::vector<Frame> &frames);

  int descriptor() const { return socket.get(); }
  const Descriptor &end() const { return socket; }
  Clock::time_point heard = Clock::now(); ///< when something came last
  bool heardFrame = false;                ///< for whoever wants to remember that a frame has come

private:
  struct Header {
    uint32_t magic, kind;
    uint64_t size;
  };
  struct Outgoing {
    Header header;
    std::shared_ptr<const Bytes> body;
  };
  bool take(const uint8_t *bytes, size_t size, std::vector<Frame> &frames);

  Descriptor socket;
  uint64_t mostBytes = 64 << 10;
  std::deque<Outgoing> queue;
  size_t sent = 0; // of the first in the queue, with its header
  Header header{};
  size_t got = 0; // of the frame that is coming in, with its header
  Frame incoming;
};

} // namespace det::rt

#endif // DET_LIB_RUNTIME_LAUNCH_LINK_H
