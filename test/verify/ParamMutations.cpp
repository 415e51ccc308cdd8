// Wrong parameters of launches: loops, strides, extents, blocks, starts.
#include "Mutations.h"

namespace det::test {

using artifact::EntryT;
using artifact::LaunchT;
using artifact::ProgramT;

/// Where a launch keeps what (docs/certificate.md).
struct Loops {
  size_t tensors, extras, count;
};

static std::optional<Loops> loopsOf(const Subject &subject, const EntryT &entry) {
  const LaunchT *launch = entry.action.AsLaunch();
  if (!launch || !entry.claim || entry.claim->makes.empty())
    return std::nullopt;
  const std::string &name = subject.plan.kernels[launch->kernel];
  const bool isTree = name.starts_with("columns") || name.starts_with("inner") || name.starts_with("groups");
  Loops loops{0, isTree ? 3u : 0u, 0};
  for (const auto &use : entry.claim->uses)
    loops.tensors += use->value != UINT32_MAX;
  loops.count = (launch->params.size() - loops.extras) / (3 + loops.tensors);
  return loops;
}

/// A mutation of a launch with its loops.
static Mutation ofLaunch(std::string name, std::string effect, std::function<bool(LaunchT &, const Loops &, bool apply)> change) {
  return ofEntry(std::move(name), std::move(effect), [change](Subject &subject, ProgramT &, EntryT &entry, bool apply) {
    std::optional<Loops> loops = loopsOf(subject, entry);
    return loops && change(*entry.action.AsLaunch(), *loops, apply);
  });
}

/// Adds to a parameter.
static bool add(LaunchT &launch, size_t at, int64_t by, bool apply) {
  if (apply)
    launch.params[at] += by;
  return true;
}

void addParamMutations(std::vector<Mutation> &list) {
  list.push_back(ofLaunch("launch: an iteration too few", "bits", [](LaunchT &launch, const Loops &, bool apply) {
    launch.extent -= apply;
    return true;
  }));
  list.push_back(ofLaunch("launch: an iteration too many", "bits", [](LaunchT &launch, const Loops &, bool apply) {
    launch.extent += apply;
    return true;
  }));
  list.push_back(ofLaunch("launch: a loop is shorter", "bits", [](LaunchT &launch, const Loops &loops, bool apply) {
    return loops.count > 0 && launch.params[0] > 1 && add(launch, 0, -1, apply);
  }));
  list.push_back(ofLaunch("launch: a loop is longer", "bits", [](LaunchT &launch, const Loops &loops, bool apply) {
    return loops.count > 0 && add(launch, loops.count - 1, 1, apply);
  }));
  list.push_back(ofLaunch("launch: an input at other distances", "bits", [](LaunchT &launch, const Loops &loops, bool apply) {
    for (size_t loop = 0; loop < loops.count; ++loop)
      if (launch.params[loop] > 1 && launch.params[2 * loops.count + loop] != 0)
        return add(launch, 2 * loops.count + loop, 1, apply);
    return false;
  }));
  list.push_back(ofLaunch("launch: results at other distances", "bits", [](LaunchT &launch, const Loops &loops, bool apply) {
    const size_t last = (1 + loops.tensors) * loops.count;
    for (size_t loop = 0; loop < loops.count; ++loop)
      if (launch.params[loop] > 1 && launch.params[last + loop] != 0)
        return add(launch, last + loop, 1, apply);
    return false;
  }));
  list.push_back(
      ofLaunch("launch: an input is read as if it were one element", "bits", [](LaunchT &launch, const Loops &loops, bool apply) {
        for (size_t loop = 0; loop < loops.count; ++loop)
          if (launch.params[loop] > 1 && launch.params[2 * loops.count + loop] != 0)
            return add(launch, 2 * loops.count + loop, -launch.params[2 * loops.count + loop], apply);
        return false;
      }));
  list.push_back(
      ofLaunch("launch: two loops of an input change places", "bits", [](LaunchT &launch, const Loops &loops, bool apply) {
        for (size_t loop = 0; loop + 1 < loops.count; ++loop) {
          int64_t &a = launch.params[2 * loops.count + loop], &b = launch.params[2 * loops.count + loop + 1];
          if (launch.params[loop] > 1 && launch.params[loop + 1] > 1 && a != b) {
            if (apply)
              std::swap(a, b);
            return true;
          }
        }
        return false;
      }));
  list.push_back(ofLaunch("launch: other blocks", "bits", [](LaunchT &launch, const Loops &loops, bool apply) {
    for (size_t loop = 0; loops.extras && loop < loops.count; ++loop)
      if (launch.params[loops.count + loop] > 1 && launch.params[loops.count + loop] < launch.params[loop])
        return add(launch, loops.count + loop, -launch.params[loops.count + loop] / 2, apply);
    return false;
  }));
  list.push_back(ofLaunch("launch: a sum in one block", "bits", [](LaunchT &launch, const Loops &loops, bool apply) {
    for (size_t loop = 0; loops.extras && loop < loops.count; ++loop)
      if (launch.params[loops.count + loop] < launch.params[loop])
        return add(launch, loops.count + loop, launch.params[loop] - launch.params[loops.count + loop], apply);
    return false;
  }));
  list.push_back(ofLaunch("launch: counts from elsewhere", "bits where a kernel counts",
                          [](LaunchT &launch, const Loops &loops, bool apply) {
                            return loops.count > 0 && add(launch, (2 + loops.tensors) * loops.count, 1000003, apply);
                          }));
  list.push_back(
      ofLaunch("launch: a parameter too many", "no: nothing reads it", [](LaunchT &launch, const Loops &loops, bool apply) {
        if (apply)
          launch.params.push_back(0);
        return loops.count > 0;
      }));
}

} // namespace det::test
