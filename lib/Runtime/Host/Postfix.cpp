// Checks and builds postfix programs.
#include "det/Runtime/Host/Postfix.h"

#include <algorithm>
#include <bit>

namespace det::rt::host {

int postfixDepth(const uint8_t *pops, int64_t count) {
  int64_t depth = 0, deepest = 0;
  for (int64_t i = 0; i < count; ++i) {
    deepest = std::max(deepest, ++depth);
    if (pops[i] >= depth)
      return -1;
    depth -= pops[i];
  }
  const bool wellFormed = depth == (count > 0 ? 1 : 0);
  return wellFormed && deepest <= INT32_MAX ? static_cast<int>(deepest) : -1;
}

std::vector<uint8_t> treeProgram(int64_t m) {
  // After block i the full groups that end there are joined: one per trailing one bit of i. The last block joins
  // all that is left.
  std::vector<uint8_t> pops;
  for (int64_t i = 0; i + 1 < m; ++i)
    pops.push_back(static_cast<uint8_t>(std::countr_one(static_cast<uint64_t>(i))));
  if (m > 0)
    pops.push_back(static_cast<uint8_t>(std::popcount(static_cast<uint64_t>(m - 1))));
  return pops;
}

std::vector<uint8_t> nestPrograms(int64_t m, const std::vector<uint8_t> &part) {
  std::vector<uint8_t> pops;
  if (part.empty())
    return pops;
  for (uint8_t joins : treeProgram(m)) {
    pops.insert(pops.end(), part.begin(), part.end());
    pops.back() = static_cast<uint8_t>(pops.back() + joins);
  }
  return pops;
}

} // namespace det::rt::host
