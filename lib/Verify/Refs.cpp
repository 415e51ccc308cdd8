// The Refs of actions.
#include "Refs.h"

#include "Fault.h"

namespace det::verify {

using artifact::Action;
using artifact::Ref;

namespace {

/// Collects Refs, single ones and lists.
struct Refs {
  std::vector<Ref> list;
  void add(const std::unique_ptr<Ref> &ref) {
    require(ref != nullptr, "lacks an address");
    list.push_back(*ref);
  }
  void add(const std::vector<Ref> &refs) { list.insert(list.end(), refs.begin(), refs.end()); }
};

} // namespace

template <class... Parts> static std::vector<Ref> listOf(const Parts &...parts) {
  Refs refs;
  (refs.add(parts), ...);
  return std::move(refs.list);
}

std::vector<Ref> refsOf(const artifact::ActionUnion &action, const std::vector<std::unique_ptr<artifact::ExchangeT>> &exchanges) {
  auto ofExchange = [&](uint32_t number) {
    require(number < exchanges.size(), "names exchange ", number, " of ", exchanges.size());
    return listOf(exchanges[number]->source, exchanges[number]->target);
  };
  switch (action.type) {
  case Action::Launch:
    return action.AsLaunch()->buffers;
  case Action::Product:
    return listOf(action.AsProduct()->a, action.AsProduct()->b, action.AsProduct()->c);
  case Action::Copy:
    return listOf(action.AsCopy()->source, action.AsCopy()->target);
  case Action::Gather:
    return listOf(action.AsGather()->operand, action.AsGather()->indices, action.AsGather()->result);
  case Action::Scatter: {
    const artifact::ScatterT &scatter = *action.AsScatter();
    return listOf(scatter.operand, scatter.indices, scatter.updates, scatter.result);
  }
  case Action::Join: {
    const artifact::JoinT &join = *action.AsJoin();
    return join.has_init ? listOf(join.nodes, join.result, join.init) : listOf(join.nodes, join.result);
  }
  case Action::Sort: {
    const artifact::SortT &sort = *action.AsSort();
    return sort.keys ? listOf(sort.inputs, sort.outputs, sort.keys) : listOf(sort.inputs, sort.outputs);
  }
  case Action::Scan:
    return listOf(action.AsScan()->operand, action.AsScan()->init, action.AsScan()->result);
  case Action::GenericReduce: {
    const artifact::GenericReduceT &reduce = *action.AsGenericReduce();
    return listOf(reduce.inputs, reduce.inits, reduce.outputs);
  }
  case Action::GenericScatter: {
    const artifact::GenericScatterT &scatter = *action.AsGenericScatter();
    return listOf(scatter.inputs, scatter.updates, scatter.outputs, scatter.indices);
  }
  case Action::Update: {
    const artifact::UpdateT &update = *action.AsUpdate();
    return listOf(update.operand, update.update, update.result, update.starts);
  }
  case Action::ExchangeBegin:
    return ofExchange(action.AsExchangeBegin()->exchange);
  case Action::ExchangeEnd:
    return ofExchange(action.AsExchangeEnd()->exchange);
  case Action::While:
    return {};
  case Action::Loop:
  case Action::NONE:
    break;
  }
  fail("has an action that the checker does not know");
}

const std::vector<artifact::RankOffset> &offsetsOf(const artifact::ActionUnion &action) {
  static const std::vector<artifact::RankOffset> nothing;
  switch (action.type) {
  case Action::Launch:
    return action.AsLaunch()->rank_offsets;
  case Action::Product:
    return action.AsProduct()->rank_offsets;
  case Action::Copy:
    return action.AsCopy()->rank_offsets;
  case Action::GenericReduce:
    return action.AsGenericReduce()->rank_offsets;
  default:
    return nothing;
  }
}

} // namespace det::verify
