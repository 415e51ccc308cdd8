// Checks that a plan's tables hold together.
#include "det/Runtime/Artifact/LoadedPlan.h"
#include "CheckWork.h"
#include "det/Runtime/Artifact/Artifact.h"
#include "det/Runtime/Artifact/ExchangeOrder.h"
#include "det/Runtime/Artifact/plan_alignment.h"

#include <algorithm>

namespace det::rt {

namespace {

using artifact::Action;

Error inPlan(const std::string &where, const std::string &what) { return Error{"bad plan: " + where + ": " + what}; }

bool known(artifact::ElementType type) { return type <= artifact::ElementType::MAX; }
bool known(artifact::Combiner combiner) { return combiner <= artifact::Combiner::MAX; }

// Indices and enums of one entry; its addresses come later.
Status checkEntry(const artifact::EntryT &entry, const LoadedPlan &loaded, size_t exchanges) {
  const auto layoutExists = [&](uint32_t index) { return index == noLayout || index < loaded.layouts.size(); };
  const auto offsetsFit = [&](const std::vector<artifact::RankOffset> &offsets, size_t buffers) {
    return std::all_of(offsets.begin(), offsets.end(), [&](const artifact::RankOffset &offset) {
      return offset.buffer() < buffers && offset.layout() < loaded.layouts.size() &&
             offset.dim() < loaded.layouts[offset.layout()].shape().size();
    });
  };
  const std::string where = "entry '" + loaded.label(entry.label) + "'";
  switch (entry.action.type) {
  case Action::Launch: {
    const artifact::LaunchT &launch = *entry.action.AsLaunch();
    if (launch.kernel >= loaded.plan.kernels.size())
      return inPlan(where, "kernel " + std::to_string(launch.kernel) + " does not exist");
    for (const artifact::RankParam &param : launch.rank_params)
      if (param.index() >= launch.params.size() || param.layout() >= loaded.layouts.size() ||
          param.dim() >= loaded.layouts[param.layout()].shape().size())
        return inPlan(where, "a rank parameter refers to what does not exist");
    if (!offsetsFit(launch.rank_offsets, launch.buffers.size()))
      return inPlan(where, "a rank offset refers to what does not exist");
    if (launch.extent < 0 || launch.grain < 1 || launch.scratch_bytes > uint64_t(1) << 32)
      return inPlan(where, "extent, grain or scratch are out of range");
    return {};
  }
  case Action::Product: {
    const artifact::ProductT &product = *entry.action.AsProduct();
    if (!known(product.type) || !product.a || !product.b || !product.c || !offsetsFit(product.rank_offsets, 3))
      return inPlan(where, "a product lacks an operand or has a rank offset without one");
    if (product.model > artifact::MmaModel::MAX || !known(product.operand))
      return inPlan(where, "a product has a tensor core or operands of an unknown kind");
    return {};
  }
  case Action::Copy: {
    const artifact::CopyT &copy = *entry.action.AsCopy();
    if (!copy.source || !copy.target || !offsetsFit(copy.rank_offsets, 2))
      return inPlan(where, "a copy lacks an operand or has a rank offset without one");
    if (copy.source_strides.size() != copy.sizes.size() || copy.target_strides.size() != copy.sizes.size())
      return inPlan(where, "sizes and strides of a copy have other lengths");
    return {};
  }
  case Action::Gather: {
    const artifact::GatherT &gather = *entry.action.AsGather();
    if (!gather.operand || !gather.indices || !gather.result || !known(gather.index_type) || !layoutExists(gather.operand_layout))
      return inPlan(where, "a gather lacks an operand, its index type or its layout");
    return {};
  }
  case Action::Scatter: {
    const artifact::ScatterT &scatter = *entry.action.AsScatter();
    if ((scatter.join_operand && !scatter.operand) || !scatter.indices || !scatter.updates || !scatter.result ||
        !known(scatter.type) || !known(scatter.index_type) || !known(scatter.combiner) || !layoutExists(scatter.operand_layout) ||
        !layoutExists(scatter.updates_layout))
      return inPlan(where, "a scatter lacks an operand, a type or a layout");
    for (const auto &node : scatter.nodes)
      if (!node || node->starts.size() != node->ends.size())
        return inPlan(where, "a node of a scatter is malformed");
    return {};
  }
  case Action::Join: {
    const artifact::JoinT &join = *entry.action.AsJoin();
    if (!join.nodes || !join.result || (join.has_init && !join.init) || !known(join.combiner) || !known(join.type) ||
        !known(join.result_type) || join.elements < 0 || join.pops.size() != join.count)
      return inPlan(where, "a join lacks an operand or a type, or its program has another length");
    return {};
  }
  case Action::ExchangeBegin:
    if (entry.action.AsExchangeBegin()->exchange >= exchanges)
      return inPlan(where, "exchange " + std::to_string(entry.action.AsExchangeBegin()->exchange) + " does not exist");
    return {};
  case Action::ExchangeEnd:
    if (entry.action.AsExchangeEnd()->exchange >= exchanges)
      return inPlan(where, "exchange " + std::to_string(entry.action.AsExchangeEnd()->exchange) + " does not exist");
    return {};
  case Action::Loop:
    if (entry.action.AsLoop()->count < 0)
      return inPlan(where, "a loop has a negative count");
    return {};
  case Action::While:
    if (!entry.action.AsWhile()->predicate)
      return inPlan(where, "a loop lacks its predicate");
    return {};
  case Action::NONE:
    return inPlan(where, "an action is missing");
  default:
    break;
  }
  const std::string wrong = checkWork(entry, loaded.plan);
  return wrong.empty() ? Status() : inPlan(where, wrong);
}

Status checkEntries(const std::vector<std::unique_ptr<artifact::EntryT>> &entries, const LoadedPlan &loaded, size_t exchanges) {
  for (const auto &entry : entries) {
    if (!entry)
      return inPlan("entries", "one is missing");
    if (Status status = checkEntry(*entry, loaded, exchanges); !status)
      return status;
    for (const auto *inner : bodiesOf(*entry))
      if (Status status = checkEntries(*inner, loaded, exchanges); !status)
        return status;
  }
  return {};
}

Result<ExchangeRule> makeRule(const artifact::ExchangeT &exchange, const LoadedPlan &loaded) {
  if (!exchange.source || !exchange.target || exchange.source_layout >= loaded.layouts.size() ||
      exchange.target_layout >= loaded.layouts.size())
    return Error{"it lacks a buffer or a layout"};
  if (exchange.element_bytes < 1 || exchange.element_bytes > 16)
    return Error{"its elements have " + std::to_string(exchange.element_bytes) + " bytes"};
  ExchangeRule rule;
  rule.source = &loaded.layouts[exchange.source_layout];
  rule.target = &loaded.layouts[exchange.target_layout];
  rule.nodeAxes = exchange.node_axes;
  rule.nodeCount = exchange.node_count;
  for (const auto &list : exchange.nodes) {
    if (!list)
      return Error{"a node list is missing"};
    rule.nodes.push_back(list->positions);
  }
  if (Status status = checkRule(rule, loaded.mesh); !status)
    return status.error();
  return rule;
}

bool sameRule(const artifact::ExchangeT &a, const artifact::ExchangeT &b) {
  if (a.source_layout != b.source_layout || a.target_layout != b.target_layout || a.element_bytes != b.element_bytes ||
      a.node_count != b.node_count || a.nodes.size() != b.nodes.size() || a.node_axes.size() != b.node_axes.size())
    return false;
  for (size_t i = 0; i < a.node_axes.size(); ++i)
    if (!(a.node_axes[i].axis() == b.node_axes[i].axis() && a.node_axes[i].pre() == b.node_axes[i].pre() &&
          a.node_axes[i].size() == b.node_axes[i].size()))
      return false;
  for (size_t i = 0; i < a.nodes.size(); ++i)
    if (!a.nodes[i] || !b.nodes[i] || a.nodes[i]->positions != b.nodes[i]->positions)
      return false;
  return true;
}

Status checkTensors(const LoadedPlan &loaded) {
  for (const auto &tensor : loaded.plan.tensors) {
    if (!tensor || !known(tensor->type) || tensor->kind > artifact::TensorKind::MAX || tensor->layout >= loaded.layouts.size() ||
        loaded.layouts[tensor->layout].shape() != tensor->shape || !loaded.layouts[tensor->layout].tiles())
      return inPlan("tensor '" + (tensor ? tensor->name : "") + "'", "its kind, type or layout does not fit");
    for (const auto &other : loaded.plan.tensors)
      if (other == tensor)
        break;
      else if (other->name == tensor->name && other->kind == tensor->kind)
        return inPlan("tensor '" + tensor->name + "'", "there are two of that name");
  }
  return {};
}

Status checkProgram(const artifact::ProgramT &program, const LoadedPlan &loaded) {
  std::vector<bool> placed(loaded.plan.tensors.size());
  for (const auto &placement : program.placements) {
    if (!placement || !placement->value || placement->tensor >= placed.size() || placed[placement->tensor])
      return inPlan("placements", "one is missing, doubled or without a tensor");
    placed[placement->tensor] = true;
  }
  for (size_t i = 0; i < placed.size(); ++i)
    if (!placed[i])
      return inPlan("tensor '" + loaded.plan.tensors[i]->name + "'", "a program has no place for it");
  if (program.persistent_bytes > program.arena_bytes || program.arena_bytes > uint64_t(1) << 46)
    return inPlan("programs", "an arena of " + std::to_string(program.arena_bytes) + " bytes with " +
                                  std::to_string(program.persistent_bytes) + " persistent ones");
  return checkEntries(program.entries, loaded, program.exchanges.size());
}

Status checkPrograms(LoadedPlan &loaded) {
  constexpr uint32_t none = UINT32_MAX;
  loaded.programOf.assign(loaded.mesh.ranks(), none);
  for (size_t p = 0; p < loaded.plan.programs.size(); ++p) {
    if (!loaded.plan.programs[p])
      return inPlan("programs", "one is missing");
    for (uint32_t rank : loaded.plan.programs[p]->ranks) {
      if (rank >= loaded.mesh.ranks() || loaded.programOf[rank] != none)
        return inPlan("programs", "rank " + std::to_string(rank) + " does not exist or has two programs");
      loaded.programOf[rank] = uint32_t(p);
    }
    if (Status status = checkProgram(*loaded.plan.programs[p], loaded); !status)
      return status;
  }
  for (uint32_t rank = 0; rank < loaded.mesh.ranks(); ++rank)
    if (loaded.programOf[rank] == none)
      return inPlan("programs", "rank " + std::to_string(rank) + " has none");
  return {};
}

Status expandExchanges(LoadedPlan &loaded) {
  const artifact::ProgramT &first = *loaded.plan.programs.front();
  const auto order = exchangeOrder(first);
  if (!order)
    return inPlan("exchanges", order.error().message);
  for (const auto &program : loaded.plan.programs) {
    if (program->exchanges.size() != first.exchanges.size())
      return inPlan("exchanges", "programs have other numbers of them");
    const auto other = exchangeOrder(*program);
    if (!other || *other != *order)
      return inPlan("exchanges", other ? "programs order them differently" : other.error().message);
  }
  for (size_t i = 0; i < first.exchanges.size(); ++i) {
    const std::string where = "exchange " + std::to_string(i);
    for (const auto &program : loaded.plan.programs)
      if (!program->exchanges[i] || !first.exchanges[i] || !sameRule(*program->exchanges[i], *first.exchanges[i]))
        return inPlan(where, "programs disagree about it");
    Result<ExchangeRule> rule = makeRule(*first.exchanges[i], loaded);
    if (!rule)
      return inPlan(where + " '" + loaded.label(first.exchanges[i]->label) + "'", rule.error().message);
    loaded.expansions.push_back(expand(*rule, loaded.mesh));
    loaded.rules.push_back(std::move(*rule));
  }
  return {};
}

} // namespace

std::vector<const std::vector<std::unique_ptr<artifact::EntryT>> *> bodiesOf(const artifact::EntryT &entry) {
  if (const auto *loop = entry.action.AsLoop())
    return {&loop->body};
  if (const auto *loop = entry.action.AsWhile())
    return {&loop->condition, &loop->body};
  return {};
}

std::string LoadedPlan::label(uint32_t index) const {
  return index < plan.labels.size() ? plan.labels[index] : "#" + std::to_string(index);
}

Result<LoadedPlan> loadPlan(std::span<const uint8_t> bytes) {
  flatbuffers::Verifier verifier(bytes.data(), bytes.size(), 64, 100'000'000);
  if (bytes.size() < 8 || !verifier.VerifyBuffer<artifact::Plan>() || !artifact::isAligned(bytes.data()))
    return Error{"bad plan: its tables are malformed"};
  LoadedPlan loaded;
  artifact::GetPlan(bytes.data())->UnPackTo(&loaded.plan);
  if (loaded.plan.format != planFormat)
    return Error{"bad plan: format " + std::to_string(loaded.plan.format) + "; this runtime reads format " +
                 std::to_string(planFormat)};
  if (!loaded.plan.mesh || loaded.plan.programs.empty())
    return Error{"bad plan: it lacks its mesh or has no program"};
  Result<Mesh> mesh = Mesh::create(*loaded.plan.mesh);
  if (!mesh)
    return Error{"bad plan: " + mesh.error().message};
  loaded.mesh = std::move(*mesh);
  for (size_t i = 0; i < loaded.plan.layouts.size(); ++i) {
    if (!loaded.plan.layouts[i])
      return inPlan("layout " + std::to_string(i), "it is missing");
    Result<Placed> placed = Placed::create(*loaded.plan.layouts[i], loaded.mesh);
    if (!placed)
      return inPlan("layout " + std::to_string(i), placed.error().message);
    loaded.layouts.push_back(std::move(*placed));
  }
  if (Status status = checkTensors(loaded); !status)
    return status.error();
  if (Status status = checkPrograms(loaded); !status)
    return status.error();
  if (Status status = expandExchanges(loaded); !status)
    return status.error();
  return loaded;
}

Result<LoadedPlan> loadPlan(const Artifact &artifact, std::string_view target) {
  const std::string name = "'" + artifact.source() + "'";
  const auto bytes = artifact.section(section::plan);
  if (!bytes)
    return Error{name + " has no section 'plan'"};
  Result<LoadedPlan> loaded = loadPlan(*bytes);
  if (!loaded)
    return Error{name + ": " + loaded.error().message};
  const bool isForHost = loaded->plan.target.empty() || loaded->plan.target == "host";
  if (isForHost && target != "host")
    return Error{name + " was compiled for the host: compile with --to=cuda, or run it with --device=host"};
  if (!isForHost && target == "host")
    return Error{name + " was compiled for GPUs: run it with --device=cuda or --device=ptx-sim, or compile with --to=host"};
  return loaded;
}

} // namespace det::rt
