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
  case Action::ExchangeBegin:
    return bindExchange(action.AsExchangeBegin()->exchange);
  case Action::ExchangeEnd:
    return bindExchange(action.AsExchangeEnd()->exchange);
  case Action::Loop:
  case Action::NONE:
    return;
  }
}

} // namespace det::plan
