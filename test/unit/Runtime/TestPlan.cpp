// Builds the plan with the schema's object interface.
#include "TestPlan.h"
#include "det/Runtime/Artifact/Expand.h"
#include "det/Runtime/Host/Postfix.h"

namespace det::rt::test {

using namespace det::artifact;

namespace {

enum Layouts : uint32_t { rowsCut, wholeWidth, widthCut, scalar, layoutCount };

std::vector<int64_t> balanced(int64_t size, uint32_t ranks) {
  std::vector<int64_t> edges;
  for (uint32_t i = 0; i <= ranks; ++i)
    edges.push_back(size * i / ranks);
  return edges;
}

std::unique_ptr<LayoutT> layout(const std::vector<int64_t> &shape, int cutDim, uint32_t ranks) {
  auto made = std::make_unique<LayoutT>();
  made->shape = shape;
  for (size_t d = 0; d < shape.size(); ++d) {
    made->dims.push_back(std::make_unique<CutT>());
    if (int(d) == cutDim) {
      made->dims[d]->axes = {Axis(0, 0, 0)};
      made->dims[d]->edges = balanced(shape[d], ranks);
    }
  }
  return made;
}

template <class Table> void addEntry(std::vector<std::unique_ptr<EntryT>> &entries, Table table, bool serial) {
  auto entry = std::make_unique<EntryT>();
  entry->action.Set(std::move(table));
  entry->serial = serial;
  entries.push_back(std::move(entry));
}

std::unique_ptr<Ref> at(uint64_t offset) { return std::make_unique<Ref>(Space::arena, offset); }

void addTensor(PlanT &plan, const std::string &name, TensorKind kind, const std::vector<int64_t> &shape, uint32_t layout) {
  auto tensor = std::make_unique<TensorT>();
  tensor->name = name;
  tensor->kind = kind;
  tensor->type = ElementType::f32;
  tensor->shape = shape;
  tensor->layout = layout;
  plan.tensors.push_back(std::move(tensor));
}

std::unique_ptr<ProgramT> program(uint32_t rank, uint32_t ranks) {
  const int64_t mine = rows * (rank + 1) / ranks - rows * rank / ranks;
  const int64_t columns = width * (rank + 1) / ranks - width * rank / ranks;
  // Offsets of the buffers in the arena.
  constexpr uint64_t w = 0, scale = 64, x = 128, partials = 512, nodes = 1024, sum = 2048, gathered = 2176;
  auto made = std::make_unique<ProgramT>();
  made->ranks = {rank};
  made->arena_bytes = 4096;
  made->persistent_bytes = 128;
  const uint64_t places[] = {w, scale, x, sum};
  for (uint32_t i = 0; i < 4; ++i) {
    auto placement = std::make_unique<PlacementT>();
    placement->tensor = i;
    placement->value = at(places[i]);
    made->placements.push_back(std::move(placement));
  }

  auto reduce = std::make_unique<ExchangeT>();
  reduce->source = at(partials);
  reduce->target = at(nodes);
  reduce->source_layout = wholeWidth;
  reduce->target_layout = widthCut;
  reduce->element_bytes = 4;
  reduce->node_axes = {Axis(0, 0, 0)};
  reduce->node_count = rows;
  for (uint32_t i = 0; i < ranks; ++i) {
    reduce->nodes.push_back(std::make_unique<NodeListT>());
    for (int64_t row = rows * i / ranks; row < rows * (i + 1) / ranks; ++row)
      reduce->nodes[i]->positions.push_back(uint32_t(row));
  }
  auto gather = std::make_unique<ExchangeT>();
  gather->source = at(sum);
  gather->target = at(gathered);
  gather->source_layout = widthCut;
  gather->target_layout = wholeWidth;
  gather->element_bytes = 4;
  made->exchanges.push_back(std::move(reduce));
  made->exchanges.push_back(std::move(gather));

  CopyT copy;
  copy.source = at(x);
  copy.target = at(partials);
  copy.element_bytes = 4;
  copy.sizes = {mine, width};
  copy.source_strides = copy.target_strides = {width, 1};
  addEntry(made->entries, std::move(copy), false);
  ExchangeBeginT begin;
  ExchangeEndT end;
  addEntry(made->entries, begin, false);
  addEntry(made->entries, end, false);
  JoinT join;
  join.type = join.result_type = ElementType::f32;
  join.nodes = at(nodes);
  join.count = rows;
  join.elements = columns;
  join.pops = host::treeProgram(rows);
  join.result = at(sum);
  addEntry(made->entries, std::move(join), true);
  begin.exchange = end.exchange = 1;
  addEntry(made->entries, begin, true);
  addEntry(made->entries, end, true);
  LoopT loop;
  loop.count = loopCount;
  JoinT update;
  update.type = update.result_type = ElementType::f32;
  update.nodes = at(gathered);
  update.count = 1;
  update.elements = width;
  update.pops = {0};
  update.has_init = true;
  update.init = at(w);
  update.result = at(w);
  addEntry(loop.body, std::move(update), true);
  addEntry(made->entries, std::move(loop), false);
  return made;
}

} // namespace

PlanT makePlan(uint32_t ranks) {
  PlanT plan;
  plan.level = "mesh_to_mesh";
  plan.mesh = std::make_unique<MeshT>();
  plan.mesh->names = {"data"};
  plan.mesh->sizes = {int64_t(ranks)};
  plan.layouts.resize(layoutCount);
  plan.layouts[rowsCut] = layout({rows, width}, 0, ranks);
  plan.layouts[wholeWidth] = layout({width}, -1, ranks);
  plan.layouts[widthCut] = layout({width}, 0, ranks);
  plan.layouts[scalar] = layout({}, -1, ranks);
  addTensor(plan, "w", TensorKind::state, {width}, wholeWidth);
  addTensor(plan, "scale", TensorKind::state, {}, scalar);
  addTensor(plan, "x", TensorKind::batch, {rows, width}, rowsCut);
  addTensor(plan, "sum", TensorKind::metric, {width}, widthCut);
  for (uint32_t rank = 0; rank < ranks; ++rank)
    plan.programs.push_back(program(rank, ranks));
  return plan;
}

Artifact makeArtifact(const PlanT &plan) {
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(Plan::Pack(builder, &plan));
  const std::vector<uint8_t> constants(64);
  const auto bytes = packArtifact({{std::string(section::plan), {builder.GetBufferPointer(), builder.GetSize()}},
                                   {std::string(section::constants), constants}});
  return std::move(*Artifact::fromMemory(*bytes, "test plan"));
}

} // namespace det::rt::test
