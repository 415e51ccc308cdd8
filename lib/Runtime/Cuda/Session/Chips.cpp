// Which of an artifact's kernels a GPU runs.
#include "../Program/KernelTable.h"
#include "det/Device/Interface.h"

#include <charconv>

namespace det::rt::cuda {

namespace {

/// "sm_90a": 90 and 'a'. Machine code runs on chips of its major number from its minor number on; with a letter on that chip alone.
struct Chip {
  int number = 0;
  bool isExact = false;
};

Chip chipOf(const std::string &name) {
  Chip chip;
  if (name.rfind("sm_", 0) != 0)
    return chip;
  const auto [end, error] = std::from_chars(name.data() + 3, name.data() + name.size(), chip.number);
  chip.isExact = error == std::errc() && end != name.data() + name.size();
  return chip;
}

} // namespace

Result<std::span<const uint8_t>> kernelsFor(const Artifact &artifact, const artifact::PlanT &plan, const Driver &driver) {
  const auto made = artifact.section(device::interfaceSection);
  if (!made || std::string_view(reinterpret_cast<const char *>(made->data()), made->size()) != device::kernelInterface())
    return Error{"'" + artifact.source() + "' was compiled by another version of det, whose kernels take other parameters: compile it again"};
  if (driver.readsPtx()) {
    const auto text = artifact.section(section::kernelsPtx);
    if (!text)
      return Error{"'" + artifact.source() + "' has no section 'kernels.ptx'"};
    return *text;
  }
  const DeviceInfo &device = driver.device();
  const int number = device.major * 10 + device.minor;
  std::string best, all;
  int bestNumber = -1;
  for (const std::string &name : plan.chips) {
    all += (all.empty() ? "" : ", ") + name;
    const Chip chip = chipOf(name);
    const bool runs = chip.isExact ? chip.number == number : chip.number / 10 == device.major && chip.number <= number;
    // Of two for one chip the one with the letter.
    if (runs && chip.number * 2 + chip.isExact > bestNumber) {
      bestNumber = chip.number * 2 + chip.isExact;
      best = name;
    }
  }
  if (best.empty())
    return Error{"this GPU is " + device.chip() + " (" + device.name + "), and '" + artifact.source() + "' has kernels for " +
                 (all.empty() ? "no chip" : all) + ": compile with --chips=" + device.chip()};
  const auto code = artifact.section(section::kernelsOf(best));
  if (!code)
    return Error{"'" + artifact.source() + "' has no section 'kernels." + best + "', which its plan names"};
  return *code;
}

} // namespace det::rt::cuda
