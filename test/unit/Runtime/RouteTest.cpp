// Exchanges by levels: delivered round by round, every rank gets what the straight way brings, each element once, and less goes between machines.
#include "det/Runtime/Artifact/Route.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

using namespace det::rt;
using det::artifact::Axis;
using det::artifact::CutT;
using det::artifact::LayoutT;
using det::artifact::MeshT;

namespace {

using Random = std::mt19937_64;

int64_t below(Random &random, int64_t n) { return int64_t(random() % uint64_t(n)); }

MeshT meshOf(std::vector<int64_t> sizes) {
  MeshT mesh;
  mesh.sizes = std::move(sizes);
  mesh.names.resize(mesh.sizes.size());
  return mesh;
}

/// Cuts dims evenly over axes; -1: not at all.
LayoutT evenly(const MeshT &mesh, const std::vector<int64_t> &shape, const std::vector<int> &axes) {
  LayoutT layout;
  layout.shape = shape;
  for (size_t d = 0; d < shape.size(); ++d) {
    auto cut = std::make_unique<CutT>();
    if (axes[d] >= 0) {
      const int64_t parts = mesh.sizes[size_t(axes[d])];
      cut->axes = {Axis(uint16_t(axes[d]), 0, 0)};
      for (int64_t i = 0; i <= parts; ++i)
        cut->edges.push_back(shape[d] * i / parts);
    }
    layout.dims.push_back(std::move(cut));
  }
  return layout;
}

/// Cuts random dims over random axes at random places; `reads`: every shard reads an interval of its own.
LayoutT randomLayout(Random &random, const MeshT &mesh, const std::vector<int64_t> &shape, int without, bool reads) {
  LayoutT layout;
  layout.shape = shape;
  std::vector<uint16_t> axes;
  for (uint16_t i = 0; i < mesh.sizes.size(); ++i)
    if (i != without)
      axes.push_back(i);
  std::shuffle(axes.begin(), axes.end(), random);
  for (const int64_t size : shape) {
    auto cut = std::make_unique<CutT>();
    if (!axes.empty() && below(random, 3) > 0) {
      cut->axes = {Axis(axes.back(), 0, 0)};
      cut->edges = {0, size};
      for (int64_t i = 1; i < mesh.sizes[axes.back()]; ++i)
        cut->edges.push_back(below(random, size + 1));
      std::sort(cut->edges.begin(), cut->edges.end());
      axes.pop_back();
      if (reads && below(random, 2) == 0) {
        cut->edges.pop_back();
        for (int64_t &edge : cut->edges) {
          edge = below(random, size + 1);
          cut->ends.push_back(edge + below(random, size - edge + 1));
        }
      }
    }
    layout.dims.push_back(std::move(cut));
  }
  return layout;
}

Machines randomMachines(Random &random, uint32_t ranks) {
  Machines machines(ranks);
  const int64_t most = 1 + below(random, std::min<int64_t>(ranks, 5));
  // In any order, and of any size; numbered in the order in which they appear.
  std::map<int64_t, uint32_t> numbers;
  for (uint32_t &machine : machines)
    machine = numbers.try_emplace(below(random, most), uint32_t(numbers.size())).first->second;
  return machines;
}

Machines evenMachines(uint32_t ranks, uint32_t each) {
  Machines machines;
  for (uint32_t rank = 0; rank < ranks; ++rank)
    machines.push_back(rank / each);
  return machines;
}

/// A part of a tensor, by what it is.
using Part = std::pair<std::vector<std::pair<int64_t, int64_t>>, std::vector<uint32_t>>;

Part partOf(const Region &region, const std::vector<uint32_t> &positions) {
  Part part;
  for (const Interval &side : region)
    part.first.push_back({side.begin, side.end});
  part.second = positions;
  return part;
}

/// True if a rank's source has a part.
bool has(const ExchangeRule &rule, const Mesh &mesh, uint32_t rank, const Content &content) {
  const Region box = rule.source->box(rank);
  for (size_t d = 0; d < box.size(); ++d)
    if (content.region[d].begin < box[d].begin || content.region[d].end > box[d].end)
      return false;
  if (!rule.hasNodes())
    return true;
  const auto &held = rule.nodes[size_t(mesh.flatIndex(rule.nodeAxes, rank))];
  return std::includes(held.begin(), held.end(), content.positions.begin(), content.positions.end());
}

/// What is wrong with a route; empty if nothing is. Delivers it round by round.
std::string faultOf(const ExchangeRule &rule, const Mesh &mesh, const std::vector<Expansion> &flat, const ExchangeRoute &route) {
  std::vector<std::set<uint32_t>> held(mesh.ranks()); // contents that have come
  for (const auto &round : route.rounds) {
    std::vector<std::pair<uint32_t, uint32_t>> comes;
    std::set<std::pair<uint32_t, uint32_t>> pairs;
    for (const RouteMessage &message : round) {
      if (!pairs.insert({message.sender, message.receiver}).second)
        return "two messages from rank to rank in a round";
      if (message.sender == message.receiver || message.contents.empty() || !std::is_sorted(message.contents.begin(), message.contents.end()))
        return "a message that is none";
      for (const uint32_t content : message.contents) {
        if (!has(rule, mesh, message.sender, route.contents[content]) && !held[message.sender].count(content))
          return "rank " + std::to_string(message.sender) + " sends what it does not have";
        comes.push_back({message.receiver, content});
      }
    }
    for (const auto &[rank, content] : comes)
      if (!held[rank].insert(content).second)
        return "something comes twice";
  }
  for (uint32_t rank = 0; rank < mesh.ranks(); ++rank) {
    std::multiset<Part> wanted, got;
    for (const Piece &piece : flat[rank].receives)
      wanted.insert(partOf(piece.region, piece.positions));
    for (const uint32_t content : held[rank])
      if (route.contents[content].isWantedBy(rank))
        got.insert(partOf(route.contents[content].region, route.contents[content].positions));
    if (got != wanted)
      return "rank " + std::to_string(rank) + " lacks something";
  }
  // What a rank says of itself.
  for (uint32_t rank = 0; rank < mesh.ranks(); ++rank) {
    const RankRoute mine = routeOf(route, rank);
    for (size_t i = 0; i < mine.kept.size(); ++i)
      if (mine.own[i] == bool(held[rank].count(mine.kept[i])) || (mine.own[i] && !has(rule, mesh, rank, route.contents[mine.kept[i]])))
        return "rank " + std::to_string(rank) + " does not know what it has";
  }
  return "";
}

struct Case {
  MeshT description;
  Mesh mesh;
  Placed source, target;
  std::vector<Axis> nodeAxes;
  std::vector<std::vector<uint32_t>> nodes;
  uint32_t nodeCount = 0;
  ExchangeRule rule() const { return {&source, &target, nodeAxes, nodes, nodeCount}; }
};

Case randomCase(Random &random) {
  static constexpr int64_t sizes[] = {1, 2, 2, 3, 4, 5};
  std::vector<int64_t> axes;
  for (int64_t i = 1 + below(random, 3); i > 0; --i)
    axes.push_back(sizes[below(random, 6)]);
  MeshT description = meshOf(axes);
  const Mesh mesh = *Mesh::create(description);
  std::vector<int64_t> shape;
  for (int64_t d = 1 + below(random, 3); d > 0; --d)
    shape.push_back(1 + below(random, 9));
  const bool hasNodes = below(random, 3) == 0;
  const int axis = hasNodes ? int(below(random, int64_t(axes.size()))) : -1;
  Case made{meshOf(axes), mesh, *Placed::create(randomLayout(random, description, shape, axis, false), mesh),
            *Placed::create(randomLayout(random, description, shape, -1, true), mesh), {}, {}, 0};
  if (hasNodes) {
    made.nodeAxes = {Axis(uint16_t(axis), 0, 0)};
    made.nodes.resize(size_t(axes[size_t(axis)]));
    made.nodeCount = uint32_t(below(random, 12));
    for (uint32_t node = 0; node < made.nodeCount; ++node)
      made.nodes[size_t(below(random, axes[size_t(axis)]))].push_back(node);
  }
  return made;
}

struct Even {
  std::vector<Expansion> flat;
  ExchangeTraffic straight, levels;
};

/// 16 ranks on four machines.
Even sixteen(const std::vector<int> &from, const std::vector<int> &to, int64_t side, int64_t elementBytes) {
  const MeshT description = meshOf({16});
  const Mesh mesh = *Mesh::create(description);
  const std::vector<int64_t> shape = {side, side};
  const Placed source = *Placed::create(evenly(description, shape, from), mesh), target = *Placed::create(evenly(description, shape, to), mesh);
  const ExchangeRule rule{&source, &target, {}, {}, 0};
  Even made;
  made.flat = expand(rule, mesh);
  const Machines machines = evenMachines(16, 4);
  const ExchangeRoute route = routeByLevels(made.flat, elementBytes, machines);
  EXPECT_EQ(faultOf(rule, mesh, made.flat, route), "");
  made.straight = trafficOf(made.flat, elementBytes, machines);
  made.levels = trafficOf(route, elementBytes, machines);
  return made;
}

using Count = ExchangeTraffic::Count;

} // namespace

TEST(Route, RandomExchangesArrive) {
  Random random(1);
  size_t crossing = 0, fewer = 0;
  for (int i = 0; i < 3000; ++i) {
    const Case one = randomCase(random);
    const ExchangeRule rule = one.rule();
    ASSERT_TRUE(checkRule(rule, one.mesh));
    const std::vector<Expansion> flat = expand(rule, one.mesh);
    const Machines machines = randomMachines(random, one.mesh.ranks());
    // Elements of up to 100 kB: one lane, or several.
    const int64_t bytes = int64_t(1) << below(random, 18);
    const ExchangeRoute route = routeByLevels(flat, bytes, machines);
    ASSERT_EQ(faultOf(rule, one.mesh, flat, route), "") << "case " << i;
    const ExchangeTraffic straight = trafficOf(flat, bytes, machines), levels = trafficOf(route, bytes, machines);
    EXPECT_LE(levels.between.messages, straight.between.messages);
    EXPECT_LE(levels.between.bytes, straight.between.bytes);
    crossing += straight.between.messages > 0;
    fewer += levels.between.messages < straight.between.messages;
  }
  EXPECT_GT(crossing, 1000u);
  EXPECT_GT(fewer, 500u);
}

TEST(Route, FaultsAreFound) {
  Random random(2);
  size_t changed = 0;
  for (int i = 0; i < 400; ++i) {
    const Case one = randomCase(random);
    const ExchangeRule rule = one.rule();
    const std::vector<Expansion> flat = expand(rule, one.mesh);
    ExchangeRoute route = routeByLevels(flat, 4, randomMachines(random, one.mesh.ranks()));
    std::vector<std::pair<size_t, size_t>> all;
    for (size_t round = 0; round < route.rounds.size(); ++round)
      for (size_t message = 0; message < route.rounds[round].size(); ++message)
        all.push_back({round, message});
    if (all.empty())
      continue;
    const auto [round, number] = all[size_t(below(random, int64_t(all.size())))];
    RouteMessage &message = route.rounds[round][number];
    if (message.contents.size() > 1)
      message.contents.erase(message.contents.begin() + below(random, int64_t(message.contents.size())));
    else
      route.rounds[round].erase(route.rounds[round].begin() + int64_t(number));
    EXPECT_NE(faultOf(rule, one.mesh, flat, route), "") << "case " << i;
    ++changed;
  }
  EXPECT_GT(changed, 150u);
}

TEST(Route, AllToAllCrossesOnceForEachPairOfMachines) {
  const Even small = sixteen({0, -1}, {-1, 0}, 64, 4); // 64 bytes from each to each
  EXPECT_EQ(small.straight.between, (Count{192, 192 * 64}));
  EXPECT_EQ(small.straight.within, (Count{48, 48 * 64}));
  EXPECT_EQ(small.levels.between, (Count{12, 192 * 64}));
  // Every rank sends to its neighbours anyway, what is collected with it; three ranks of each machine spread to three others.
  EXPECT_EQ(small.levels.within.messages, 48u + 4 * 3 * 3);
  const Even large = sixteen({0, -1}, {-1, 0}, 2048, 4); // 64 KiB: 1 MiB from machine to machine
  EXPECT_EQ(large.straight.between, (Count{192, uint64_t(192) << 16}));
  EXPECT_EQ(large.levels.between, (Count{48, uint64_t(192) << 16}));
}

TEST(Route, WhatAllWantCrossesOnceForEachMachine) {
  const Even gather = sixteen({0, -1}, {-1, -1}, 64, 4); // 1 KiB of each
  EXPECT_EQ(gather.straight.between, (Count{192, 192 << 10}));
  EXPECT_EQ(gather.levels.between, (Count{12, 48 << 10}));
  EXPECT_EQ(gather.levels.within.bytes - gather.straight.within.bytes, uint64_t(144) << 10);
}

TEST(Route, MachinesOfOneRankGainNothing) {
  const MeshT description = meshOf({4});
  const Mesh mesh = *Mesh::create(description);
  const Placed rows = *Placed::create(evenly(description, {8, 8}, {0, -1}), mesh), columns = *Placed::create(evenly(description, {8, 8}, {-1, 0}), mesh);
  const auto flat = expand({&rows, &columns, {}, {}, 0}, mesh);
  const Machines machines = evenMachines(4, 1);
  const ExchangeRoute route = routeByLevels(flat, 4, machines);
  EXPECT_EQ(trafficOf(route, 4, machines).between, trafficOf(flat, 4, machines).between);
  EXPECT_TRUE(route.rounds[1].empty() && route.rounds[2].empty());
}

TEST(Route, WhatAMachineHasDoesNotCross) {
  // Cut over the second axis, whole on each side of the first; every rank wants all. The nearest holder of equal ones is near by.
  const MeshT description = meshOf({2, 4});
  const Mesh mesh = *Mesh::create(description);
  const Placed cut = *Placed::create(evenly(description, {8}, {1}), mesh), whole = *Placed::create(evenly(description, {8}, {-1}), mesh);
  const auto flat = expand({&cut, &whole, {}, {}, 0}, mesh);
  EXPECT_EQ(trafficOf(routeByLevels(flat, 4, evenMachines(8, 4)), 4, evenMachines(8, 4)).between.messages, 0u);
}
