// The checker's own reader of artifact files: checksums first, then the sections. The format is described in
// det/Runtime/Artifact/Artifact.h and plan.fbs; nothing else is shared with the runtime.
#ifndef DET_LIB_VERIFY_ARTIFACT_H
#define DET_LIB_VERIFY_ARTIFACT_H

#include "det/Runtime/Artifact/plan_generated.h"
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace det::verify {

/// The first 128 bits of SHA-256 as 32 hex digits.
std::string digest(std::string_view text);

/// A file whose checksums hold.
struct Artifact {
  std::vector<uint8_t> bytes;
  std::map<std::string, std::span<const uint8_t>, std::less<>> sections;

  /// A section that must be there.
  std::span<const uint8_t> section(std::string_view name) const;
  std::string_view text(std::string_view name) const;
};

/// Checks header and sections. Throws a Fault at the first byte that is not as the checksums say.
Artifact readArtifact(std::vector<uint8_t> bytes);

/// Reads a whole file; throws a Fault if that fails.
std::vector<uint8_t> readFile(const std::string &path);

/// The plan of an artifact, after the checks of FlatBuffers.
artifact::PlanT readPlan(const Artifact &artifact);

} // namespace det::verify

#endif // DET_LIB_VERIFY_ARTIFACT_H
