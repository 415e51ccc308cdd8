// A step: batches in, the program, metrics out.
#include "CudaBody.h"
#include "det/Runtime/Launch/Bytes.h"

namespace det::rt::cuda {

Status CudaSession::Body::fillTemporaries() {
  const bool fills = options.fill || options.chaos;
  const ArenaFill fill = options.fill.value_or(ArenaFill::nan);
  const uint16_t pattern = fill == ArenaFill::zero ? 0 : fill == ArenaFill::ones ? 0xffff : 0x7fff;
  for (size_t i = 0; i < lanes.size(); ++i) {
    const LaneMemory &places = placer->memory(i);
    const uint64_t kept = (plan.program(lanes[i].rank).persistent_bytes + 1) / 2 * 2;
    const std::pair<DevicePointer, uint64_t> parts[] = {{places.arena + kept, places.arenaBytes - std::min(kept, places.arenaBytes)},
                                                        {places.messages, places.messageBytes},
                                                        {places.scratch, places.scratchBytes},
                                                        {places.moveScratch, places.moveScratchBytes}};
    for (const auto &[start, bytes] : parts) {
      if (fills && bytes / 2 * 2 > 0)
        if (Status status = driver->fill(start, pattern, bytes / 2 * 2, runner->root()); !status)
          return status;
      if (Status status = driver->forget(start, bytes, runner->root()); !status)
        return status;
    }
  }
  return {};
}

Status CudaSession::Body::fetchMetrics() {
  ByteWriter mine;
  for (Lane &lane : lanes)
    for (const HostBox &box : lane.program.fetches) {
      host::runCopy(box.copy, lane.staging + box.staging, metrics[box.tensor].bytes.data() + box.wholeOffset, 0, box.copy.units);
      if (!isAlone())
        mine.number(lane.rank).number(box.tensor).bytes({lane.staging + box.staging, box.bytes});
    }
  if (isAlone())
    return {};
  const Result<std::vector<Bytes>> all = options.group->gather("metrics", mine.take());
  if (!all)
    return all.error();
  for (const Bytes &bytes : *all)
    for (ByteReader reader(bytes); reader.good() && !reader.atEnd();) {
      const uint32_t rank = uint32_t(reader.number()), tensor = uint32_t(reader.number());
      const auto box = reader.bytes();
      if (!reader.good() || rank >= plan.mesh.ranks() || tensor >= metrics.size() || box.size() != boxBytes(tensor, rank))
        return Error{"a process sent metrics of other sizes"};
      if (Status status = copyBox(tensor, rank, const_cast<uint8_t *>(box.data()), metrics[tensor].bytes.data(), true); !status)
        return status;
    }
  return {};
}

Status CudaSession::step(const ViewMap &batch) {
  if (body->broken)
    return *body->broken;
  if (Status status = takeBatch(body->tensors, batch, body->inputs, body->given); !status)
    return status;
  const auto run = [&]() -> Status {
    if (Status status = body->fillTemporaries(); !status)
      return status;
    const Stream root = body->runner->root();
    for (Lane &lane : body->lanes)
      for (const HostBox &box : lane.program.feeds) {
        host::runCopy(box.copy, body->given[box.tensor] + box.wholeOffset, lane.staging + box.staging, 0, box.copy.units);
        if (Status status = body->driver->copyToDevice(box.device, lane.staging + box.staging, box.bytes, root); !status)
          return status;
      }
    if (Status status = body->runner->queue(); !status)
      return status;
    for (Lane &lane : body->lanes)
      for (const HostBox &box : lane.program.fetches)
        if (Status status = body->driver->copyToHost(lane.staging + box.staging, box.device, box.bytes, root); !status)
          return status;
    if (Status status = body->runner->finish(); !status)
      return status;
    return body->fetchMetrics();
  };
  if (Status status = run(); !status)
    return body->fail(status.error());
  body->stepped = true;
  return {};
}

Result<TensorView> CudaSession::metric(const std::string &name) const {
  const Result<size_t> index = body->find(name, artifact::TensorKind::metric);
  if (!index)
    return index.error();
  if (!body->stepped)
    return Error{"there is no metric before the first step"};
  if (!body->isAlone() && body->options.group->process() != 0)
    return Error{"metrics are in process 0"};
  return body->metrics[*index].view();
}

} // namespace det::rt::cuda
