// Reads the head of a Slurm node list.
#include "det/Runtime/Launch/Environment.h"

namespace det::rt {

std::string firstNode(const std::string &list) {
  // Up to the first comma outside of brackets; of each group of brackets its first number.
  std::string node;
  for (size_t at = 0; at < list.size() && list[at] != ','; ++at) {
    if (list[at] != '[') {
      node += list[at];
      continue;
    }
    const size_t close = list.find(']', at);
    if (close == std::string::npos)
      return {};
    const size_t end = std::min(list.find_first_of(",-]", at), close);
    node += list.substr(at + 1, end - at - 1);
    at = close;
  }
  return node;
}

} // namespace det::rt
