// The artifact file: named sections behind a checked header. The compiler writes it, the runtime reads it.
//
//   0   magic        "DETART01"
//   8   u32 version, u32 number of sections
//   16  u64 size of the file
//   24  u64 size of the header (with its table)
//   32  SHA-256 of the header, these 32 bytes taken as zero
//   64  the table: per section 96 bytes: name (32, zero padded), u64 offset, u64 size, SHA-256, 16 zero bytes
//
// Numbers are little endian. Sections lie in the order of the table at multiples of 4096; what lies between is zero.
#ifndef DET_RUNTIME_ARTIFACT_ARTIFACT_H
#define DET_RUNTIME_ARTIFACT_ARTIFACT_H

#include "det/Runtime/Artifact/Files.h"

#include <optional>
#include <string_view>

namespace det::rt {

/// Names of the sections that this version knows. Others may be there and are ignored.
namespace section {
inline constexpr std::string_view plan = "plan";            ///< FlatBuffers, plan.fbs
inline constexpr std::string_view kernelsV3 = "kernels.v3"; ///< ELF shared object for x86-64-v3
inline constexpr std::string_view kernelsV4 = "kernels.v4"; ///< ELF shared object for x86-64-v4
inline constexpr std::string_view kernelsPtx = "kernels.ptx"; ///< PTX text for GPUs from sm_80 on
inline constexpr std::string_view constants = "constants";  ///< what Space::constants refers to
inline constexpr std::string_view order = "order";          ///< text of the ordered IR
inline constexpr std::string_view certificate = "certificate"; ///< JSON, what every value is (Emit/Certificate.h)
/// Cubin for a chip: kernels.sm_90
inline std::string kernelsOf(std::string_view chip) { return "kernels." + std::string(chip); }
} // namespace section

/// What a section holds; the bytes belong to the caller.
struct Section {
  std::string name; ///< 1 to 31 characters
  std::span<const uint8_t> bytes;
};

/// The bytes of an artifact. The same sections give the same bytes. Errors: a name that is empty, too long or used twice.
Result<std::vector<uint8_t>> packArtifact(const std::vector<Section> &sections);

/// Packs and writes a file (Files.h: never half a file).
Status writeArtifact(const std::string &path, const std::vector<Section> &sections);

/// A loaded artifact whose header and sections have passed their checksums.
class Artifact {
public:
  /// Errors name `source`, and what is wrong with it: not an artifact, another version, truncated, a wrong checksum.
  static Result<Artifact> load(const std::string &path);
  /// The same from memory; the bytes are copied.
  static Result<Artifact> fromMemory(std::span<const uint8_t> bytes, const std::string &source = "artifact");
  /// One section of a file, without reading the others. Nothing where the file is no artifact, lacks the section, or where a
  /// checksum of what was read is wrong: load() says what.
  static std::optional<std::vector<uint8_t>> peek(const std::string &path, std::string_view name);
  /// True if a file or memory starts with the magic of an artifact.
  static bool looksLikeOne(std::span<const uint8_t> start);

  /// The bytes of a section, aligned to 4096; nothing if there is none of that name.
  std::optional<std::span<const uint8_t>> section(std::string_view name) const;
  const std::vector<Section> &sections() const { return table; }
  /// Where it came from, for messages.
  const std::string &source() const { return origin; }

private:
  static Result<Artifact> check(PageBytes bytes, std::string source);

  PageBytes content;
  std::vector<Section> table;
  std::string origin;
};

} // namespace det::rt

#endif // DET_RUNTIME_ARTIFACT_ARTIFACT_H
