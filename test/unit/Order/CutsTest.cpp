// Cuts: the promised example, the limits, and a comparison with all possible cuts.
#include "det/Order/Cuts.h"
#include "det/Order/Nodes.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>
#include <tuple>

using namespace det::order;

namespace {

std::vector<int64_t> lengths(const std::vector<int64_t> &edges) {
  std::vector<int64_t> out;
  for (size_t i = 1; i < edges.size(); ++i)
    out.push_back(edges[i] - edges[i - 1]);
  return out;
}

/// Largest number of nodes, total, distance to the default cut; in blocks.
std::tuple<int64_t, int64_t, int64_t> costOf(const std::vector<int64_t> &edges, int64_t p) {
  int64_t most = 0, total = 0, distance = 0, ranks = int64_t(edges.size()) - 1;
  for (int64_t i = 0; i < ranks; ++i) {
    int64_t nodes = countNodes(edges[i], edges[i + 1], p);
    most = std::max(most, nodes);
    total += nodes;
    distance += std::abs(edges[i] - i * p / ranks);
  }
  return {most, total, distance};
}

TEST(Cuts, SixteenOverThree) {
  EXPECT_EQ(lengths(fewestNodes(16, 1, 3)), (std::vector<int64_t>{4, 6, 6}));
  EXPECT_EQ(lengths(fewestNodes(16 * 64, 64, 3)), (std::vector<int64_t>{256, 384, 384}));
}

TEST(Cuts, ShortLastBlockAndEmptyShards) {
  EXPECT_EQ(fewestNodes(0, 8, 2), (std::vector<int64_t>{0, 0, 0}));
  EXPECT_EQ(fewestNodes(130, 64, 3), (std::vector<int64_t>{0, 64, 128, 130}));
  std::vector<int64_t> edges = fewestNodes(130, 64, 6);
  EXPECT_EQ(edges.front(), 0);
  EXPECT_EQ(edges.back(), 130);
}

TEST(Cuts, BestOfAllCuts) {
  for (int64_t p = 1; p <= 13; ++p)
    for (int64_t ranks = 1; ranks <= 5; ++ranks) {
      int64_t most = ceilDiv(p, ranks);
      std::vector<int64_t> edges{0};
      auto best = costOf(shards(p, 1, ranks), p);
      std::function<void()> extend = [&] {
        if (int64_t(edges.size()) == ranks + 1) {
          if (edges.back() == p)
            best = std::min(best, costOf(edges, p));
          return;
        }
        for (int64_t size = 0; size <= most && edges.back() + size <= p; ++size) {
          edges.push_back(edges.back() + size);
          extend();
          edges.pop_back();
        }
      };
      extend();
      EXPECT_EQ(costOf(fewestNodes(p, 1, ranks), p), best) << p << " over " << ranks;
    }
}

TEST(Cuts, ManyBlocksAndRanks) {
  for (auto [p, ranks] : {std::pair<int64_t, int64_t>{5000, 96}, {4096, 4095}, {3000, 1000}, {1000000, 1000}, {100, 4096}}) {
    std::vector<int64_t> edges = fewestNodes(p, 1, ranks);
    ASSERT_EQ(int64_t(edges.size()), ranks + 1);
    EXPECT_EQ(edges.front(), 0);
    EXPECT_EQ(edges.back(), p);
    for (int64_t size : lengths(edges)) {
      EXPECT_GE(size, 0);
      EXPECT_LE(size, ceilDiv(p, ranks));
    }
    EXPECT_LE(costOf(edges, p), costOf(shards(p, 1, ranks), p));
  }
}

} // namespace
