// Fuzzes what users type: meshes, shards, recipes, data sources, globs, and det-run's whole command line.
// The first byte says which.
#include "Options.h"

#include "det/Order/Default.h"
#include "det/Runtime/State/Feed.h"
#include "det/Runtime/Trace/Glob.h"
#include "det/Transforms/PartitionOptions.h"

#include <cstdlib>
#include <string>
#include <vector>

namespace {

/// The parts between line ends as a command line.
void parseCommandLine(const std::string &text) {
  std::vector<std::string> words{"det-run"};
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  std::vector<char *> pointers;
  for (std::string &word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  det::run::Options options;
  int exitCode = 0;
  det::run::parseOptions(int(words.size()), pointers.data(), options, exitCode);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  const std::string text(reinterpret_cast<const char *>(data) + 1, size - 1);
  const size_t half = text.find('\n');
  switch (data[0]) {
  case 'm':
    (void)det::parseMesh(text);
    break;
  case 's':
    if (const auto shard = det::parseShard(text))
      (void)det::matchesGlob(shard->glob, text);
    break;
  case 'r':
    (void)det::order::parseRecipe(text);
    break;
  case 'd':
    (void)det::rt::makeFeed("tokens", text, det::rt::ElementType::i32, {2, 3}, 1);
    break;
  case 'g':
    (void)det::rt::matchesGlob(text.substr(0, half), text.substr(half == std::string::npos ? text.size() : half + 1));
    break;
  default:
    parseCommandLine(text);
  }
  return 0;
}
