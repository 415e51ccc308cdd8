// Files, checksums, sections.
#include "Artifact.h"

#include "Fault.h"
#include "det/Runtime/Artifact/plan_alignment.h"

#include <array>
#include <cstring>
#include <fstream>
#include <openssl/sha.h>

namespace det::verify {

using Checksum = std::array<uint8_t, SHA256_DIGEST_LENGTH>;

static Checksum sha256(std::span<const uint8_t> bytes) {
  Checksum sum;
  SHA256(bytes.data(), bytes.size(), sum.data());
  return sum;
}

std::string digest(std::string_view text) {
  Checksum sum = sha256({reinterpret_cast<const uint8_t *>(text.data()), text.size()});
  std::string hex;
  for (int i = 0; i < 16; ++i)
    for (int nibble : {sum[i] >> 4, sum[i] & 15})
      hex += "0123456789abcdef"[nibble];
  return hex;
}

template <class T> static T numberAt(std::span<const uint8_t> bytes, uint64_t at) {
  T number;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

static bool sumIsAt(std::span<const uint8_t> bytes, uint64_t at, const Checksum &sum) {
  return std::memcmp(bytes.data() + at, sum.data(), sum.size()) == 0;
}

Artifact readArtifact(std::vector<uint8_t> bytes) {
  constexpr uint64_t headerBytes = 64, rowBytes = 96, nameBytes = 32, alignment = 4096;
  Artifact artifact;
  artifact.bytes = std::move(bytes);
  std::span<const uint8_t> file = artifact.bytes;
  require(file.size() >= headerBytes && std::memcmp(file.data(), "DETART01", 8) == 0, "is not an artifact");
  require(numberAt<uint32_t>(file, 8) == 1, "has artifact version ", numberAt<uint32_t>(file, 8), ", expected 1");
  uint64_t count = numberAt<uint32_t>(file, 12), end = numberAt<uint64_t>(file, 24);
  require(count <= 256 && end == headerBytes + count * rowBytes && end <= file.size(), "has a malformed header");
  std::vector<uint8_t> header(file.begin(), file.begin() + end);
  std::memset(header.data() + 32, 0, 32);
  require(sumIsAt(file, 32, sha256(header)), "has a header with a wrong checksum");
  require(numberAt<uint64_t>(file, 16) == file.size(), "has ", file.size(), " bytes instead of ", numberAt<uint64_t>(file, 16));
  for (uint64_t row = headerBytes; row < headerBytes + count * rowBytes; row += rowBytes) {
    require(file[row + nameBytes - 1] == 0, "has a section without a name");
    std::string name(reinterpret_cast<const char *>(file.data() + row));
    uint64_t offset = numberAt<uint64_t>(file, row + 32), size = numberAt<uint64_t>(file, row + 40);
    require(offset == (end + alignment - 1) / alignment * alignment && offset <= file.size() && size <= file.size() - offset,
            "has section '", name, "' at a wrong place");
    for (uint64_t gap = end; gap < offset; ++gap)
      require(file[gap] == 0, "has bytes between its sections");
    std::span<const uint8_t> content = file.subspan(offset, size);
    require(sumIsAt(file, row + 48, sha256(content)), "has section '", name, "' with a wrong checksum");
    require(artifact.sections.emplace(name, content).second, "has two sections '", name, "'");
    end = offset + size;
  }
  require(end == file.size(), "has bytes after its last section");
  return artifact;
}

std::span<const uint8_t> Artifact::section(std::string_view name) const {
  auto found = sections.find(name);
  require(found != sections.end(), "has no section '", name, "'; compile it again with this version of det");
  return found->second;
}

std::string_view Artifact::text(std::string_view name) const {
  std::span<const uint8_t> bytes = section(name);
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

std::vector<uint8_t> readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  require(file.good(), "cannot be read");
  std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  require(!file.bad(), "cannot be read");
  return bytes;
}

artifact::PlanT readPlan(const Artifact &artifact) {
  std::span<const uint8_t> bytes = artifact.section("plan");
  flatbuffers::Verifier::Options options;
  options.max_depth = 64;
  options.max_tables = 1u << 30;
  flatbuffers::Verifier verifier(bytes.data(), bytes.size(), options);
  require(artifact::VerifyPlanBuffer(verifier) && artifact::isAligned(bytes.data()), "has a malformed plan");
  artifact::PlanT plan;
  artifact::GetPlan(bytes.data())->UnPackTo(&plan);
  require(plan.format == 1, "has plan format ", plan.format, ", expected 1");
  return plan;
}

} // namespace det::verify
