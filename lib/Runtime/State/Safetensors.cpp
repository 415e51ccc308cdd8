// Reads and writes safetensors: u64 header size, JSON header, data.
#include "det/Runtime/State/Safetensors.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

namespace det::rt {

namespace {

using Json = nlohmann::json;

constexpr uint64_t maxHeader = 100'000'000; // as the reference implementation has it
constexpr const char *metadataKey = "__metadata__";

// Parses the header; a key that appears twice is as wrong as a syntax error.
Json parseHeader(std::string_view text, std::string &doubled) {
  std::vector<std::set<std::string>> keys;
  const auto watch = [&](int, Json::parse_event_t event, Json &value) {
    if (event == Json::parse_event_t::object_start)
      keys.emplace_back();
    else if (event == Json::parse_event_t::object_end)
      keys.pop_back();
    else if (event == Json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second)
      doubled = value.get<std::string>();
    return true;
  };
  return Json::parse(text.begin(), text.end(), watch, false);
}

bool isCount(const Json &value) { return value.is_number_unsigned() && value.get<uint64_t>() < uint64_t(1) << 62; }

// One entry of the header. `offsets` gets its place in the data.
Result<TensorView> parseTensor(const Json &entry, std::pair<uint64_t, uint64_t> &offsets, std::span<const uint8_t> data) {
  if (!entry.is_object() || !entry.contains("dtype") || !entry.contains("shape") || !entry.contains("data_offsets") ||
      entry.size() != 3)
    return Error{"it needs dtype, shape and data_offsets, and nothing else"};
  const Json &dtype = entry["dtype"], &shape = entry["shape"], &range = entry["data_offsets"];
  if (!dtype.is_string() || !shape.is_array() || !range.is_array() || range.size() != 2 || !isCount(range[0]) ||
      !isCount(range[1]))
    return Error{"its dtype, shape or data_offsets are malformed"};
  const auto type = fromSafetensorsName(dtype.get<std::string>());
  if (!type)
    return Error{"unknown dtype '" + dtype.get<std::string>() + "'"};
  TensorView tensor{*type, {}, {}};
  for (const Json &size : shape) {
    if (!isCount(size))
      return Error{"its shape is malformed"};
    tensor.shape.push_back(size.get<int64_t>());
  }
  const auto count = elementCount(tensor.shape);
  offsets = {range[0].get<uint64_t>(), range[1].get<uint64_t>()};
  if (!count)
    return Error{"its shape is too large"};
  if (offsets.first > offsets.second || offsets.second > data.size())
    return Error{"its data_offsets [" + std::to_string(offsets.first) + ", " + std::to_string(offsets.second) + "] leave the " +
                 std::to_string(data.size()) + " bytes of data; the file may be truncated"};
  if (offsets.second - offsets.first != uint64_t(*count * elementBytes(*type)))
    return Error{describe(*type, tensor.shape) + " needs " + std::to_string(*count * elementBytes(*type)) +
                 " bytes, its data_offsets give " + std::to_string(offsets.second - offsets.first)};
  tensor.bytes = data.subspan(offsets.first, offsets.second - offsets.first);
  return tensor;
}

// JSON text of a string; names are arbitrary bytes, of which JSON takes only UTF-8.
std::string quoted(const std::string &text) { return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace); }

} // namespace

Result<SafetensorsFile> readSafetensors(const std::string &path) {
  Result<PageBytes> bytes = readFile(path);
  if (!bytes)
    return bytes.error();
  return parseSafetensors(std::move(*bytes), path);
}

Result<SafetensorsFile> parseSafetensors(PageBytes bytes, const std::string &source) {
  const auto bad = [&](const std::string &why) { return Error{"'" + source + "' is not a valid safetensors file: " + why}; };
  uint64_t headerBytes = 0;
  if (bytes.size() < sizeof headerBytes)
    return bad("it has " + std::to_string(bytes.size()) + " bytes");
  std::memcpy(&headerBytes, bytes.data(), sizeof headerBytes);
  if (headerBytes > maxHeader || headerBytes > bytes.size() - sizeof headerBytes)
    return bad("its header of " + std::to_string(headerBytes) + " bytes is longer than the file or than 100000000");
  const std::string_view text(reinterpret_cast<const char *>(bytes.data()) + sizeof headerBytes, headerBytes);
  std::string doubled;
  const Json header = parseHeader(text, doubled);
  if (header.is_discarded() || !header.is_object())
    return bad("its header is not a JSON object");
  if (!doubled.empty())
    return bad("its header has the key '" + doubled + "' twice");

  SafetensorsFile file;
  const std::span<const uint8_t> data = bytes.span().subspan(sizeof headerBytes + headerBytes);
  std::vector<std::pair<std::pair<uint64_t, uint64_t>, std::string>> places;
  for (const auto &[name, entry] : header.items()) {
    if (name == metadataKey) {
      if (!entry.is_object())
        return bad("its metadata is not an object");
      for (const auto &[key, value] : entry.items()) {
        if (!value.is_string())
          return bad("its metadata '" + key + "' is not a string");
        file.metadata[key] = value.get<std::string>();
      }
      continue;
    }
    std::pair<uint64_t, uint64_t> offsets;
    Result<TensorView> tensor = parseTensor(entry, offsets, data);
    if (!tensor)
      return bad("tensor '" + name + "': " + tensor.error().message);
    places.emplace_back(offsets, name);
    file.tensors.emplace(name, std::move(*tensor));
  }
  std::sort(places.begin(), places.end());
  uint64_t end = 0;
  for (const auto &[offsets, name] : places) {
    if (offsets.first != end)
      return bad("tensor '" + name + "' begins at byte " + std::to_string(offsets.first) + " of the data, " +
                 (offsets.first < end ? "inside another tensor" : "behind a gap"));
    end = offsets.second;
  }
  if (end != data.size())
    return bad(std::to_string(data.size() - end) + " bytes of its data belong to no tensor");
  file.bytes = std::move(bytes);
  return file;
}

Status writeSafetensors(const std::string &path, const ViewMap &tensors, const std::map<std::string, std::string> &metadata) {
  std::vector<const ViewMap::value_type *> order;
  for (const auto &tensor : tensors) {
    if (safetensorsName(tensor.second.type).empty())
      return Error{"cannot write '" + path + "': safetensors has no type for tensor '" + tensor.first + "' of " +
                   std::string(elementName(tensor.second.type))};
    if (tensor.first == metadataKey)
      return Error{"cannot write '" + path + "': a tensor cannot be called '" + metadataKey + "'"};
    order.push_back(&tensor);
  }
  // Larger elements first keeps every tensor aligned to its elements.
  std::stable_sort(order.begin(), order.end(),
                   [](const auto *a, const auto *b) { return elementBytes(a->second.type) > elementBytes(b->second.type); });
  std::string header = "{";
  if (!metadata.empty())
    header += quoted(metadataKey) + ":" + Json(metadata).dump(-1, ' ', false, Json::error_handler_t::replace);
  uint64_t end = 0;
  std::vector<std::span<const uint8_t>> parts(2);
  for (const auto *tensor : order) {
    const TensorView &view = tensor->second;
    header += (header.size() > 1 ? "," : "") + quoted(tensor->first) + ":{\"dtype\":\"" +
              std::string(safetensorsName(view.type)) + "\",\"shape\":" + Json(view.shape).dump() + ",\"data_offsets\":[" +
              std::to_string(end) + "," + std::to_string(end + view.bytes.size()) + "]}";
    end += view.bytes.size();
    parts.push_back(view.bytes);
  }
  header += "}";
  header.resize((header.size() + 7) / 8 * 8, ' ');
  const uint64_t headerBytes = header.size();
  parts[0] = {reinterpret_cast<const uint8_t *>(&headerBytes), sizeof headerBytes};
  parts[1] = {reinterpret_cast<const uint8_t *>(header.data()), header.size()};
  return writeFile(path, parts);
}

} // namespace det::rt
