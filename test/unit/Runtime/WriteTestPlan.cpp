// Writes the hand-made plan as an artifact, and a fitting state, for tests of det-run.
//   write-test-plan RANKS ARTIFACT STATE BATCHES
#include "TestPlan.h"
#include "det/Runtime/State/Safetensors.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace det::rt;

namespace {

HostTensor ramp(std::vector<int64_t> shape, float first) {
  HostTensor tensor{ElementType::f32, shape, {}};
  tensor.bytes.resize(size_t(*elementCount(shape)) * 4);
  for (size_t i = 0; i < tensor.bytes.size() / 4; ++i) {
    const float value = first + float(i) * 0.3f;
    std::memcpy(tensor.bytes.data() + 4 * i, &value, 4);
  }
  return tensor;
}

bool report(const Status &status) {
  if (!status)
    std::fprintf(stderr, "error: %s\n", status.error().message.c_str());
  return bool(status);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 5)
    return 2;
  const Artifact artifact = test::makeArtifact(test::makePlan(uint32_t(std::atoi(argv[1]))));
  const HostTensor w = ramp({test::width}, 1), scale = ramp({}, 2), x = ramp({4, test::rows, test::width}, 3);
  return report(writeArtifact(argv[2], artifact.sections())) &&
                 report(writeSafetensors(argv[3], {{"w", w.view()}, {"scale", scale.view()}})) &&
                 report(writeSafetensors(argv[4], {{"x", x.view()}}))
             ? 0
             : 1;
}
