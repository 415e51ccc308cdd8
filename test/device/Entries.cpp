// Every entry of an artifact for the host that device kernels can do: by the host's kernels and by the interpreter of PTX, on
// equal memory of noise; all bytes of the memory are compared. And: each kernel that is launched is one that the compiler links
// for the entry.
//
//   device_entries KERNELS.ptx ARTIFACT [MOST_FLOPS]
#include "SimDevice.h"

#include "det/Device/DeviceKernels.h"
#include "det/Runtime/EntryRunner.h"

#include <algorithm>
#include <set>

using namespace sim;
using artifact::Action;

namespace {

struct Walk {
  DeviceKernels &kernels;
  EntryRunner &runner;
  uint32_t rank;
  int64_t mostFlops;

  Walk(DeviceKernels &kernels, EntryRunner &runner, uint32_t rank, int64_t mostFlops)
      : kernels(kernels), runner(runner), rank(rank), mostFlops(mostFlops) {}

  check::Random random{17};
  std::set<std::string> done;       ///< what launches of earlier entries looked like
  std::map<std::string, int> count; ///< by kernel
  int64_t skipped = 0, compared = 0;

  void fill(std::span<uint8_t> bytes) {
    for (size_t i = 0; i + 4 <= bytes.size(); i += 4) {
      const float x = float(random.uniform() * 4 - 2);
      std::memcpy(bytes.data() + i, &x, 4);
    }
  }

  // Indices are small numbers, not floats.
  void fillIndices(const artifact::Ref &ref, ElementType type, int64_t elements, int64_t most) {
    const std::span<uint8_t> memory = ref.space() == artifact::Space::arena ? runner.arena() : runner.constants();
    const int64_t bytes = elementBytes(type);
    for (int64_t i = 0; i < elements; ++i) {
      const int64_t value = random.between(-1, most);
      if (ref.offset() + uint64_t((i + 1) * bytes) <= memory.size())
        std::memcpy(memory.data() + ref.offset() + i * bytes, &value, size_t(bytes));
    }
  }
  void prepareMemory(const artifact::EntryT &entry) {
    fill(runner.arena());
    const auto most = [](const std::vector<int64_t> &shape) {
      return shape.empty() ? 1 : *std::max_element(shape.begin(), shape.end());
    };
    if (const auto *gather = entry.action.AsGather())
      fillIndices(*gather->indices, gather->index_type, *elementCount(gather->indices_shape), most(gather->operand_shape));
    if (const auto *scatter = entry.action.AsScatter())
      fillIndices(*scatter->indices, scatter->index_type, *elementCount(scatter->indices_shape), most(scatter->operand_shape));
    if (const auto *update = entry.action.AsUpdate())
      for (const artifact::Ref &start : update->starts)
        fillIndices(start, update->index_type, 1, most(update->shape));
  }

  static bool isOurs(const artifact::EntryT &entry) {
    switch (entry.action.type) {
    case Action::Product:
      return entry.action.AsProduct()->model == artifact::MmaModel::none;
    case Action::Copy:
    case Action::Gather:
    case Action::Scatter:
    case Action::Join:
    case Action::Update:
    case Action::Scan:
      return true;
    case Action::Sort:
      return entry.action.AsSort()->key != artifact::SortKey::body;
    default:
      return false;
    }
  }

  void compare(const artifact::EntryT &entry) {
    if (entry.flops > mostFlops) {
      ++skipped;
      return;
    }
    const std::string what = "rank " + std::to_string(rank) + ": " + runner.plan().label(entry.label);
    const auto fault = [&](const std::string &message) { check::that(false, what + ": " + message); };
    prepareMemory(entry);
    std::vector<std::byte> arena(runner.arena().size()), constants(runner.constants().size());
    std::memcpy(arena.data(), runner.arena().data(), arena.size());
    std::memcpy(constants.data(), runner.constants().data(), constants.size());
    AddressSpace space;
    space.plan = &runner.plan();
    space.rank = rank;
    space.arenaBytes = arena.size() - 4096; // without the guard
    const auto place = [&](uint64_t arenaAddress, uint64_t constantsAddress) {
      space.arena = reinterpret_cast<uint8_t *>(arenaAddress);
      space.constants = {reinterpret_cast<const uint8_t *>(constantsAddress), constants.size()};
    };
    place(0, 0);
    cuda::TableMemory measured(0, 0);
    if (cuda::Launches launches = cuda::prepare(entry, runner.plan(), space, measured); !launches)
      return fault(launches.error().message);
    place(ptx::addressOf(0), ptx::addressOf(1));
    cuda::TableMemory memory(ptx::addressOf(2), ptx::addressOf(3));
    cuda::Launches launches = cuda::prepare(entry, runner.plan(), space, memory);
    if (!launches)
      return fault(launches.error().message);
    if (memory.image().size() != measured.image().size() || memory.scratchBytes() != measured.scratchBytes())
      return fault("the memory that it asks for depends on addresses");
    const std::vector<std::string> linked = device::kernelsOf(entry);
    std::string signature;
    for (const cuda::DeviceLaunch &launch : *launches) {
      if (!std::binary_search(linked.begin(), linked.end(), launch.kernel))
        fault(launch.kernel + " is not linked");
      signature += launch.kernel + std::string(reinterpret_cast<const char *>(launch.params.data()), launch.params.size());
    }
    if (!done.insert(signature).second)
      return;
    if (Status status = runner.run(entry); !status)
      return fault(status.error().message);

    std::vector<std::byte> tables = memory.image(), scratch(memory.scratchBytes(), std::byte(0xfb));
    ptx::Buffer buffers[] = {
        {"arena", arena}, {"constants", constants, true, false}, {"tables", tables, true, false}, {"scratch", scratch}};
    for (const cuda::DeviceLaunch &launch : *launches) {
      ++count[launch.kernel];
      Result<const ptx::Kernel *> kernel = kernels.find(launch.kernel);
      if (!kernel)
        return fault(kernel.error().message);
      Result<ptx::Counts> counts = ptx::run(**kernel, {launch.grid, launch.block, launch.sharedBytes, {launch.params}}, buffers);
      if (!counts)
        return fault(counts.error().message);
    }
    const auto wrong = std::mismatch(arena.begin(), arena.end(), reinterpret_cast<const std::byte *>(runner.arena().data()));
    check::that(wrong.first == arena.end(),
                what + ": byte " + std::to_string(wrong.first - arena.begin()) + " of the memory differs");
    ++compared;
  }

  void walk(const std::vector<std::unique_ptr<artifact::EntryT>> &entries) {
    for (const auto &entry : entries)
      if (const auto *loop = entry->action.AsLoop())
        walk(loop->body);
      else if (const auto *loop = entry->action.AsWhile())
        walk(loop->condition), walk(loop->body);
      else if (isOurs(*entry))
        compare(*entry);
  }
};

} // namespace

int main(int argc, char **argv) {
  if (argc < 3) {
    std::printf("usage: device_entries KERNELS.ptx ARTIFACT [MOST_FLOPS]\n");
    return 2;
  }
  Result<DeviceKernels> kernels = DeviceKernels::load(argv[1]);
  const auto end = [](const Error &error) {
    std::printf("%s\n", error.message.c_str());
    return 1;
  };
  if (!kernels)
    return end(kernels.error());
  Result<Artifact> artifact = Artifact::load(argv[2]);
  if (!artifact)
    return end(artifact.error());
  Result<std::unique_ptr<EntryRunner>> made = makeHostEntryRunner(*artifact, host::Isa::v3);
  if (!made)
    return end(made.error());
  EntryRunner &runner = **made;
  std::map<std::string, int> count;
  int64_t compared = 0, skipped = 0;
  std::set<std::string> done;
  for (const auto &program : runner.plan().plan.programs) {
    const uint32_t rank = program->ranks.back();
    if (Status status = runner.place(rank); !status)
      return end(status.error());
    Walk walk(*kernels, runner, rank, argc > 3 ? std::atoll(argv[3]) : INT64_MAX);
    walk.done = std::move(done);
    walk.walk(program->entries);
    done = std::move(walk.done);
    for (const auto &[name, times] : walk.count)
      count[name] += times;
    compared += walk.compared;
    skipped += walk.skipped;
  }
  for (const auto &[name, times] : count)
    std::printf("%6d %s\n", times, name.c_str());
  std::printf("%lld entries compared, %lld skipped for their size\n", static_cast<long long>(compared),
              static_cast<long long>(skipped));
  return check::report("device entries");
}
