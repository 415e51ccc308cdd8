// The walk over a rank's entries: launches, exchanges, loops, and what goes to and from the host.
#include "BuildProgram.h"
#include "../../Executor/ExchangePieces.h"
#include "../../Executor/Resolve/Resolve.h"
#include "det/Runtime/Cuda/Prepare.h"

#include <algorithm>

namespace det::rt::cuda {

namespace {

// Threads of a block of a generated kernel, and the most blocks of a launch.
constexpr int64_t generatedBlock = 128, mostBlocks = INT32_MAX;

std::string_view kindOf(artifact::Action action) {
  switch (action) {
  case artifact::Action::Launch:
    return "launch";
  case artifact::Action::Product:
    return "product";
  case artifact::Action::Copy:
    return "copy";
  case artifact::Action::Gather:
    return "gather";
  case artifact::Action::Scatter:
    return "scatter";
  case artifact::Action::Join:
    return "join";
  case artifact::Action::Sort:
    return "sort";
  case artifact::Action::Scan:
    return "scan";
  case artifact::Action::GenericReduce:
    return "reduce";
  case artifact::Action::GenericScatter:
    return "scatter";
  case artifact::Action::Update:
    return "update";
  case artifact::Action::ExchangeBegin:
    return "begin";
  case artifact::Action::ExchangeEnd:
    return "end";
  case artifact::Action::While:
    return "while";
  default:
    return "loop";
  }
}

DevicePointer addressOf(const uint8_t *address) { return reinterpret_cast<DevicePointer>(address); }

void appendWord(DeviceLaunch &launch, uint64_t word) {
  const auto *bytes = reinterpret_cast<const std::byte *>(&word);
  launch.params.insert(launch.params.end(), bytes, bytes + sizeof word);
}

} // namespace

Result<ComputeOp> ProgramBuilder::launch(const artifact::LaunchT &launch) {
  ComputeOp op;
  if (launch.extent == 0)
    return op;
  const std::string &name = plan.plan.kernels[launch.kernel];
  if (launch.kernel >= plan.plan.kernel_lanes.size())
    return Error{"the plan does not say how many threads kernel '" + name + "' has for a grain"};
  const int64_t lanes = plan.plan.kernel_lanes[launch.kernel];
  if (lanes != 1 && lanes != 32 && lanes != generatedBlock)
    return Error{"kernel '" + name + "' has " + std::to_string(lanes) + " threads for a grain, expected 1, 32 or " + std::to_string(generatedBlock)};
  DeviceKernel kernel;
  kernel.launch.kernel = name;
  const Result<LaunchWords> words = resolveLaunch(launch, launch.params, space);
  if (!words)
    return words.error();
  for (const DevicePointer buffer : words->buffers)
    appendWord(kernel.launch, buffer);
  for (const int64_t param : words->params)
    appendWord(kernel.launch, uint64_t(param));
  appendWord(kernel.launch, uint64_t(launch.extent));
  appendWord(kernel.launch, uint64_t(launch.grain));
  const int64_t workers = (launch.extent - 1) / launch.grain + 1, perBlock = generatedBlock / lanes, blocks = (workers - 1) / perBlock + 1;
  if (blocks > mostBlocks)
    return Error{"its grid has " + std::to_string(blocks) + " blocks, more than a GPU takes"};
  kernel.launch.grid[0] = uint32_t(blocks);
  kernel.launch.block[0] = uint32_t(generatedBlock);
  op.steps.push_back(std::move(kernel));
  return op;
}

Result<ComputeOp> ProgramBuilder::compute(const artifact::EntryT &entry) {
  if (const auto *launched = entry.action.AsLaunch())
    return launch(*launched);
  ComputeOp op;
  if (const auto *product = entry.action.AsProduct(); product && gemms) {
    Result<std::optional<std::vector<DeviceStep>>> steps = gemms->prepare(*product, space, computing);
    if (!steps)
      return steps.error();
    if (*steps) {
      op.steps = std::move(**steps);
      return op;
    }
  }
  Result<std::vector<DeviceLaunch>> launches = std::vector<DeviceLaunch>();
  if (const FreeReduction *joins = reductionOf(entry)) {
    // One node is left, behind which init and the rounding come.
    if (!joins->isWhole)
      launches = prepare(*joinOfOne(*entry.action.AsJoin()), plan, space, computing);
  } else {
    launches = prepare(entry, plan, space, computing);
  }
  if (!launches)
    return launches.error();
  for (DeviceLaunch &launch : *launches)
    op.steps.push_back(DeviceKernel{std::move(launch), {}});
  return op;
}

Status ProgramBuilder::addCopy(const std::vector<host::CopyDim> &dims, DevicePointer from, DevicePointer to, int64_t elementBytes,
                               std::vector<DeviceStep> &steps) {
  if (const std::optional<int64_t> elements = denseRun(dims)) {
    if (*elements > 0 && from != to)
      steps.push_back(DeviceCopy{to, from, uint64_t(*elements * elementBytes)});
    return {};
  }
  Result<std::vector<DeviceLaunch>> launches = prepareBoxCopy(dims, from, to, elementBytes, moving);
  if (!launches)
    return launches.error();
  for (DeviceLaunch &launch : *launches)
    steps.push_back(DeviceKernel{std::move(launch), {}});
  return {};
}

Status ProgramBuilder::addLocal(uint32_t exchange, const ExchangeSide &source, const ExchangeSide &target, std::vector<DeviceStep> &steps) {
  const int64_t bytes = plan.program(space.rank).exchanges[exchange]->element_bytes;
  for (const Piece &piece : plan.expansions[exchange][space.rank].local)
    for (const PieceCopy &part : copyPiece(piece, &source, &target)) {
      const DevicePointer from = addressOf(source.buffer) + uint64_t(part.from * bytes), to = addressOf(target.buffer) + uint64_t(part.to * bytes);
      if (from != to || !part.alike)
        if (Status status = addCopy(part.dims, from, to, bytes, steps); !status)
          return status;
    }
  return {};
}

Result<DeviceExchange> ProgramBuilder::exchange(uint32_t number) {
  const artifact::ExchangeT &table = *plan.program(space.rank).exchanges[number];
  const ExchangeRule &rule = plan.rules[number];
  const Expansion &expansion = plan.expansions[number][space.rank];
  const ExchangePlaces &place = places.exchanges[number];
  if (place.reduction)
    return freeReduction(number);
  if (place.routed)
    return exchangeByLevels(number);
  const int64_t bytes = table.element_bytes;
  const Result<ExchangeSide> source = sourceSide(rule, table, space), target = targetSide(rule, table, space);
  if (!source || !target)
    return (!source ? source : target).error();
  const DevicePointer from = addressOf(source->buffer), to = addressOf(target->buffer);
  moving.nextEntry();
  DeviceExchange made;
  // Messages before anything is written: source and target may be one buffer.
  for (const Piece &piece : expansion.sends) {
    const auto where = std::find_if(place.sends.begin(), place.sends.end(), [&](const auto &message) { return message.peer == piece.receiver; });
    const DevicePointer memory = (where->direct ? from : messages) + where->offset;
    made.sends.push_back({piece.receiver, memory, where->bytes});
    if (!where->direct)
      for (const PieceCopy &part : copyPiece(piece, &*source, nullptr))
        if (Status status = addCopy(part.dims, from + uint64_t(part.from * bytes), memory + uint64_t(part.to * bytes), bytes, made.packs); !status)
          return status.error();
  }
  std::sort(made.sends.begin(), made.sends.end(), [](const Message &a, const Message &b) { return a.peer < b.peer; });
  if (Status status = addLocal(number, *source, *target, made.packs); !status)
    return status.error();
  for (const Piece &piece : expansion.receives) {
    const auto where = std::find_if(place.receives.begin(), place.receives.end(), [&](const auto &message) { return message.peer == piece.sender; });
    const DevicePointer memory = (where->direct ? to : messages) + where->offset;
    made.receives.push_back({piece.sender, memory, where->bytes});
    if (!where->direct)
      for (const PieceCopy &part : copyPiece(piece, nullptr, &*target))
        if (Status status = addCopy(part.dims, memory + uint64_t(part.from * bytes), to + uint64_t(part.to * bytes), bytes, made.unpacks); !status)
          return status.error();
  }
  made.gathered = to + place.receiveStart;
  made.parts = {messages + place.sendStart, messages + place.receiveStart};
  return made;
}

Status ProgramBuilder::addTensors(DeviceProgram &program) {
  for (size_t i = 0; i < plan.plan.tensors.size(); ++i) {
    const artifact::TensorT &tensor = *plan.plan.tensors[i];
    const Placed &layout = plan.layouts[tensor.layout];
    const Region box = layout.box(space.rank);
    const int64_t bytes = elementBytes(tensor.type);
    const auto &placements = plan.program(space.rank).placements;
    const auto place = std::find_if(placements.begin(), placements.end(), [&](const auto &p) { return p->tensor == i; });
    const bool feeds = tensor.kind == artifact::TensorKind::batch;
    const Result<uint8_t *> local = space.resolve(*(*place)->value, 0, Extent::dense(volume(box)), bytes,
                                                  tensor.kind == artifact::TensorKind::metric ? AddressSpace::read : AddressSpace::write);
    if (!local)
      return Error{"bad plan: tensor '" + tensor.name + "': " + local.error().message};
    if (tensor.kind == artifact::TensorKind::state || volume(box) == 0)
      continue;
    const std::vector<uint32_t> owners = layout.owners();
    if (!feeds && !std::binary_search(owners.begin(), owners.end(), space.rank))
      continue;
    int64_t offset = 0;
    std::vector<host::CopyDim> dims = boxDims(box, layout.shape(), offset);
    if (!feeds)
      for (host::CopyDim &dim : dims)
        std::swap(dim.from, dim.to);
    Result<host::PreparedCopy> copy = prepareElements(dims, bytes);
    if (!copy)
      return Error{"bad plan: tensor '" + tensor.name + "': " + copy.error().message};
    HostBox made{uint32_t(i), std::move(*copy), uint64_t(offset * bytes), program.stagingBytes, uint64_t(volume(box) * bytes), addressOf(*local)};
    program.stagingBytes += (made.bytes + 255) / 256 * 256;
    (feeds ? program.feeds : program.fetches).push_back(std::move(made));
  }
  return {};
}

Status ProgramBuilder::add(const artifact::EntryT &entry, DeviceProgram &program) {
  DeviceOperation operation{LoopEndOp{}, entry.label, kindOf(entry.action.type), entry.flops};
  if (const auto *begin = entry.action.AsExchangeBegin()) {
    operation.what = BeginOp{begin->exchange};
  } else if (const auto *end = entry.action.AsExchangeEnd()) {
    operation.what = EndOp{end->exchange};
  } else if (const auto *loop = entry.action.AsWhile()) {
    return addWhile(*loop, operation, program);
  } else if (const auto *counted = entry.action.AsLoop()) {
    // Its body between two operations that jump.
    const size_t at = program.operations.size();
    operation.what = LoopOp{counted->count, 0};
    program.operations.push_back(operation);
    if (Status status = addAll(counted->body, program); !status)
      return status;
    std::get<LoopOp>(program.operations[at].what).end = uint32_t(program.operations.size());
    operation.what = LoopEndOp{uint32_t(at + 1)};
  } else {
    computing.nextEntry();
    return put(compute(entry), std::move(operation), program);
  }
  program.operations.push_back(std::move(operation));
  return {};
}

Status ProgramBuilder::put(Result<ComputeOp> computed, DeviceOperation operation, DeviceProgram &program) {
  if (!computed)
    return Error{"bad plan: entry '" + plan.label(operation.label) + "' of rank " + std::to_string(space.rank) + ": " + computed.error().message};
  operation.what = std::move(*computed);
  program.operations.push_back(std::move(operation));
  return {};
}

Status ProgramBuilder::addAll(const std::vector<std::unique_ptr<artifact::EntryT>> &entries, DeviceProgram &program) {
  for (size_t i = 0; i < entries.size(); i += entries[i]->fusion ? entries[i]->fusion->entries : 1)
    if (Status status = entries[i]->fusion ? addAttention(std::span(entries).subspan(i), program) : add(*entries[i], program); !status)
      return status;
  return {};
}

Status ProgramBuilder::addAttention(std::span<const std::unique_ptr<artifact::EntryT>> entries, DeviceProgram &program) {
  DeviceOperation operation{LoopEndOp{}, entries[0]->label, "attention"};
  computing.nextEntry();
  Result<std::vector<DeviceLaunch>> launches = prepareAttention(entries, plan, space, computing);
  if (!launches)
    return put(launches.error(), std::move(operation), program);
  ComputeOp op;
  for (DeviceLaunch &launch : *launches)
    op.steps.push_back(DeviceKernel{std::move(launch), {}});
  for (const auto &entry : entries.first(entries[0]->fusion->entries))
    operation.flops += entry->flops;
  return put(std::move(op), std::move(operation), program);
}

Status ProgramBuilder::addWhile(const artifact::WhileT &loop, DeviceOperation operation, DeviceProgram &program) {
  const Result<uint8_t *> predicate = space.resolve(*loop.predicate, 0, Extent::dense(1), 1, AddressSpace::read);
  if (!predicate)
    return Error{"bad plan: loop '" + plan.label(operation.label) + "' of rank " + std::to_string(space.rank) + ": " +
                 predicate.error().message};
  const auto put = [&](auto what) {
    operation.what = what;
    program.operations.push_back(operation);
    return uint32_t(program.operations.size());
  };
  const uint32_t condition = put(WhileOp{});
  if (Status status = addAll(loop.condition, program); !status)
    return status;
  const uint32_t body = put(WhileTestOp{addressOf(*predicate), 0});
  if (Status status = addAll(loop.body, program); !status)
    return status;
  const uint32_t end = put(WhileEndOp{condition}) - 1;
  std::get<WhileTestOp>(program.operations[body - 1].what).end = end;
  return {};
}

Result<DeviceProgram> ProgramBuilder::build() {
  DeviceProgram program;
  if (Status status = addTensors(program); !status)
    return status.error();
  if (Status status = addAll(plan.program(space.rank).entries, program); !status)
    return status.error();
  for (uint32_t number = 0; number < plan.rules.size(); ++number) {
    Result<DeviceExchange> made = exchange(number);
    if (!made)
      return Error{"bad plan: exchange '" + plan.label(plan.program(space.rank).exchanges[number]->label) + "' of rank " +
                   std::to_string(space.rank) + ": " + made.error().message};
    program.exchanges.push_back(std::move(*made));
  }
  return program;
}

} // namespace det::rt::cuda
