// Sessions with pinned products: in the interpreter on a cuBLASLt made of the model, and on libraries that stand in for CUDA and cuBLASLt.
#include "Fake.h"
#include "PinCases.h"
#include "TestArtifact.h"
#include "det/Device/Interface.h"

#include <algorithm>

using namespace det::rt;
using namespace det::rt::cuda;
using namespace det::rt::test;
namespace artifact = det::artifact;

#define EXPECT_CONTAINS(text, part) EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)

namespace {

artifact::PlanT planOf(const Layout &layout) {
  artifact::PlanT plan = makePlan(1);
  auto program = std::make_unique<artifact::ProgramT>();
  program->ranks = {0};
  plan.tensors.clear();
  plan.layouts.clear();
  artifact::ProductT product = productOf(layout);
  int64_t k = 0;
  for (const int32_t leaf : layout.leaves)
    k += leaf;
  const std::tuple<const char *, artifact::ElementType, int64_t, uint64_t> tensors[] = {
      {"a", artifact::ElementType::bf16, layout.batches * layout.m * k, product.a->offset()},
      {"b", artifact::ElementType::bf16, layout.batches * k * layout.n, product.b->offset()},
      {"c", artifact::ElementType::f32, layout.batches * layout.m * layout.n, product.c->offset()}};
  for (const auto &[name, type, elements, offset] : tensors) {
    auto tensor = std::make_unique<artifact::TensorT>();
    tensor->name = name;
    tensor->kind = artifact::TensorKind::state;
    tensor->type = type;
    tensor->shape = {elements};
    tensor->layout = uint32_t(plan.layouts.size());
    auto whole = std::make_unique<artifact::LayoutT>();
    whole->shape = {elements};
    whole->dims.push_back(std::make_unique<artifact::CutT>());
    plan.layouts.push_back(std::move(whole));
    auto placement = std::make_unique<artifact::PlacementT>();
    placement->tensor = uint32_t(plan.tensors.size());
    placement->value = std::make_unique<artifact::Ref>(artifact::Space::arena, offset);
    program->placements.push_back(std::move(placement));
    plan.tensors.push_back(std::move(tensor));
    program->arena_bytes = program->persistent_bytes = offset + uint64_t(elements) * 4;
  }
  auto entry = std::make_unique<artifact::EntryT>();
  entry->action.Set(std::move(product));
  program->entries.push_back(std::move(entry));
  plan.programs.clear();
  plan.programs.push_back(std::move(program));
  plan.target = "cuda";
  plan.chips = {"sm_90"};
  return plan;
}

Artifact artifactOf(const artifact::PlanT &plan, const std::string &target) {
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(artifact::Plan::Pack(builder, &plan));
  static const std::string text = deviceText();
  const auto bytesOf = [](std::string_view part) {
    return std::span(reinterpret_cast<const uint8_t *>(part.data()), part.size());
  };
  std::vector<Section> sections{{std::string(section::plan), {builder.GetBufferPointer(), builder.GetSize()}},
                                interfaceOf(det::device::kernelInterface()),
                                {std::string(section::kernelsPtx), bytesOf(text)},
                                {section::kernelsOf("sm_90"), bytesOf(text)}};
  if (!target.empty())
    sections.push_back({std::string(pinSection), bytesOf(target)});
  const auto bytes = packArtifact(sections);
  return std::move(*Artifact::fromMemory(*bytes, "pinned.det"));
}

void pin(artifact::PlanT &plan, const Algorithm &algorithm) {
  plan.programs.front()->entries.front()->action.AsProduct()->pin.assign(algorithm.begin(), algorithm.end());
}

struct Ran {
  std::string error, products;
  std::vector<uint8_t> c;
  int64_t runs = 0;
};

/// A step of a plan in the interpreter, with a library or without.
Ran run(const artifact::PlanT &plan, const std::string &target, bool hasLibrary, int number = 130100) {
  Ran ran;
  ModelCublasLt *library = nullptr;
  CudaOptions cuda;
  cuda.graphs = false;
  if (hasLibrary)
    cuda.cublasLt = [&](Driver &driver) -> Result<std::unique_ptr<CublasLt>> {
      auto made = std::make_unique<ModelCublasLt>(driver);
      made->number = number;
      library = made.get();
      return std::unique_ptr<CublasLt>(std::move(made));
    };
  auto session = CudaSession::create(artifactOf(plan, target), openSimDriver(), {}, cuda);
  if (!session) {
    ran.error = session.error().message;
    return ran;
  }
  ran.products = (*session)->products();
  for (const TensorInfo &info : (*session)->tensors()) {
    HostTensor tensor{info.type, info.shape, std::vector<uint8_t>(size_t(info.shape[0] * elementBytes(info.type)))};
    for (size_t i = 0; i < tensor.bytes.size(); ++i)
      tensor.bytes[i] = uint8_t(i % 2 ? 0x3e + i / 2 * 7 % 4 : i * 37);
    EXPECT_TRUE((*session)->setState(info.name, tensor.view()));
  }
  if (const Status status = (*session)->step({}); !status)
    ran.error = status.error().message;
  else
    ran.c = (*session)->getState("c")->bytes;
  ran.runs = library ? library->runs : 0;
  return ran;
}

std::string targetOf(const std::string &chip) { return pinTargetText({chip, 130100}); }

} // namespace

TEST(PinnedSession, HasTheBitsOfDetsOwnKernel) {
  const std::string chip = openSimDriver()->device().chip();
  for (const Layout &layout : layouts) {
    artifact::PlanT plan = planOf(layout);
    const Ran own = run(plan, "", false);
    ASSERT_EQ(own.error, "");
    EXPECT_EQ(own.products, "");
    pin(plan, {exact, 0, 1});
    // Without a GPU det's own kernels multiply.
    const Ran sim = run(plan, targetOf(chip), false);
    EXPECT_EQ(sim.error, "");
    EXPECT_EQ(sim.c, own.c);
    EXPECT_EQ(sim.products, "1 product pinned to cuBLASLt by det's own kernels (no GPU)");
    const Ran pinned = run(plan, targetOf(chip), true);
    EXPECT_EQ(pinned.error, "");
    EXPECT_EQ(pinned.c, own.c);
    EXPECT_GT(pinned.runs, 0);
    EXPECT_EQ(pinned.products, "1 product by cuBLASLt 13.1.0");
    // The control.
    pin(plan, {dropsTail, 0, 1});
    EXPECT_NE(run(plan, targetOf(chip), true).c, own.c);
  }
}

TEST(PinnedSession, StopsWhereAPinDoesNotHold) {
  const std::string chip = openSimDriver()->device().chip();
  artifact::PlanT plan = planOf({});
  pin(plan, {exact, 0, 1});
  EXPECT_CONTAINS(run(plan, targetOf(chip), true, 130200).error,
                  "'pinned.det' is pinned for cuBLASLt 13.1.0, and this machine has 13.2.0: run det-pin on this GPU");
  EXPECT_CONTAINS(run(plan, targetOf("sm_100"), true).error, "'pinned.det' is pinned for sm_100, and this GPU is " + chip);
  EXPECT_CONTAINS(run(plan, "", true).error, "has pinned products, and no section 'pins'");
  pin(plan, {refused, 0, 1});
  EXPECT_CONTAINS(run(plan, targetOf(chip), true).error,
                  "cuBLASLt refuses the pinned algorithm (id 6, tile_id 0, splitk_num 1, reduction_scheme 0,");
  pin(plan, {exact, 0, 2});
  EXPECT_CONTAINS(run(plan, targetOf(chip), true).error, "its pin splits K (splitk_num 2, reduction_scheme 0, expected 1 and 0)");
  plan.programs.front()->entries.front()->action.AsProduct()->pin.pop_back();
  EXPECT_CONTAINS(run(plan, targetOf(chip), true).error, "its pin has 8 attributes, expected 9");
}

// On libraries that stand in for CUDA and cuBLASLt: what a real GPU is asked, also inside a graph.
TEST(PinnedSession, CallsTheLibraryOnAGpu) {
  Fake gpu(FAKE_CUDA), fake(FAKE_CUBLASLT);
  CudaOptions cuda;
  cuda.cublasLt = [](Driver &) { return openCublasLt(FAKE_CUBLASLT); };
  artifact::PlanT plan = planOf({});
  pin(plan, {66, 20, 1, 0, 1, 3, 18, 2, 5});
  {
    auto session = CudaSession::create(artifactOf(plan, targetOf("sm_90")), std::move(*openCudaDriver(0, FAKE_CUDA)), {}, cuda);
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_TRUE((*session)->isOneGraph());
    // Two leaves of 64 terms, one of 40; then the join.
    EXPECT_CONTAINS(fake.calls(), "attribute 5 = 2 of 4 bytes\n");
    const std::string multiplied = fake.calls().substr(fake.calls().find("cublasLtMatmul "));
    EXPECT_CONTAINS(multiplied, " with 1 0 by 66 20 1 0 1 3 18 2 5 in place workspace 0 on ");
    EXPECT_EQ(std::count(multiplied.begin(), multiplied.end(), '\n'), 2) << multiplied;
    EXPECT_CONTAINS(gpu.calls(), "cuModuleGetFunction det_join_add_f32\n");
    EXPECT_EQ(gpu.calls().find("cuModuleGetFunction det_mma"), std::string::npos);
  }
  fake.set("version", 130001);
  EXPECT_CONTAINS(CudaSession::create(artifactOf(plan, targetOf("sm_90")), std::move(*openCudaDriver(0, FAKE_CUDA)), {}, cuda)
                      .error()
                      .message,
                  "pinned for cuBLASLt 13.1.0, and this machine has 13.0.1");
  cuda.cublasLt = [](Driver &) { return openCublasLt("/nowhere/libcublasLt.so.13"); };
  EXPECT_CONTAINS(CudaSession::create(artifactOf(plan, targetOf("sm_90")), std::move(*openCudaDriver(0, FAKE_CUDA)), {}, cuda)
                      .error()
                      .message,
                  "'pinned.det' has products that are pinned to cuBLASLt: there is no cuBLASLt on this machine");
}

TEST(FreeSession, TakesTheFirstThatTheLibraryNames) {
  Fake gpu(FAKE_CUDA), fake(FAKE_CUBLASLT);
  CudaOptions cuda;
  cuda.cublasLt = [](Driver &) { return openCublasLt(FAKE_CUBLASLT); };
  artifact::PlanT plan = planOf({1, 5, 7, {168}});
  plan.level = "not_guaranteed";
  auto session = CudaSession::create(artifactOf(plan, ""), std::move(*openCudaDriver(0, FAKE_CUDA)), {}, cuda);
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ((*session)->products(), "products by cuBLASLt 13.1.0");
  EXPECT_CONTAINS(fake.calls(), "cublasLtMatmulAlgoGetHeuristic most 1\n");
  EXPECT_CONTAINS(fake.calls(), "by 0 1 1 0 4 5 6 7 8 in place");
  // Without the library det's own kernels do it.
  cuda.cublasLt = [](Driver &) { return openCublasLt("/nowhere/libcublasLt.so.13"); };
  session = CudaSession::create(artifactOf(plan, ""), std::move(*openCudaDriver(0, FAKE_CUDA)), {}, cuda);
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_CONTAINS((*session)->products(), "products by det's own kernels (there is no cuBLASLt on this machine");
  EXPECT_CONTAINS(gpu.calls(), "cuModuleGetFunction det_mma");
}
