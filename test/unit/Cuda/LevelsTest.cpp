// Exchanges by levels on devices: the bits of the host, on one device, between processes by NCCL and by way of the host.
#include "TestArtifact.h"
#include "det/Runtime/Cuda/LocalNccl.h"
#include "det/Runtime/Session.h"

using namespace det::rt;
using namespace det::rt::test;

namespace {

SessionOptions byLevels(uint32_t near, std::optional<uint64_t> chaos) {
  SessionOptions options;
  options.route = RouteChoice::levels;
  options.near = near;
  options.chaos = chaos;
  return options;
}

Outcome onHost(int steps) {
  auto session = Session::create(makeArtifact(makePlan(1)), {});
  EXPECT_TRUE(session);
  return trainTestPlan(**session, steps);
}

/// A process for each rank. `world`: NCCL is memory; null: messages go by way of the host.
Outcome inProcesses(uint32_t ranks, const SessionOptions &options, std::shared_ptr<cuda::LocalWorld> world, int steps) {
  Outcome outcome;
  runProcesses(ranks, [&](std::shared_ptr<ProcessGroup> group) {
    SessionOptions own = options;
    own.group = group;
    cuda::CudaOptions cuda;
    if (world)
      cuda.nccl = [&](cuda::Driver &driver) -> Result<std::unique_ptr<cuda::Nccl>> { return cuda::openLocalNccl(world, driver); };
    cuda::SimOptions sim;
    sim.chaos = options.chaos;
    auto session = cuda::CudaSession::create(makeCudaArtifact(makePlan(ranks)), cuda::openSimDriver(sim), own, cuda);
    ASSERT_TRUE(session) << session.error().message;
    const bool isFirst = group->process() == 0;
    Outcome mine = trainTestPlan(**session, steps, isFirst);
    if (isFirst)
      outcome = std::move(mine);
    const Status end = group->finish();
    EXPECT_TRUE(end) << end.error().message;
  });
  return outcome;
}

const std::optional<uint64_t> seeds[] = {std::nullopt, 5};

} // namespace

TEST(CudaLevels, HostBitsOnOneDevice) {
  const Outcome right = onHost(3);
  for (const auto &[ranks, near] : {std::pair(4u, 2u), std::pair(5u, 2u), std::pair(7u, 3u)})
    for (const auto &seed : seeds) {
      auto session = openSim(makePlan(ranks), byLevels(near, seed), !seed);
      ASSERT_TRUE(session);
      EXPECT_EQ(session->isOneGraph(), !seed);
      EXPECT_EQ(trainTestPlan(*session, 3), right) << ranks << " ranks, " << near << " near";
    }
}

TEST(CudaLevels, HostBitsOverMessages) {
  const Outcome right = onHost(3);
  for (const auto &[ranks, near] : {std::pair(4u, 2u), std::pair(5u, 2u)})
    for (const auto &seed : seeds) {
      EXPECT_EQ(inProcesses(ranks, byLevels(near, seed), cuda::makeLocalWorld(), 3), right) << ranks << " ranks, " << near << " near, by NCCL";
      EXPECT_EQ(inProcesses(ranks, byLevels(near, seed), nullptr, 3), right) << ranks << " ranks, " << near << " near, by way of the host";
    }
}

TEST(CudaLevels, LessGoesBetweenMachines) {
  const auto flat = openSim(makePlan(4), [] {
    SessionOptions options = byLevels(2, {});
    options.route = RouteChoice::flat;
    return options;
  }());
  const auto levels = openSim(makePlan(4), byLevels(2, {}));
  ASSERT_TRUE(flat && levels);
  EXPECT_EQ(flat->traffic().between.messages, 16u);
  EXPECT_EQ(levels->traffic().between.messages, 4u);
  EXPECT_GT(levels->memory().messages, flat->memory().messages) << "what is passed on needs room";
}
