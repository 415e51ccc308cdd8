// Mesh and shard pattern text.
#include "det/Transforms/PartitionOptions.h"

#include <algorithm>
#include <charconv>

namespace det {

static std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

/// The parts of `text` between separators, trimmed.
static std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(trim(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return parts;
}

static std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

static bool isAxisName(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
  });
}

rt::Result<std::vector<MeshAxis>> parseMesh(std::string_view text) {
  std::vector<MeshAxis> axes;
  if (trim(text).empty())
    return axes;
  for (std::string_view part : split(text, ',')) {
    size_t equals = part.find('=');
    if (equals == std::string_view::npos)
      return rt::Error{"expected mesh axes such as data=4,model=2, got " + quoted(part)};
    std::string_view name = trim(part.substr(0, equals)), value = trim(part.substr(equals + 1));
    if (!isAxisName(name))
      return rt::Error{"expected the name of a mesh axis before '=', got " + quoted(part)};
    std::string_view number = value.substr(0, value.find(':'));
    if (number.size() != value.size()) {
      std::string_view kind = value.substr(number.size() + 1);
      if (kind == "time" || kind == "stage")
        return rt::Error{"mesh axis " + quoted(name) + " has the kind '" + std::string(kind) +
                         "', which is not built yet; use an axis of ranks, such as " + std::string(name) + "=" +
                         std::string(number)};
      return rt::Error{"expected the kind 'time' or 'stage' after ':' of mesh axis " + quoted(name) + ", got " + quoted(kind)};
    }
    int64_t size = 0;
    auto [end, status] = std::from_chars(number.data(), number.data() + number.size(), size);
    if (status != std::errc() || end != number.data() + number.size() || size < 1)
      return rt::Error{"expected a size of at least 1 for mesh axis " + quoted(name) + ", got " + quoted(number)};
    if (size > (int64_t(1) << 20))
      return rt::Error{"expected a size of at most 1048576 for mesh axis " + quoted(name) + ", got " + quoted(number)};
    if (std::any_of(axes.begin(), axes.end(), [&](const MeshAxis &axis) { return axis.name == name; }))
      return rt::Error{"expected each mesh axis once, got " + quoted(name) + " twice"};
    axes.push_back({std::string(name), size});
  }
  return axes;
}

rt::Result<ShardPattern> parseShard(std::string_view text) {
  rt::Error expected{"expected a shard pattern such as *.w=[{},{model}], got " + quoted(text)};
  std::string_view all = trim(text);
  size_t equals = all.rfind("=[");
  if (equals == std::string_view::npos || equals == 0 || all.back() != ']')
    return expected;
  ShardPattern pattern{std::string(all), std::string(trim(all.substr(0, equals))), {}};
  std::string_view rest = trim(all.substr(equals + 2, all.size() - equals - 3));
  while (!rest.empty()) {
    size_t close = rest.find('}');
    if (rest.front() != '{' || close == std::string_view::npos)
      return expected;
    std::vector<std::string> axes;
    std::string_view inside = trim(rest.substr(1, close - 1));
    if (!inside.empty())
      for (std::string_view axis : split(inside, ',')) {
        if (!isAxisName(axis))
          return expected;
        axes.emplace_back(axis);
      }
    pattern.dims.push_back(std::move(axes));
    rest = trim(rest.substr(close + 1));
    if (rest.empty())
      break;
    if (rest.front() != ',')
      return expected;
    rest = trim(rest.substr(1));
    if (rest.empty())
      return expected;
  }
  return pattern;
}

bool matchesGlob(std::string_view glob, std::string_view name) {
  // Greedy with one point of return: the last '*' takes one character more whenever the rest does not match.
  size_t g = 0, n = 0, star = std::string_view::npos, mark = 0;
  while (n < name.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      mark = n;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == name[n])) {
      ++g;
      ++n;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      n = ++mark;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*')
    ++g;
  return g == glob.size();
}

} // namespace det
