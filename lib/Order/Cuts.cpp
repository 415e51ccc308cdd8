// Cuts of a dim into shards.
#include "det/Order/Cuts.h"
#include "det/Order/Nodes.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace det::order {

namespace {

/// The candidates of one edge: blocks [low, high].
struct Window {
  int64_t low, high;
  int64_t size() const { return high - low + 1; }
};

/// The choice of all edges but the ends, by dynamic programming from left to right.
class EdgeSearch {
public:
  EdgeSearch(int64_t blocks, int64_t ranks) : blocks(blocks), ranks(ranks), most(ceilDiv(blocks, ranks)) {
    // An edge lies where full shards on its left and on its right can still reach the ends, and, to
    // bound the work, not too far from the default edge.
    int64_t reach = std::max<int64_t>(8, maxSteps / (ranks * std::max<int64_t>(1, std::min(most, ranks) + 1)) / 2);
    for (int64_t i = 0; i <= ranks; ++i) {
      int64_t middle = i * blocks / ranks;
      windows.push_back(
          {std::max({int64_t(0), blocks - (ranks - i) * most, middle - reach}), std::min({blocks, i * most, middle + reach})});
    }
  }

  std::vector<int64_t> run() {
    int64_t limit = smallestLimit();
    std::vector<std::vector<int32_t>> from(ranks + 1);
    std::vector<Cost> costs{{0, 0}};
    for (int64_t i = 1; i <= ranks; ++i) {
      from[i].assign(windows[i].size(), -1);
      std::vector<Cost> next(windows[i].size(), none);
      forEachShard(i, [&](int64_t a, int64_t b, int64_t nodes) {
        Cost before = costs[a];
        if (nodes > limit || before == none)
          return;
        int64_t edge = windows[i].low + b;
        Cost cost{before.first + nodes, before.second + std::abs(edge - i * blocks / ranks)};
        if (cost < next[b]) { // of equal costs the smaller edge on the left stays
          next[b] = cost;
          from[i][b] = static_cast<int32_t>(a);
        }
      });
      costs = std::move(next);
    }
    std::vector<int64_t> edges(ranks + 1);
    int64_t at = 0;
    for (int64_t i = ranks; i >= 0; --i) {
      edges[i] = windows[i].low + at;
      if (i)
        at = from[i][at];
    }
    return edges;
  }

private:
  using Cost = std::pair<int64_t, int64_t>; // nodes in total, distance to the default edges
  static constexpr int64_t maxSteps = 16'000'000;
  static constexpr Cost none{std::numeric_limits<int64_t>::max(), 0};

  /// Calls f(a, b, nodes) for each shard i - 1 that starts at candidate a of its left edge and ends
  /// at candidate b.
  template <class F> void forEachShard(int64_t i, F f) {
    for (int64_t a = 0; a < windows[i - 1].size(); ++a) {
      int64_t begin = windows[i - 1].low + a;
      int64_t last = std::min(begin + most, windows[i].high);
      for (int64_t end = std::max(begin, windows[i].low); end <= last; ++end)
        f(a, end - windows[i].low, countNodes(begin, end, blocks));
    }
  }

  /// The smallest possible largest number of nodes of any shard.
  int64_t smallestLimit() {
    constexpr int64_t never = std::numeric_limits<int64_t>::max();
    std::vector<int64_t> reached{0};
    for (int64_t i = 1; i <= ranks; ++i) {
      std::vector<int64_t> next(windows[i].size(), never);
      forEachShard(i, [&](int64_t a, int64_t b, int64_t nodes) {
        if (reached[a] != never)
          next[b] = std::min(next[b], std::max(reached[a], nodes));
      });
      reached = std::move(next);
    }
    return reached[0];
  }

  int64_t blocks, ranks, most;
  std::vector<Window> windows;
};

} // namespace

std::vector<int64_t> shards(int64_t n, int64_t grain, int64_t ranks) {
  int64_t p = ceilDiv(n, grain);
  std::vector<int64_t> edges;
  for (int64_t i = 0; i <= ranks; ++i)
    edges.push_back(std::min(i * p / ranks * grain, n));
  return edges;
}

std::vector<int64_t> fewestNodes(int64_t n, int64_t grain, int64_t ranks) {
  int64_t p = ceilDiv(n, grain);
  if (p == 0)
    return std::vector<int64_t>(ranks + 1, 0);
  std::vector<int64_t> edges = EdgeSearch(p, ranks).run();
  for (int64_t &edge : edges)
    edge = std::min(edge * grain, n);
  return edges;
}

} // namespace det::order
