// Packs and checks artifact files; the layout is described in the header.
#include "det/Runtime/Artifact/Artifact.h"
#include "det/Runtime/Artifact/Sha256.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <set>

namespace det::rt {

namespace {

constexpr char magic[8] = {'D', 'E', 'T', 'A', 'R', 'T', '0', '1'};
constexpr uint32_t version = 1;
constexpr size_t alignment = 4096, nameBytes = 32, maxSections = 256;

struct Header {
  char magic[8];
  uint32_t version, sections;
  uint64_t fileBytes, headerBytes;
  Sha256 checksum;
};
static_assert(sizeof(Header) == 64);

struct TableRow {
  char name[nameBytes];
  uint64_t offset, size;
  Sha256 checksum;
  uint8_t zero[16];
};
static_assert(sizeof(TableRow) == 96);

uint64_t align(uint64_t offset) { return (offset + alignment - 1) / alignment * alignment; }

Sha256 headerChecksum(std::span<const uint8_t> header) {
  std::vector<uint8_t> copy(header.begin(), header.end());
  std::memset(copy.data() + offsetof(Header, checksum), 0, sizeof(Sha256));
  return sha256(copy);
}

bool allZero(std::span<const uint8_t> bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](uint8_t b) { return b == 0; });
}

} // namespace

Result<std::vector<uint8_t>> packArtifact(const std::vector<Section> &sections) {
  if (sections.size() > maxSections)
    return Error{"an artifact has at most 256 sections, not " + std::to_string(sections.size())};
  std::set<std::string> names;
  for (const Section &section : sections)
    if (section.name.empty() || section.name.size() >= nameBytes || !names.insert(section.name).second)
      return Error{"section name '" + section.name + "' is empty, longer than 31 characters or used twice"};

  Header header{};
  std::memcpy(header.magic, magic, sizeof magic);
  header.version = version;
  header.sections = uint32_t(sections.size());
  header.headerBytes = sizeof(Header) + sections.size() * sizeof(TableRow);
  std::vector<TableRow> rows(sections.size());
  uint64_t end = header.headerBytes;
  for (size_t i = 0; i < sections.size(); ++i) {
    std::memcpy(rows[i].name, sections[i].name.data(), sections[i].name.size());
    rows[i].offset = align(end);
    rows[i].size = sections[i].bytes.size();
    rows[i].checksum = sha256(sections[i].bytes);
    end = rows[i].offset + rows[i].size;
  }
  header.fileBytes = end;

  std::vector<uint8_t> file(end);
  std::memcpy(file.data(), &header, sizeof header);
  if (!rows.empty())
    std::memcpy(file.data() + sizeof header, rows.data(), rows.size() * sizeof(TableRow));
  for (size_t i = 0; i < sections.size(); ++i)
    std::copy(sections[i].bytes.begin(), sections[i].bytes.end(), file.begin() + rows[i].offset);
  header.checksum = headerChecksum({file.data(), header.headerBytes});
  std::memcpy(file.data(), &header, sizeof header);
  return file;
}

Status writeArtifact(const std::string &path, const std::vector<Section> &sections) {
  Result<std::vector<uint8_t>> file = packArtifact(sections);
  if (!file)
    return file.error();
  return writeFile(path, {*file});
}

bool Artifact::looksLikeOne(std::span<const uint8_t> start) {
  return start.size() >= sizeof magic && std::memcmp(start.data(), magic, sizeof magic) == 0;
}

Result<Artifact> Artifact::load(const std::string &path) {
  Result<PageBytes> bytes = readFile(path);
  if (!bytes)
    return bytes.error();
  return check(std::move(*bytes), path);
}

Result<Artifact> Artifact::fromMemory(std::span<const uint8_t> bytes, const std::string &source) {
  Result<PageBytes> copy = PageBytes::allocate(bytes.size());
  if (!copy)
    return copy.error();
  std::copy(bytes.begin(), bytes.end(), copy->data());
  return check(std::move(*copy), source);
}

Result<Artifact> Artifact::check(PageBytes bytes, std::string source) {
  const std::span<const uint8_t> file = bytes.span();
  const auto bad = [&](const std::string &why) { return Error{"'" + source + "' " + why}; };

  Header header;
  if (!looksLikeOne(file))
    return bad("is not an artifact: it does not start with DETART01");
  if (file.size() < sizeof header)
    return bad("is truncated: it ends inside its header");
  std::memcpy(&header, file.data(), sizeof header);
  if (header.version != version)
    return bad("has artifact version " + std::to_string(header.version) + "; this runtime reads version " +
               std::to_string(version));
  if (header.sections > maxSections || header.headerBytes != sizeof header + header.sections * sizeof(TableRow))
    return bad("is corrupted: its header is malformed");
  if (header.headerBytes > file.size())
    return bad("is truncated: it ends inside its header");
  if (headerChecksum(file.first(header.headerBytes)) != header.checksum)
    return bad("is corrupted: the checksum of its header is wrong");
  if (header.fileBytes != file.size())
    return bad((file.size() < header.fileBytes ? "is truncated: it has " : "is corrupted: it has ") +
               std::to_string(file.size()) + " bytes instead of " + std::to_string(header.fileBytes));

  Artifact artifact;
  std::set<std::string> names;
  uint64_t end = header.headerBytes;
  for (uint32_t i = 0; i < header.sections; ++i) {
    TableRow row;
    std::memcpy(&row, file.data() + sizeof header + i * sizeof row, sizeof row);
    if (row.name[0] == 0 || row.name[nameBytes - 1] != 0)
      return bad("is corrupted: section " + std::to_string(i) + " has no name");
    const std::string name = row.name;
    if (!names.insert(name).second)
      return bad("is corrupted: two sections are called '" + name + "'");
    if (row.offset != align(end) || row.offset > file.size() || row.size > file.size() - row.offset)
      return bad("is corrupted: section '" + name + "' lies outside the file");
    if (!allZero(file.subspan(end, row.offset - end)))
      return bad("is corrupted: the bytes before section '" + name + "' are not zero");
    const std::span<const uint8_t> content = file.subspan(row.offset, row.size);
    if (sha256(content) != row.checksum)
      return bad("is corrupted: the checksum of section '" + name + "' is wrong");
    artifact.table.push_back({name, content});
    end = row.offset + row.size;
  }
  if (end != file.size())
    return bad("is corrupted: there are bytes after its last section");
  artifact.content = std::move(bytes);
  artifact.origin = std::move(source);
  return artifact;
}

std::optional<std::vector<uint8_t>> Artifact::peek(const std::string &path, std::string_view name) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  const auto read = [&](uint64_t offset, uint64_t count) {
    std::vector<uint8_t> bytes;
    if (file && size >= 0 && offset <= uint64_t(size) && count <= uint64_t(size) - offset) {
      bytes.resize(count);
      file.seekg(std::streamoff(offset)).read(reinterpret_cast<char *>(bytes.data()), std::streamsize(count));
    }
    return file ? bytes : std::vector<uint8_t>();
  };
  const std::vector<uint8_t> start = read(0, sizeof(Header));
  if (!looksLikeOne(start))
    return std::nullopt;
  Header header;
  std::memcpy(&header, start.data(), sizeof header);
  if (header.version != version || header.sections > maxSections || header.headerBytes != sizeof header + header.sections * sizeof(TableRow))
    return std::nullopt;
  const std::vector<uint8_t> table = read(0, header.headerBytes);
  if (table.size() != header.headerBytes || headerChecksum(table) != header.checksum)
    return std::nullopt;
  for (uint32_t i = 0; i < header.sections; ++i) {
    TableRow row;
    std::memcpy(&row, table.data() + sizeof header + i * sizeof row, sizeof row);
    if (std::string_view(row.name, strnlen(row.name, nameBytes)) != name)
      continue;
    std::vector<uint8_t> bytes = read(row.offset, row.size);
    return bytes.size() == row.size && sha256(bytes) == row.checksum ? std::optional(std::move(bytes)) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::span<const uint8_t>> Artifact::section(std::string_view name) const {
  for (const Section &section : table)
    if (section.name == name)
      return section.bytes;
  return std::nullopt;
}

} // namespace det::rt
