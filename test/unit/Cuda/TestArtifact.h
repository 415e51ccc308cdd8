// Artifacts for GPUs made by hand, and groups of processes that are threads.
#ifndef DET_TEST_UNIT_CUDA_TESTARTIFACT_H
#define DET_TEST_UNIT_CUDA_TESTARTIFACT_H

#include "../Runtime/TestPlan.h"
#include "det/Runtime/Cuda/CudaSession.h"
#include "det/Runtime/Launch/ProcessGroup.h"

#include <functional>
#include <gtest/gtest.h>

namespace det::rt::test {

/// The artifact of a plan with target cuda; `kernels` is PTX behind that of lib/Device. 64 zero bytes of constants.
Artifact makeCudaArtifact(artifact::PlanT plan, const std::string &kernels = "");

/// The section that says which launches the kernels fit.
Section interfaceOf(std::string_view text);

/// A session that runs all ranks in the interpreter; null, and a failed test, on an error.
std::unique_ptr<cuda::CudaSession> openSim(const artifact::PlanT &plan, const SessionOptions &options = {}, bool graphs = true,
                                           const std::string &kernels = "");

/// Runs `body` in a thread for each process of a group.
void runProcesses(uint32_t processes, const std::function<void(std::shared_ptr<ProcessGroup>)> &body);

/// Random but never tiny or huge numbers.
HostTensor randomTensor(std::vector<int64_t> shape, uint64_t seed);

struct Outcome {
  std::vector<uint8_t> w, scale, sum;
  bool operator==(const Outcome &) const = default;
};

/// Trains makePlan() on anything with the surface of a session. Of several processes only the first has an outcome.
template <class S> Outcome trainTestPlan(S &session, int steps, bool isFirst = true) {
  EXPECT_TRUE(session.setState("w", randomTensor({width}, 1).view()));
  EXPECT_TRUE(session.setState("scale", randomTensor({}, 2).view()));
  for (int i = 0; i < steps; ++i) {
    const HostTensor x = randomTensor({rows, width}, 100 + uint64_t(i));
    const Status status = session.step({{"x", x.view()}});
    EXPECT_TRUE(status) << status.error().message;
    if (!status)
      return {};
  }
  const auto w = session.getState("w"), scale = session.getState("scale");
  const auto sums = session.stateSums();
  EXPECT_TRUE(w && scale && sums);
  if (!isFirst || !w)
    return {};
  EXPECT_EQ(sums->at("w"), elementSums(ElementType::f32, w->bytes.data(), 0, width));
  const auto sum = session.metric("sum");
  EXPECT_TRUE(sum);
  return {w->bytes, scale->bytes, {sum->bytes.begin(), sum->bytes.end()}};
}

} // namespace det::rt::test

#endif // DET_TEST_UNIT_CUDA_TESTARTIFACT_H
