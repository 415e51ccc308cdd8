// What must be the same in all processes of a run, field by field.
#ifndef DET_RUNTIME_LAUNCH_MANIFEST_H
#define DET_RUNTIME_LAUNCH_MANIFEST_H

#include "det/Runtime/Launch/ProcessGroup.h"

#include <utility>

namespace det::rt {

/// Named values in the order in which they were added.
class Manifest {
public:
  void add(std::string field, std::string value);
  /// The SHA-256 of bytes.
  void addHash(std::string field, std::span<const uint8_t> bytes);
  /// Every variable of this process whose name is one of `names` or, where that ends in `*`, starts so: field "environment NAME",
  /// in ascending order. What is not set is not added.
  void addEnvironment(const std::vector<std::string> &names);

  const std::vector<std::pair<std::string, std::string>> &fields() const { return entries; }
  /// SHA-256 over all fields, as 64 hexadecimal digits.
  std::string hash() const;

private:
  std::vector<std::pair<std::string, std::string>> entries;
};

/// Compares the manifests of all processes, a collective. Errors, which end the run in all of them: the first field that is not
/// everywhere what it is at process 0, both values, and which processes have which.
Status compareManifests(ProcessGroup &group, const Manifest &manifest);

} // namespace det::rt

#endif // DET_RUNTIME_LAUNCH_MANIFEST_H
