// The public interface: modules, kernels, and launches over host threads.
#include "Machine.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <thread>

namespace det::ptx {

const std::string &Kernel::name() const { return program->name; }
const std::vector<Kernel::Parameter> &Kernel::parameters() const { return program->params; }
std::array<uint32_t, 3> Kernel::requiredBlock() const { return program->required; }
uint64_t Kernel::sharedBytes() const { return program->sharedBytes; }
uint64_t Kernel::instructionCount() const { return program->code.size(); }

rt::Result<Module> Module::parse(std::string_view text) try {
  Module module;
  module.syntax = parseSyntax(text);
  return module;
} catch (Fault &fault) {
  return rt::Error{"ptx: " + fault.message};
}

std::vector<std::string> Module::entries() const {
  std::vector<std::string> names;
  for (const auto &[name, function] : syntax->functions)
    if (function.isEntry && function.hasBody)
      names.emplace_back(name);
  return names;
}

rt::Result<Kernel> Module::kernel(std::string_view name) const try {
  return Kernel(decode(syntax, name));
} catch (Fault &fault) {
  return rt::Error{"ptx: kernel " + std::string(name) + ": " + fault.message};
}

/// Checks a launch and runs it.
class Launcher {
public:
  Launcher(const Kernel &kernel, const Launch &launch, std::span<Buffer> buffers, const Options &options)
      : program(*kernel.program), launch(launch), buffers(buffers), options(options) {}

  Counts run() {
    check();
    Setup setup{program, options, launch.grid, launch.block, launch.dynamicSharedBytes, packArguments()};
    int threads = static_cast<int>(std::min<uint64_t>(std::max(options.threads, 1), setup.blocks()));
    // Blocks in order where they could see each other's order.
    if (threads > 1 && !program.hasGlobalAtomics) {
      std::vector<SavedPages> saved;
      for (const Buffer &buffer : buffers)
        saved.emplace_back(buffer.bytes);
      if (auto counts = runParallel(setup, threads, saved))
        return *counts;
      // The same faults in the same words as with one thread.
      for (SavedPages &pages : saved)
        pages.restore();
    }
    auto globals = globalBytes();
    Memory memory(program, options, buffers, globals, setup.params, sharedBytes());
    Block block(setup, memory);
    for (uint64_t number = 0; number < setup.blocks(); ++number)
      block.run(number);
    return block.counts;
  }

private:
  [[noreturn]] void refuse(const std::string &message) const { fail("kernel " + program.name + ": " + message); }

  uint64_t sharedBytes() const {
    return launch.dynamicSharedBytes ? program.dynamicSharedOffset() + launch.dynamicSharedBytes : program.sharedBytes;
  }

  void check() const {
    uint64_t blocks = 1, threads = 1;
    for (int axis = 0; axis < 3; ++axis) {
      if (!launch.grid[axis] || !launch.block[axis] || launch.block[axis] > 1024)
        refuse("expected a grid and a block without zeros and at most 1024 threads, got " + pointText(launch.grid) + " and " + pointText(launch.block));
      blocks *= launch.grid[axis];
      if (blocks > uint64_t(1) << 27)
        refuse("expected at most 2^27 blocks, got a grid of " + pointText(launch.grid));
      threads *= launch.block[axis];
    }
    uint64_t most = uint64_t(program.most[0]) * program.most[1] * program.most[2];
    if (most && threads > most)
      refuse("expected at most " + std::to_string(most) + " threads in a block (.maxntid), got " + std::to_string(threads));
    if (threads > 1024)
      refuse("expected at most 1024 threads in a block, got " + std::to_string(threads));
    if (program.required[0] && program.required != launch.block)
      refuse("expected blocks of " + pointText(program.required) + " threads (.reqntid), got " + pointText(launch.block));
    if (sharedBytes() > options.sharedBytesLimit)
      refuse("expected at most " + std::to_string(options.sharedBytesLimit) + " bytes of shared memory, got " + std::to_string(sharedBytes()));
    if (buffers.size() >= firstGlobal)
      refuse("expected fewer than " + std::to_string(firstGlobal) + " buffers");
  }

  std::vector<std::byte> packArguments() const {
    if (launch.arguments.size() != program.params.size())
      refuse("expected " + std::to_string(program.params.size()) + " arguments, got " + std::to_string(launch.arguments.size()));
    std::vector<std::byte> params(program.paramBytes);
    for (size_t i = 0; i < program.params.size(); ++i) {
      const Kernel::Parameter &param = program.params[i];
      std::vector<std::byte> bytes;
      if (const Pointer *pointer = std::get_if<Pointer>(&launch.arguments[i])) {
        if (pointer->buffer >= buffers.size())
          refuse("argument " + std::to_string(i) + " names buffer " + std::to_string(pointer->buffer) + " of " + std::to_string(buffers.size()));
        uint64_t address = addressOf(pointer->buffer) + pointer->offset;
        bytes = std::get<1>(scalar(address));
      } else {
        bytes = std::get<1>(launch.arguments[i]);
      }
      if (bytes.size() != param.bytes)
        refuse("argument " + std::to_string(i) + " has " + std::to_string(bytes.size()) + " bytes, parameter '" + param.name + "' has " +
               std::to_string(param.bytes));
      std::copy(bytes.begin(), bytes.end(), params.begin() + param.offset);
    }
    return params;
  }

  std::vector<std::vector<std::byte>> globalBytes() const {
    std::vector<std::vector<std::byte>> globals;
    for (const Variable *variable : program.globals) {
      auto bytes = std::as_bytes(std::span(variable->initial));
      globals.emplace_back(bytes.begin(), bytes.end()).resize(variable->bytes());
    }
    return globals;
  }

  /// Nothing if any block failed, or blocks of different threads touched the same bytes.
  std::optional<Counts> runParallel(const Setup &setup, int threads, std::span<SavedPages> saved) const {
    auto globals = globalBytes();
    std::vector<std::unique_ptr<Memory>> memories;
    for (int i = 0; i < threads; ++i)
      memories.push_back(std::make_unique<Memory>(program, options, buffers, globals, setup.params, sharedBytes(), saved));
    std::atomic<uint64_t> next = 0;
    std::atomic<bool> hasFailed = false;
    std::vector<Counts> counts(threads);
    std::vector<std::thread> team;
    for (int i = 0; i < threads; ++i)
      team.emplace_back([&, i] {
        try {
          Block block(setup, *memories[i]);
          for (uint64_t number; !hasFailed && (number = next++) < setup.blocks();)
            block.run(number);
          counts[i] = block.counts;
        } catch (Fault &) {
          hasFailed = true;
        }
      });
    for (std::thread &thread : team)
      thread.join();
    Counts total;
    for (int i = 0; i < threads; ++i) {
      total.warpInstructions += counts[i].warpInstructions;
      total.laneInstructions += counts[i].laneInstructions;
      for (int j = 0; j < i; ++j)
        hasFailed = hasFailed || memories[j]->conflictsWith(*memories[i]);
    }
    return hasFailed ? std::nullopt : std::optional(total);
  }

  const Program &program;
  const Launch &launch;
  std::span<Buffer> buffers;
  const Options &options;
};

rt::Result<Counts> run(const Kernel &kernel, const Launch &launch, std::span<Buffer> buffers, const Options &options) try {
  return Launcher(kernel, launch, buffers, options).run();
} catch (Fault &fault) {
  return rt::Error{fault.message};
} catch (std::bad_alloc &) {
  return rt::Error{"kernel " + kernel.name() + ": no memory for this launch; fewer threads or smaller buffers need less"};
}

} // namespace det::ptx
