// From views to claims.
#include "Claims.h"

#include "det/Dialect/Det/Numbers.h"

using namespace mlir;

namespace det::plan {

artifact::BoxT boxWithin(const order::Box &node, const order::Box &part) {
  artifact::BoxT box;
  for (auto [range, from] : llvm::zip(node, part)) {
    box.starts.push_back(range.begin - from.begin);
    box.ends.push_back(range.end - from.begin);
  }
  return box;
}

void ProgramBuilder::finishClaims(Operation *op, size_t begin) {
  using artifact::Action;
  for (Step &step : llvm::drop_begin(steps, begin)) {
    // A view that was made before its value was known.
    for (BufferUse &use : step.uses)
      if (use.view && !use.view->value && use.writes)
        for (Value result : op->getResults())
          if (auto found = views.find(result); found != views.end() && found->second.buffer == use.buffer) {
            use.view->value = result;
            use.view->nodes = found->second.nodes;
          }
    Action type = step.entry.action.type;
    bool moves = type == Action::Copy || type == Action::ExchangeBegin || type == Action::ExchangeEnd || type == Action::Launch;
    if (moves || step.mark != LoopMark::None)
      continue;
    for (Value result : op->getResults())
      step.makes.push_back(numberOf(result));
  }
}

static std::unique_ptr<artifact::UseT> useOf(const BufferUse &use, ProgramBuilder &builder) {
  auto claimed = std::make_unique<artifact::UseT>();
  claimed->buffer = use.buffer;
  if (!use.view || !use.view->value)
    return claimed;
  const View &view = *use.view;
  claimed->value = numberOf(view.value);
  LayoutAttr layout = view.layout ? view.layout : builder.placements.layout(view.value);
  claimed->layout = builder.tables.layout(layout, globalShape(view.value));
  claimed->element_bytes = use.elementBytes;
  claimed->offset = view.offset;
  claimed->starts.assign(view.starts.begin(), view.starts.end());
  ArrayRef<int64_t> shape = view.shape, strides = view.strides;
  if (view.nodes) {
    claimed->partial = builder.tables.partial(view.value, builder.placements.layout(view.value));
    claimed->first_node = view.nodes->first;
    claimed->nodes = view.nodes->count;
    bool hasNodeDim = shape.size() > globalShape(view.value).size();
    shape = shape.drop_front(hasNodeDim);
    strides = strides.drop_front(hasNodeDim);
  }
  claimed->shape.assign(shape.begin(), shape.end());
  claimed->strides.assign(strides.begin(), strides.end());
  return claimed;
}

std::unique_ptr<artifact::ClaimT> claimOf(Step &step, ProgramBuilder &builder) {
  auto claim = std::make_unique<artifact::ClaimT>();
  for (const BufferUse &use : step.uses)
    claim->uses.push_back(useOf(use, builder));
  for (const BufferUse &use : step.carried)
    claim->uses.push_back(useOf(use, builder));
  claim->makes.assign(step.makes.begin(), step.makes.end());
  if (step.node)
    claim->node = std::make_unique<artifact::BoxT>(*step.node);
  return claim;
}

} // namespace det::plan
