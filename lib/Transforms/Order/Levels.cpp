// The one parser of `--level`.
#include "det/Transforms/Order/Levels.h"

#include <algorithm>
#include <iterator>

namespace det {

/// The weakest first.
static constexpr std::string_view kLevels[] = {"not_guaranteed", "run_to_run", "mesh_to_mesh", "device_to_device"};

static size_t strength(std::string_view level) {
  return std::find(std::begin(kLevels), std::end(kLevels), compiledLevel(level)) - std::begin(kLevels);
}

std::string_view compiledLevel(std::string_view level) { return level == "run_to_run" ? std::string_view("mesh_to_mesh") : level; }

bool isAbove(std::string_view level, std::string_view other) { return strength(level) > strength(other); }

static std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

rt::Result<LevelOptions> parseLevels(std::string_view text) {
  LevelOptions options;
  bool hasModule = false;
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find(',', begin), text.size());
    std::string_view word = trim(text.substr(begin, end - begin));
    begin = end + 1;
    // A name may have an equals sign, a level has none.
    size_t equals = word.rfind('=');
    bool ofResults = equals != std::string_view::npos;
    std::string level(ofResults ? trim(word.substr(equals + 1)) : word), glob(ofResults ? trim(word.substr(0, equals)) : "");
    if (ofResults && glob.empty())
      return rt::Error{"expected a glob over results before '=' of a level, got '" + std::string(word) + "'"};
    if (std::find(std::begin(kLevels), std::end(kLevels), level) == std::end(kLevels))
      return rt::Error{"expected level not_guaranteed, run_to_run, mesh_to_mesh or device_to_device, got '" + level + "'" +
                       (ofResults ? " for results '" + glob + "'" : "")};
    if (ofResults) {
      options.results.push_back({std::move(glob), std::move(level)});
      continue;
    }
    if (hasModule)
      return rt::Error{"expected one level of the module, got '" + options.module + "' and '" + level +
                       "'; that of some results is written GLOB=LEVEL"};
    hasModule = true;
    options.module = std::move(level);
  }
  return options;
}

} // namespace det
