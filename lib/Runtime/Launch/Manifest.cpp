// Compares by hash first; only where that differs are fields sent.
#include "det/Runtime/Launch/Manifest.h"
#include "det/Runtime/Artifact/Sha256.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unistd.h>

namespace det::rt {

namespace {

std::string hex(const Sha256 &digest) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (uint8_t byte : digest) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

Bytes pack(const Manifest &manifest) {
  ByteWriter writer;
  for (const auto &[field, value] : manifest.fields())
    writer.text(field).text(value);
  return writer.take();
}

using Fields = std::vector<std::pair<std::string, std::string>>;

Fields unpack(const Bytes &bytes) {
  Fields fields;
  for (ByteReader reader(bytes); reader.good() && !reader.atEnd();) {
    std::string field = reader.text();
    fields.emplace_back(std::move(field), reader.text());
  }
  return fields;
}

// "process 1", "processes 1, 2, 5": the first of them.
std::string name(const std::vector<uint32_t> &processes) {
  std::string text = processes.size() == 1 ? "process " : "processes ";
  for (size_t i = 0; i < processes.size(); ++i)
    text += i == 16 ? ", ..." : i > 16 ? "" : (i ? ", " : "") + std::to_string(processes[i]);
  return text;
}

std::string valueOf(const Fields &fields, const std::string &field) {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const auto &one) { return one.first == field; });
  return found == fields.end() ? "not set" : "'" + found->second + "'";
}

} // namespace

void Manifest::add(std::string field, std::string value) { entries.emplace_back(std::move(field), std::move(value)); }
void Manifest::addHash(std::string field, std::span<const uint8_t> bytes) { add(std::move(field), hex(sha256(bytes))); }

void Manifest::addEnvironment(const std::vector<std::string> &names) {
  std::map<std::string, std::string> found;
  for (char **entry = environ; *entry; ++entry) {
    const std::string line = *entry;
    const std::string variable = line.substr(0, line.find('='));
    const bool wanted = std::any_of(names.begin(), names.end(), [&](const std::string &name) {
      return !name.empty() && name.back() == '*' ? variable.rfind(name.substr(0, name.size() - 1), 0) == 0 : variable == name;
    });
    if (wanted && variable.size() < line.size())
      found[variable] = line.substr(variable.size() + 1);
  }
  for (auto &[variable, value] : found)
    add("environment " + variable, std::move(value));
}

std::string Manifest::hash() const { return hex(sha256(pack(*this))); }

Status compareManifests(ProcessGroup &group, const Manifest &manifest) {
  const std::string own = manifest.hash();
  const Result<std::vector<Bytes>> hashes = group.allGather("the manifest's hash", Bytes(own.begin(), own.end()));
  if (!hashes)
    return hashes.error();
  if (std::all_of(hashes->begin(), hashes->end(), [&](const Bytes &hash) { return hash == hashes->front(); }))
    return {};
  const Result<std::vector<Bytes>> packed = group.allGather("the manifest", pack(manifest));
  if (!packed)
    return packed.error();
  std::vector<Fields> all;
  std::vector<std::string> names; // in the order of their appearance
  for (const Bytes &bytes : *packed) {
    all.push_back(unpack(bytes));
    for (const auto &[field, value] : all.back())
      if (std::find(names.begin(), names.end(), field) == names.end())
        names.push_back(field);
  }
  for (const std::string &field : names) {
    std::map<std::string, std::vector<uint32_t>> byValue;
    for (uint32_t process = 0; process < all.size(); ++process)
      byValue[valueOf(all[process], field)].push_back(process);
    if (byValue.size() == 1)
      continue;
    const std::string first = valueOf(all[0], field);
    std::string message = "the processes were not started alike: " + field + " is " + first + " at " + name(byValue[first]);
    for (const auto &[value, processes] : byValue)
      if (value != first)
        message += ", " + value + " at " + name(processes);
    return group.failAlike(Error{message});
  }
  return group.failAlike(
      Error{"the processes' manifests have the same fields in another order: start all with the same det-run"});
}

} // namespace det::rt
