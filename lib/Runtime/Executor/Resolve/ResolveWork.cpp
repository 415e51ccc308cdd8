// Scans and updates; what all families share.
#include "DescribeWork.h"
#include "ResolveWork.h"

#include "det/Runtime/Host/Update.h"

#include <cstring>

namespace det::rt {

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
  Result<host::Scan> description = describeScan(scan);
  if (!description)
    return description.error();
  Result<ScanAddresses> addresses = resolveScan(scan, resolver.space);
  if (!addresses)
    return addresses.error();
  auto made = std::make_shared<ScanWork>();
  made->scan = *description;
  made->operand = addresses->operand;
  made->init = addresses->init;
  made->result = addresses->result;
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
      resolveArrays({*update.operand, *update.update}, {*count, *updateCount}, {bytes, bytes}, AddressSpace::read, resolver.space);
  auto written = resolveArrays({*update.result}, {*count}, {bytes}, AddressSpace::write, resolver.space);
  auto scalars = resolveArrays(update.starts, std::vector<int64_t>(starts, 1),
                               std::vector<int64_t>(starts, elementBytes(update.index_type)), AddressSpace::read, resolver.space);
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
