// Programs and maximal nodes against a literal binary counter, and their size for a million blocks.
#include "det/Order/Program.h"
#include "det/Order/Evaluate.h"
#include "det/Order/Hash.h"
#include "det/Order/Nodes.h"

#include <bit>
#include <gtest/gtest.h>

using namespace det::order;

namespace {

/// The nodes that a rank holds which streams the blocks [begin, end) of m: joins two groups as soon
/// as they make a node.
std::vector<Box> byCounter(int64_t begin, int64_t end, int64_t m) {
  std::vector<Box> held;
  for (int64_t k = begin; k < end; ++k) {
    held.push_back({{k, k + 1}});
    while (held.size() > 1) {
      Range a = held[held.size() - 2][0], b = held.back()[0];
      int64_t group = int64_t(std::bit_ceil(uint64_t(b.end - a.begin)));
      if (a.begin % group || b.end != std::min(a.begin + group, m))
        break;
      held.pop_back();
      held.back() = {{a.begin, b.end}};
    }
  }
  return held;
}

TEST(Nodes, AsByABinaryCounter) {
  Order order{{{0, 1}}, Leaf::Fold, "", "f32"};
  for (int64_t m = 1; m <= 20; ++m)
    for (int64_t begin = 0; begin < m; ++begin)
      for (int64_t end = begin + 1; end <= m; ++end) {
        auto nodes = nodesOf(order, {{0, m}}, {{begin, end}});
        ASSERT_TRUE(nodes);
        EXPECT_EQ(*nodes, byCounter(begin, end, m)) << begin << ":" << end << " of " << m;
        EXPECT_EQ(countNodes(begin, end, m), int64_t(nodes->size()));
      }
}

TEST(Nodes, MillionBlocks) {
  Order order{{{0, 1}, {1, 64}}, Leaf::Fold, "", "f32"};
  auto nodes = nodesOf(order, {{0, 1 << 20}, {0, 512}}, {{12345, 987654}, {0, 512}});
  ASSERT_TRUE(nodes);
  EXPECT_LE(nodes->size(), 40u);
  EXPECT_EQ(int64_t(nodes->size()), countNodes(12345, 987654, 1 << 20));
  std::vector<int64_t> sizes{1 << 20, 512};
  EXPECT_EQ(orderHash(order, sizes, "f32", "f32", true).size(), 32u);
}

TEST(Nodes, APartThatCutsALeafIsAnError) {
  Order order{{{0, 64}}, Leaf::Fold, "", "f32"};
  auto nodes = nodesOf(order, {{0, 300}}, {{0, 100}});
  ASSERT_FALSE(nodes);
  EXPECT_EQ(nodes.error().message, "expected a part that cuts no leaf, got [0:100], which cuts [64:128]");
}

/// The value of a program whose leaves are folds over `x` at the listed places.
float runPresent(const Program &program, const std::vector<std::vector<int64_t>> &present, const std::function<float(const Index &)> &x) {
  std::vector<float> stack;
  for (size_t leaf = 0; leaf < program.leaves.size(); ++leaf) {
    std::optional<float> sum;
    for (const Index &place : indicesOf(program.leaves[leaf])) {
      Index index;
      for (size_t dim = 0; dim < place.size(); ++dim)
        index.push_back(present[dim][place[dim]]);
      sum = sum ? *sum + x(index) : x(index);
    }
    stack.push_back(*sum);
    for (int pop = 0; pop < program.pops[leaf]; ++pop) {
      float right = stack.back();
      stack.pop_back();
      stack.back() += right;
    }
  }
  EXPECT_EQ(stack.size(), program.leaves.empty() ? 0u : 1u);
  return stack.empty() ? 0.0f : stack[0];
}

TEST(Program, OfWhatExistsIsTheTreeWithoutTheRest) {
  uint64_t state = 1;
  auto below = [&](int64_t n) { return int64_t((state = state * 6364136223846793005 + 1442695040888963407) >> 33) % n; };
  for (int round = 0; round < 300; ++round) {
    Order order;
    std::vector<int64_t> sizes;
    std::vector<std::vector<int64_t>> present;
    std::vector<std::vector<bool>> exists;
    for (int64_t dim = 0, dims = 1 + below(3); dim < dims; ++dim) {
      sizes.push_back(1 + below(9));
      present.emplace_back();
      exists.emplace_back();
      int64_t missing = below(4);
      for (int64_t i = 0; i < sizes.back(); ++i) {
        exists.back().push_back(below(4) >= missing);
        if (exists.back().back())
          present.back().push_back(i);
      }
      if (below(3))
        order.levels.push_back({dim, int64_t(1) << below(3)});
    }
    auto x = [&](const Index &index) {
      float value = 1;
      for (int64_t i : index)
        value = value * 1.37f + 0.11f * float(i + 1) * (i % 2 ? -1.0f : 1.0f);
      return value;
    };
    Box box = wholeBox(sizes);
    auto literal = evaluate<float>(order, box, sumOf<float>([&](const Index &index) -> std::optional<float> {
                                     for (size_t dim = 0; dim < index.size(); ++dim)
                                       if (!exists[dim][index[dim]])
                                         return std::nullopt;
                                     return x(index);
                                   }));
    Program found = programOfPresent(order, box, present);
    EXPECT_EQ(found.leaves.empty(), !literal.has_value());
    float value = runPresent(found, present, x);
    EXPECT_EQ(std::bit_cast<uint32_t>(value), std::bit_cast<uint32_t>(literal.value_or(0.0f)));
  }
}

TEST(Program, SevenBlocks) {
  Order order{{{0, 2}}, Leaf::Fold, "", "f32"};
  Program p = program(order, {{0, 7}});
  EXPECT_EQ(p.leaves, (std::vector<Box>{{{0, 2}}, {{2, 4}}, {{4, 6}}, {{6, 7}}}));
  EXPECT_EQ(p.pops, (std::vector<uint8_t>{0, 1, 0, 2}));
  EXPECT_EQ(stackDepth(p.pops), 3);
  EXPECT_TRUE(program(order, {{0, 0}}).pops.empty());
}

TEST(Program, RowsOfBlocksAreWalkedOutermostFirst) {
  Order order{{{1, 1}, {0, 2}}, Leaf::Fold, "", "f32"};
  Program p = program(order, {{0, 4}, {0, 2}});
  EXPECT_EQ(p.leaves, (std::vector<Box>{{{0, 2}, {0, 1}}, {{2, 4}, {0, 1}}, {{0, 2}, {1, 2}}, {{2, 4}, {1, 2}}}));
  EXPECT_EQ(p.pops, (std::vector<uint8_t>{0, 1, 0, 2}));
}

TEST(Order, VerifiesLevels) {
  EXPECT_TRUE(verify(Order{{{0, 64}}, Leaf::Fold, "", "f32"}, 1));
  EXPECT_EQ(verify(Order{{{0, 48}}, Leaf::Fold, "", "f32"}, 1).error().message, "expected a power of two, got block 48 on dim 0");
  EXPECT_FALSE(verify(Order{{{1, 64}}, Leaf::Fold, "", "f32"}, 1));
}

} // namespace
