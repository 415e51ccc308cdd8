// A device for tests of kernels: buffers at addresses of their own, and launches run by the interpreter of PTX with all its
// checks.
#ifndef DET_TEST_DEVICE_SIMDEVICE_H
#define DET_TEST_DEVICE_SIMDEVICE_H

#include "../../lib/Runtime/Cuda/Prepare/PrepareEntries.h"
#include "../../lib/Runtime/Cuda/Prepare/TableMemory.h"
#include "../unit/Host/Check.h"
#include "det/PtxSim/PtxSim.h"

#include <functional>
#include <map>

namespace sim {

using namespace det;
using namespace det::rt;

/// The kernels of one text.
class DeviceKernels {
public:
  /// Reads `path`. With `from`, the first place behind the head of `kernel` that has it gets `to` instead: a wrong kernel.
  static Result<DeviceKernels> load(const std::string &path, const std::string &kernel = {}, const std::string &from = {},
                                    const std::string &to = {});
  Result<const ptx::Kernel *> find(const std::string &name);

private:
  std::optional<ptx::Module> module;
  std::map<std::string, ptx::Kernel> decoded;
};

/// Memory that a case gives its kernels. Outputs hold noise, and are not to be read before they are written if one launch makes
/// them.
struct Memory {
  enum Kind { input, output, both };
  Kind kind;
  std::vector<std::byte> bytes;

  template <class T> static Memory of(const std::vector<T> &values, Kind kind) {
    const auto bytes = std::as_bytes(std::span(values));
    return {kind, {bytes.begin(), bytes.end()}};
  }
  template <class T> std::vector<T> as() const {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
  }
};

/// The addresses of the memories, one after the other.
using Addresses = std::vector<cuda::DevicePointer>;
using Prepare = std::function<cuda::Launches(const Addresses &, cuda::DeviceMemory &)>;

/// Prepares twice, as a session does, and runs. The memories are those after the run. `counts`: of all launches.
Status run(DeviceKernels &kernels, std::vector<Memory> &memories, const Prepare &prepare, uint64_t *instructions = nullptr,
           std::vector<std::string> *launched = nullptr);

/// What a test program does: loads the text in argv[1] and runs the cases, argv[2] times as many; then each control, in which
/// faults have to show.
struct Control {
  std::string kernel, from, to;
};
/// Runs cases: `times` as many as usual, or (0) the few that a control needs.
using Cases = std::function<void(DeviceKernels &, int times)>;
int runTests(const char *name, int argc, char **argv, const Cases &cases, const std::vector<Control> &controls);

} // namespace sim

#endif // DET_TEST_DEVICE_SIMDEVICE_H
