// Loops that a value ends: the host asks the device, and runs of entries between are graphs.
#include "Kernels.h"
#include "TestArtifact.h"
#include "det/Runtime/Cuda/Recording.h"

#include <cstring>

using namespace det::rt;
using namespace det::rt::test;
namespace artifact = det::artifact;

#define EXPECT_CONTAINS(text, part) EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)

namespace {

std::unique_ptr<artifact::EntryT> launch(uint32_t kernel, const std::vector<uint64_t> &buffers, int64_t extent) {
  artifact::LaunchT table;
  table.kernel = kernel;
  for (const uint64_t offset : buffers)
    table.buffers.emplace_back(artifact::Space::arena, offset);
  table.extent = extent;
  table.grain = 1;
  auto entry = std::make_unique<artifact::EntryT>();
  entry->label = 0;
  entry->action.Set(std::move(table));
  return entry;
}

/// state n i32[], w f32[4], v f32[4]: while n > 0 { n -= 1; w += 1 }, then twice v += 1.
artifact::PlanT loopPlan(uint32_t ranks) {
  artifact::PlanT plan;
  plan.level = "mesh_to_mesh";
  plan.mesh = std::make_unique<artifact::MeshT>();
  plan.mesh->names = {"data"};
  plan.mesh->sizes = {int64_t(ranks)};
  plan.labels = {"countdown"};
  plan.kernels = {"more", "less", "grow"};
  for (const std::vector<int64_t> &shape : {std::vector<int64_t>{}, std::vector<int64_t>{4}}) {
    auto layout = std::make_unique<artifact::LayoutT>();
    layout->shape = shape;
    for (size_t d = 0; d < shape.size(); ++d)
      layout->dims.push_back(std::make_unique<artifact::CutT>());
    plan.layouts.push_back(std::move(layout));
  }
  auto program = std::make_unique<artifact::ProgramT>();
  for (uint32_t rank = 0; rank < ranks; ++rank)
    program->ranks.push_back(rank);
  program->arena_bytes = 1024;
  program->persistent_bytes = 192;
  const std::tuple<const char *, artifact::ElementType, uint32_t> tensors[] = {
      {"n", artifact::ElementType::i32, 0}, {"w", artifact::ElementType::f32, 1}, {"v", artifact::ElementType::f32, 1}};
  for (const auto &[name, type, layout] : tensors) {
    auto tensor = std::make_unique<artifact::TensorT>();
    tensor->name = name;
    tensor->type = type;
    tensor->layout = layout;
    tensor->shape = plan.layouts[layout]->shape;
    auto placement = std::make_unique<artifact::PlacementT>();
    placement->tensor = uint32_t(plan.tensors.size());
    placement->value = std::make_unique<artifact::Ref>(artifact::Space::arena, 64 * plan.tensors.size());
    program->placements.push_back(std::move(placement));
    plan.tensors.push_back(std::move(tensor));
  }
  artifact::WhileT loop;
  loop.condition.push_back(launch(0, {0, 512}, 1));
  loop.body.push_back(launch(1, {0}, 1));
  loop.body.push_back(launch(2, {64}, 4));
  loop.predicate = std::make_unique<artifact::Ref>(artifact::Space::arena, 512);
  auto entry = std::make_unique<artifact::EntryT>();
  entry->action.Set(std::move(loop));
  program->entries.push_back(std::move(entry));
  program->entries.push_back(launch(2, {128}, 4));
  program->entries.push_back(launch(2, {128}, 4));
  plan.programs.push_back(std::move(program));
  return plan;
}

HostTensor number(int32_t value) {
  HostTensor tensor{ElementType::i32, {}, std::vector<uint8_t>(4)};
  std::memcpy(tensor.bytes.data(), &value, 4);
  return tensor;
}

std::vector<float> floatsOf(const HostTensor &tensor) {
  std::vector<float> values(tensor.bytes.size() / 4);
  std::memcpy(values.data(), tensor.bytes.data(), tensor.bytes.size());
  return values;
}

} // namespace

TEST(CudaLoop, RunsAsOftenAsTheDeviceSays) {
  for (const uint32_t ranks : {1u, 3u})
    for (const bool graphs : {false, true})
      for (const std::optional<uint64_t> chaos : {std::optional<uint64_t>(), std::optional<uint64_t>(1), std::optional<uint64_t>(2)}) {
        SessionOptions options;
        options.chaos = chaos;
        auto session = openSim(loopPlan(ranks), options, graphs, loopKernels);
        ASSERT_TRUE(session);
        EXPECT_FALSE(session->isOneGraph());
        for (const int32_t count : {0, 1, 5}) {
          ASSERT_TRUE(session->setState("n", number(count).view()));
          const Status status = session->step({});
          ASSERT_TRUE(status) << status.error().message;
        }
        EXPECT_EQ(floatsOf(*session->getState("w")), std::vector<float>(4, 6.0f));
        EXPECT_EQ(floatsOf(*session->getState("v")), std::vector<float>(4, 6.0f));
        EXPECT_EQ(session->getState("n")->bytes, number(0).bytes);
      }
}

TEST(CudaLoop, EndlessLoopsAreErrors) {
  SessionOptions options;
  options.maxTripCount = 3;
  auto session = openSim(loopPlan(2), options, true, loopKernels);
  ASSERT_TRUE(session);
  ASSERT_TRUE(session->setState("n", number(3).view()));
  EXPECT_TRUE(session->step({}));
  ASSERT_TRUE(session->setState("n", number(4).view()));
  const Status status = session->step({});
  ASSERT_FALSE(status);
  EXPECT_CONTAINS(status.error().message, "loop 'countdown' has run 3 times and goes on; if it should, give a larger --max-trip-count");
  EXPECT_EQ(session->step({}).error().message, status.error().message) << "nothing runs after an error";
}

TEST(CudaLoop, RunsBetweenQuestionsAreGraphs) {
  cuda::CallLog log;
  auto session = cuda::CudaSession::create(makeCudaArtifact(loopPlan(1), loopKernels), cuda::recordDriver(log, cuda::openSimDriver()), {});
  ASSERT_TRUE(session) << session.error().message;
  ASSERT_TRUE((*session)->setState("n", number(2).view()));
  log.calls.clear();
  ASSERT_TRUE((*session)->step({}));
  std::vector<std::string> seen;
  for (const std::string &call : log.calls)
    for (const char *word : {"launch", "graph", "download"})
      if (call.find(word) != std::string::npos)
        seen.push_back(call.substr(call.find(' ') + 1));
  const std::vector<std::string> ask = {"launch more grid 1,1,1 block 128,1,1", "download 1 bytes"};
  std::vector<std::string> right;
  for (int i = 0; i < 2; ++i) {
    right.insert(right.end(), ask.begin(), ask.end());
    right.push_back("graph g1");
  }
  right.insert(right.end(), ask.begin(), ask.end());
  right.push_back("graph g2");
  EXPECT_EQ(seen, right);
}
