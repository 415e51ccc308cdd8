// Whole steps: the same bits for any number of ranks and threads, any delay, any content of unused memory.
#include "det/Runtime/Session.h"
#include "TestPlan.h"
#include "../Launch/TestGroup.h"
#include "det/Runtime/Comm/Delayed.h"
#include "det/Runtime/Comm/InProcess.h"

#include <cstring>
#include <gtest/gtest.h>
#include <optional>
#include <random>

using namespace det::rt;
using namespace det::rt::test;

namespace {

HostTensor randomTensor(std::vector<int64_t> shape, uint64_t seed) {
  HostTensor tensor{ElementType::f32, shape, {}};
  tensor.bytes.resize(size_t(*elementCount(shape)) * 4);
  std::mt19937_64 random(seed);
  for (size_t i = 0; i < tensor.bytes.size(); i += 4) {
    const float value = std::ldexp(float(int64_t(random())), int(random() % 20) - 70);
    std::memcpy(tensor.bytes.data() + i, &value, 4);
  }
  return tensor;
}

struct Outcome {
  std::vector<uint8_t> w, scale, sum;
  bool operator==(const Outcome &) const = default;
};

Outcome train(const det::artifact::PlanT &plan, SessionOptions options, int steps = 4) {
  auto session = Session::create(makeArtifact(plan), options);
  EXPECT_TRUE(session) << session.error().message;
  if (!session)
    return {};
  EXPECT_TRUE((*session)->setState("w", randomTensor({width}, 1).view()));
  EXPECT_TRUE((*session)->setState("scale", randomTensor({}, 2).view()));
  for (int i = 0; i < steps; ++i) {
    const HostTensor x = randomTensor({rows, width}, 100 + uint64_t(i));
    const Status status = (*session)->step({{"x", x.view()}});
    EXPECT_TRUE(status) << status.error().message;
  }
  const TensorView sum = *(*session)->metric("sum");
  const HostTensor w = *(*session)->getState("w");
  const auto sums = (*session)->stateSums();
  EXPECT_TRUE(sums);
  EXPECT_EQ(sums->at("w"), elementSums(ElementType::f32, w.bytes.data(), 0, width));
  return {w.bytes, (*session)->getState("scale")->bytes, {sum.bytes.begin(), sum.bytes.end()}};
}

Outcome train(uint32_t ranks, SessionOptions options, int steps = 4) { return train(makePlan(ranks), options, steps); }

// The step by definition, in plain loops.
Outcome expected(int steps) {
  HostTensor w = randomTensor({width}, 1);
  auto *state = reinterpret_cast<float *>(w.bytes.data());
  Outcome outcome;
  for (int i = 0; i < steps; ++i) {
    const HostTensor x = randomTensor({rows, width}, 100 + uint64_t(i));
    const auto *v = reinterpret_cast<const float *>(x.bytes.data());
    std::vector<float> sum(width);
    for (int64_t c = 0; c < width; ++c) {
      const auto e = [&](int row) { return v[row * width + c]; };
      sum[size_t(c)] = ((e(0) + e(1)) + (e(2) + e(3))) + ((e(4) + e(5)) + e(6)); // T(7)
      for (int k = 0; k < loopCount; ++k)
        state[c] += sum[size_t(c)];
    }
    outcome.sum.assign(reinterpret_cast<uint8_t *>(sum.data()), reinterpret_cast<uint8_t *>(sum.data() + width));
  }
  outcome.w = w.bytes;
  outcome.scale = randomTensor({}, 2).bytes;
  return outcome;
}

SessionOptions threads(int count) {
  SessionOptions options;
  options.threads = count;
  return options;
}

} // namespace

TEST(Session, SameBitsForAnyRanksAndThreads) {
  const Outcome right = expected(4);
  for (uint32_t ranks : {1u, 2u, 3u, 4u, 7u, 9u})
    for (int count : {1, 2, 5})
      EXPECT_EQ(train(ranks, threads(count)), right) << ranks << " ranks, " << count << " threads";
}

TEST(Session, SameBitsHoweverMessagesTravel) {
  const Outcome right = expected(20);
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SessionOptions options = threads(1 + int(seed % 4));
    options.communicators = delayMessages(connectInProcess, seed, 40);
    EXPECT_EQ(train(4, options, 20), right) << seed;
  }
}

namespace {

// The outcome as process 0 sees it, of threads that stand for processes.
Outcome trainTogether(uint32_t ranks, uint32_t processes, const SessionOptions &options, int steps) {
  Outcome outcome;
  runGroup({processes, true, {}}, [&](ProcessGroup &group) {
    SessionOptions own = options;
    own.group = std::shared_ptr<ProcessGroup>(&group, [](ProcessGroup *) {});
    {
      auto session = Session::create(makeArtifact(makePlan(ranks)), own);
      ASSERT_TRUE(session) << session.error().message;
      EXPECT_TRUE((*session)->setState("w", randomTensor({width}, 1).view()));
      EXPECT_TRUE((*session)->setState("scale", randomTensor({}, 2).view()));
      for (int i = 0; i < steps; ++i) {
        const Status status = (*session)->step({{"x", randomTensor({rows, width}, 100 + uint64_t(i)).view()}});
        EXPECT_TRUE(status) << status.error().message;
      }
      const auto w = (*session)->getState("w"), scale = (*session)->getState("scale");
      const auto sums = (*session)->stateSums();
      ASSERT_TRUE(w && scale && sums);
      const auto sum = (*session)->metric("sum");
      EXPECT_EQ(bool(sum), group.process() == 0);
      if (group.process() == 0) {
        EXPECT_EQ(sums->at("w"), elementSums(ElementType::f32, w->bytes.data(), 0, width));
        outcome = {w->bytes, scale->bytes, {sum->bytes.begin(), sum->bytes.end()}};
      }
    }
    EXPECT_TRUE(group.finish());
  });
  return outcome;
}

} // namespace

TEST(Session, SameBitsInAnyNumberOfProcesses) {
  const Outcome right = expected(6);
  for (const Transport transport : {Transport::sharedMemory, Transport::tcp})
    for (const auto &[ranks, processes] : {std::pair(4u, 2u), std::pair(4u, 4u), std::pair(6u, 3u), std::pair(1u, 1u)})
      for (const int count : {1, 3})
        for (const bool chaos : {false, true}) {
          SessionOptions options = threads(count);
          options.transport = transport;
          if (chaos)
            options.chaos = 7;
          EXPECT_EQ(trainTogether(ranks, processes, options, 6), right) << ranks << " ranks in " << processes << " processes, " << count << " threads";
        }
}

namespace {

SessionOptions byLevels(int count, uint32_t near) {
  SessionOptions options = threads(count);
  options.route = RouteChoice::levels;
  options.near = near;
  return options;
}

ExchangeTraffic traffic(uint32_t ranks, const SessionOptions &options) {
  const auto session = Session::create(makeArtifact(makePlan(ranks)), options);
  EXPECT_TRUE(session);
  return session ? (*session)->traffic() : ExchangeTraffic();
}

} // namespace

TEST(Session, SameBitsByLevels) {
  const Outcome right = expected(6);
  for (const auto &[ranks, near] : {std::pair(4u, 2u), std::pair(4u, 3u), std::pair(5u, 2u), std::pair(9u, 3u), std::pair(7u, 4u), std::pair(3u, 1u)})
    for (const int count : {1, 5})
      for (const std::optional<uint64_t> chaos : {std::optional<uint64_t>(), std::optional<uint64_t>(1), std::optional<uint64_t>(2)}) {
        SessionOptions options = byLevels(count, near);
        options.chaos = chaos;
        EXPECT_EQ(train(ranks, options, 6), right) << ranks << " ranks, " << near << " near, " << count << " threads";
      }
  for (const ArenaFill fill : {ArenaFill::zero, ArenaFill::ones, ArenaFill::nan}) {
    SessionOptions options = byLevels(2, 2);
    options.fill = fill;
    EXPECT_EQ(train(5, options, 6), right);
  }
}

TEST(Session, SameBitsByLevelsInProcesses) {
  const Outcome right = expected(6);
  for (const Transport transport : {Transport::sharedMemory, Transport::tcp})
    for (const auto &[ranks, processes, near] : {std::tuple(4u, 2u, 2u), std::tuple(4u, 4u, 2u), std::tuple(6u, 3u, 3u), std::tuple(6u, 3u, 4u)})
      for (const bool chaos : {false, true}) {
        SessionOptions options = byLevels(2, near);
        options.transport = transport;
        if (chaos)
          options.chaos = 7;
        EXPECT_EQ(trainTogether(ranks, processes, options, 6), right) << ranks << " ranks in " << processes << " processes, " << near << " near";
      }
}

TEST(Session, LevelsSaveMessagesBetweenMachines) {
  // Two exchanges: every rank has something for every other one.
  SessionOptions options = byLevels(1, 2);
  const ExchangeTraffic levels = traffic(4, options);
  EXPECT_EQ(levels.between.messages, 2 * 2u);
  options.route = RouteChoice::automatic;
  EXPECT_EQ(traffic(4, options).between, levels.between);
  options.route = RouteChoice::flat;
  const ExchangeTraffic flat = traffic(4, options);
  EXPECT_EQ(flat.between.messages, 2 * 8u);
  EXPECT_LT(levels.between.bytes, flat.between.bytes) << "what both ranks of a machine want crosses once";
  // One machine, or one rank on each: nothing to save.
  for (const uint32_t near : {0u, 1u, 4u}) {
    options.near = near;
    options.route = RouteChoice::flat;
    const ExchangeTraffic straight = traffic(4, options);
    options.route = RouteChoice::automatic;
    EXPECT_EQ(traffic(4, options).between, straight.between);
    EXPECT_EQ(traffic(4, options).within, straight.within);
  }
}

TEST(Session, RanksThatProcessesDoNotDivideAreRefusedEverywhere) {
  runGroup({3, false, {}}, [](ProcessGroup &group) {
    SessionOptions options = threads(1);
    options.group = std::shared_ptr<ProcessGroup>(&group, [](ProcessGroup *) {});
    const auto session = Session::create(makeArtifact(makePlan(4)), options);
    ASSERT_FALSE(session);
    EXPECT_EQ(session.error().message, "3 processes do not divide the 4 ranks of the mesh; start one of 1, 2, 4");
  });
}

TEST(Session, UnusedMemoryIsNotRead) {
  const Outcome right = expected(4);
  for (ArenaFill fill : {ArenaFill::zero, ArenaFill::ones, ArenaFill::nan}) {
    SessionOptions options = threads(2);
    options.fill = fill;
    EXPECT_EQ(train(3, options), right);
  }
}

namespace {

SessionOptions chaotic(int count, uint64_t seed) {
  SessionOptions options = threads(count);
  options.chaos = seed;
  return options;
}

} // namespace

TEST(Session, SameBitsInChaos) {
  const Outcome right = expected(6);
  for (uint32_t ranks : {1u, 3u, 4u, 9u})
    for (int count : {1, 2, 5})
      for (uint64_t seed = 0; seed < 8; ++seed)
        EXPECT_EQ(train(ranks, chaotic(count, seed), 6), right) << ranks << " ranks, " << count << " threads, seed " << seed;
}

TEST(Session, ChaosShowsWhatIsReadBeforeItIsWritten) {
  auto unwritten = makePlan(2), early = makePlan(2);
  for (auto &program : unwritten.programs)
    program->entries.erase(program->entries.begin()); // the copy that makes the partial sums
  for (auto &program : early.programs)
    std::swap(program->entries[5], program->entries[6]); // the wait, and what waits
  for (const auto &plan : {std::cref(unwritten), std::cref(early)}) {
    EXPECT_FALSE(train(plan.get(), chaotic(2, 1)) == expected(4));
    EXPECT_FALSE(train(plan.get(), chaotic(2, 1)) == train(plan.get(), chaotic(2, 2)));
  }
}

TEST(Session, ManySteps) { EXPECT_EQ(train(4, threads(2), 2000), expected(2000)); }

TEST(Session, ProfileAccountsForEveryEntry) {
  SessionOptions options;
  options.profile = true;
  auto session = Session::create(makeArtifact(makePlan(2)), options);
  ASSERT_TRUE(session);
  const HostTensor x = randomTensor({rows, width}, 1);
  ASSERT_TRUE((*session)->step({{"x", x.view()}}));
  int64_t joins = 0;
  for (const EntryTime &time : (*session)->profile())
    joins += time.kind == "join" ? time.calls : 0;
  EXPECT_EQ(joins, 2 * (1 + loopCount));
}

TEST(Session, RefusesWrongTensors) {
  auto created = Session::create(makeArtifact(makePlan(2)), threads(1));
  ASSERT_TRUE(created);
  auto &session = *created;
  const HostTensor x = randomTensor({rows, width}, 1), small = randomTensor({rows}, 1);
  EXPECT_FALSE(session->metric("sum"));
  EXPECT_FALSE(session->step({}));
  EXPECT_FALSE(session->step({{"x", small.view()}}));
  EXPECT_FALSE(session->step({{"x", x.view()}, {"y", x.view()}}));
  EXPECT_FALSE(session->setState("w", x.view()));
  EXPECT_FALSE(session->setState("x", x.view()));
  EXPECT_FALSE(session->getState("none"));
  EXPECT_TRUE(session->step({{"x", x.view()}}));
}

namespace {

// Expects that a change to the plan is refused, with these words.
template <class Change> void refused(const std::string &words, Change &&change) {
  auto plan = makePlan(2);
  change(plan);
  const auto session = Session::create(makeArtifact(plan), SessionOptions{});
  ASSERT_FALSE(session) << words;
  EXPECT_NE(session.error().message.find(words), std::string::npos) << session.error().message;
}

} // namespace

TEST(Session, RefusesPlansThatDoNotHoldTogether) {
  using namespace det::artifact;
  refused("format", [](PlanT &plan) { plan.format = 2; });
  refused("lacks its mesh", [](PlanT &plan) { plan.mesh.reset(); });
  refused("has none", [](PlanT &plan) { plan.programs.pop_back(); });
  refused("two programs", [](PlanT &plan) { plan.programs[1]->ranks = {0, 1}; });
  refused("edges", [](PlanT &plan) { plan.layouts[0]->dims[0]->edges[1] = 100; });
  refused("layout does", [](PlanT &plan) { plan.tensors[0]->layout = 99; });
  refused("no place", [](PlanT &plan) { plan.programs[0]->placements.pop_back(); });
  refused("touches bytes",
          [](PlanT &plan) { plan.programs[0]->placements[0]->value = std::make_unique<Ref>(Space::arena, 4090); });
  refused("touches bytes", [](PlanT &plan) { plan.programs[0]->entries[0]->action.AsCopy()->sizes[0] = 1000; });
  refused("not aligned",
          [](PlanT &plan) { plan.programs[0]->entries[0]->action.AsCopy()->source = std::make_unique<Ref>(Space::arena, 129); });
  refused("constants", [](PlanT &plan) {
    plan.programs[0]->entries[0]->action.AsCopy()->target = std::make_unique<Ref>(Space::constants, 0);
  });
  refused("out of range", [](PlanT &plan) { plan.programs[0]->entries[0]->action.AsCopy()->source_strides[0] = INT64_MAX / 2; });
  refused("exchange 7", [](PlanT &plan) { plan.programs[0]->entries[1]->action.AsExchangeBegin()->exchange = 7; });
  refused("without", [](PlanT &plan) { plan.programs[0]->entries.erase(plan.programs[0]->entries.begin() + 1); });
  refused("no end", [](PlanT &plan) { plan.programs[0]->entries.erase(plan.programs[0]->entries.begin() + 2); });
  refused("order them", [](PlanT &plan) {
    auto &entries = plan.programs[0]->entries;
    entries.erase(entries.begin() + 4, entries.begin() + 6);
  });
  refused("disagree", [](PlanT &plan) { plan.programs[1]->exchanges[1]->target_layout = 2; });
  refused("partition", [](PlanT &plan) {
    for (auto &program : plan.programs)
      program->exchanges[0]->nodes[0]->positions[2] = 3;
  });
  refused("program", [](PlanT &plan) { plan.programs[0]->entries[3]->action.AsJoin()->pops[0] = 1; });
  refused("action", [](PlanT &plan) { plan.programs[0]->entries[0]->action.Reset(); });
  refused("out of memory", [](PlanT &plan) { plan.programs[0]->arena_bytes = uint64_t(1) << 45; });
  refused("kernels.v", [](PlanT &plan) { plan.kernels = {"f"}; });
}

TEST(Session, RefusesBadThreadCounts) {
  EXPECT_FALSE(Session::create(makeArtifact(makePlan(2)), threads(0)));
  EXPECT_FALSE(Session::create(makeArtifact(makePlan(2)), threads(100000)));
}
