// Mail between threads: first in, first out, for each communicator and pair of ranks.
#include "det/Runtime/Cuda/LocalNccl.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <deque>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <tuple>

namespace det::rt::cuda {

class LocalWorld {
public:
  using Bytes = std::vector<std::byte>;

  void post(const std::string &communicator, int from, int to, Bytes bytes) {
    const std::lock_guard lock(mutex);
    mail[{communicator, from, to}].push_back(std::move(bytes));
  }
  std::optional<Bytes> take(const std::string &communicator, int from, int to) {
    const std::lock_guard lock(mutex);
    auto &queue = mail[{communicator, from, to}];
    if (queue.empty())
      return std::nullopt;
    Bytes bytes = std::move(queue.front());
    queue.pop_front();
    return bytes;
  }
  /// A rank says what it wants to be in a new communicator.
  void join(const std::string &name, int rank, int color, int key) {
    const std::lock_guard lock(mutex);
    joined[name][rank] = {color, key};
  }
  /// The ranks of a color, by key, once `all` have joined.
  std::optional<std::vector<int>> members(const std::string &name, size_t all, int color) {
    const std::lock_guard lock(mutex);
    const auto &ranks = joined[name];
    if (ranks.size() < all)
      return std::nullopt;
    std::vector<std::pair<int, int>> found;
    for (const auto &[rank, wish] : ranks)
      if (wish.first == color)
        found.emplace_back(wish.second, rank);
    std::sort(found.begin(), found.end());
    std::vector<int> made;
    for (const auto &[key, rank] : found)
      made.push_back(rank);
    return made;
  }
  int nextId() {
    const std::lock_guard lock(mutex);
    return ++ids;
  }
  void abort(const std::string &name) {
    const std::lock_guard lock(mutex);
    aborted.insert(name);
  }
  bool isAborted(const std::string &name) {
    const std::lock_guard lock(mutex);
    return aborted.contains(name);
  }

private:
  std::mutex mutex;
  std::map<std::tuple<std::string, int, int>, std::deque<Bytes>> mail;
  std::map<std::string, std::map<int, std::pair<int, int>>> joined;
  std::set<std::string> aborted;
  int ids = 0;
};

namespace {

/// Contributions to a join, by rank.
struct Joining {
  std::vector<LocalWorld::Bytes> parts;
  uint64_t first = 0, count = 0; ///< floats that the rank gets
  Nccl::Real type;
  Nccl::Reduction reduction;
};

/// A message that has not come yet. With `joining` it is a contribution; the last one that comes brings the result.
struct Expected {
  int from;
  DevicePointer to;
  uint64_t bytes;
  Stream stream;
  std::shared_ptr<Joining> joining = nullptr;
  int contributor = 0; ///< its number in the communicator
};

uint64_t sizeOf(Nccl::Real type) { return type == Nccl::Real::f64 ? 8 : type == Nccl::Real::f32 ? 4 : 2; }

/// The value of a float of any type, and back; 16-bit results are rounded once for each addition, as NCCL does.
double valueAt(const std::byte *at, Nccl::Real type) {
  const auto as = [&](auto value) {
    std::memcpy(&value, at, sizeof value);
    return value;
  };
  switch (type) {
  case Nccl::Real::f64: return as(double());
  case Nccl::Real::f32: return as(float());
  case Nccl::Real::f16: return double(as(_Float16()));
  default: return double(std::bit_cast<float>(uint32_t(as(uint16_t())) << 16));
  }
}
void setValue(std::byte *at, Nccl::Real type, double value) {
  const auto put = [&](auto rounded) { std::memcpy(at, &rounded, sizeof rounded); };
  switch (type) {
  case Nccl::Real::f64: return put(value);
  case Nccl::Real::f32: return put(float(value));
  case Nccl::Real::f16: return put(_Float16(value));
  default: {
    const uint32_t bits = std::bit_cast<uint32_t>(float(value));
    return put(uint16_t(value != value ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16));
  }
  }
}

/// The order of a ring: what belongs to rank r goes once around, from the rank behind r, and r adds last.
LocalWorld::Bytes joined(const Joining &joining, uint64_t all) {
  const uint64_t ranks = joining.parts.size(), size = sizeOf(joining.type);
  LocalWorld::Bytes made(joining.count * size);
  for (uint64_t i = 0; i < joining.count; ++i) {
    const uint64_t element = joining.first + i, owner = element * ranks / all;
    std::byte *at = made.data() + i * size;
    std::memcpy(at, joining.parts[(owner + 1) % ranks].data() + element * size, size);
    for (uint64_t step = 2; step <= ranks; ++step) {
      const double a = valueAt(at, joining.type), b = valueAt(joining.parts[(owner + step) % ranks].data() + element * size, joining.type);
      const double value = joining.reduction == Nccl::Reduction::sum ? a + b
                           : a != a || b != b                        ? std::numeric_limits<double>::quiet_NaN()
                           : joining.reduction == Nccl::Reduction::max ? std::max(a, b)
                                                                       : std::min(a, b);
      setValue(at, joining.type, value);
    }
  }
  return made;
}

struct Circle {
  std::string name;
  int self = 0, color = 0; ///< self: among all ranks of the world
  size_t all = 0;          ///< how many must join
  std::vector<int> members; ///< ranks of the world; empty until all have joined
  int splits = 0;
  std::deque<Expected> expected;
  bool isAborted = false;

  int number() const { return int(std::find(members.begin(), members.end(), self) - members.begin()); }
};

class LocalNccl final : public Nccl {
public:
  LocalNccl(std::shared_ptr<LocalWorld> world, Driver &driver) : world(std::move(world)), driver(driver) {}

  int version() const override { return 22800; }
  bool hasAllToAll() const override { return true; }
  bool takesManyIds() const override { return true; }
  // Queued messages are copied by the host.
  bool isCapturable() const override { return false; }
  // No id is like another, and who has other ids, or has them in another order, finds nobody.
  Result<NcclId> makeId() override {
    NcclId id{};
    const std::string text = "local " + std::to_string(world->nextId());
    std::copy(text.begin(), text.end(), id.begin());
    return id;
  }
  Result<Communicator> connect(std::span<const NcclId> ids, int rank, int ranks) override {
    std::string name;
    for (const NcclId &id : ids)
      name += std::string(id.data()) + ";";
    return add({name, rank, 0, size_t(ranks), {}, 0, {}}, 0, rank);
  }
  Result<Communicator> split(Communicator parent, int color, int key) override {
    Circle &from = circle(parent);
    return add({from.name + "/" + std::to_string(from.splits++), from.self, color, from.members.size(), {}, 0, {}}, color, key);
  }
  Status groupStart() override { return {}; }
  Status groupEnd() override { return {}; }

  Status send(Communicator of, DevicePointer from, uint64_t bytes, int peer, Stream stream) override {
    Circle &in = circle(of);
    LocalWorld::Bytes content(bytes);
    if (Status status = driver.copyToHost(content.data(), from, bytes, stream); !status)
      return status;
    if (Status status = driver.synchronize(stream); !status)
      return status;
    world->post(in.name, in.self, in.members[size_t(peer)], std::move(content));
    return {};
  }
  Status receive(Communicator of, DevicePointer to, uint64_t bytes, int peer, Stream stream) override {
    Circle &in = circle(of);
    in.expected.push_back({in.members[size_t(peer)], to, bytes, stream});
    return {};
  }
  Status allGather(Communicator of, DevicePointer from, DevicePointer to, uint64_t bytes, Stream stream) override {
    const int self = circle(of).number();
    if (from != to + uint64_t(self) * bytes)
      if (Status status = driver.copyOnDevice(to + uint64_t(self) * bytes, from, bytes, stream); !status)
        return status;
    return withAll(of, bytes, stream, [&](int) { return from; }, [&](int peer) { return to + uint64_t(peer) * bytes; });
  }
  Status allToAll(Communicator of, DevicePointer from, DevicePointer to, uint64_t bytes, Stream stream) override {
    const uint64_t own = uint64_t(circle(of).number()) * bytes;
    if (Status status = driver.copyOnDevice(to + own, from + own, bytes, stream); !status)
      return status;
    return withAll(of, bytes, stream, [&](int peer) { return from + uint64_t(peer) * bytes; }, [&](int peer) { return to + uint64_t(peer) * bytes; });
  }
  Status broadcast(Communicator of, DevicePointer memory, uint64_t bytes, int root, Stream stream) override {
    if (circle(of).number() != root)
      return receive(of, memory, bytes, root, stream);
    for (int peer = 0; peer < int(circle(of).members.size()); ++peer)
      if (peer != root)
        if (Status status = send(of, memory, bytes, peer, stream); !status)
          return status;
    return {};
  }

  Status allReduce(Communicator of, DevicePointer from, DevicePointer to, uint64_t count, Real type, Reduction reduction, Stream stream) override {
    return joinAll(of, from, to, count, {{}, 0, count, type, reduction}, stream);
  }
  Status reduceScatter(Communicator of, DevicePointer from, DevicePointer to, uint64_t count, Real type, Reduction reduction, Stream stream) override {
    const Circle &in = circle(of);
    return joinAll(of, from, to, count * in.members.size(), {{}, uint64_t(in.number()) * count, count, type, reduction}, stream);
  }

  Result<Progress> progress(Communicator of) override {
    Circle &in = circle(of);
    if (in.isAborted || world->isAborted(in.name))
      return Error{"a rank has aborted"};
    if (in.members.empty()) {
      const auto members = world->members(in.name, in.all, in.color);
      if (!members)
        return Progress::underWay;
      in.members = *members;
    }
    while (!in.expected.empty()) {
      const Expected &next = in.expected.front();
      auto content = world->take(in.name, next.from, in.self);
      if (!content)
        return Progress::underWay;
      if (content->size() != next.bytes)
        return Error{"a message of " + std::to_string(content->size()) + " bytes came where " + std::to_string(next.bytes) + " were expected"};
      if (next.joining) {
        Joining &joining = *next.joining;
        joining.parts[size_t(next.contributor)] = std::move(*content);
        const bool isLast = std::none_of(joining.parts.begin(), joining.parts.end(), [](const auto &part) { return part.empty(); });
        content = isLast ? joined(joining, next.bytes / sizeOf(joining.type)) : LocalWorld::Bytes();
        if (!isLast) {
          in.expected.pop_front();
          continue;
        }
      }
      if (Status status = driver.copyToDevice(next.to, content->data(), content->size(), next.stream); !status)
        return status.error();
      if (Status status = driver.synchronize(next.stream); !status)
        return status.error();
      in.expected.pop_front();
    }
    return Progress::done;
  }
  void abort(Communicator of) override {
    circle(of).isAborted = true;
    world->abort(circle(of).name);
  }
  void close(Communicator) override {}

private:
  Circle &circle(Communicator of) { return circles[of.value - 1]; }
  Communicator add(Circle made, int color, int key) {
    world->join(made.name, made.self, color, key);
    circles.push_back(std::move(made));
    return {circles.size()};
  }
  template <class From, class To> Status withAll(Communicator of, uint64_t bytes, Stream stream, From &&from, To &&to) {
    const int self = circle(of).number();
    for (int peer = 0; peer < int(circle(of).members.size()); ++peer) {
      if (peer == self)
        continue;
      if (Status status = send(of, from(peer), bytes, peer, stream); !status)
        return status;
      if (Status status = receive(of, to(peer), bytes, peer, stream); !status)
        return status;
    }
    return {};
  }

  /// Sends `count` floats to all, and expects theirs.
  Status joinAll(Communicator of, DevicePointer from, DevicePointer to, uint64_t count, Joining what, Stream stream) {
    Circle &in = circle(of);
    const uint64_t bytes = count * sizeOf(what.type);
    const size_t self = size_t(in.number());
    auto joining = std::make_shared<Joining>(std::move(what));
    joining->parts.resize(in.members.size());
    joining->parts[self].resize(bytes);
    if (Status status = driver.copyToHost(joining->parts[self].data(), from, bytes, stream); !status)
      return status;
    if (Status status = driver.synchronize(stream); !status)
      return status;
    for (size_t peer = 0; peer < in.members.size(); ++peer)
      if (peer != self) {
        world->post(in.name, in.self, in.members[peer], joining->parts[self]);
        in.expected.push_back({in.members[peer], to, bytes, stream, joining, int(peer)});
      }
    return {};
  }

  std::shared_ptr<LocalWorld> world;
  Driver &driver;
  std::deque<Circle> circles;
};

} // namespace

std::shared_ptr<LocalWorld> makeLocalWorld() { return std::make_shared<LocalWorld>(); }
std::unique_ptr<Nccl> openLocalNccl(std::shared_ptr<LocalWorld> world, Driver &driver) { return std::make_unique<LocalNccl>(std::move(world), driver); }

} // namespace det::rt::cuda
