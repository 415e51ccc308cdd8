// Scans and updates; what all families share.
#include "ResolveWork.h"

#include "det/Runtime/Host/Scan.h"
#include "det/Runtime/Host/Update.h"

#include <cstring>

namespace det::rt {

Result<host::Body> resolveBody(const artifact::BodyT &body, size_t arguments, size_t results, const Resolver &resolver) {
  if (body.argument_bytes.size() != arguments || body.result_bytes.size() != results)
    return Error{"its body has other arguments or results"};
  return host::Body{resolver.kernels[body.kernel],
                    body.params,
                    {body.argument_bytes.begin(), body.argument_bytes.end()},
                    {body.result_bytes.begin(), body.result_bytes.end()},
                    body.scratch_bytes};
}

Result<std::vector<uint8_t *>> resolveArrays(const std::vector<artifact::Ref> &refs, const std::vector<int64_t> &elements,
                                             const std::vector<int64_t> &bytes, AddressSpace::Access access,
                                             const Resolver &resolver) {
  std::vector<uint8_t *> pointers;
  for (size_t i = 0; i < refs.size(); ++i) {
    Result<uint8_t *> address = resolver.space.resolve(refs[i], 0, Extent::dense(elements[i]), bytes[i], access);
    if (!address)
      return address.error();
    pointers.push_back(*address);
  }
  return pointers;
}

namespace {

struct ScanWork : Work {
  host::Scan scan;
  const void *operand, *init;
  void *result;

  void run(host::Team &team, const Scratch &scratch) const override {
    const Share share = shareOf(scan.units(), 1, team);
    if (share.begin < share.end)
      host::runScan(scan, operand, init, result, share.begin, share.end, scratch.thread);
  }
};

struct UpdateWork : Work {
  host::Update update;
  const uint8_t *operand, *source;
  uint8_t *result;
  std::vector<const void *> starts;

  void run(host::Team &team, const Scratch &) const override {
    if (operand != result) {
      const Share share = shareOf(update.bytes, 64, team);
      std::memcpy(result + share.begin, operand + share.begin, size_t(share.end - share.begin));
      team.barrier();
    }
    const Share share = shareOf(update.copy.units, 1, team);
    if (share.begin < share.end)
      host::runCopy(update.copy, source, result + host::updateOffset(update, starts.data()), share.begin, share.end);
  }
};

} // namespace

Result<WorkOp> scanWork(const artifact::ScanT &scan, const Resolver &resolver, ResolvedProgram &program) {
  auto made = std::make_shared<ScanWork>();
  const auto op = joinOpOf(scan.combiner, scan.type);
  const auto element = elementOf(scan.type);
  const auto count = elementCount({scan.outer, scan.size, scan.inner});
  if (!op || !element || !count)
    return Error{"its combiner, type and sizes do not go together"};
  made->scan = {*op, *element, scan.outer, scan.size, scan.inner, scan.block, scan.reverse};
  if (Status status = host::checkScan(made->scan); !status)
    return status.error();
  const int64_t bytes = elementBytes(scan.type);
  auto read = resolveArrays({*scan.operand, *scan.init}, {*count, 1}, {bytes, bytes}, AddressSpace::read, resolver);
  auto written = resolveArrays({*scan.result}, {*count}, {bytes}, AddressSpace::write, resolver);
  if (!read || !written)
    return (!read ? read : written).error();
  made->operand = (*read)[0];
  made->init = (*read)[1];
  made->result = (*written)[0];
  program.threadScratch = std::max<uint64_t>(program.threadScratch, host::scanScratch(made->scan));
  return WorkOp{made};
}

Result<WorkOp> updateWork(const artifact::UpdateT &update, const Resolver &resolver, ResolvedProgram &) {
  auto made = std::make_shared<UpdateWork>();
  const auto index = indexOf(update.index_type);
  const auto count = elementCount(update.shape), updateCount = elementCount(update.update_shape);
  if (!index || !count || !updateCount || update.starts.size() != update.shape.size())
    return Error{"its shapes and starts do not go together"};
  const int64_t bytes = update.element_bytes, starts = int64_t(update.starts.size());
  Result<host::Update> prepared = host::prepareUpdate(update.shape, update.update_shape, bytes, *index);
  if (!prepared)
    return prepared.error();
  made->update = *prepared;
  auto read =
      resolveArrays({*update.operand, *update.update}, {*count, *updateCount}, {bytes, bytes}, AddressSpace::read, resolver);
  auto written = resolveArrays({*update.result}, {*count}, {bytes}, AddressSpace::write, resolver);
  auto scalars = resolveArrays(update.starts, std::vector<int64_t>(starts, 1),
                               std::vector<int64_t>(starts, elementBytes(update.index_type)), AddressSpace::read, resolver);
  if (!read || !written || !scalars)
    return (!read ? read : !written ? written : scalars).error();
  made->operand = (*read)[0];
  made->source = (*read)[1];
  made->result = (*written)[0];
  made->starts = constants(*scalars);
  return WorkOp{made};
}

Result<WorkOp> Resolver::work(const artifact::EntryT &entry, ResolvedProgram &program) const {
  switch (entry.action.type) {
  case artifact::Action::Sort:
    return sortWork(*entry.action.AsSort(), *this, program);
  case artifact::Action::Scan:
    return scanWork(*entry.action.AsScan(), *this, program);
  case artifact::Action::GenericReduce:
    return reduceWork(*entry.action.AsGenericReduce(), *this, program);
  case artifact::Action::GenericScatter:
    return scatterWork(*entry.action.AsGenericScatter(), *this, program);
  case artifact::Action::Update:
    return updateWork(*entry.action.AsUpdate(), *this, program);
  default:
    return Error{"it is no work that this runtime knows"};
  }
}

} // namespace det::rt
