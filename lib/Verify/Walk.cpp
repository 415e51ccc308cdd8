// The walk: entries in order, loops twice, exchanges from begin to end.
#include "Walk.h"

#include "Artifact.h"
#include "Fault.h"
#include "Refs.h"

#include <algorithm>

namespace det::verify {

using artifact::Action;

const artifact::LayoutT &Context::layout(uint32_t number) const {
  require(number < plan.layouts.size(), "names layout ", number, " of ", plan.layouts.size());
  return *plan.layouts[number];
}

Box Context::partOf(uint32_t partial, int64_t rank) const {
  require(partial < plan.partials.size(), "names split sum ", partial, " of ", plan.partials.size());
  const artifact::PartialT &split = *plan.partials[partial];
  const Ordered &order = orderOf(split.value);
  require(split.cuts.size() == order.box.size(), "splits a sum over ", order.box.size(), " dims by ", split.cuts.size(), " cuts");
  Box part;
  for (size_t dim = 0; dim < split.cuts.size(); ++dim)
    part.push_back(rangeOf(*split.cuts[dim], order.box[dim], mesh, rank));
  return part;
}

const Ordered &Context::orderOf(uint32_t value) const {
  auto found = graph.ordered.find(value);
  require(found != graph.ordered.end(), "orders value ", value, ", for which the certificate has no order");
  return found->second;
}

//===-- Entries ----------------------------------------------------------------------------------------------------===//

const Access &EntryAt::use(size_t i) const {
  require(i < uses.size() && uses[i].value != none, "does not say which value it uses");
  return uses[i];
}

const Op &EntryAt::op(std::initializer_list<const char *> kinds) const {
  require(claim.makes.size() >= 1, "does not say which value it makes");
  const Op *op = walk.graph.maker(walk.graph.type(claim.makes[0]).shape.size() < 64 ? claim.makes[0] : 0);
  require(op && op->out == claim.makes, "makes values that no op of the graph makes together");
  require(std::any_of(kinds.begin(), kinds.end(), [&](const char *kind) { return op->name == kind; }), "evaluates ", op->name);
  return *op;
}

Box EntryAt::nodeOf(const Ordered &order, const Access &result) const {
  if (result.partial == none)
    return wholeBox(order.box);
  require(claim.node != nullptr, "does not say which part of a sum it evaluates");
  Box part = walk.context.partOf(result.partial, walk.rank), node;
  require(claim.node->starts.size() == part.size() && claim.node->ends.size() == part.size(), "evaluates a part of a sum of ",
          part.size(), " dims");
  for (size_t dim = 0; dim < part.size(); ++dim) {
    node.push_back({part[dim].begin + claim.node->starts[dim], part[dim].begin + claim.node->ends[dim]});
    require(part[dim].begin <= node[dim].begin && node[dim].end <= part[dim].end, "evaluates more of a sum than its rank has");
  }
  return node;
}

Access Walk::accessOf(const artifact::UseT &use, const std::vector<artifact::RankOffset> &offsets, uint16_t position) const {
  require(use.buffer < program.buffers.size(), "names buffer ", use.buffer, " of ", program.buffers.size());
  const artifact::BufferT &buffer = *program.buffers[use.buffer];
  Access access;
  access.space = buffer.space;
  access.buffer = use.buffer;
  access.value = use.value;
  access.base = buffer.offset;
  if (use.value == none) { // a helper's buffer, as bytes
    access.elementBytes = 1;
    access.box = {{0, static_cast<int64_t>(buffer.bytes)}};
    access.strides = {1};
    return access;
  }
  access.elementBytes = use.element_bytes;
  access.base += use.offset * access.elementBytes;
  for (const artifact::RankOffset &offset : offsets)
    if (offset.buffer() == position) {
      const artifact::LayoutT &layout = context.layout(offset.layout());
      require(offset.dim() < layout.dims.size(), "has a rank offset along dim ", offset.dim(), " of ", layout.dims.size());
      access.base += boxOf(layout, context.mesh, rank)[offset.dim()].begin * offset.stride_bytes();
    }
  const Index &shape = graph.type(use.value).shape;
  const artifact::LayoutT &layout = context.layout(use.layout);
  require(layout.shape == shape, "uses value ", use.value, " in the layout of another shape");
  require(use.shape.size() == use.strides.size(), "uses a value with strides for other dims");
  if (use.shape.size() == shape.size()) {
    access.box = boxOf(layout, context.mesh, rank);
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      Range &range = access.box[dim];
      int64_t start = use.starts.empty() ? 0 : use.starts.at(dim);
      require(use.starts.empty() ? use.shape[dim] == range.size() : start >= 0 && start + use.shape[dim] <= range.size(),
              "uses ", use.shape[dim], " elements from ", start, " on along dim ", dim, " of value ", use.value,
              ", of which its rank has ", range.size());
      range = {range.begin + start, range.begin + start + use.shape[dim]};
      access.strides.push_back(use.strides[dim] * access.elementBytes);
    }
  } else {
    // A number that is read as an array of its own.
    bool repeats = std::all_of(use.strides.begin(), use.strides.end(), [](int64_t stride) { return stride == 0; });
    require(shape.empty() && (repeats || volume(Index(use.shape.begin(), use.shape.end())) == 1), "uses value ", use.value,
            " as if it had ", use.shape.size(), " dims");
  }
  access.partial = use.partial;
  access.firstNode = use.first_node;
  access.nodes = use.nodes;
  return access;
}

//===-- Arguments and results --------------------------------------------------------------------------------------===//

Access Walk::tensorAt(const std::string &name, uint32_t value) const {
  static const char *const kinds[] = {"state", "batch", "metric"};
  for (const auto &placement : program.placements) {
    require(placement->tensor < context.plan.tensors.size() && placement->value, "keeps tensor ", placement->tensor, " of ",
            context.plan.tensors.size());
    const artifact::TensorT &tensor = *context.plan.tensors[placement->tensor];
    if (kinds[std::min<size_t>(static_cast<size_t>(tensor.kind), 2)] + (":" + tensor.name) != name)
      continue;
    require(tensor.shape == graph.type(value).shape && context.layout(tensor.layout).shape == tensor.shape, "tensor '", name,
            "': has another shape than its value");
    Access access{placement->value->space(), none, value, boxOf(context.layout(tensor.layout), context.mesh, rank), {}, 0, 0};
    access.base = placement->value->offset();
    static const int64_t bytes[] = {1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 1, 1, 2, 2, 4, 8, 8, 16, 1, 1, 1, 1};
    access.elementBytes = bytes[static_cast<size_t>(tensor.type)];
    int64_t stride = access.elementBytes;
    for (size_t dim = access.box.size(); dim-- > 0; stride *= access.box[dim].size())
      access.strides.insert(access.strides.begin(), stride);
    require(tensor.kind != artifact::TensorKind::state || volume(access.box) == 0 ||
                access.bytes().second <= static_cast<int64_t>(program.persistent_bytes),
            "tensor '", name, "': is state, but lies behind the state");
    return access;
  }
  fail("tensor '", name, "': has no place");
}

void Walk::run() {
  std::map<std::string, Access> kept;
  for (uint32_t argument = 0; argument < graph.argumentNames.size(); ++argument) {
    const std::string &name = graph.argumentNames[argument];
    Access access = tensorAt(name, argument);
    memory.write(access, volume(access.box));
    if (name.starts_with("state:"))
      kept.emplace(name, access);
  }
  walk(program.entries, "");
  require(pending.empty(), "rank ", rank, ": ends while exchanges are under way");
  // State that no result replaces stays as it was.
  for (size_t i = 0; i < graph.results.size(); ++i)
    kept.insert_or_assign(graph.resultNames[i], tensorAt(graph.resultNames[i], graph.results[i]));
  for (const auto &[name, access] : kept)
    try {
      memory.read(access);
    } catch (const Fault &fault) {
      fail("rank ", rank, ", result '", name, "': ", fault.what());
    }
}

//===-- Walking ----------------------------------------------------------------------------------------------------===//

void Walk::walk(const std::vector<std::unique_ptr<artifact::EntryT>> &entries, const std::string &within) {
  size_t first = 0, end = 0; // of entries that are done at once
  for (size_t i = 0; i < entries.size(); ++i) {
    const artifact::EntryT &entry = *entries[i];
    const std::string place = within + std::to_string(i);
    size_t blamed = i;
    try {
      if (entry.fusion) {
        first = i;
        end = checkFusion(entries, i);
      }
      if (const artifact::WhileT *loop = entry.action.AsWhile()) {
        require(entry.claim != nullptr, "has no claim");
        checkLoop(*loop, *entry.claim, place);
      } else {
        check(entry);
      }
      if (i + 1 == end) {
        blamed = first;
        finishFusion(entries, first);
      }
    } catch (const Fault &fault) {
      std::string text = fault.what();
      if (text.starts_with("rank "))
        throw;
      const artifact::EntryT &at = *entries[blamed];
      fail("rank ", rank, ", entry ", within, blamed, " (", artifact::EnumNameAction(at.action.type), ", '",
           at.label < context.plan.labels.size() ? context.plan.labels[at.label] : "", "'): ", text);
    }
  }
}

/// What an access reads from the constants is the constant that the graph has, element by element.
static void checkConstant(const Context &context, const Access &access, const artifact::BufferT &buffer) {
  if (volume(access.box) == 0)
    return;
  require(buffer.offset + buffer.bytes <= context.constants.size(), "reads behind the constants");
  std::string_view bytes(reinterpret_cast<const char *>(context.constants.data()) + buffer.offset, buffer.bytes);
  for (const Index &element : samplesOf(access.box)) {
    Element from = context.graph.origin({access.value, element});
    const Op *op = context.graph.maker(from.value);
    if (context.graph.isSumOfNothing(from.value)) {
      require(std::all_of(bytes.begin(), bytes.end(), [](char byte) { return byte == 0; }), "reads a sum of nothing that is not zero");
      continue;
    }
    require(op && op->name == "constant" && op->does.find("#" + digest(bytes)) != std::string::npos, "reads value ", access.value,
            " from other constants");
    int64_t position = from.index.empty() ? 0 : positionOf(context.graph.type(from.value).shape, from.index);
    require(access.addressOf(element) == static_cast<int64_t>(buffer.offset) + position * access.elementBytes, "reads value ",
            access.value, " at another element of its constant");
  }
}

void Walk::check(const artifact::EntryT &entry) {
  require(entry.claim != nullptr, "has no claim");
  EntryAt at{*this, *entry.claim, refsOf(entry.action, program.exchanges), {}, {}};
  const auto &offsets = offsetsOf(entry.action);
  require(at.refs.size() == entry.claim->uses.size(), "has ", at.refs.size(), " addresses and claims ", entry.claim->uses.size());
  for (size_t i = 0; i < at.refs.size(); ++i) {
    const artifact::UseT &use = *entry.claim->uses[i];
    at.uses.push_back(accessOf(use, offsets, i));
    const artifact::BufferT &buffer = *program.buffers[use.buffer];
    int64_t named = buffer.offset + (use.value == none ? 0 : use.offset * use.element_bytes), offset = at.refs[i].offset();
    // A product may begin inside its values: its check looks at every term. So may what fills in where it has none.
    bool mayBeginInside = entry.action.type == Action::Product ||
                          (entry.action.type == Action::Copy && entry.claim->uses[0]->value == none);
    require(at.refs[i].space() == buffer.space && (offset == named || mayBeginInside), "address ", i,
            " is byte ", offset, ", but its value lies at byte ", named);
    at.starts.push_back(offset + at.uses[i].base - named);
    if (use.value != none && buffer.space == artifact::Space::constants)
      checkConstant(context, at.uses[i], buffer);
  }
  switch (entry.action.type) {
  case Action::Launch:
    return checkLaunch(at, *entry.action.AsLaunch());
  case Action::Copy:
    return checkCopy(at, *entry.action.AsCopy());
  case Action::Product:
    return checkProduct(at, *entry.action.AsProduct());
  case Action::Gather:
    return checkGather(at, *entry.action.AsGather());
  case Action::Scatter:
    return checkScatter(at, *entry.action.AsScatter());
  case Action::Sort:
    return checkSort(at, *entry.action.AsSort());
  case Action::Scan:
    return checkScan(at, *entry.action.AsScan());
  case Action::GenericReduce:
    return checkGenericReduce(at, *entry.action.AsGenericReduce());
  case Action::GenericScatter:
    return checkGenericScatter(at, *entry.action.AsGenericScatter());
  case Action::Update:
    return checkUpdate(at, *entry.action.AsUpdate());
  case Action::Join:
    return checkJoin(at, *entry.action.AsJoin());
  case Action::ExchangeBegin:
    return begin(at, entry.action.AsExchangeBegin()->exchange);
  case Action::ExchangeEnd:
    return end(entry.action.AsExchangeEnd()->exchange);
  default:
    fail("is of a kind that the checker does not know");
  }
}

void Walk::begin(const EntryAt &entry, uint32_t number) {
  const artifact::ExchangeT &exchange = *program.exchanges[number];
  Access source = entry.use(0), target = entry.use(1);
  bool joins = !exchange.nodes.empty() || exchange.node_count;
  require(source.value == target.value, "sends value ", source.value, " and calls it ", target.value);
  require(joins == (source.partial != none) && source.partial == target.partial, "mixes up whole values and parts of sums");
  require(source.elementBytes == exchange.element_bytes && target.elementBytes == exchange.element_bytes, "moves elements of ",
          exchange.element_bytes, " bytes");
  auto checkBox = [&](const Access &access, uint32_t layout, const char *what) {
    require(access.box == boxOf(context.layout(layout), context.mesh, rank), "has a ", what, " of another layout than it says");
    int64_t stride = access.elementBytes;
    for (size_t dim = access.box.size(); dim-- > 0; stride *= access.box[dim].size())
      require(access.strides[dim] == stride || access.box[dim].size() == 1 || volume(access.box) == 0, "has a ", what,
              " that is not dense");
  };
  checkBox(source, exchange.source_layout, "source");
  checkBox(target, exchange.target_layout, "target");
  require(pending.emplace(number, std::pair(source, target)).second, "begins exchange ", number, " twice");
  memory.read(source);
  memory.write(target, 0);
  memory.beginBusy(source, Memory::Use::reads);
  memory.beginBusy(target, Memory::Use::brings);
}

void Walk::end(uint32_t number) {
  auto found = pending.find(number);
  require(found != pending.end(), "ends exchange ", number, ", which has not begun");
  auto [source, target] = found->second;
  pending.erase(found);
  memory.endBusy(source, Memory::Use::reads);
  memory.endBusy(target, Memory::Use::brings);
  memory.write(target, target.count());
  if (target.partial != none)
    brought[target.partial] = number;
}

void Walk::checkLoop(const artifact::WhileT &loop, const artifact::ClaimT &claim, const std::string &place) {
  std::vector<Access> carried;
  for (const auto &use : claim.uses)
    carried.push_back(accessOf(*use, {}, 0));
  require(!carried.empty() && carried[0].value != none, "is a loop that carries nothing");
  const Op *op = graph.maker(carried[0].value);
  require(op && op->name == "while" && op->out.size() == carried.size(), "is no loop of the graph");
  auto readAs = [&](const std::vector<uint32_t> &values) {
    for (size_t i = 0; i < carried.size(); ++i) {
      carried[i].value = values.at(i);
      memory.read(carried[i]);
    }
  };
  auto rename = [&](const std::vector<uint32_t> &values) {
    for (size_t i = 0; i < carried.size(); ++i) {
      carried[i].value = values.at(i);
      memory.write(carried[i], volume(carried[i].box));
    }
  };
  for (size_t i = 0; i < carried.size(); ++i)
    require(carried[i].value == op->out[i], "carries its values in another order than the graph");
  readAs(op->in);
  // The second time shows that an iteration leaves what the next one reads.
  for (int pass = 0;; ++pass) {
    rename(op->condition);
    walk(loop.condition, place + ".condition.");
    require(loop.predicate != nullptr, "has no predicate");
    memory.read({loop.predicate->space(), none, op->predicate, {}, {}, static_cast<int64_t>(loop.predicate->offset()), 1});
    if (pass == 2)
      break;
    rename(op->inside);
    walk(loop.body, place + ".body.");
    readAs(op->next);
  }
  rename(op->out);
}

} // namespace det::verify
