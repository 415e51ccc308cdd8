// DeviceKernels, memory and launches of the tests.
#include "SimDevice.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace sim {

Result<DeviceKernels> DeviceKernels::load(const std::string &path, const std::string &kernel, const std::string &from,
                                          const std::string &to) {
  std::ifstream file(path);
  std::stringstream stream;
  stream << file.rdbuf();
  if (!file)
    return Error{"cannot read " + path};
  std::string text = stream.str();
  if (!from.empty()) {
    const size_t head = text.find(".entry " + kernel + "(");
    const size_t place = head == std::string::npos ? head : text.find(from, head);
    if (place == std::string::npos || place > text.find("End function", head))
      return Error{"the control finds no '" + from + "' in " + kernel};
    text.replace(place, from.size(), to);
  }
  Result<ptx::Module> module = ptx::Module::parse(text);
  if (!module)
    return module.error();
  DeviceKernels kernels;
  kernels.module = *module;
  return kernels;
}

Result<const ptx::Kernel *> DeviceKernels::find(const std::string &name) {
  auto found = decoded.find(name);
  if (found == decoded.end()) {
    Result<ptx::Kernel> made = module->kernel(name);
    if (!made)
      return made.error();
    found = decoded.emplace(name, *made).first;
  }
  return &found->second;
}

Status run(DeviceKernels &kernels, std::vector<Memory> &memories, const Prepare &prepare, uint64_t *instructions,
           std::vector<std::string> *launched) {
  // Once to measure, with addresses that mean nothing.
  cuda::TableMemory measured(0, 0);
  if (cuda::Launches launches = prepare(Addresses(memories.size(), 0), measured); !launches)
    return launches.error();
  const size_t tables = memories.size(), scratch = tables + 1;
  cuda::TableMemory memory(ptx::addressOf(tables), ptx::addressOf(scratch));
  Addresses addresses;
  for (size_t i = 0; i < memories.size(); ++i)
    addresses.push_back(ptx::addressOf(i));
  cuda::Launches launches = prepare(addresses, memory);
  if (!launches)
    return launches.error();
  if (memory.image().size() != measured.image().size() || memory.scratchBytes() != measured.scratchBytes())
    return Error{"the memory that it asks for depends on addresses"};

  std::vector<std::byte> constants = memory.image(), noise(memory.scratchBytes());
  check::Random random{memory.scratchBytes() + 1};
  for (std::byte &byte : noise)
    byte = std::byte(random.next());
  std::vector<ptx::Buffer> buffers;
  for (size_t i = 0; i < memories.size(); ++i) {
    Memory &m = memories[i];
    buffers.push_back(
        {"memory " + std::to_string(i), m.bytes, m.kind != Memory::output || launches->size() > 1, m.kind != Memory::input});
  }
  buffers.push_back({"tables", constants, true, false});
  buffers.push_back({"scratch", noise, true, true});
  for (const cuda::DeviceLaunch &launch : *launches) {
    if (launched)
      launched->push_back(launch.kernel);
    Result<const ptx::Kernel *> kernel = kernels.find(launch.kernel);
    if (!kernel)
      return kernel.error();
    ptx::Options options;
    options.allowFloatAtomics = launch.kernel.starts_with("det_scatter_atomic_");
    Result<ptx::Counts> counts = ptx::run(**kernel, {launch.grid, launch.block, launch.sharedBytes, {launch.params}}, buffers, options);
    if (!counts)
      return counts.error();
    if (instructions)
      *instructions += counts->warpInstructions;
  }
  return {};
}

int runTests(const char *name, int argc, char **argv, const Cases &cases, const std::vector<Control> &controls) {
  if (argc < 2) {
    std::printf("usage: %s KERNELS.ptx [TIMES]\n", name);
    return 2;
  }
  Result<DeviceKernels> kernels = DeviceKernels::load(argv[1]);
  if (!kernels) {
    std::printf("%s\n", kernels.error().message.c_str());
    return 1;
  }
  cases(*kernels, argc > 2 ? std::max(std::atoi(argv[2]), 1) : 1);
  const int64_t checks = check::checks, faults = check::faults;
  for (const Control &control : controls) {
    Result<DeviceKernels> wrong = DeviceKernels::load(argv[1], control.kernel, control.from, control.to);
    if (!wrong) {
      std::printf("%s\n", wrong.error().message.c_str());
      return 1;
    }
    check::faults = 1000; // says nothing
    cases(*wrong, 0);
    if (check::faults == 1000) {
      std::printf("control: %s with '%s' instead of '%s' passes\n", control.kernel.c_str(), control.to.c_str(),
                  control.from.c_str());
      return 1;
    }
  }
  check::checks = checks;
  check::faults = faults;
  return check::report(name);
}

} // namespace sim
