// SHA-256, for the checksums of artifacts and the names in fingerprints.
#ifndef DET_RUNTIME_ARTIFACT_SHA256_H
#define DET_RUNTIME_ARTIFACT_SHA256_H

#include <array>
#include <cstdint>
#include <span>

namespace det::rt {

using Sha256 = std::array<uint8_t, 32>;

/// The digest of some bytes.
Sha256 sha256(std::span<const uint8_t> bytes);

} // namespace det::rt

#endif // DET_RUNTIME_ARTIFACT_SHA256_H
