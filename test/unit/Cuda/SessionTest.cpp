// Whole steps on one device: the bits of the host, on any number of ranks, in any order that events allow; and what is refused.
#include "Fake.h"
#include "TestArtifact.h"
#include "det/Device/Interface.h"
#include "det/Runtime/Session.h"

#include <cstdlib>

using namespace det::rt;
using namespace det::rt::test;

#define EXPECT_CONTAINS(text, part) EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)

namespace {

Outcome onHost(int steps) {
  auto session = Session::create(makeArtifact(makePlan(1)), {});
  EXPECT_TRUE(session);
  return trainTestPlan(**session, steps);
}

Outcome onSim(uint32_t ranks, int steps, const SessionOptions &options = {}, bool graphs = true) {
  auto session = openSim(makePlan(ranks), options, graphs);
  if (!session)
    return {};
  EXPECT_EQ(session->isOneGraph(), graphs && !options.profile);
  return trainTestPlan(*session, steps);
}

std::string refusal(Artifact artifact, std::unique_ptr<cuda::Driver> driver) {
  const auto session = cuda::CudaSession::create(std::move(artifact), std::move(driver), {});
  return session ? "" : session.error().message;
}

} // namespace

TEST(CudaSession, HostBitsForAnyRanks) {
  const Outcome right = onHost(3);
  for (const uint32_t ranks : {1u, 2u, 3u, 4u, 7u, 9u})
    for (const bool graphs : {false, true})
      EXPECT_EQ(onSim(ranks, 3, {}, graphs), right) << ranks << " ranks";
}

TEST(CudaSession, HostBitsInAnyOrderThatEventsAllow) {
  const Outcome right = onHost(3);
  for (const uint32_t ranks : {1u, 3u, 4u})
    for (uint64_t seed = 0; seed < 8; ++seed) {
      SessionOptions options;
      options.chaos = seed;
      EXPECT_EQ(onSim(ranks, 3, options, seed % 2 == 0), right) << ranks << " ranks, seed " << seed;
    }
}

TEST(CudaSession, UnusedMemoryIsNotRead) {
  const Outcome right = onHost(3);
  for (const ArenaFill fill : {ArenaFill::zero, ArenaFill::ones, ArenaFill::nan}) {
    SessionOptions options;
    options.fill = fill;
    EXPECT_EQ(onSim(3, 3, options), right);
  }
}

TEST(CudaSession, TimesEntries) {
  SessionOptions options;
  options.profile = true;
  auto session = openSim(makePlan(3), options);
  ASSERT_TRUE(session);
  trainTestPlan(*session, 2);
  std::map<std::string, int64_t> calls;
  for (const EntryTime &time : session->profile())
    calls[std::string(time.kind)] += time.calls;
  // Three ranks, two steps; the loop runs three times.
  EXPECT_EQ(calls["copy"], 6);
  EXPECT_EQ(calls["join"], 6 + 18);
  EXPECT_EQ(calls["begin"], 4);
}

TEST(CudaSession, RefusesWrongCallsLikeTheHost) {
  auto session = openSim(makePlan(2));
  ASSERT_TRUE(session);
  EXPECT_CONTAINS(session->metric("sum").error().message, "no metric before the first step");
  EXPECT_CONTAINS(session->step({}).error().message, "batch tensor 'x' (f32[7,5]) is missing");
  EXPECT_CONTAINS(session->setState("x", randomTensor({7, 5}, 1).view()).error().message, "no state tensor 'x'");
  EXPECT_CONTAINS(session->setState("w", randomTensor({4}, 1).view()).error().message, "is f32[4], expected f32[5]");
  // State begins as zeros, and a refused call has changed nothing.
  EXPECT_EQ(session->getState("w")->bytes, std::vector<uint8_t>(20));
}

TEST(CudaSession, RefusesWhatCannotRun) {
  EXPECT_CONTAINS(refusal(makeArtifact(makePlan(1)), cuda::openSimDriver()), "was compiled for the host: compile with --to=cuda");
  cuda::SimOptions small;
  small.memoryBytes = 5000;
  EXPECT_CONTAINS(refusal(makeCudaArtifact(makePlan(2)), cuda::openSimDriver(small)), "out of GPU memory: 2 ranks need ");
  EXPECT_CONTAINS(refusal(makeCudaArtifact(makePlan(2)), cuda::openSimDriver(small)), "; free are 5000 bytes");
  auto driver = cuda::openCudaDriver(0, FAKE_CUDA);
  ASSERT_TRUE(driver);
  EXPECT_CONTAINS(refusal(makeCudaArtifact(makePlan(1)), std::move(*driver)),
                  "this GPU is sm_90 (Fake H200), and 'test plan' has kernels for no chip: compile with --chips=sm_90");
  driver = cuda::openCudaDriver(0, FAKE_CUDA);
  auto plan = makePlan(1);
  plan.chips = {"sm_80", "sm_90a", "sm_100"};
  EXPECT_CONTAINS(refusal(makeCudaArtifact(plan), std::move(*driver)), "has no section 'kernels.sm_90a', which its plan names");
  driver = cuda::openCudaDriver(0, FAKE_CUDA);
  plan.chips = {"sm_80", "sm_100"};
  EXPECT_CONTAINS(refusal(makeCudaArtifact(plan), std::move(*driver)), "has kernels for sm_80, sm_100: compile with --chips=sm_90");
  // Kernels of another version.
  plan.target = "cuda";
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(det::artifact::Plan::Pack(builder, &plan));
  const auto bytes = packArtifact({{std::string(section::plan), {builder.GetBufferPointer(), builder.GetSize()}}, interfaceOf("another")});
  EXPECT_CONTAINS(refusal(std::move(*Artifact::fromMemory(*bytes, "test plan")), cuda::openSimDriver()), "was compiled by another version of det");
  plan.programs[0]->arena_bytes = 256;
  EXPECT_CONTAINS(refusal(makeCudaArtifact(plan), cuda::openSimDriver()), "'test plan': bad plan: ");
}

TEST(CudaSession, RefusesVariablesThatAlterNumbers) {
  setenv("NCCL_ALGO", "Ring", 1);
  EXPECT_CONTAINS(refusal(makeCudaArtifact(makePlan(1)), cuda::openSimDriver()), "the environment has NCCL_ALGO=Ring");
  auto plan = makePlan(1);
  plan.level = "not_guaranteed";
  EXPECT_EQ(refusal(makeCudaArtifact(plan), cuda::openSimDriver()), "");
  unsetenv("NCCL_ALGO");
  setenv("CUBLAS_EMULATE", "1", 1);
  EXPECT_CONTAINS(cuda::checkLibraryVariables("mesh_to_mesh").error().message, "CUBLAS_EMULATE=1");
  unsetenv("CUBLAS_EMULATE");
  setenv("NCCL_DEBUG", "INFO", 1);
  setenv("CUBLASLT_LOG_LEVEL", "5", 1);
  EXPECT_TRUE(cuda::checkLibraryVariables("mesh_to_mesh"));
  unsetenv("NCCL_DEBUG");
  unsetenv("CUBLASLT_LOG_LEVEL");
}

// The whole path to the driver, on the library that stands in for it: it runs no kernel, so state stays as it was.
TEST(CudaSession, StepsOnTheDriver) {
  auto plan = makePlan(2);
  plan.chips = {"sm_90"};
  plan.target = "cuda";
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(det::artifact::Plan::Pack(builder, &plan));
  const std::vector<uint8_t> constants(64), code(16);
  const auto bytes = packArtifact({{std::string(section::plan), {builder.GetBufferPointer(), builder.GetSize()}},
                                   {std::string(section::constants), constants},
                                   interfaceOf(det::device::kernelInterface()),
                                   {section::kernelsOf("sm_90"), code}});
  Fake fake(FAKE_CUDA);
  auto driver = cuda::openCudaDriver(0, FAKE_CUDA);
  ASSERT_TRUE(driver);
  auto session = cuda::CudaSession::create(std::move(*Artifact::fromMemory(*bytes, "test plan")), std::move(*driver), {});
  ASSERT_TRUE(session) << session.error().message;
  const HostTensor w = randomTensor({width}, 1), x = randomTensor({rows, width}, 2);
  ASSERT_TRUE((*session)->setState("w", w.view()));
  ASSERT_TRUE((*session)->step({{"x", x.view()}}));
  EXPECT_EQ((*session)->getState("w")->bytes, w.bytes);
  EXPECT_TRUE((*session)->isOneGraph());
  EXPECT_CONTAINS(fake.calls(), "cuStreamBeginCapture");
  EXPECT_CONTAINS(fake.calls(), "cuGraphLaunch");
  // An error of the device ends the session, and says where.
  fake.set("fail cuEventQuery", 700);
  EXPECT_CONTAINS((*session)->step({{"x", x.view()}}).error().message, "cuEventQuery: a fake error");
  fake.set("fail cuEventQuery", 0);
  EXPECT_CONTAINS((*session)->step({{"x", x.view()}}).error().message, "cuEventQuery: a fake error");
}
