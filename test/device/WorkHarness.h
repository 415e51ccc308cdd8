// Runs an entry by its host kernel and by its launches in the interpreter of PTX, on equal memory, and compares all bytes.
#ifndef DET_TEST_DEVICE_WORKHARNESS_H
#define DET_TEST_DEVICE_WORKHARNESS_H

#include "../../lib/Runtime/Cuda/Prepare/PrepareWork.h"
#include "../unit/Host/Check.h"
#include "det/PtxSim/PtxSim.h"

#include <functional>
#include <map>

namespace work {

using namespace det;
using namespace det::rt;

/// The functions of Bodies.h, in the order in which entries number them.
extern const char *const bodyNames[];
using BodyFunction = void (*)(void *const *, const int64_t *, int64_t, int64_t, void *);
extern const BodyFunction bodyFunctions[];
enum Body { ascending, pairs, noise, largest, halves, moments, mixed, bodyCount };

/// Memory of a rank: arrays at random distances, everything else noise.
class Arena {
public:
  explicit Arena(check::Random &random) : random(random) {}
  /// Room for an array.
  artifact::Ref place(uint64_t bytes);
  artifact::Ref place(const void *data, uint64_t bytes);
  template <class T> artifact::Ref place(const std::vector<T> &values) { return place(values.data(), values.size() * sizeof(T)); }
  std::vector<uint8_t> bytes;

private:
  check::Random &random;
};

artifact::BodyT bodyOf(Body body, std::vector<uint32_t> argumentBytes, std::vector<uint32_t> resultBytes, std::vector<int64_t> params = {},
                       uint64_t scratch = 0);

/// What an entry becomes, at these addresses.
using Prepare = std::function<cuda::Launches(const AddressSpace &, cuda::DeviceMemory &)>;
/// The host kernel on this memory.
using Host = std::function<void(const AddressSpace &)>;

/// A wrong kernel: in the text of a body, or of all kernels (bodyCount), the first `from` behind the head of `kernel` becomes `to`.
struct Control {
  int text;
  std::string kernel, from, to;
};

/// Kernels as texts of PTX: all of them, and per body those that are made for it.
class Device {
public:
  /// `kernels` is the text of the whole library; `folder` has NAME.ptx for every body.
  static Result<Device> load(const std::string &kernels, const std::string &folder, const Control *control = nullptr);
  /// Runs launches. `arena` is read and written; `scratch` is noise at first.
  Status run(const std::vector<cuda::DeviceLaunch> &launches, std::vector<uint8_t> &arena, std::span<const std::byte> tables,
             uint64_t scratchBytes);

private:
  Result<const ptx::Kernel *> kernel(const std::string &name);
  std::vector<ptx::Module> modules; // by body, then that of all
  std::map<std::string, ptx::Kernel> kernels;
};

/// What a test program does, with the texts and `long` as its arguments: the cases, and each control, in which faults have to show.
int runTests(const char *name, int argc, char **argv, const std::function<void(Device &, bool isLong)> &cases,
             const std::vector<Control> &controls);

/// An entry that no grid holds is an error that has these words. Its memory is as large as it likes: nothing reads it.
void expectError(const Prepare &prepare, const std::string &words);

/// Both, and the comparison. `what` names the case in messages.
void compare(Device &device, const Arena &arena, const Prepare &prepare, const Host &host, const std::string &what);

} // namespace work

#endif // DET_TEST_DEVICE_WORKHARNESS_H
