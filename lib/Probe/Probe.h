// det-verify --probe: runs the kernels of an artifact on inputs that tell what they compute, and compares that with their claims.
#ifndef DET_LIB_PROBE_PROBE_H
#define DET_LIB_PROBE_PROBE_H

#include "det/Runtime/Artifact/plan_generated.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace det::probe {

struct Options {
  double secondsPerKernel = 0.15; ///< after which a kernel gets no further inputs; every one gets all kinds of them once
  /// What is run instead of an entry: tests show with it that wrong entries are seen. Null: the entry itself.
  std::function<const artifact::EntryT &(const artifact::EntryT &)> replace;
};

/// What was probed: kernels are counted once for each way in which they are used.
struct Report {
  int64_t byOrder = 0, byValue = 0, orderFree = 0; ///< orderFree are part of byValue: no order can show in them
  int64_t entries = 0;                             ///< that these kernels stand for
  std::vector<std::string> sets;                   ///< "v3", "v4": what this machine has
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
