// One rank for each process, messages by NCCL: the path between processes, with memory in NCCL's place.
#include "TestArtifact.h"
#include "det/Runtime/Cuda/LocalNccl.h"
#include "det/Runtime/Session.h"

#include <mutex>

using namespace det::rt;
using namespace det::rt::test;

#define EXPECT_CONTAINS(text, part) EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)

namespace {

struct Rank {
  SessionOptions options;
  cuda::CudaOptions cuda;
};

Rank rankOf(std::shared_ptr<ProcessGroup> group, std::shared_ptr<cuda::LocalWorld> world, std::optional<uint64_t> chaos = {}) {
  Rank rank;
  rank.options.group = std::move(group);
  rank.options.chaos = chaos;
  rank.cuda.nccl = [world](cuda::Driver &driver) -> Result<std::unique_ptr<cuda::Nccl>> { return cuda::openLocalNccl(world, driver); };
  return rank;
}

Result<std::unique_ptr<cuda::CudaSession>> open(const Rank &rank, Artifact artifact) {
  cuda::SimOptions sim;
  sim.chaos = rank.options.chaos;
  return cuda::CudaSession::create(std::move(artifact), cuda::openSimDriver(sim), rank.options, rank.cuda);
}

/// The errors of all processes that create a session, by process.
std::vector<std::string> refusals(uint32_t processes, const std::function<Artifact(uint32_t)> &artifactOf) {
  std::vector<std::string> errors(processes);
  const auto world = cuda::makeLocalWorld();
  runProcesses(processes, [&](std::shared_ptr<ProcessGroup> group) {
    const auto session = open(rankOf(group, world), artifactOf(group->process()));
    if (!session)
      errors[group->process()] = session.error().message;
    (void)group->barrier("the end of a test");
    (void)group->finish();
  });
  return errors;
}

} // namespace

TEST(CudaRanks, HostBitsOverMessages) {
  auto host = Session::create(makeArtifact(makePlan(1)), {});
  ASSERT_TRUE(host);
  const Outcome right = trainTestPlan(**host, 3);
  for (const uint32_t ranks : {2u, 3u, 4u, 7u})
    for (const std::optional<uint64_t> chaos : {std::optional<uint64_t>(), std::optional<uint64_t>(5)}) {
      const auto world = cuda::makeLocalWorld();
      Outcome outcome;
      runProcesses(ranks, [&](std::shared_ptr<ProcessGroup> group) {
        auto session = open(rankOf(group, world, chaos), makeCudaArtifact(makePlan(ranks)));
        ASSERT_TRUE(session) << session.error().message;
        const bool isFirst = group->process() == 0;
        Outcome mine = trainTestPlan(**session, 3, isFirst);
        if (isFirst)
          outcome = std::move(mine);
        const Status end = group->finish();
        EXPECT_TRUE(end) << end.error().message;
      });
      EXPECT_EQ(outcome, right) << ranks << " ranks";
    }
}

// By one id for two ranks: they meet only if all have the same ids in the same order.
TEST(CudaRanks, MeetBySeveralIds) {
  auto host = Session::create(makeArtifact(makePlan(1)), {});
  ASSERT_TRUE(host);
  const Outcome right = trainTestPlan(**host, 1);
  const auto world = cuda::makeLocalWorld();
  Outcome outcome;
  runProcesses(7, [&](std::shared_ptr<ProcessGroup> group) {
    Rank rank = rankOf(group, world);
    rank.cuda.ranksPerId = 2;
    rank.cuda.connectSeconds = 30;
    auto session = open(rank, makeCudaArtifact(makePlan(7)));
    ASSERT_TRUE(session) << session.error().message;
    const bool isFirst = group->process() == 0;
    Outcome mine = trainTestPlan(**session, 1, isFirst);
    if (isFirst)
      outcome = std::move(mine);
    EXPECT_TRUE(group->finish());
  });
  EXPECT_EQ(outcome, right);
}

TEST(CudaRanks, AFailureElsewhereEndsAStep) {
  const auto world = cuda::makeLocalWorld();
  std::mutex mutex;
  std::vector<std::string> errors;
  runProcesses(3, [&](std::shared_ptr<ProcessGroup> group) {
    auto session = open(rankOf(group, world), makeCudaArtifact(makePlan(3)));
    ASSERT_TRUE(session) << session.error().message;
    const HostTensor x = randomTensor({rows, width}, 1);
    ASSERT_TRUE((*session)->step({{"x", x.view()}}));
    if (group->process() == 1) {
      (void)group->fail({"the test pulls the plug"});
      return;
    }
    const Status status = (*session)->step({{"x", x.view()}});
    ASSERT_FALSE(status);
    {
      const std::lock_guard lock(mutex);
      errors.push_back(status.error().message);
    }
    (void)group->fail(status.error());
  });
  ASSERT_EQ(errors.size(), 2u);
  for (const std::string &error : errors) {
    EXPECT_CONTAINS(error, "exchange '");
    EXPECT_CONTAINS(error, "the test pulls the plug");
  }
}

TEST(CudaRanks, ARankThatDoesNotComeEndsAStep) {
  const auto world = cuda::makeLocalWorld();
  runProcesses(2, [&](std::shared_ptr<ProcessGroup> group) {
    Rank rank = rankOf(group, world);
    rank.cuda.connectSeconds = 0.5;
    auto session = open(rank, makeCudaArtifact(makePlan(2)));
    ASSERT_TRUE(session) << session.error().message;
    if (group->process() == 0) {
      const HostTensor x = randomTensor({rows, width}, 1);
      const Status status = (*session)->step({{"x", x.view()}});
      ASSERT_FALSE(status);
      EXPECT_CONTAINS(status.error().message, "rank 0, exchange '#0': NCCL was not ready within 0.5 s");
    }
    EXPECT_TRUE(group->finish());
  });
}

TEST(CudaRanks, RefusesProcessesThatDiffer) {
  for (const std::string &error : refusals(2, [](uint32_t process) { return makeCudaArtifact(makePlan(2), process ? "// other\n" : ""); }))
    EXPECT_CONTAINS(error, "section 'kernels.ptx'");
  for (const std::string &error : refusals(2, [](uint32_t) { return makeCudaArtifact(makePlan(3)); }))
    EXPECT_CONTAINS(error, "the mesh has 3 ranks, and there are 2 processes: start one for each rank, or one for all");
}
