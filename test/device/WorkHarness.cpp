// Memory, bodies and launches of the tests.
#include "WorkHarness.h"

#include "../../lib/Runtime/Cuda/Prepare/TableMemory.h"
#include "Bodies.h"

#include <fstream>
#include <sstream>

namespace work {

const char *const bodyNames[] = {"ascending", "pairs", "noise", "largest", "halves", "moments", "mixed"};
const BodyFunction bodyFunctions[] = {bodies::ascending, bodies::pairs,   bodies::noise, bodies::largest,
                                      bodies::halves,    bodies::moments, bodies::mixed};

artifact::Ref Arena::place(uint64_t size) {
  const uint64_t offset = bytes.size() + uint64_t(8 * random.below(5));
  bytes.resize((offset + size + 7) / 8 * 8);
  for (uint64_t i = bytes.size() - (bytes.size() - offset); i < bytes.size(); ++i)
    bytes[i] = uint8_t(random.next());
  return artifact::Ref(artifact::Space::arena, offset);
}

artifact::Ref Arena::place(const void *data, uint64_t size) {
  const artifact::Ref ref = place(size);
  if (size > 0)
    std::memcpy(bytes.data() + ref.offset(), data, size);
  return ref;
}

artifact::BodyT bodyOf(Body body, std::vector<uint32_t> argumentBytes, std::vector<uint32_t> resultBytes, std::vector<int64_t> params,
                       uint64_t scratch) {
  artifact::BodyT made;
  made.kernel = body;
  made.params = std::move(params);
  made.argument_bytes = std::move(argumentBytes);
  made.result_bytes = std::move(resultBytes);
  made.scratch_bytes = scratch;
  return made;
}

namespace {

Status apply(const Control &control, std::string &text) {
  const size_t head = text.find(".entry " + control.kernel + "("), end = text.find("// -- End function", head);
  const size_t place = head == std::string::npos ? head : text.find(control.from, head);
  if (place == std::string::npos || place > end)
    return Error{"the control finds no '" + control.from + "' in " + control.kernel};
  text.replace(place, control.from.size(), control.to);
  return {};
}

} // namespace

Result<Device> Device::load(const std::string &kernels, const std::string &folder, const Control *control) {
  Device device;
  for (int body = 0; body <= bodyCount; ++body) {
    const std::string path = body == bodyCount ? kernels : folder + "/" + bodyNames[body] + ".ptx";
    std::ifstream file(path);
    std::stringstream stream;
    stream << file.rdbuf();
    if (!file)
      return Error{"cannot read " + path};
    std::string text = stream.str();
    if (control && control->text == body)
      if (Status status = apply(*control, text); !status)
        return status.error();
    Result<ptx::Module> module = ptx::Module::parse(text);
    if (!module)
      return Error{path + ": " + module.error().message};
    device.modules.push_back(*module);
  }
  return device;
}

Result<const ptx::Kernel *> Device::kernel(const std::string &name) {
  auto found = kernels.find(name);
  if (found == kernels.end()) {
    const size_t cut = name.find("__");
    const size_t module = cut == std::string::npos ? size_t(bodyCount) : std::stoul(name.substr(cut + 2));
    Result<ptx::Kernel> made = modules.at(module).kernel(name.substr(0, cut));
    if (!made)
      return made.error();
    found = kernels.emplace(name, *made).first;
  }
  return &found->second;
}

Status Device::run(const std::vector<cuda::DeviceLaunch> &launches, std::vector<uint8_t> &arena, std::span<const std::byte> tables,
                   uint64_t scratchBytes) {
  std::vector<std::byte> constant(tables.begin(), tables.end()), scratch(scratchBytes, std::byte(0xfb));
  ptx::Buffer buffers[] = {{"arena", std::as_writable_bytes(std::span(arena))}, {"tables", constant, true, false}, {"scratch", scratch}};
  for (const cuda::DeviceLaunch &launch : launches) {
    Result<const ptx::Kernel *> made = kernel(launch.kernel);
    if (!made)
      return made.error();
    ptx::Launch run{launch.grid, launch.block, launch.sharedBytes, {launch.params}};
    Result<ptx::Counts> counts = ptx::run(**made, run, buffers);
    if (!counts)
      return counts.error();
  }
  return {};
}

void compare(Device &device, const Arena &arena, const Prepare &prepare, const Host &host, const std::string &what) {
  std::vector<uint8_t> expected = arena.bytes, got = arena.bytes;
  AddressSpace space;
  space.arena = expected.data();
  space.arenaBytes = expected.size();
  host(space);

  // Once to measure, with addresses that mean nothing.
  cuda::TableMemory measured(0, 0);
  space.arena = nullptr;
  if (cuda::Launches launches = prepare(space, measured); !launches)
    return check::that(false, what + ": " + launches.error().message);
  cuda::TableMemory memory(ptx::addressOf(1), ptx::addressOf(2));
  space.arena = reinterpret_cast<uint8_t *>(ptx::addressOf(0));
  cuda::Launches launches = prepare(space, memory);
  if (!launches)
    return check::that(false, what + ": " + launches.error().message);
  check::that(memory.image().size() == measured.image().size() && memory.scratchBytes() == measured.scratchBytes(),
              what + ": memory depends on addresses");
  if (Status status = device.run(*launches, got, memory.image(), memory.scratchBytes()); !status)
    return check::that(false, what + ": " + status.error().message);
  const int64_t at = check::difference(expected, got);
  check::that(at < 0, what + ": byte " + std::to_string(at) + " of the memory differs");
}

void expectError(const Prepare &prepare, const std::string &words) {
  AddressSpace space;
  space.arena = reinterpret_cast<uint8_t *>(ptx::addressOf(0));
  space.arenaBytes = uint64_t(1) << 56;
  cuda::TableMemory memory(ptx::addressOf(1), ptx::addressOf(2));
  cuda::Launches launches = prepare(space, memory);
  check::that(!launches && launches.error().message.find(words) != std::string::npos,
              "expected '" + words + "', got " + (launches ? "launches" : launches.error().message));
}

int runTests(const char *name, int argc, char **argv, const std::function<void(Device &, bool)> &cases,
             const std::vector<Control> &controls) {
  if (argc < 3) {
    std::printf("usage: %s KERNELS.ptx BODIES-FOLDER [long]\n", name);
    return 2;
  }
  Result<Device> device = Device::load(argv[1], argv[2]);
  if (!device) {
    std::printf("%s\n", device.error().message.c_str());
    return 1;
  }
  cases(*device, argc > 3);
  const int64_t checks = check::checks, faults = check::faults;
  for (const Control &control : controls) {
    Result<Device> wrong = Device::load(argv[1], argv[2], &control);
    if (!wrong) {
      std::printf("%s\n", wrong.error().message.c_str());
      return 1;
    }
    check::faults = 1000; // says nothing
    cases(*wrong, false);
    if (check::faults == 1000) {
      std::printf("control: %s with '%s' instead of '%s' passes\n", control.kernel.c_str(), control.to.c_str(), control.from.c_str());
      return 1;
    }
  }
  check::checks = checks;
  check::faults = faults;
  return check::report(name);
}

} // namespace work
