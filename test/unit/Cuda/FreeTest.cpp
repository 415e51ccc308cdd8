// Level not_guaranteed: NCCL adds, and scatters add by atomics. At every other level the same plans do neither.
#include "TestArtifact.h"
#include "det/Runtime/Cuda/LocalNccl.h"
#include "det/Runtime/Cuda/Recording.h"
#include "det/Runtime/Host/Postfix.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace det::rt;
using namespace det::rt::test;
namespace artifact = det::artifact;

namespace {

constexpr int64_t sumRows = 8, sumColumns = 12, all = sumRows * sumColumns;

struct Shape {
  uint32_t ranks = 4;
  int cut = -1; ///< the dim of the result that ranks share
  std::string level = "not_guaranteed";
  artifact::Combiner combiner = artifact::Combiner::add;
  bool hasInit = false;
  artifact::ElementType result = artifact::ElementType::f32;
};

std::unique_ptr<artifact::LayoutT> layout(const std::vector<int64_t> &shape, int cut, uint32_t ranks) {
  auto made = std::make_unique<artifact::LayoutT>();
  made->shape = shape;
  for (size_t d = 0; d < shape.size(); ++d) {
    made->dims.push_back(std::make_unique<artifact::CutT>());
    if (int(d) != cut)
      continue;
    made->dims[d]->axes = {artifact::Axis(0, 0, 0)};
    for (uint32_t i = 0; i <= ranks; ++i)
      made->dims[d]->edges.push_back(shape[d] * i / ranks);
  }
  return made;
}

template <class Table> artifact::EntryT &add(std::vector<std::unique_ptr<artifact::EntryT>> &entries, Table table) {
  entries.push_back(std::make_unique<artifact::EntryT>());
  entries.back()->action.Set(std::move(table));
  return *entries.back();
}

std::unique_ptr<artifact::Ref> at(uint64_t offset) { return std::make_unique<artifact::Ref>(artifact::Space::arena, offset); }

void addTensor(artifact::PlanT &plan, const std::string &name, artifact::TensorKind kind, const std::vector<int64_t> &shape, uint32_t layout,
               artifact::ElementType type) {
  plan.tensors.push_back(std::make_unique<artifact::TensorT>());
  artifact::TensorT &tensor = *plan.tensors.back();
  tensor.name = name;
  tensor.kind = kind;
  tensor.type = type;
  tensor.shape = shape;
  tensor.layout = layout;
}

void addPlacement(artifact::ProgramT &program, uint32_t tensor, uint64_t offset) {
  program.placements.push_back(std::make_unique<artifact::PlacementT>());
  program.placements.back()->tensor = tensor;
  program.placements.back()->value = at(offset);
}

/// batch "x" f32[ranks, 8, 12], one node each; metric "sum" [8, 12], their join; with init it begins with state "start" f32[].
artifact::PlanT planOf(const Shape &shape) {
  constexpr uint64_t start = 0, x = 128, partial = 4096, nodes = 8192, sum = 1 << 16;
  artifact::PlanT plan;
  plan.level = shape.level;
  plan.mesh = std::make_unique<artifact::MeshT>();
  plan.mesh->names = {"data"};
  plan.mesh->sizes = {int64_t(shape.ranks)};
  plan.layouts.push_back(layout({}, -1, shape.ranks));
  plan.layouts.push_back(layout({shape.ranks, sumRows, sumColumns}, 0, shape.ranks));
  plan.layouts.push_back(layout({sumRows, sumColumns}, -1, shape.ranks));
  plan.layouts.push_back(layout({sumRows, sumColumns}, shape.cut, shape.ranks));
  addTensor(plan, "start", artifact::TensorKind::state, {}, 0, artifact::ElementType::f32);
  addTensor(plan, "x", artifact::TensorKind::batch, {shape.ranks, sumRows, sumColumns}, 1, artifact::ElementType::f32);
  addTensor(plan, "sum", artifact::TensorKind::metric, {sumRows, sumColumns}, 3, shape.result);
  for (uint32_t rank = 0; rank < shape.ranks; ++rank) {
    auto program = std::make_unique<artifact::ProgramT>();
    program->ranks = {rank};
    program->arena_bytes = 1 << 17;
    program->persistent_bytes = 64;
    addPlacement(*program, 0, start);
    addPlacement(*program, 1, x);
    addPlacement(*program, 2, sum);
    auto exchange = std::make_unique<artifact::ExchangeT>();
    exchange->source = at(partial);
    exchange->target = at(nodes);
    exchange->source_layout = 2;
    exchange->target_layout = 3;
    exchange->element_bytes = 4;
    exchange->node_axes = {artifact::Axis(0, 0, 0)};
    exchange->node_count = shape.ranks;
    for (uint32_t i = 0; i < shape.ranks; ++i) {
      exchange->nodes.push_back(std::make_unique<artifact::NodeListT>());
      exchange->nodes[i]->positions = {i};
    }
    program->exchanges.push_back(std::move(exchange));
    artifact::CopyT copy;
    copy.source = at(x);
    copy.target = at(partial);
    copy.element_bytes = 4;
    copy.sizes = {all};
    copy.source_strides = copy.target_strides = {1};
    add(program->entries, std::move(copy));
    add(program->entries, artifact::ExchangeBeginT());
    add(program->entries, artifact::ExchangeEndT());
    artifact::JoinT join;
    join.combiner = shape.combiner;
    join.type = artifact::ElementType::f32;
    join.result_type = shape.result;
    join.nodes = at(nodes);
    join.count = shape.ranks;
    const int64_t whole = shape.cut < 0 ? 0 : shape.cut == 0 ? sumRows : sumColumns;
    join.elements = shape.cut < 0 ? all : all / whole * (whole * (rank + 1) / shape.ranks - whole * rank / shape.ranks);
    join.pops = host::treeProgram(shape.ranks);
    join.has_init = join.init_is_scalar = shape.hasInit;
    if (shape.hasInit)
      join.init = at(start);
    join.result = at(sum);
    add(program->entries, std::move(join));
    plan.programs.push_back(std::move(program));
  }
  return plan;
}

using Calls = std::vector<std::string>;

/// What a step of a rank asks of NCCL, and how many kernels it launches in front of that and behind it.
struct Seen {
  Calls nccl;
  int before = 0, behind = 0;
};

Seen seenOf(const artifact::PlanT &plan, uint32_t rank) {
  const uint32_t ranks = uint32_t(plan.mesh->sizes[0]);
  Seen seen;
  runProcesses(ranks, [&](std::shared_ptr<ProcessGroup> group) {
    cuda::CallLog log;
    SessionOptions options;
    options.group = group;
    cuda::CudaOptions cuda;
    cuda.graphs = false;
    cuda.nccl = [&](cuda::Driver &) -> Result<std::unique_ptr<cuda::Nccl>> { return cuda::recordNccl(log); };
    auto session = cuda::CudaSession::create(makeCudaArtifact(plan), cuda::recordDriver(log), options, cuda);
    ASSERT_TRUE(session) << session.error().message;
    log.calls.clear();
    const HostTensor x = randomTensor({ranks, sumRows, sumColumns}, 1);
    const Status status = (*session)->step({{"x", x.view()}});
    EXPECT_TRUE(status) << status.error().message;
    for (const std::string &call : log.calls)
      if (group->process() == rank) {
        if (call.find(" of c") != std::string::npos)
          seen.nccl.push_back(call);
        else if (call.find("launch") != std::string::npos)
          ++(seen.nccl.empty() ? seen.before : seen.behind);
      }
    (void)group->finish();
  });
  return seen;
}

/// The metric of a step in ptx-sim, with memory in NCCL's place.
std::vector<uint8_t> sumOf(const artifact::PlanT &plan) {
  const uint32_t ranks = uint32_t(plan.mesh->sizes[0]);
  const auto world = cuda::makeLocalWorld();
  std::vector<uint8_t> sum;
  runProcesses(ranks, [&](std::shared_ptr<ProcessGroup> group) {
    SessionOptions options;
    options.group = group;
    cuda::CudaOptions cuda;
    cuda.nccl = [world](cuda::Driver &driver) -> Result<std::unique_ptr<cuda::Nccl>> { return cuda::openLocalNccl(world, driver); };
    auto session = cuda::CudaSession::create(makeCudaArtifact(plan), cuda::openSimDriver(), options, cuda);
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_TRUE((*session)->setState("start", randomTensor({}, 2).view()));
    const HostTensor x = randomTensor({ranks, sumRows, sumColumns}, 3);
    const Status status = (*session)->step({{"x", x.view()}});
    EXPECT_TRUE(status) << status.error().message;
    if (group->process() == 0) {
      const auto metric = (*session)->metric("sum");
      ASSERT_TRUE(metric);
      sum.assign(metric->bytes.begin(), metric->bytes.end());
    }
    EXPECT_TRUE(group->finish());
  });
  return sum;
}

std::vector<double> numbersOf(const std::vector<uint8_t> &bytes, artifact::ElementType type) {
  std::vector<double> made;
  const size_t size = type == artifact::ElementType::f32 ? 4 : 2;
  for (size_t i = 0; i + size <= bytes.size(); i += size) {
    uint32_t bits = 0;
    std::memcpy(reinterpret_cast<uint8_t *>(&bits) + (4 - size), bytes.data() + i, size); // bf16 is the front half of f32
    float value;
    std::memcpy(&value, &bits, 4);
    made.push_back(value);
  }
  return made;
}

} // namespace

TEST(CudaFree, AJoinThatAllGetIsOneAllReduce) {
  for (const uint32_t rank : {0u, 3u}) {
    const Seen free = seenOf(planOf({}), rank);
    EXPECT_EQ(free.nccl, Calls{"s3 all-reduce sum of 96 f32 of c1"});
    EXPECT_EQ(free.behind, 0) << "the result is where the join would put it";
  }
}

TEST(CudaFree, InitAndRoundingComeBehind) {
  Shape shape;
  shape.hasInit = true;
  Seen free = seenOf(planOf(shape), 1);
  EXPECT_EQ(free.nccl, Calls{"s3 all-reduce sum of 96 f32 of c1"});
  EXPECT_EQ(free.behind, 1);
  shape.hasInit = false;
  shape.result = artifact::ElementType::bf16;
  free = seenOf(planOf(shape), 1);
  EXPECT_EQ(free.nccl, Calls{"s3 all-reduce sum of 96 f32 of c1"});
  EXPECT_EQ(free.behind, 1);
}

TEST(CudaFree, AJoinInPartsIsOneReduceScatter) {
  Shape shape;
  shape.cut = 0;
  Seen free = seenOf(planOf(shape), 2);
  EXPECT_EQ(free.nccl, Calls{"s3 reduce-scatter sum of 24 f32 of c1"});
  const int before = free.before;
  // Columns are packed first.
  shape.cut = 1;
  free = seenOf(planOf(shape), 2);
  EXPECT_EQ(free.nccl, Calls{"s3 reduce-scatter sum of 24 f32 of c1"});
  EXPECT_EQ(free.before, before + 4);
  // Uneven parts are messages.
  shape.cut = 0;
  shape.ranks = 3;
  free = seenOf(planOf(shape), 1);
  for (const std::string &call : free.nccl)
    EXPECT_EQ(call.find("reduce"), std::string::npos) << call;
  EXPECT_FALSE(free.nccl.empty());
}

TEST(CudaFree, OtherLevelsOnlyMoveBytes) {
  for (const char *level : {"run_to_run", "mesh_to_mesh", "device_to_device", "mesh_to_mesh,loss=not_guaranteed", ""})
    for (const int cut : {-1, 0, 1}) {
      Shape shape;
      shape.level = level;
      shape.cut = cut;
      const Seen seen = seenOf(planOf(shape), 1);
      EXPECT_FALSE(seen.nccl.empty());
      for (const std::string &call : seen.nccl)
        EXPECT_EQ(call.find("reduce"), std::string::npos) << call;
      EXPECT_EQ(seen.behind - (cut < 0 ? 0 : seen.behind > 1), 1) << "the join";
    }
}

TEST(CudaFree, OtherCombinersAreJoined) {
  Shape shape;
  shape.combiner = artifact::Combiner::mul;
  for (const std::string &call : seenOf(planOf(shape), 0).nccl)
    EXPECT_EQ(call.find("reduce"), std::string::npos) << call;
  shape.combiner = artifact::Combiner::max;
  EXPECT_EQ(seenOf(planOf(shape), 0).nccl, Calls{"s3 all-reduce max of 96 f32 of c1"});
}

TEST(CudaFree, ValuesAreCloseAndBitsMayDiffer) {
  size_t others = 0;
  using artifact::Combiner, artifact::ElementType;
  const std::string level = "not_guaranteed";
  for (Shape shape : {Shape{4, -1, level, Combiner::add, false, ElementType::f32}, Shape{4, -1, level, Combiner::add, true, ElementType::bf16},
                      Shape{4, 0, level, Combiner::add, true, ElementType::f32}, Shape{4, 1, level, Combiner::add, false, ElementType::f32},
                      Shape{4, 1, level, Combiner::max, true, ElementType::f32}, Shape{2, -1, level, Combiner::min, false, ElementType::f32}}) {
    const std::vector<uint8_t> free = sumOf(planOf(shape));
    shape.level = "mesh_to_mesh";
    const std::vector<uint8_t> right = sumOf(planOf(shape));
    const std::vector<double> a = numbersOf(free, shape.result), b = numbersOf(right, shape.result);
    ASSERT_EQ(a.size(), size_t(all));
    ASSERT_EQ(b.size(), size_t(all));
    if (shape.combiner != Combiner::add) {
      EXPECT_EQ(free, right);
      continue;
    }
    others += free != right;
    // Terms are below 2^13 (randomTensor).
    for (size_t i = 0; i < a.size(); ++i)
      EXPECT_NEAR(a[i], b[i], std::ldexp(1.0, 15) * (shape.result == ElementType::f32 ? 0x1p-22 : 0x1p-8)) << i;
  }
  EXPECT_GT(others, 0u) << "control: no order binds";
}

//===-- Scatters ----------------------------------------------------------------------------------------------------===//

namespace {

/// state "table" f32[5, 3]; batches "indices" i32[200, 1] and "updates" f32[200, 3]: table += their scatter.
artifact::PlanT scatterPlan(const std::string &level) {
  constexpr int64_t updates = 200;
  artifact::PlanT plan;
  plan.level = level;
  plan.mesh = std::make_unique<artifact::MeshT>();
  plan.layouts.push_back(layout({5, 3}, -1, 1));
  plan.layouts.push_back(layout({updates, 1}, -1, 1));
  plan.layouts.push_back(layout({updates, 3}, -1, 1));
  addTensor(plan, "table", artifact::TensorKind::state, {5, 3}, 0, artifact::ElementType::f32);
  addTensor(plan, "indices", artifact::TensorKind::batch, {updates, 1}, 1, artifact::ElementType::i32);
  addTensor(plan, "updates", artifact::TensorKind::batch, {updates, 3}, 2, artifact::ElementType::f32);
  auto program = std::make_unique<artifact::ProgramT>();
  program->ranks = {0};
  program->arena_bytes = 1 << 16;
  program->persistent_bytes = 64;
  addPlacement(*program, 0, 0);
  addPlacement(*program, 1, 1024);
  addPlacement(*program, 2, 4096);
  artifact::ScatterT scatter;
  scatter.type = artifact::ElementType::f32;
  scatter.combiner = artifact::Combiner::add;
  scatter.operand = at(0);
  scatter.indices = at(1024);
  scatter.updates = at(4096);
  scatter.result = at(0);
  scatter.index_type = artifact::ElementType::i32;
  scatter.join_operand = true;
  scatter.operand_shape = {5, 3};
  scatter.indices_shape = {updates, 1};
  scatter.updates_shape = {updates, 3};
  scatter.update_window_dims = {1};
  scatter.inserted_window_dims = scatter.scatter_dims_to_operand_dims = {0};
  scatter.index_vector_dim = 1;
  scatter.blocks = {1};
  scatter.box_starts = {0};
  scatter.nodes.push_back(std::make_unique<artifact::BoxT>());
  scatter.nodes[0]->starts = {0};
  scatter.nodes[0]->ends = {updates};
  scatter.scratch_bytes = 1 << 14;
  add(program->entries, std::move(scatter));
  plan.programs.push_back(std::move(program));
  return plan;
}

/// The table behind a step, and the kernels that it launches.
std::vector<uint8_t> scattered(const artifact::PlanT &plan, cuda::CallLog &log) {
  cuda::CudaOptions cuda;
  cuda.graphs = false;
  auto session = cuda::CudaSession::create(makeCudaArtifact(plan), cuda::recordDriver(log, cuda::openSimDriver()), {}, cuda);
  EXPECT_TRUE(session) << session.error().message;
  if (!session)
    return {};
  EXPECT_TRUE((*session)->setState("table", randomTensor({5, 3}, 1).view()));
  HostTensor indices{artifact::ElementType::i32, {200, 1}, {}};
  for (int32_t i = 0; i < 200; ++i) {
    const int32_t row = i * 7 % 6; // 5 hits nothing
    const auto *bytes = reinterpret_cast<const uint8_t *>(&row);
    indices.bytes.insert(indices.bytes.end(), bytes, bytes + 4);
  }
  const HostTensor updates = randomTensor({200, 3}, 2);
  log.calls.clear();
  const Status status = (*session)->step({{"indices", indices.view()}, {"updates", updates.view()}});
  EXPECT_TRUE(status) << status.error().message;
  const auto table = (*session)->getState("table");
  EXPECT_TRUE(table);
  return table ? table->bytes : std::vector<uint8_t>();
}

bool launches(const cuda::CallLog &log, const std::string &kernel) {
  return std::any_of(log.calls.begin(), log.calls.end(), [&](const std::string &call) { return call.find("launch " + kernel) != std::string::npos; });
}

} // namespace

TEST(CudaFree, ScattersAddByAtomics) {
  cuda::CallLog freeLog;
  const std::vector<uint8_t> free = scattered(scatterPlan("not_guaranteed"), freeLog);
  EXPECT_TRUE(launches(freeLog, "det_scatter_atomic_add_f32"));
  EXPECT_FALSE(launches(freeLog, "det_radix"));
  for (const char *level : {"run_to_run", "mesh_to_mesh", "device_to_device"}) {
    cuda::CallLog log;
    const std::vector<uint8_t> right = scattered(scatterPlan(level), log);
    EXPECT_FALSE(launches(log, "det_scatter_atomic"));
    EXPECT_TRUE(launches(log, "det_radix_small"));
    EXPECT_NE(free, right) << "control: no order binds";
    const std::vector<double> a = numbersOf(free, artifact::ElementType::f32), b = numbersOf(right, artifact::ElementType::f32);
    ASSERT_EQ(a.size(), 15u);
    ASSERT_EQ(b.size(), 15u);
    for (size_t i = 0; i < a.size(); ++i)
      EXPECT_NEAR(a[i], b[i], std::ldexp(1.0, 13) * 40 * 40 * 0x1p-24) << i;
  }
}
