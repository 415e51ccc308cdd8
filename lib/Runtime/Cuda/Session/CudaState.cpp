// State between the host and the devices.
#include "../../Executor/Resolve/Resolve.h"
#include "CudaBody.h"

#include <algorithm>

namespace det::rt::cuda {

constexpr auto stateKind = artifact::TensorKind::state;

// The address was checked when the program was built.
DevicePointer CudaSession::Body::placeOf(size_t tensor, uint32_t rank) const {
  for (size_t i = 0; i < lanes.size(); ++i)
    if (lanes[i].rank == rank)
      for (const auto &placement : plan.program(rank).placements)
        if (placement->tensor == tensor && placement->value->space() == artifact::Space::arena)
          return placer->memory(i).arena + placement->value->offset();
  return 0;
}

uint64_t CudaSession::Body::boxBytes(size_t tensor, uint32_t rank) const {
  return uint64_t(volume(plan.layouts[plan.plan.tensors[tensor]->layout].box(rank)) * elementBytes(tensors[tensor].type));
}

Result<std::vector<uint8_t>> CudaSession::Body::readBox(size_t tensor, const Lane &lane) const {
  std::vector<uint8_t> box(boxBytes(tensor, lane.rank));
  if (!box.empty())
    if (Status status = driver->copyToHost(box.data(), placeOf(tensor, lane.rank), box.size(), stream); !status)
      return status.error();
  if (Status status = driver->synchronize(stream); !status)
    return status.error();
  return box;
}

Status CudaSession::Body::copyBox(size_t tensor, uint32_t rank, uint8_t *box, uint8_t *whole, bool toWhole) const {
  return rt::copyBox(plan.layouts[plan.plan.tensors[tensor]->layout], tensors[tensor].type, rank, box, whole, toWhole);
}

Status CudaSession::setState(const std::string &name, const TensorView &tensor) {
  const Result<size_t> index = body->find(name, stateKind);
  if (!index)
    return index.error();
  if (Status status = sameType(body->tensors[*index], tensor, "state tensor"); !status)
    return status;
  CanonicalInputs inputs;
  const uint8_t *whole = inputs.of(*index, tensor);
  for (const Lane &lane : body->lanes) {
    std::vector<uint8_t> box(body->boxBytes(*index, lane.rank));
    if (box.empty())
      continue;
    if (Status status = body->copyBox(*index, lane.rank, box.data(), const_cast<uint8_t *>(whole), false); !status)
      return status;
    if (Status status = body->driver->copyToDevice(body->placeOf(*index, lane.rank), box.data(), box.size(), body->stream); !status)
      return status;
    if (Status status = body->driver->synchronize(body->stream); !status)
      return status;
  }
  return {};
}

Result<HostTensor> CudaSession::getState(const std::string &name) const {
  const Result<size_t> index = body->find(name, stateKind);
  if (!index)
    return index.error();
  const TensorInfo &info = body->tensors[*index];
  HostTensor tensor{info.type, info.shape, {}};
  tensor.bytes.resize(size_t(*elementCount(info.shape) * elementBytes(info.type)));
  const std::vector<uint32_t> owners = body->plan.layouts[body->plan.plan.tensors[*index]->layout].owners();
  Bytes mine;
  for (const Lane &lane : body->lanes) {
    if (!std::binary_search(owners.begin(), owners.end(), lane.rank))
      continue;
    Result<std::vector<uint8_t>> box = body->readBox(*index, lane);
    if (!box)
      return box.error();
    if (Status status = body->copyBox(*index, lane.rank, box->data(), tensor.bytes.data(), true); !status)
      return status.error();
    mine = std::move(*box);
  }
  if (body->isAlone())
    return tensor;
  Result<std::vector<Bytes>> all = body->options.group->gather("state '" + name + "'", std::move(mine));
  if (!all)
    return all.error();
  if (body->options.group->process() != 0)
    return HostTensor{info.type, info.shape, {}};
  for (const uint32_t owner : owners) {
    Bytes &box = (*all)[owner];
    if (box.size() != body->boxBytes(*index, owner))
      return Error{"rank " + std::to_string(owner) + " sent " + std::to_string(box.size()) + " bytes of state '" + name + "'"};
    if (Status status = body->copyBox(*index, owner, box.data(), tensor.bytes.data(), true); !status)
      return status.error();
  }
  return tensor;
}

Result<std::map<std::string, ElementSums>> CudaSession::stateSums() const {
  std::map<std::string, ElementSums> sums;
  for (size_t i = 0; i < body->tensors.size(); ++i) {
    if (body->tensors[i].kind != stateKind)
      continue;
    ElementSums &sum = sums[body->tensors[i].name];
    const Placed &layout = body->plan.layouts[body->plan.plan.tensors[i]->layout];
    const std::vector<uint32_t> owners = layout.owners();
    for (const Lane &lane : body->lanes) {
      if (!std::binary_search(owners.begin(), owners.end(), lane.rank))
        continue;
      const Result<std::vector<uint8_t>> box = body->readBox(i, lane);
      if (!box)
        return box.error();
      sum = sum + elementSums(body->tensors[i].type, box->data(), layout.box(lane.rank), layout.shape());
    }
  }
  if (body->isAlone())
    return sums;
  static_assert(std::is_trivially_copyable_v<ElementSums>);
  Bytes mine;
  for (const auto &[name, sum] : sums) {
    const auto *start = reinterpret_cast<const uint8_t *>(&sum);
    mine.insert(mine.end(), start, start + sizeof sum);
  }
  const size_t size = mine.size();
  const Result<std::vector<Bytes>> all = body->options.group->allGather("sums of the state", std::move(mine));
  if (!all)
    return all.error();
  for (auto &[name, sum] : sums)
    sum = {};
  for (const Bytes &bytes : *all) {
    if (bytes.size() != size)
      return Error{"a process sent sums of another state"};
    size_t at = 0;
    for (auto &[name, sum] : sums) {
      ElementSums part;
      std::memcpy(&part, bytes.data() + at, sizeof part);
      sum = sum + part;
      at += sizeof part;
    }
  }
  return sums;
}

} // namespace det::rt::cuda
