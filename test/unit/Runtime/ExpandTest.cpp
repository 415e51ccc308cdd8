// Exchanges between random layouts: every rank ends with exactly its box, each element written once.
#include "det/Runtime/Artifact/Expand.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace det::rt;
using det::artifact::Axis;
using det::artifact::CutT;
using det::artifact::LayoutT;
using det::artifact::MeshT;

namespace {

using Random = std::mt19937_64;

int64_t below(Random &random, int64_t n) { return int64_t(random() % uint64_t(n)); }

MeshT randomMesh(Random &random) {
  static constexpr int64_t sizes[] = {1, 2, 3, 4, 5, 6};
  MeshT mesh;
  const int64_t axes = 1 + below(random, 3);
  for (int64_t i = 0; i < axes; ++i) {
    mesh.names.push_back("axis" + std::to_string(i));
    mesh.sizes.push_back(sizes[below(random, i == 0 ? 6 : 4)]);
  }
  return mesh;
}

// Cuts random dims over random distinct axes (or halves of axes), at random places: shards may be empty.
LayoutT randomLayout(Random &random, const MeshT &mesh, const std::vector<int64_t> &shape) {
  LayoutT layout;
  layout.shape = shape;
  std::vector<Axis> axes;
  for (uint16_t i = 0; i < mesh.sizes.size(); ++i) {
    if (mesh.sizes[i] % 2 == 0 && below(random, 3) == 0) {
      axes.emplace_back(i, 1, 2);
      axes.emplace_back(i, 2, mesh.sizes[i] / 2);
    } else {
      axes.emplace_back(i, 0, 0);
    }
  }
  std::shuffle(axes.begin(), axes.end(), random);
  for (int64_t size : shape) {
    auto cut = std::make_unique<CutT>();
    int64_t shards = 1;
    while (!axes.empty() && below(random, 2) == 0) {
      cut->axes.push_back(axes.back());
      shards *= axes.back().size() ? axes.back().size() : mesh.sizes[axes.back().axis()];
      axes.pop_back();
    }
    if (!cut->axes.empty()) {
      cut->edges = {0, size};
      for (int64_t i = 1; i < shards; ++i)
        cut->edges.push_back(below(random, size + 1));
      std::sort(cut->edges.begin(), cut->edges.end());
    }
    layout.dims.push_back(std::move(cut));
  }
  return layout;
}

// Lets every shard of some dims read an interval of its own, which may overlap others or be empty.
LayoutT randomReads(Random &random, const MeshT &mesh, const std::vector<int64_t> &shape) {
  LayoutT layout = randomLayout(random, mesh, shape);
  for (size_t d = 0; d < shape.size(); ++d) {
    CutT &cut = *layout.dims[d];
    if (below(random, 3) == 0)
      continue;
    cut.axes.empty() ? cut.edges.push_back(0) : cut.edges.pop_back();
    for (int64_t &edge : cut.edges) {
      edge = below(random, shape[d] + 1);
      cut.ends.push_back(edge + below(random, shape[d] - edge + 1));
    }
  }
  return layout;
}

int64_t indexIn(const Region &box, const std::vector<int64_t> &at) {
  int64_t index = 0;
  for (size_t d = 0; d < box.size(); ++d)
    index = index * box[d].size() + at[d] - box[d].begin;
  return index;
}

template <class Visit> void forEach(const Region &box, Visit &&visit) {
  if (volume(box) == 0)
    return;
  std::vector<int64_t> at;
  for (const Interval &side : box)
    at.push_back(side.begin);
  for (;;) {
    visit(at);
    size_t d = box.size();
    while (d > 0 && ++at[d - 1] == box[d - 1].end) {
      at[d - 1] = box[d - 1].begin;
      --d;
    }
    if (d == 0)
      return;
  }
}

// The value of an element of a node in the whole tensor.
int64_t valueOf(const std::vector<int64_t> &shape, const std::vector<int64_t> &at, uint32_t node) {
  Region whole;
  for (int64_t size : shape)
    whole.push_back({0, size});
  return indexIn(whole, at) * 100 + node;
}

void checkExchange(const ExchangeRule &rule, const Mesh &mesh) {
  const Status status = checkRule(rule, mesh);
  ASSERT_TRUE(status) << status.error().message;
  const std::vector<Expansion> ranks = expand(rule, mesh);
  const uint32_t nodes = rule.hasNodes() ? rule.nodeCount : 1;
  // Sends match receives.
  std::map<std::pair<uint32_t, uint32_t>, int64_t> sent, received;
  for (uint32_t rank = 0; rank < mesh.ranks(); ++rank) {
    for (const Piece &piece : ranks[rank].sends) {
      EXPECT_EQ(piece.sender, rank);
      EXPECT_TRUE(sent.emplace(std::pair{piece.sender, piece.receiver}, piece.elements()).second);
    }
    for (const Piece &piece : ranks[rank].receives) {
      EXPECT_EQ(piece.receiver, rank);
      EXPECT_NE(piece.sender, rank);
      EXPECT_GT(piece.elements(), 0);
      EXPECT_TRUE(received.emplace(std::pair{piece.sender, piece.receiver}, piece.elements()).second);
    }
  }
  EXPECT_EQ(sent, received);
  // Every element of every node arrives once, from somebody who has it.
  for (uint32_t rank = 0; rank < mesh.ranks(); ++rank) {
    const Region box = rule.target->box(rank);
    std::vector<int64_t> target(size_t(volume(box)) * nodes, -1);
    std::vector<Piece> pieces = ranks[rank].local;
    pieces.insert(pieces.end(), ranks[rank].receives.begin(), ranks[rank].receives.end());
    for (const Piece &piece : pieces) {
      const Region source = rule.source->box(piece.sender);
      for (uint32_t node : piece.positions) {
        if (rule.hasNodes()) {
          const auto &held = rule.nodes[mesh.flatIndex(rule.nodeAxes, piece.sender)];
          ASSERT_TRUE(std::binary_search(held.begin(), held.end(), node));
        }
        forEach(piece.region, [&](const std::vector<int64_t> &at) {
          for (size_t d = 0; d < at.size(); ++d)
            ASSERT_TRUE(at[d] >= source[d].begin && at[d] < source[d].end);
          int64_t &element = target[size_t(node) * volume(box) + indexIn(box, at)];
          ASSERT_EQ(element, -1);
          element = valueOf(rule.source->shape(), at, node);
        });
      }
    }
    for (uint32_t node = 0; node < nodes; ++node)
      forEach(box, [&](const std::vector<int64_t> &at) {
        ASSERT_EQ(target[size_t(node) * volume(box) + indexIn(box, at)], valueOf(rule.source->shape(), at, node));
      });
    // What a rank holds itself it does not receive.
    EXPECT_EQ(ranks[rank].local.size() <= 1, true);
  }
}

std::vector<int64_t> randomShape(Random &random) {
  std::vector<int64_t> shape;
  for (int64_t d = below(random, 4); d > 0; --d)
    shape.push_back(below(random, 9));
  return shape;
}

} // namespace

TEST(Expand, RandomBoxes) {
  Random random(1);
  for (int i = 0; i < 1500; ++i) {
    const MeshT description = randomMesh(random);
    const Mesh mesh = *Mesh::create(description);
    const std::vector<int64_t> shape = randomShape(random);
    const auto source = Placed::create(randomLayout(random, description, shape), mesh);
    const auto target = Placed::create(randomLayout(random, description, shape), mesh);
    ASSERT_TRUE(source && target);
    checkExchange({&*source, &*target, {}, {}, 0}, mesh);
  }
}

TEST(Expand, RandomReads) {
  Random random(3);
  for (int i = 0; i < 1500; ++i) {
    const MeshT description = randomMesh(random);
    const Mesh mesh = *Mesh::create(description);
    const std::vector<int64_t> shape = randomShape(random);
    const auto source = Placed::create(randomLayout(random, description, shape), mesh);
    const auto target = Placed::create(randomReads(random, description, shape), mesh);
    ASSERT_TRUE(source && target);
    checkExchange({&*source, &*target, {}, {}, 0}, mesh);
    // What ranks read may lack elements: nothing can be taken from there.
    if (!target->tiles())
      EXPECT_FALSE(checkRule({&*target, &*source, {}, {}, 0}, mesh));
  }
}

TEST(Expand, RandomNodes) {
  Random random(2);
  for (int i = 0; i < 1500; ++i) {
    const MeshT description = randomMesh(random);
    const Mesh mesh = *Mesh::create(description);
    std::vector<int64_t> shape;
    for (int64_t d = below(random, 3); d > 0; --d)
      shape.push_back(1 + below(random, 8));
    // One axis carries the nodes; the source may not be cut over it.
    const uint16_t axis = uint16_t(below(random, int64_t(description.sizes.size())));
    LayoutT sourceLayout = randomLayout(random, description, shape);
    for (auto &cut : sourceLayout.dims)
      if (std::any_of(cut->axes.begin(), cut->axes.end(), [&](const Axis &a) { return a.axis() == axis; }))
        cut = std::make_unique<CutT>();
    const auto source = Placed::create(sourceLayout, mesh);
    const auto target = Placed::create(randomLayout(random, description, shape), mesh);
    ASSERT_TRUE(source && target);
    ExchangeRule rule{&*source, &*target, {Axis(axis, 0, 0)}, {}, 0};
    rule.nodes.resize(size_t(description.sizes[axis]));
    rule.nodeCount = uint32_t(below(random, 12));
    for (uint32_t node = 0; node < rule.nodeCount; ++node)
      rule.nodes[size_t(below(random, description.sizes[axis]))].push_back(node);
    checkExchange(rule, mesh);
  }
}

TEST(Expand, SpreadsReplicasAndPrefersNearOnes) {
  MeshT description;
  description.names = {"data", "model"};
  description.sizes = {4, 2};
  const Mesh mesh = *Mesh::create(description);
  // Source: cut over model, replicated over data. Target: replicated. Each rank asks its neighbour of the same data index.
  LayoutT cut, whole;
  cut.shape = whole.shape = {8};
  cut.dims.push_back(std::make_unique<CutT>());
  cut.dims[0]->axes = {Axis(1, 0, 0)};
  cut.dims[0]->edges = {0, 4, 8};
  whole.dims.push_back(std::make_unique<CutT>());
  const auto source = Placed::create(cut, mesh), target = Placed::create(whole, mesh);
  const auto ranks = expand({&*source, &*target, {}, {}, 0}, mesh);
  for (uint32_t rank = 0; rank < 8; ++rank) {
    ASSERT_EQ(ranks[rank].receives.size(), 1u);
    EXPECT_EQ(ranks[rank].receives[0].sender, rank ^ 1);
  }
}

TEST(Layout, RefusesWhatDoesNotTile) {
  MeshT description;
  description.names = {"data"};
  description.sizes = {4};
  const Mesh mesh = *Mesh::create(description);
  const auto make = [&](std::vector<Axis> axes, std::vector<int64_t> edges, std::vector<int64_t> ends = {}) {
    LayoutT layout;
    layout.shape = {8};
    layout.dims.push_back(std::make_unique<CutT>());
    layout.dims[0]->axes = std::move(axes);
    layout.dims[0]->edges = std::move(edges);
    layout.dims[0]->ends = std::move(ends);
    return Placed::create(layout, mesh);
  };
  EXPECT_TRUE(make({Axis(0, 0, 0)}, {0, 2, 2, 5, 8}));
  EXPECT_TRUE(make({Axis(0, 2, 2)}, {0, 4, 8}));
  EXPECT_FALSE(make({Axis(0, 0, 0)}, {0, 2, 4, 8}));
  EXPECT_FALSE(make({Axis(0, 0, 0)}, {0, 4, 2, 5, 8}));
  EXPECT_FALSE(make({Axis(0, 0, 0)}, {0, 2, 2, 5, 9}));
  EXPECT_FALSE(make({Axis(1, 0, 0)}, {0, 2, 2, 5, 8}));
  EXPECT_FALSE(make({Axis(0, 1, 3)}, {0, 2, 5, 8}));
  EXPECT_TRUE(make({Axis(0, 0, 0)}, {0, 1, 7, 3}, {3, 4, 8, 3}));
  EXPECT_TRUE(make({}, {3}, {5})); // every rank reads these
  EXPECT_FALSE(make({}, {3, 4}, {5, 6}));
  EXPECT_FALSE(make({Axis(0, 0, 0)}, {0, 1, 7, 3}, {3, 4, 9, 3}));
  EXPECT_FALSE(make({Axis(0, 0, 0)}, {0, 1, 7, 3}, {3, 0, 8, 3}));
  EXPECT_FALSE(make({Axis(0, 0, 0)}, {-1, 1, 7, 3}, {3, 4, 8, 3}));
  EXPECT_FALSE(make({Axis(0, 0, 0)}, {0, 1, 7}, {3, 4, 8}));
  EXPECT_FALSE(make({Axis(0, 0, 0)}, {0, 2, 2, 5, 8}, {3, 4, 8, 3}));
  EXPECT_FALSE(make({Axis(0, 0, 0), Axis(0, 1, 2)}, {0, 1, 2, 3, 4, 5, 6, 7, 8}));
}
