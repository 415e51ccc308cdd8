// Sums below the level of their artifact: who may need them, and what still holds of a sum whose order is free.
#ifndef DET_LIB_VERIFY_BELOW_H
#define DET_LIB_VERIFY_BELOW_H

#include "Graph.h"
#include <set>

namespace det::verify {

/// What a certificate has below its level.
struct Below {
  int64_t values = 0;
  std::set<std::string> results; ///< metrics that take such values
};

/// Checks that `below` of a certificate lists every ordered value that has another level than the whole, and that nothing but the
/// metrics that it names is made of them, through loops too: state never is.
Below checkBelow(const Graph &graph, const nlohmann::json &certificate);

/// The nodes of all ranks have every term of the sum, and none twice.
void requireCover(const Ordered &order, const std::vector<Box> &nodes);

/// The postfix program joins all of so many parts into one, whatever the order.
void requireJoinsAll(const std::vector<uint8_t> &pops, size_t parts);

} // namespace det::verify

#endif // DET_LIB_VERIFY_BELOW_H
