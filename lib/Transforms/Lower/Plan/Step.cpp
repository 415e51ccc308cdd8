// Fills the addresses of entries.
#include "Step.h"

namespace det::plan {

using artifact::Ref;
using Refs = llvm::ArrayRef<Ref>;

static std::unique_ptr<Ref> own(const Ref &ref) { return std::make_unique<Ref>(ref); }

static void bind(artifact::LaunchT &launch, Refs refs) { launch.buffers.assign(refs.begin(), refs.end()); }

static void bind(artifact::ProductT &product, Refs refs) {
  product.a = own(refs[0]);
  product.b = own(refs[1]);
  product.c = own(refs[2]);
}

static void bind(artifact::CopyT &copy, Refs refs) {
  copy.source = own(refs[0]);
  copy.target = own(refs[1]);
}

static void bind(artifact::GatherT &gather, Refs refs) {
  gather.operand = own(refs[0]);
  gather.indices = own(refs[1]);
  gather.result = own(refs[2]);
}

static void bind(artifact::ScatterT &scatter, Refs refs) {
  scatter.operand = own(refs[0]);
  scatter.indices = own(refs[1]);
  scatter.updates = own(refs[2]);
  scatter.result = own(refs[3]);
}

static void bind(artifact::JoinT &join, Refs refs) {
  join.nodes = own(refs[0]);
  join.result = own(refs[1]);
  join.init = own(refs.size() > 2 ? refs[2] : refs[0]);
}

// Lists of refs come one after the other.
static std::vector<Ref> take(Refs &refs, size_t count) {
  std::vector<Ref> taken(refs.begin(), refs.begin() + count);
  refs = refs.drop_front(count);
  return taken;
}

static void bind(artifact::SortT &sort, Refs refs) {
  size_t arrays = sort.element_bytes.size();
  sort.inputs = take(refs, arrays);
  sort.outputs = take(refs, arrays);
  if (!refs.empty())
    sort.keys = own(refs[0]);
}

static void bind(artifact::ScanT &scan, Refs refs) {
  scan.operand = own(refs[0]);
  scan.init = own(refs[1]);
  scan.result = own(refs[2]);
}

static void bind(artifact::GenericReduceT &reduce, Refs refs) {
  size_t inputs = reduce.body->result_bytes.size();
  reduce.inputs = take(refs, inputs);
  reduce.inits = take(refs, inputs);
  reduce.outputs = take(refs, inputs);
}

static void bind(artifact::GenericScatterT &scatter, Refs refs) {
  size_t inputs = scatter.body->result_bytes.size();
  scatter.inputs = take(refs, inputs);
  scatter.updates = take(refs, inputs);
  scatter.outputs = take(refs, inputs);
  scatter.indices = own(refs[0]);
}

static void bind(artifact::UpdateT &update, Refs refs) {
  update.operand = own(refs[0]);
  update.update = own(refs[1]);
  update.result = own(refs[2]);
  refs = refs.drop_front(3);
  update.starts = take(refs, refs.size());
}

void bindRefs(Step &step, Refs refs, Exchanges &exchanges) {
  using artifact::Action;
  artifact::ActionUnion &action = step.entry.action;
  auto bindExchange = [&](uint32_t number) {
    exchanges[number]->source = own(refs[0]);
    exchanges[number]->target = own(refs[1]);
  };
  switch (action.type) {
  case Action::Launch:
    return bind(*action.AsLaunch(), refs);
  case Action::Product:
    return bind(*action.AsProduct(), refs);
  case Action::Copy:
    return bind(*action.AsCopy(), refs);
  case Action::Gather:
    return bind(*action.AsGather(), refs);
  case Action::Scatter:
    return bind(*action.AsScatter(), refs);
  case Action::Join:
    return bind(*action.AsJoin(), refs);
  case Action::Sort:
    return bind(*action.AsSort(), refs);
  case Action::Scan:
    return bind(*action.AsScan(), refs);
  case Action::GenericReduce:
    return bind(*action.AsGenericReduce(), refs);
  case Action::GenericScatter:
    return bind(*action.AsGenericScatter(), refs);
  case Action::Update:
    return bind(*action.AsUpdate(), refs);
  case Action::ExchangeBegin:
    return bindExchange(action.AsExchangeBegin()->exchange);
  case Action::ExchangeEnd:
    return bindExchange(action.AsExchangeEnd()->exchange);
  case Action::While:
  case Action::Loop:
  case Action::NONE:
    return;
  }
}

} // namespace det::plan
