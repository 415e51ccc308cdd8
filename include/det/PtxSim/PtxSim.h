// Runs PTX kernels on the CPU, bit for bit, with checks that no GPU makes. What is modelled: docs/ptx-sim.md.
#ifndef DET_PTXSIM_PTXSIM_H
#define DET_PTXSIM_PTXSIM_H

#include "det/Runtime/Result.h"
#include "det/TensorCore/TensorCore.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace det::ptx {

struct Syntax;
struct Program;

/// One entry of a module, decoded. Immutable; may be launched from several threads.
class Kernel {
public:
  struct Parameter {
    std::string name;
    uint64_t offset, bytes; ///< in the parameter block
  };
  const std::string &name() const;
  const std::vector<Parameter> &parameters() const;
  std::array<uint32_t, 3> requiredBlock() const; ///< .reqntid; zeros where the text does not say
  uint64_t sharedBytes() const;                  ///< of declared shared variables, without dynamic ones
  uint64_t instructionCount() const;

private:
  friend class Module;
  friend class Launcher;
  explicit Kernel(std::shared_ptr<const Program> program) : program(std::move(program)) {}
  std::shared_ptr<const Program> program;
};

/// A parsed PTX text.
class Module {
public:
  /// Errors name the line.
  static rt::Result<Module> parse(std::string_view text);
  /// The names of the entries, sorted.
  std::vector<std::string> entries() const;
  /// Decodes an entry. An instruction that is not modelled is an error that names it and its line.
  rt::Result<Kernel> kernel(std::string_view name) const;

private:
  std::shared_ptr<const Syntax> syntax;
};

/// Global memory that a kernel may touch. Kernels see it at an address of its own, far from every other buffer, aligned to 2^40.
struct Buffer {
  std::string name; ///< for messages
  std::span<std::byte> bytes;
  bool isInitialised = true; ///< false: reading a byte before the kernel wrote it is an error
  bool isWritable = true;    ///< false: a write is an error
  /// Per byte, kept over launches: 0 where nothing has been written yet, which reads find and writes set. Empty: isInitialised says it.
  std::span<uint8_t> written = {};
};

/// Where kernels see the buffer of a number: for addresses that lie inside of a parameter, or in memory.
constexpr uint64_t addressOf(size_t buffer) { return uint64_t(buffer + 1) << 40; }

/// A pointer parameter: the number of a buffer, and bytes into it.
struct Pointer {
  size_t buffer;
  uint64_t offset = 0;
};

/// The value of a parameter: a pointer, or its bytes (as many as the parameter has).
using Argument = std::variant<Pointer, std::vector<std::byte>>;

/// An argument from a number.
template <class T> Argument scalar(T value) {
  auto bytes = std::as_bytes(std::span(&value, 1));
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

struct Launch {
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1}; ///< at most 2^27 blocks of at most 1024 threads
  uint32_t dynamicSharedBytes = 0;
  std::vector<Argument> arguments;
};

struct Options {
  int threads = 1;                   ///< of the host; blocks are spread over them; no result depends on it
  bool checkRaces = true;            ///< costs time, and 24 bytes of memory for each element
  bool checkUninitialised = true;    ///< shared memory, and buffers that are not initialised or say what has been written
  bool allowFloatAtomics = false;    ///< their order is not fixed; det emits them at level not_guaranteed alone
  uint64_t stepLimit = 100'000'000;  ///< instructions of one warp
  uint64_t sharedBytesLimit = 232448; ///< of a block: 227 KiB, as on sm_90
  tensorcore::Model tensorCore = tensorcore::models[2];
};

struct Counts {
  uint64_t warpInstructions = 0; ///< executed
  uint64_t laneInstructions = 0; ///< executed, times the lanes that took part
};

/// Runs a launch to its end. On an error (of the launch, or one that a check found) the buffers hold what the kernel had written up
/// to there, as blocks run in ascending order; the message names kernel, line, block, thread and buffer.
rt::Result<Counts> run(const Kernel &kernel, const Launch &launch, std::span<Buffer> buffers, const Options &options = {});

} // namespace det::ptx

#endif // DET_PTXSIM_PTXSIM_H
