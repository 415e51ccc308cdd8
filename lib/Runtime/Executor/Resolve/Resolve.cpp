// The walk over a program: feeds, entries, fetches, and where the team has to meet.
#include "ResolveWork.h"

#include <algorithm>

namespace det::rt {

std::vector<host::CopyDim> boxDims(const Region &box, const std::vector<int64_t> &shape, int64_t &offset) {
  std::vector<host::CopyDim> dims(box.size());
  int64_t whole = 1, local = 1;
  offset = 0;
  for (size_t d = box.size(); d-- > 0;) {
    dims[d] = {box[d].size(), whole, local};
    offset += box[d].begin * whole;
    whole *= shape[d];
    local *= box[d].size();
  }
  return dims;
}

Status copyBox(const Placed &layout, ElementType type, uint32_t rank, uint8_t *box, uint8_t *whole, bool toWhole) {
  const Region region = layout.box(rank);
  if (volume(region) == 0)
    return {};
  int64_t offset = 0;
  std::vector<host::CopyDim> dims = boxDims(region, layout.shape(), offset);
  if (toWhole)
    for (host::CopyDim &dim : dims)
      std::swap(dim.from, dim.to);
  const int64_t bytes = elementBytes(type);
  const Result<host::PreparedCopy> copy = prepareElements(dims, bytes);
  if (!copy)
    return copy.error();
  uint8_t *part = whole + offset * bytes;
  host::runCopy(*copy, toWhole ? box : part, toWhole ? part : box, 0, copy->units);
  return {};
}

Result<host::PreparedCopy> prepareElements(std::vector<host::CopyDim> dims, int64_t elementBytes) {
  int64_t part = 8;
  while (elementBytes % part != 0)
    part /= 2;
  if (const int64_t parts = elementBytes / part; parts > 1) {
    for (host::CopyDim &dim : dims) {
      dim.from *= parts;
      dim.to *= parts;
    }
    dims.push_back({parts, 1, 1});
  }
  return host::prepareCopy(dims, part);
}

Status Resolver::addTensors(artifact::TensorKind kind, ResolvedProgram &program) {
  uint32_t batch = 0;
  for (size_t i = 0; i < plan.plan.tensors.size(); ++i) {
    const artifact::TensorT &tensor = *plan.plan.tensors[i];
    if (tensor.kind != kind)
      continue;
    const Placed &layout = plan.layouts[tensor.layout];
    const Region box = layout.box(space.rank);
    const int64_t bytes = elementBytes(tensor.type);
    const auto &placements = plan.program(space.rank).placements;
    const auto place = std::find_if(placements.begin(), placements.end(), [&](const auto &p) { return p->tensor == i; });
    const bool feeds = kind == artifact::TensorKind::batch;
    Result<uint8_t *> local =
        space.resolve(*(*place)->value, 0, Extent::dense(volume(box)), bytes, feeds ? AddressSpace::write : AddressSpace::read);
    if (!local)
      return Error{"bad plan: tensor '" + tensor.name + "': " + local.error().message};
    int64_t offset = 0;
    std::vector<host::CopyDim> dims = boxDims(box, layout.shape(), offset);
    if (!feeds)
      for (host::CopyDim &dim : dims)
        std::swap(dim.from, dim.to);
    Result<host::PreparedCopy> copy = prepareElements(dims, bytes);
    if (!copy)
      return Error{"bad plan: tensor '" + tensor.name + "': " + copy.error().message};
    Operation operation{LoopEndOp{}};
    operation.label = UINT32_MAX;
    if (feeds) {
      operation.what = FeedOp{batch++, std::move(*copy), uint64_t(offset * bytes), *local};
    } else {
      const std::vector<uint32_t> owners = layout.owners();
      if (!std::binary_search(owners.begin(), owners.end(), space.rank))
        continue;
      operation.what = FetchOp{{std::move(*copy), *local, metrics[i] + offset * bytes}};
    }
    program.operations.push_back(std::move(operation));
  }
  return {};
}

Status Resolver::add(const artifact::EntryT &entry, ResolvedProgram &program, int depth) {
  Operation operation{LoopEndOp{}, entry.label, entry.flops, entry.serial, true};
  const auto put = [&](auto result) -> Status {
    if (!result)
      return Error{"bad plan: entry '" + plan.label(entry.label) + "' of rank " + std::to_string(space.rank) + ": " +
                   result.error().message};
    operation.what = std::move(*result);
    program.operations.push_back(std::move(operation));
    return {};
  };
  const auto putAll = [&](auto results) -> Status {
    if (!results)
      return put(Result<BeginOp>(results.error()));
    for (auto &result : *results) {
      Operation next = operation;
      if constexpr (std::is_same_v<std::decay_t<decltype(result)>, BeginOp>)
        next.what = std::move(result);
      else
        std::visit([&](auto &op) { next.what = std::move(op); }, result);
      program.operations.push_back(std::move(next));
    }
    return {};
  };
  const auto byLevels = [&](uint32_t exchange) { return passing && passing->routeOf(exchange); };
  switch (entry.action.type) {
  case artifact::Action::Launch:
    return put(launch(*entry.action.AsLaunch(), program));
  case artifact::Action::Product:
    if (entry.action.AsProduct()->model != artifact::MmaModel::none)
      return put(mmaWork(*entry.action.AsProduct(), entry.serial, *this, program));
    return put(product(*entry.action.AsProduct(), entry.serial, program));
  case artifact::Action::Copy:
    return put(copy(*entry.action.AsCopy()));
  case artifact::Action::Gather:
    return put(gather(*entry.action.AsGather()));
  case artifact::Action::Scatter:
    return put(scatter(*entry.action.AsScatter(), entry.serial, program));
  case artifact::Action::Join:
    return put(join(*entry.action.AsJoin()));
  case artifact::Action::Sort:
  case artifact::Action::Scan:
  case artifact::Action::GenericReduce:
  case artifact::Action::GenericScatter:
  case artifact::Action::Update:
    return put(work(entry, program));
  case artifact::Action::ExchangeBegin: {
    const uint32_t exchange = entry.action.AsExchangeBegin()->exchange;
    return byLevels(exchange) ? putAll(beginByLevels(exchange)) : put(begin(exchange));
  }
  case artifact::Action::ExchangeEnd: {
    const uint32_t exchange = entry.action.AsExchangeEnd()->exchange;
    return byLevels(exchange) ? putAll(endByLevels(exchange)) : put(end(exchange));
  }
  default:
    break;
  }
  program.loopDepth = std::max(program.loopDepth, depth + 1);
  if (const auto *loop = entry.action.AsWhile())
    return addWhile(*loop, operation, program, depth);
  // A loop: its body between two operations that jump.
  const artifact::LoopT &loop = *entry.action.AsLoop();
  const size_t at = program.operations.size();
  operation.what = LoopOp{loop.count, 0};
  program.operations.push_back(operation);
  for (const auto &inner : loop.body)
    if (Status status = add(*inner, program, depth + 1); !status)
      return status;
  std::get<LoopOp>(program.operations[at].what).end = uint32_t(program.operations.size());
  operation.what = LoopEndOp{uint32_t(at + 1)};
  program.operations.push_back(operation);
  return {};
}

// Operations that only say where to go on.
static bool jumps(const Operation &operation) {
  return std::holds_alternative<LoopOp>(operation.what) || std::holds_alternative<LoopEndOp>(operation.what) ||
         std::holds_alternative<WhileOp>(operation.what) || std::holds_alternative<WhileTestOp>(operation.what) ||
         std::holds_alternative<WhileEndOp>(operation.what);
}

Status Resolver::addWhile(const artifact::WhileT &loop, Operation operation, ResolvedProgram &program, int depth) {
  const Result<uint8_t *> predicate = space.resolve(*loop.predicate, 0, Extent::dense(1), 1, AddressSpace::read);
  if (!predicate)
    return Error{"bad plan: loop '" + plan.label(operation.label) + "' of rank " + std::to_string(space.rank) + ": " +
                 predicate.error().message};
  const auto put = [&](auto what) {
    operation.what = what;
    program.operations.push_back(operation);
    return uint32_t(program.operations.size());
  };
  const uint32_t begin = put(WhileOp{0, false});
  for (const auto &inner : loop.condition)
    if (Status status = add(*inner, program, depth + 1); !status)
      return status;
  const uint32_t body = put(WhileTestOp{*predicate, 0});
  for (const auto &inner : loop.body)
    if (Status status = add(*inner, program, depth + 1); !status)
      return status;
  const uint32_t end = put(WhileEndOp{begin}) - 1;
  std::get<WhileTestOp>(program.operations[body - 1].what).end = end;
  const bool isSerial = std::all_of(program.operations.begin() + begin, program.operations.begin() + end, [](const Operation &inner) {
    const bool waits = std::holds_alternative<BeginOp>(inner.what) || std::holds_alternative<EndOp>(inner.what);
    return jumps(inner) || (inner.serial && !waits);
  });
  std::get<WhileOp>(program.operations[begin - 1].what) = {end, isSerial};
  return {};
}

Result<ResolvedProgram> Resolver::resolveOne(const artifact::EntryT &entry) {
  ResolvedProgram program;
  if (Status status = add(entry, program, 0); !status)
    return status.error();
  return program;
}

Result<ResolvedProgram> Resolver::resolve() {
  ResolvedProgram program;
  if (Status status = addTensors(artifact::TensorKind::batch, program); !status)
    return status.error();
  for (const auto &entry : plan.program(space.rank).entries)
    if (Status status = add(*entry, program, 0); !status)
      return status.error();
  if (Status status = addTensors(artifact::TensorKind::metric, program); !status)
    return status.error();
  // Feeds and fetches touch different memory each, and one thread's own operations are in order anyway. A loop's ends
  // do nothing themselves, but what follows them may come from two places: it meets.
  for (size_t i = 0; i < program.operations.size(); ++i) {
    Operation &current = program.operations[i];
    const Operation *before = i ? &program.operations[i - 1] : nullptr;
    const bool sameSide =
        before && ((std::holds_alternative<FeedOp>(before->what) && std::holds_alternative<FeedOp>(current.what)) ||
                   (std::holds_alternative<FetchOp>(before->what) && std::holds_alternative<FetchOp>(current.what)) ||
                   (before->serial && current.serial));
    const bool landed = before && jumps(*before);
    current.barrier = before && !jumps(current) && (landed || !sameSide);
  }
  return program;
}

} // namespace det::rt
