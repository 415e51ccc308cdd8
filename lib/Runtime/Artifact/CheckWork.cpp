// Checks entries with bodies, scans and updates. Addresses and sizes are checked when they are resolved.
#include "CheckWork.h"

#include <algorithm>

namespace det::rt {

namespace {

using artifact::Action;

bool known(artifact::ElementType type) { return type <= artifact::ElementType::MAX; }

bool isElement(uint32_t bytes) { return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8; }

bool isBody(const std::unique_ptr<artifact::BodyT> &body, const artifact::PlanT &plan) {
  return body && body->kernel < plan.kernels.size() && body->scratch_bytes <= uint64_t(1) << 32 &&
         std::all_of(body->argument_bytes.begin(), body->argument_bytes.end(), isElement) &&
         std::all_of(body->result_bytes.begin(), body->result_bytes.end(), isElement);
}

const char *check(const artifact::SortT &sort, const artifact::PlanT &plan) {
  if (sort.inputs.size() != sort.outputs.size() || sort.inputs.size() != sort.element_bytes.size())
    return "a sort lacks an output or an element size";
  if (sort.key > artifact::SortKey::MAX || (sort.key != artifact::SortKey::body && !sort.keys))
    return "a sort lacks its keys";
  if (sort.key == artifact::SortKey::body && !isBody(sort.body, plan))
    return "a sort lacks its comparator";
  return "";
}

const char *check(const artifact::ScanT &scan) {
  if (!scan.operand || !scan.init || !scan.result || !known(scan.type) || scan.combiner > artifact::Combiner::MAX)
    return "a scan lacks an operand or its type";
  return "";
}

const char *check(const artifact::GenericReduceT &reduce, const artifact::PlanT &plan) {
  if (!isBody(reduce.body, plan) || reduce.inits.size() != reduce.inputs.size() ||
      reduce.outputs.size() != reduce.inputs.size() || reduce.level_dims.size() != reduce.level_blocks.size())
    return "a reduction lacks its body, an operand or a block";
  for (const artifact::RankOffset &offset : reduce.rank_offsets)
    if (offset.buffer() >= reduce.inputs.size() || offset.layout() >= plan.layouts.size() ||
        offset.dim() >= plan.layouts[offset.layout()]->shape.size())
      return "a rank offset refers to what does not exist";
  return "";
}

const char *check(const artifact::GenericScatterT &scatter, const artifact::PlanT &plan) {
  if (!isBody(scatter.body, plan) || !scatter.indices || !known(scatter.index_type) ||
      scatter.updates.size() != scatter.inputs.size() || scatter.outputs.size() != scatter.inputs.size())
    return "a scatter lacks its body or an operand";
  return "";
}

const char *check(const artifact::UpdateT &update) {
  if (!update.operand || !update.update || !update.result || !known(update.index_type))
    return "an update lacks an operand or its index type";
  return "";
}

} // namespace

const char *checkWork(const artifact::EntryT &entry, const artifact::PlanT &plan) {
  switch (entry.action.type) {
  case Action::Sort:
    return check(*entry.action.AsSort(), plan);
  case Action::Scan:
    return check(*entry.action.AsScan());
  case Action::GenericReduce:
    return check(*entry.action.AsGenericReduce(), plan);
  case Action::GenericScatter:
    return check(*entry.action.AsGenericScatter(), plan);
  case Action::Update:
    return check(*entry.action.AsUpdate());
  default:
    return "its action is unknown";
  }
}

} // namespace det::rt
