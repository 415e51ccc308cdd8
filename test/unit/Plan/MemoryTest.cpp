// Memory: buffers that live together never overlap; the new state takes the old one's place only where nothing reads it later.
#include "Memory.h"

#include <gtest/gtest.h>
#include <random>

using namespace det::plan;

namespace {

/// A step that reads and writes whole buffers; `inPlace` allows the first read to lie on the first write.
Step step(std::vector<int> reads, std::vector<int> writes, bool inPlace = false) {
  Step step;
  for (int buffer : reads)
    step.uses.push_back({buffer, 0, true, false});
  for (int buffer : writes)
    step.uses.push_back({buffer, 0, false, true});
  if (inPlace)
    step.inPlace.push_back({0, static_cast<unsigned>(reads.size())});
  return step;
}

Buffer buffer(BufferKind kind, uint64_t bytes) {
  Buffer result;
  result.kind = kind;
  result.bytes = bytes;
  return result;
}

TEST(Memory, LivingBuffersAreApart) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<Buffer> buffers;
    for (int i = 0; i < 60; ++i)
      buffers.push_back(buffer(i < 5    ? BufferKind::State
                               : i < 8  ? BufferKind::Batch
                               : i < 10 ? BufferKind::Metric
                                        : BufferKind::Temporary,
                               1 + random() % 200000));
    std::vector<Step> steps;
    for (int i = 0; i < 80; ++i)
      steps.push_back(step({static_cast<int>(random() % 60)}, {static_cast<int>(random() % 60)}));
    ArenaSize size = placeBuffers(buffers, steps);
    std::vector<Lifetime> lives = lifetimesOf(buffers, steps);
    for (int i = 0; i < 60; ++i) {
      if (buffers[i].kind == BufferKind::State)
        lives[i] = {-1, 1000};
      if (buffers[i].kind == BufferKind::Batch)
        lives[i].first = -1, lives[i].last = std::max(lives[i].last, -1);
      if (buffers[i].kind == BufferKind::Metric)
        lives[i] = {lives[i].isEmpty() ? -1 : lives[i].first, 1000};
      if (lives[i].isEmpty())
        continue;
      EXPECT_LE(buffers[i].offset + buffers[i].bytes, size.bytes);
      EXPECT_EQ(buffers[i].offset % 64, 0u);
      for (int j = 0; j < i; ++j)
        if (!lives[j].isEmpty() && lives[i].overlaps(lives[j]))
          EXPECT_TRUE(buffers[i].offset + buffers[i].bytes <= buffers[j].offset ||
                      buffers[j].offset + buffers[j].bytes <= buffers[i].offset);
    }
  }
}

TEST(Memory, NewStateTakesTheOldPlace) {
  // Read before, written later.
  std::vector<Buffer> buffers = {buffer(BufferKind::State, 64), buffer(BufferKind::Temporary, 64),
                                 buffer(BufferKind::Temporary, 64)};
  std::vector<Step> steps;
  steps.push_back(step({0}, {2}));
  steps.push_back(step({2}, {1}));
  EXPECT_TRUE(Sharing(buffers, steps).shareIfPossible(1, 0));
  EXPECT_EQ(rootOf(buffers, 1), 0);
}

TEST(Memory, NewStateWaitsForReaders) {
  std::vector<Buffer> buffers = {buffer(BufferKind::State, 64), buffer(BufferKind::Temporary, 64),
                                 buffer(BufferKind::Temporary, 64)};
  std::vector<Step> steps;
  steps.push_back(step({0}, {1}, /*inPlace=*/true));
  steps.push_back(step({0}, {2}));
  EXPECT_FALSE(Sharing(buffers, steps).shareIfPossible(1, 0)) << "a later step reads the old value";
  steps.pop_back();
  EXPECT_TRUE(Sharing(buffers, steps).shareIfPossible(1, 0)) << "the writer reads each element first";
}

TEST(Memory, AStepThatMayNotWriteInPlaceDoesNot) {
  std::vector<Buffer> buffers = {buffer(BufferKind::State, 64), buffer(BufferKind::Temporary, 64)};
  std::vector<Step> steps;
  steps.push_back(step({0}, {1}));
  EXPECT_FALSE(Sharing(buffers, steps).shareIfPossible(1, 0));
}

TEST(Memory, ChainsOfElementwiseStepsShareOneBuffer) {
  std::vector<Buffer> buffers(4, buffer(BufferKind::Temporary, 1 << 20));
  std::vector<Step> steps;
  steps.push_back(step({}, {0}));
  steps.push_back(step({0}, {1}, true));
  steps.push_back(step({1}, {2}, true));
  steps.push_back(step({2}, {3}, true));
  Sharing(buffers, steps).shareInPlace();
  EXPECT_EQ(placeBuffers(buffers, steps).bytes, uint64_t(1) << 20);
}

Step mark(LoopMark mark) {
  Step step;
  step.mark = mark;
  return step;
}

Step handOver(int from, int to) {
  Step step = ::step({from}, {to}, true);
  step.handsOver = true;
  return step;
}

/// 0 becomes the carried 1; the body makes 2 from 1 and hands it over.
std::vector<Step> loop(bool inPlace, std::vector<Step> afterwards = {}) {
  std::vector<Step> steps;
  steps.push_back(step({}, {0}));
  steps.push_back(handOver(0, 1));
  steps.push_back(mark(LoopMark::Begin));
  steps.push_back(step({1}, {3}));
  steps.push_back(mark(LoopMark::Test));
  steps.push_back(step({1}, {2}, inPlace));
  for (Step &step : afterwards)
    steps.push_back(std::move(step));
  steps.push_back(handOver(2, 1));
  steps.push_back(mark(LoopMark::End));
  steps.push_back(step({1}, {3}));
  return steps;
}

TEST(Memory, WhatALoopReadsLivesAsLongAsTheLoop) {
  std::vector<Buffer> buffers(4, buffer(BufferKind::Temporary, 64));
  buffers.push_back(buffer(BufferKind::Batch, 64));
  std::vector<Step> steps = loop(false, {});
  steps[3].uses.push_back({4, 0, true, false}); // only in the condition
  std::vector<Lifetime> lives = lifetimesOf(buffers, steps);
  EXPECT_EQ(lives[1].first, 1);
  EXPECT_EQ(lives[1].last, 8);
  EXPECT_EQ(lives[2].first, 5) << "what only an iteration uses may lie where others lie in it";
  EXPECT_EQ(lives[2].last, 6);
  EXPECT_EQ(lives[4].last, 7) << "a batch is read in every iteration";
}

TEST(Memory, ACarriedValueIsMadeInPlaceWhereNothingReadsItLater) {
  std::vector<Buffer> buffers(5, buffer(BufferKind::Temporary, 64));
  std::vector<Step> steps = loop(true);
  Sharing sharing(buffers, steps);
  sharing.shareCarried();
  sharing.shareInPlace();
  EXPECT_EQ(rootOf(buffers, 2), rootOf(buffers, 1));
  EXPECT_EQ(rootOf(buffers, 1), rootOf(buffers, 0)) << "the first value is over when the loop begins";

  std::vector<Buffer> apart(5, buffer(BufferKind::Temporary, 64));
  std::vector<Step> late;
  late.push_back(step({1}, {4}));
  std::vector<Step> readLater = loop(true, late);
  Sharing(apart, readLater).shareCarried();
  EXPECT_NE(rootOf(apart, 2), rootOf(apart, 1)) << "the old value is read after the new one is made";

  std::vector<Buffer> copied(5, buffer(BufferKind::Temporary, 64));
  std::vector<Step> notInPlace = loop(false);
  Sharing(copied, notInPlace).shareCarried();
  EXPECT_NE(rootOf(copied, 2), rootOf(copied, 1)) << "the step reads what it would have overwritten";
}

} // namespace
