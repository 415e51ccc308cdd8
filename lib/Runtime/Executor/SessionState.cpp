// State and metrics between whole tensors and the shards of ranks, in this process and in others.
#include "SessionBody.h"

#include <algorithm>
#include <cstring>

namespace det::rt {

namespace {

constexpr auto stateKind = artifact::TensorKind::state;

HostTensor blank(const TensorInfo &info) {
  HostTensor tensor{info.type, info.shape, {}};
  tensor.bytes.resize(size_t(*elementCount(info.shape) * elementBytes(info.type)));
  return tensor;
}

} // namespace

std::vector<uint32_t> Session::Body::ownersOf(size_t tensor) const {
  return plan.layouts[plan.plan.tensors[tensor]->layout].owners();
}

// The address was checked when the program was resolved.
uint8_t *Session::Body::place(size_t tensor, uint32_t rank) const {
  for (const auto &placement : plan.program(rank).placements)
    if (placement->tensor == tensor && placement->value->space() == artifact::Space::arena)
      return runners[rank - share.first]->arena.data() + placement->value->offset();
  return nullptr;
}

Status Session::Body::copyBox(size_t tensor, uint32_t rank, uint8_t *local, uint8_t *whole, bool toWhole) const {
  return rt::copyBox(plan.layouts[plan.plan.tensors[tensor]->layout], tensors[tensor].type, rank, local, whole, toWhole);
}

Status Session::setState(const std::string &name, const TensorView &tensor) {
  const Result<size_t> index = body->find(name, stateKind);
  if (!index)
    return index.error();
  if (Status status = sameType(body->tensors[*index], tensor, "state tensor"); !status)
    return status;
  CanonicalInputs inputs;
  const uint8_t *whole = inputs.of(*index, tensor);
  for (const auto &runner : body->runners)
    if (Status status = body->copyBox(*index, runner->rank, body->place(*index, runner->rank), const_cast<uint8_t *>(whole), false); !status)
      return status;
  return {};
}

void Session::Body::packState(size_t tensor, Bytes &bytes) const {
  for (uint32_t owner : ownersOf(tensor))
    if (isMine(owner)) {
      const uint8_t *box = place(tensor, owner);
      bytes.insert(bytes.end(), box,
                   box + volume(plan.layouts[plan.plan.tensors[tensor]->layout].box(owner)) * elementBytes(tensors[tensor].type));
    }
}

Status Session::Body::unpack(size_t tensor, uint32_t process, std::span<const uint8_t> &bytes, uint8_t *whole) const {
  for (uint32_t owner : ownersOf(tensor)) {
    if (owner / share.count != process)
      continue;
    const size_t size =
        size_t(volume(plan.layouts[plan.plan.tensors[tensor]->layout].box(owner)) * elementBytes(tensors[tensor].type));
    if (size > bytes.size())
      return Error{options.group->describe(process) + " has sent " + std::to_string(bytes.size()) + " bytes of '" +
                   tensors[tensor].name + "', expected " + std::to_string(size)};
    if (Status status = copyBox(tensor, owner, const_cast<uint8_t *>(bytes.data()), whole, true); !status)
      return status;
    bytes = bytes.subspan(size);
  }
  return {};
}

Result<HostTensor> Session::getState(const std::string &name) const {
  const Result<size_t> index = body->find(name, stateKind);
  if (!index)
    return index.error();
  const TensorInfo &info = body->tensors[*index];
  std::vector<Bytes> others;
  if (!body->isAlone()) {
    const bool gives = body->options.group->process() != 0;
    Bytes own;
    if (gives)
      body->packState(*index, own);
    Result<std::vector<Bytes>> gathered = body->options.group->gather("state '" + name + "'", std::move(own));
    if (!gathered)
      return gathered.error();
    if (gives)
      return HostTensor{info.type, info.shape, {}};
    others = std::move(*gathered);
  }
  HostTensor tensor = blank(info);
  for (uint32_t rank : body->ownersOf(*index))
    if (body->isMine(rank))
      if (Status status = body->copyBox(*index, rank, body->place(*index, rank), tensor.bytes.data(), true); !status)
        return status.error();
  for (uint32_t process = 1; process < others.size(); ++process) {
    std::span<const uint8_t> bytes = others[process];
    if (Status status = body->unpack(*index, process, bytes, tensor.bytes.data()); !status)
      return status.error();
  }
  return tensor;
}

std::vector<ElementSums> Session::Body::ownSums() const {
  struct Shard {
    size_t tensor;
    uint32_t owner;
    ElementSums sums;
  };
  std::vector<Shard> shards;
  for (size_t i = 0; i < tensors.size(); ++i)
    if (tensors[i].kind == stateKind)
      for (uint32_t owner : ownersOf(i))
        if (isMine(owner))
          shards.push_back({i, owner, {}});
  std::atomic<size_t> next{0};
  crew->forAll([&] {
    for (size_t i; (i = next.fetch_add(1)) < shards.size();) {
      Shard &shard = shards[i];
      const Placed &layout = plan.layouts[plan.plan.tensors[shard.tensor]->layout];
      shard.sums =
          elementSums(tensors[shard.tensor].type, place(shard.tensor, shard.owner), layout.box(shard.owner), layout.shape());
    }
  });
  std::vector<ElementSums> sums(tensors.size());
  for (const Shard &shard : shards)
    sums[shard.tensor] = sums[shard.tensor] + shard.sums;
  return sums;
}

Result<std::map<std::string, ElementSums>> Session::stateSums() const {
  std::vector<ElementSums> sums = body->ownSums();
  if (!body->isAlone()) {
    Bytes own(sums.size() * sizeof(ElementSums));
    std::memcpy(own.data(), sums.data(), own.size());
    const Result<std::vector<Bytes>> all = body->options.group->allGather("the sums of the state", std::move(own));
    if (!all)
      return all.error();
    for (uint32_t process = 0; process < all->size(); ++process) {
      if ((*all)[process].size() != sums.size() * sizeof(ElementSums))
        return Error{body->options.group->describe(process) + " has sent the sums of another state"};
      if (process == body->options.group->process())
        continue;
      std::vector<ElementSums> other(sums.size());
      std::memcpy(other.data(), (*all)[process].data(), (*all)[process].size());
      for (size_t i = 0; i < sums.size(); ++i)
        sums[i] = sums[i] + other[i];
    }
  }
  std::map<std::string, ElementSums> named;
  for (size_t i = 0; i < sums.size(); ++i)
    if (body->tensors[i].kind == stateKind)
      named[body->tensors[i].name] = sums[i];
  return named;
}

Status Session::Body::gatherMetrics() {
  if (spreadMetrics.empty())
    return {};
  Bytes own;
  if (options.group->process() != 0)
    for (size_t metric : spreadMetrics)
      for (uint32_t owner : ownersOf(metric))
        if (isMine(owner)) {
          const size_t at = own.size();
          own.resize(at + size_t(volume(plan.layouts[plan.plan.tensors[metric]->layout].box(owner)) *
                                 elementBytes(tensors[metric].type)));
          if (Status status = copyBox(metric, owner, own.data() + at, metrics[metric].bytes.data(), false); !status)
            return status;
        }
  const Result<std::vector<Bytes>> others = options.group->gather("metrics", std::move(own));
  if (!others)
    return others.error();
  for (uint32_t process = 1; process < others->size(); ++process) {
    std::span<const uint8_t> bytes = (*others)[process];
    for (size_t metric : spreadMetrics)
      if (Status status = unpack(metric, process, bytes, metrics[metric].bytes.data()); !status)
        return status;
  }
  return {};
}

} // namespace det::rt
