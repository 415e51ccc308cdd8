// Which family prepares an entry.
#include "det/Runtime/Cuda/Prepare.h"

#include "../../Executor/Resolve/DescribeProduct.h"
#include "../../Executor/Resolve/Resolve.h"
#include "../../Executor/Resolve/ResolveWork.h"
#include "PrepareEntries.h"
#include "PrepareMma.h"
#include "PrepareWork.h"

namespace det::rt::cuda {

namespace {

Launches product(const artifact::ProductT &entry, const LoadedPlan &plan, const AddressSpace &space, DeviceMemory &memory) {
  if (entry.model != artifact::MmaModel::none)
    return prepareMma(entry, space, memory, device::warpgroupsOf(plan.plan.chips));
  const auto description = device::describeProduct(entry);
  if (!description)
    return Error{"there is no product of " + std::string(elementName(entry.type))};
  const Result<ProductAddresses> at = resolveProduct(entry, *description, space);
  if (!at)
    return at.error();
  return prepareProduct(*description, addressOf(at->a), addressOf(at->b), addressOf(at->c), memory);
}

// Not Resolver::copy: the host's normal form is one of CPUs.
Launches copy(const artifact::CopyT &entry, const AddressSpace &space, DeviceMemory &memory) {
  std::vector<host::CopyDim> dims;
  Extent source, target;
  for (size_t d = 0; d < entry.sizes.size(); ++d) {
    dims.push_back({entry.sizes[d], entry.source_strides[d], entry.target_strides[d]});
    source.walk(entry.sizes[d], entry.source_strides[d]);
    target.walk(entry.sizes[d], entry.target_strides[d]);
  }
  if (entry.element_bytes < 1 || entry.element_bytes > 16)
    return Error{"its elements have " + std::to_string(entry.element_bytes) + " bytes"};
  const Result<uint8_t *> from =
      space.resolve(*entry.source, space.rankOffset(entry.rank_offsets, 0), source, entry.element_bytes, AddressSpace::read);
  const Result<uint8_t *> to =
      space.resolve(*entry.target, space.rankOffset(entry.rank_offsets, 1), target, entry.element_bytes, AddressSpace::write);
  if (!from || !to)
    return (!from ? from : to).error();
  return prepareBoxCopy(dims, addressOf(*from), addressOf(*to), entry.element_bytes, memory);
}

Launches update(const artifact::UpdateT &entry, const AddressSpace &space, DeviceMemory &memory) {
  const auto index = indexOf(entry.index_type);
  const auto count = elementCount(entry.shape), updateCount = elementCount(entry.update_shape);
  if (!index || !count || !updateCount || entry.starts.size() != entry.shape.size())
    return Error{"its shapes and starts do not go together"};
  const int64_t bytes = entry.element_bytes;
  const Result<uint8_t *> operand = space.resolve(*entry.operand, 0, Extent::dense(*count), bytes, AddressSpace::read);
  const Result<uint8_t *> source = space.resolve(*entry.update, 0, Extent::dense(*updateCount), bytes, AddressSpace::read);
  const Result<uint8_t *> result = space.resolve(*entry.result, 0, Extent::dense(*count), bytes, AddressSpace::write);
  if (!operand || !source || !result)
    return (!operand ? operand : !source ? source : result).error();
  DeviceUpdate made{entry.shape,        entry.update_shape, bytes, *index, addressOf(*operand),
                    addressOf(*source), addressOf(*result), {}};
  for (const artifact::Ref &start : entry.starts) {
    const Result<uint8_t *> address =
        space.resolve(start, 0, Extent::dense(1), elementBytes(entry.index_type), AddressSpace::read);
    if (!address)
      return address.error();
    made.starts.push_back(addressOf(*address));
  }
  return prepareUpdate(made, memory);
}

} // namespace

Launches prepare(const artifact::EntryT &entry, const LoadedPlan &plan, const AddressSpace &space, DeviceMemory &memory) {
  static const Kernels noKernels;
  PreparedTables tables;
  const std::vector<uint8_t *> noMetrics;
  const Resolver resolver{plan, space, noKernels, host::Isa::v3, 1, tables, noMetrics};
  switch (entry.action.type) {
  case artifact::Action::Product:
    return product(*entry.action.AsProduct(), plan, space, memory);
  case artifact::Action::Copy:
    return copy(*entry.action.AsCopy(), space, memory);
  case artifact::Action::Update:
    return update(*entry.action.AsUpdate(), space, memory);
  case artifact::Action::Gather: {
    const Result<GatherOp> op = resolver.gather(*entry.action.AsGather());
    if (!op)
      return op.error();
    return prepareGather(op->gather, addressOf(op->operand), addressOf(op->indices), addressOf(op->result));
  }
  case artifact::Action::Join: {
    const artifact::JoinT &join = *entry.action.AsJoin();
    const Result<JoinOp> op = resolver.join(join);
    if (!op)
      return op.error();
    return prepareJoin(*op, *device::combineName(join.combiner, join.type), memory);
  }
  case artifact::Action::Scatter: {
    const artifact::ScatterT &scatter = *entry.action.AsScatter();
    ResolvedProgram unused;
    const Result<ScatterOp> op = resolver.scatter(scatter, true, unused);
    if (!op)
      return op.error();
    return prepareScatter(*op, *device::combineName(scatter.combiner, scatter.type), plan.plan.level == "not_guaranteed", memory);
  }
  case artifact::Action::Sort:
    return prepareSort(*entry.action.AsSort(), space, memory);
  case artifact::Action::Scan:
    return prepareScan(*entry.action.AsScan(), space, memory);
  case artifact::Action::GenericReduce:
    return prepareReduce(*entry.action.AsGenericReduce(), space, memory);
  case artifact::Action::GenericScatter:
    return prepareBodyScatter(*entry.action.AsGenericScatter(), space, memory);
  default:
    return Error{"there is no device kernel for this entry"};
  }
}

} // namespace det::rt::cuda
