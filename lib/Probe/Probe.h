// det-verify --probe: runs the kernels of an artifact on inputs that tell what they compute, and compares that with their claims.
#ifndef DET_LIB_PROBE_PROBE_H
#define DET_LIB_PROBE_PROBE_H

#include "det/Runtime/Artifact/plan_generated.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace det::probe {

/// What runs the kernels: this CPU, a GPU, or the interpreter of PTX.
enum class Device { host, cuda, ptxSim };

struct Options {
  std::optional<Device> device; ///< without: the host, or for an artifact for GPUs the interpreter
  int threads = 1;              ///< of the interpreter
  double secondsPerKernel = 0.15; ///< after which a kernel gets no further inputs; every one gets all kinds of them once
  /// In the interpreter: a kernel that takes longer for one input gets a pattern and two kinds of numbers alone (0: all), and entries with
  /// more operations are not probed (0: all are).
  double slowSeconds = 2;
  int64_t mostFlops = 1'000'000'000;
  /// Which entries are probed; null: all.
  std::function<bool(const artifact::EntryT &)> only;
  /// What is run instead of an entry: tests show with it that wrong entries are seen. Null: the entry itself.
  std::function<const artifact::EntryT &(const artifact::EntryT &)> replace;
};

/// What was probed: kernels are counted once for each way in which they are used.
struct Report {
  int64_t byOrder = 0, byValue = 0, orderFree = 0; ///< orderFree are part of byValue: no order can show in them
  int64_t entries = 0;                             ///< that these kernels stand for
  std::vector<std::string> sets;                   ///< "v3", "v4": what this machine has; "ptx-sim", or the name of a GPU
  int64_t slow = 0;                                ///< kernels that got few inputs for their slowness
  std::map<std::string, int64_t> notProbed;        ///< entries, by the reason
  double seconds = 0;
  /// One line, then one per reason.
  std::string text() const;
};

/// Probes an artifact that det-verify accepts. Throws a verify::Fault that names set, rank, entry, kernel and op, and the first
/// element (or the two terms) at which a kernel differs.
Report probe(const std::string &path, const Options &options = {});

} // namespace det::probe

#endif // DET_LIB_PROBE_PROBE_H
