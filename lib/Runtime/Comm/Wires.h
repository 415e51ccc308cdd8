// Carries messages between mailboxes of processes on several machines: TCP, one connection per pair of processes.
//
// A route has a mailbox of the same size on both sides. What a rank posts is sent; what the other rank releases is reported back,
// and only then released at the sender: so a message that is sent always finds room, and no connection is ever held up by one
// slow rank.
#ifndef DET_LIB_RUNTIME_COMM_WIRES_H
#define DET_LIB_RUNTIME_COMM_WIRES_H

#include "Mailbox.h"
#include "det/Runtime/Comm/Communicator.h"
#include "det/Runtime/Launch/ProcessGroup.h"
#include "det/Runtime/Launch/Socket.h"

#include <mutex>
#include <thread>

namespace det::rt {

class Wires {
public:
  explicit Wires(std::shared_ptr<ProcessGroup> group);
  /// Waits until the others have what was posted, unless the group has failed.
  ~Wires();

  /// A connection to a process. Gives its number.
  size_t addWire(uint32_t process, Descriptor socket);
  /// A route, by its number among all, over a wire; `outgoing`: from this process. Its mailbox holds at most `messages`.
  void addRoute(uint32_t route, size_t wire, Mailbox *box, bool outgoing, uint64_t messages);
  /// After all have been added.
  void start();

  // From any thread.
  void posted(uint32_t route, uint64_t message) { tell({route, message}); }
  void released(uint32_t route, uint64_t message) { tell({route, message}); }
  /// The group's, or the loss of a connection that the group does not explain within some seconds.
  Status status() const;

private:
  enum Kind : uint32_t { data, release, bye };
  struct Header {
    uint32_t kind, route, exchange, reserved;
    uint64_t number; // data: bytes; release: of the message
  };
  struct Outgoing {
    Header header;
    const uint8_t *bytes;
    uint64_t size;
  };
  // A queue that never grows.
  struct Queue {
    std::vector<Outgoing> ring;
    size_t first = 0, count = 0;
    Outgoing &operator[](size_t i) { return ring[(first + i) % ring.size()]; }
  };
  struct Wire {
    uint32_t process;
    Descriptor socket;
    uint64_t capacity = 1; // of the queue
    Queue queue;
    uint64_t sent = 0;           // bytes of the first in the queue
    std::vector<uint8_t> staged; // read and not yet taken
    size_t stagedFrom = 0, stagedTo = 0;
    Header header{};
    uint64_t headerGot = 0, left = 0; // of the message that is coming in
    uint8_t *target = nullptr;
    bool saidBye = false;
  };
  struct Line {
    Mailbox *box = nullptr;
    size_t wire = 0;
    bool outgoing = false;
  };
  struct Notice {
    uint32_t route;
    uint64_t message;
  };

  void tell(Notice notice);
  void run();
  void takeNotices();
  void enqueue(Wire &wire, const Outgoing &one);
  bool flush(Wire &wire);
  bool receive(Wire &wire);
  bool take(Wire &wire);
  bool takeHeader(Wire &wire);
  void endMessage(Wire &wire);
  void breakWire(Wire &wire);

  std::shared_ptr<ProcessGroup> group;
  std::vector<Wire> wires;
  std::vector<Line> lines;             // by route
  uint64_t capacity = 0, underWay = 0; // underWay: sent and not yet released; of the thread
  Descriptor wake;

  std::mutex mutex;
  std::vector<Notice> notices, taken;
  bool stopping = false;

  std::atomic<int64_t> brokenAt{0}; // nanoseconds of the clock; 0: none
  std::atomic<uint32_t> brokenTo{0};
  std::thread thread;
};

} // namespace det::rt

#endif // DET_LIB_RUNTIME_COMM_WIRES_H
