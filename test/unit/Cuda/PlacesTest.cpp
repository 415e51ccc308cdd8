// The forms that exchanges take, and where their messages lie.
#include "../../../lib/Runtime/Cuda/Program/MessagePlaces.h"

#include <gtest/gtest.h>

using namespace det::rt;
using namespace det::rt::cuda;
namespace artifact = det::artifact;

namespace {

std::unique_ptr<artifact::LayoutT> layout(const std::vector<int64_t> &shape, int dim, const std::vector<artifact::Axis> &axes,
                                          std::vector<int64_t> edges) {
  auto made = std::make_unique<artifact::LayoutT>();
  made->shape = shape;
  for (size_t d = 0; d < shape.size(); ++d) {
    made->dims.push_back(std::make_unique<artifact::CutT>());
    if (int(d) == dim) {
      made->dims[d]->axes = axes;
      made->dims[d]->edges = edges;
    }
  }
  return made;
}

std::vector<int64_t> even(int64_t size, int64_t parts) {
  std::vector<int64_t> edges;
  for (int64_t i = 0; i <= parts; ++i)
    edges.push_back(size * i / parts);
  return edges;
}

/// A plan that does nothing but exchanges from layout `from` to `to`, one behind the other; `together`: all begin before one ends.
LoadedPlan planOf(std::vector<int64_t> mesh, std::vector<std::unique_ptr<artifact::LayoutT>> layouts,
                  const std::vector<std::pair<uint32_t, uint32_t>> &exchanges, bool together, uint64_t target = 1 << 16) {
  artifact::PlanT plan;
  plan.mesh = std::make_unique<artifact::MeshT>();
  plan.mesh->sizes = mesh;
  plan.mesh->names.resize(mesh.size());
  plan.layouts = std::move(layouts);
  auto program = std::make_unique<artifact::ProgramT>();
  uint32_t ranks = 1;
  for (const int64_t size : mesh)
    ranks *= uint32_t(size);
  for (uint32_t rank = 0; rank < ranks; ++rank)
    program->ranks.push_back(rank);
  program->arena_bytes = 1 << 20;
  const auto add = [&](bool begin, uint32_t number) {
    auto entry = std::make_unique<artifact::EntryT>();
    if (begin) {
      artifact::ExchangeBeginT table;
      table.exchange = number;
      entry->action.Set(std::move(table));
    } else {
      artifact::ExchangeEndT table;
      table.exchange = number;
      entry->action.Set(std::move(table));
    }
    program->entries.push_back(std::move(entry));
  };
  for (uint32_t i = 0; i < exchanges.size(); ++i) {
    auto exchange = std::make_unique<artifact::ExchangeT>();
    exchange->source = std::make_unique<artifact::Ref>(artifact::Space::arena, 0);
    exchange->target = std::make_unique<artifact::Ref>(artifact::Space::arena, target);
    exchange->source_layout = exchanges[i].first;
    exchange->target_layout = exchanges[i].second;
    exchange->element_bytes = 4;
    program->exchanges.push_back(std::move(exchange));
    add(true, i);
    if (!together)
      add(false, i);
  }
  for (uint32_t i = 0; together && i < exchanges.size(); ++i)
    add(false, i);
  plan.programs.push_back(std::move(program));
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(artifact::Plan::Pack(builder, &plan));
  Result<LoadedPlan> loaded = loadPlan({builder.GetBufferPointer(), builder.GetSize()});
  EXPECT_TRUE(loaded) << loaded.error().message;
  return std::move(*loaded);
}

const std::vector<artifact::Axis> first = {artifact::Axis(0, 0, 0)}, second = {artifact::Axis(1, 0, 0)};

std::vector<std::unique_ptr<artifact::LayoutT>> list(std::unique_ptr<artifact::LayoutT> a, std::unique_ptr<artifact::LayoutT> b) {
  std::vector<std::unique_ptr<artifact::LayoutT>> made;
  made.push_back(std::move(a));
  made.push_back(std::move(b));
  return made;
}

Pattern patternOf(const LoadedPlan &plan, uint32_t ranks) {
  const Pattern pattern = placeMessages(plan, 0).exchanges[0].pattern;
  for (uint32_t rank = 1; rank < ranks; ++rank)
    EXPECT_EQ(placeMessages(plan, rank).exchanges[0].pattern, pattern) << "all ranks of a group agree";
  return pattern;
}

} // namespace

TEST(Places, RowsThatAllWantAreGatheredInPlace) {
  const LoadedPlan plan = planOf({4}, list(layout({8, 6}, 0, first, even(8, 4)), layout({8, 6}, -1, {}, {})), {{0, 1}}, false);
  EXPECT_EQ(patternOf(plan, 4), Pattern::allGather);
  const MessagePlaces places = placeMessages(plan, 2);
  EXPECT_EQ(places.bytes, 0u);
  EXPECT_EQ(places.exchanges[0].group, (std::vector<uint32_t>{0, 1, 2, 3}));
  for (const MessagePlace &message : places.exchanges[0].receives) {
    EXPECT_TRUE(message.direct);
    EXPECT_EQ(message.offset, message.peer * 48u);
    EXPECT_EQ(message.bytes, 48u);
  }
}

TEST(Places, UnevenOrScatteredPartsAreMessages) {
  const LoadedPlan uneven = planOf({4}, list(layout({7, 6}, 0, first, even(7, 4)), layout({7, 6}, -1, {}, {})), {{0, 1}}, false);
  EXPECT_EQ(patternOf(uneven, 4), Pattern::pairs);
  EXPECT_EQ(placeMessages(uneven, 1).bytes, 0u) << "they still lie together";
  // Columns lie scattered in the target: each comes through message memory.
  const LoadedPlan columns = planOf({2}, list(layout({7, 6}, 1, first, even(6, 2)), layout({7, 6}, -1, {}, {})), {{0, 1}}, false);
  EXPECT_EQ(patternOf(columns, 2), Pattern::pairs);
  const MessagePlaces places = placeMessages(columns, 0);
  EXPECT_TRUE(places.exchanges[0].sends[0].direct);
  EXPECT_FALSE(places.exchanges[0].receives[0].direct);
  EXPECT_EQ(places.bytes, 256u);
}

TEST(Places, RowsToColumnsIsAllToAll) {
  const LoadedPlan plan = planOf({4}, list(layout({8, 12}, 0, first, even(8, 4)), layout({8, 12}, 1, first, even(12, 4))), {{0, 1}}, false);
  EXPECT_EQ(patternOf(plan, 4), Pattern::allToAll);
  const MessagePlaces places = placeMessages(plan, 3);
  // 2 rows of 3 columns to each.
  EXPECT_EQ(places.exchanges[0].sends[1].offset, places.exchanges[0].sendStart + 24);
  EXPECT_EQ(places.exchanges[0].receives[2].offset, places.exchanges[0].receiveStart + 48);
  EXPECT_EQ(places.bytes, 512u);
}

TEST(Places, OneHolderBroadcasts) {
  // All rows on the first rank.
  const LoadedPlan plan = planOf({3}, list(layout({4}, 0, first, {0, 4, 4, 4}), layout({4}, -1, {}, {})), {{0, 1}}, false);
  EXPECT_EQ(patternOf(plan, 3), Pattern::broadcast);
}

TEST(Places, GroupsAreThoseThatTalk) {
  const LoadedPlan plan = planOf({2, 3}, list(layout({6}, 0, second, even(6, 3)), layout({6}, -1, {}, {})), {{0, 1}}, false);
  EXPECT_EQ(groupsOf(plan, 0), (std::vector<uint32_t>{0, 0, 0, 3, 3, 3}));
  EXPECT_EQ(patternOf(plan, 6), Pattern::allGather);
  EXPECT_EQ(placeMessages(plan, 4).exchanges[0].group, (std::vector<uint32_t>{3, 4, 5}));
}

TEST(Places, OneBufferForBothSidesNeedsMessages) {
  const LoadedPlan plan = planOf({4}, list(layout({8, 6}, 0, first, even(8, 4)), layout({8, 6}, -1, {}, {})), {{0, 1}}, false, 0);
  EXPECT_EQ(patternOf(plan, 4), Pattern::allToAll);
  const MessagePlaces places = placeMessages(plan, 1);
  for (const MessagePlace &message : places.exchanges[0].sends)
    EXPECT_FALSE(message.direct);
}

TEST(Places, MemoryIsSharedByExchangesThatNeverMeet) {
  const auto layouts = [] { return list(layout({7, 6}, 1, first, even(6, 2)), layout({7, 6}, -1, {}, {})); };
  const std::vector<std::pair<uint32_t, uint32_t>> three(3, {0, 1});
  EXPECT_EQ(placeMessages(planOf({2}, layouts(), three, false), 0).bytes, 256u);
  const MessagePlaces together = placeMessages(planOf({2}, layouts(), three, true), 0);
  EXPECT_EQ(together.bytes, 768u);
  EXPECT_NE(together.exchanges[0].receives[0].offset, together.exchanges[1].receives[0].offset);
}
