// What every family checks before it runs, wherever it runs.
#include "DescribeWork.h"
#include "ResolveWork.h"
#include "ScatterAddressing.h"

#include "det/Order/Program.h"
#include "det/Runtime/Host/Postfix.h"

namespace det::rt {

namespace {

constexpr size_t mostOperands = 32;
constexpr int64_t mostLeaves = int64_t(1) << 24;

// Leaves of an order whose levels are valid; capped.
int64_t leafCount(const artifact::GenericReduceT &reduce) {
  int64_t count = 1;
  for (size_t d = 0; d < reduce.box.size(); ++d) {
    int64_t block = reduce.box[d];
    for (size_t i = 0; i < reduce.level_dims.size(); ++i)
      if (reduce.level_dims[i] == int64_t(d))
        block = std::min(block, reduce.level_blocks[i]);
    const int64_t blocks = block > 0 ? reduce.box[d] / block + (reduce.box[d] % block != 0) : 0;
    if (__builtin_mul_overflow(count, blocks, &count))
      return INT64_MAX;
  }
  return count;
}

std::vector<int64_t> all(size_t count, int64_t value) { return std::vector<int64_t>(count, value); }

} // namespace

Result<host::Body> describeBody(const artifact::BodyT &body, size_t arguments, size_t results) {
  if (body.argument_bytes.size() != arguments || body.result_bytes.size() != results)
    return Error{"its body has other arguments or results"};
  return host::Body{nullptr,
                    body.params,
                    {body.argument_bytes.begin(), body.argument_bytes.end()},
                    {body.result_bytes.begin(), body.result_bytes.end()},
                    body.scratch_bytes};
}

Result<std::vector<uint8_t *>> resolveArrays(const std::vector<artifact::Ref> &refs, const std::vector<int64_t> &elements,
                                             const std::vector<int64_t> &bytes, AddressSpace::Access access,
                                             const AddressSpace &space) {
  std::vector<uint8_t *> pointers;
  for (size_t i = 0; i < refs.size(); ++i) {
    Result<uint8_t *> address = space.resolve(refs[i], 0, Extent::dense(elements[i]), bytes[i], access);
    if (!address)
      return address.error();
    pointers.push_back(*address);
  }
  return pointers;
}

//===-- Sorts -------------------------------------------------------------------------------------------------------===//

Result<host::Sort> describeSort(const artifact::SortT &sort) {
  if (!elementCount({sort.outer, sort.size, sort.inner}))
    return Error{"its sizes are out of range"};
  host::Sort description;
  description.elementBytes.assign(sort.element_bytes.begin(), sort.element_bytes.end());
  description.outer = sort.outer;
  description.size = sort.size;
  description.inner = sort.inner;
  description.key = static_cast<host::SortKey>(sort.key);
  description.keyBytes = sort.key_bytes;
  description.descending = sort.descending;
  if (sort.key == artifact::SortKey::body) {
    Result<host::Body> body = describeBody(*sort.body, 2 * sort.inputs.size(), 1);
    if (!body)
      return body.error();
    description.body = *body;
  }
  if (Status status = host::checkSort(description); !status)
    return status.error();
  return description;
}

Result<SortAddresses> resolveSort(const artifact::SortT &sort, const host::Sort &description, const AddressSpace &space) {
  const int64_t count = description.outer * description.size * description.inner;
  const std::vector<int64_t> counts = all(sort.inputs.size(), count);
  auto inputs = resolveArrays(sort.inputs, counts, description.elementBytes, AddressSpace::read, space);
  auto outputs = resolveArrays(sort.outputs, counts, description.elementBytes, AddressSpace::write, space);
  if (!inputs || !outputs)
    return (!inputs ? inputs : outputs).error();
  SortAddresses addresses{*inputs, *outputs};
  if (sort.key != artifact::SortKey::body) {
    auto keys = resolveArrays({*sort.keys}, {count}, {description.keyBytes}, AddressSpace::read, space);
    if (!keys)
      return keys.error();
    addresses.keys = (*keys)[0];
  }
  return addresses;
}

//===-- Scans -------------------------------------------------------------------------------------------------------===//

Result<host::Scan> describeScan(const artifact::ScanT &scan) {
  const auto op = joinOpOf(scan.combiner, scan.type);
  const auto element = elementOf(scan.type);
  if (!op || !element || !elementCount({scan.outer, scan.size, scan.inner}))
    return Error{"its combiner, type and sizes do not go together"};
  host::Scan description{*op, *element, scan.outer, scan.size, scan.inner, scan.block, scan.reverse};
  if (Status status = host::checkScan(description); !status)
    return status.error();
  return description;
}

Result<ScanAddresses> resolveScan(const artifact::ScanT &scan, const AddressSpace &space) {
  const int64_t count = scan.outer * scan.size * scan.inner, bytes = elementBytes(scan.type);
  auto read = resolveArrays({*scan.operand, *scan.init}, {count, 1}, {bytes, bytes}, AddressSpace::read, space);
  auto written = resolveArrays({*scan.result}, {count}, {bytes}, AddressSpace::write, space);
  if (!read || !written)
    return (!read ? read : written).error();
  return ScanAddresses{(*read)[0], (*read)[1], (*written)[0]};
}

//===-- Reductions by a body ----------------------------------------------------------------------------------------===//

Result<host::GenericReduce> describeReduce(const artifact::GenericReduceT &reduce) {
  host::GenericReduce description;
  const size_t inputs = reduce.inputs.size(), kept = reduce.kept.size(), box = reduce.box.size();
  const auto results = elementCount(reduce.kept), boxed = elementCount(reduce.box);
  if (inputs == 0 || inputs > mostOperands || box > 16 || !results || !boxed || reduce.strides.size() != inputs * (kept + box))
    return Error{"its operands, sizes and strides do not go together"};
  Result<host::Body> body = describeBody(*reduce.body, 2 * inputs, inputs);
  if (!body)
    return body.error();
  description.body = *body;
  description.kept = reduce.kept;
  description.box = reduce.box;
  description.lanes = reduce.lanes;
  order::Order order;
  for (size_t i = 0; i < reduce.level_dims.size(); ++i)
    order.levels.push_back({reduce.level_dims[i], reduce.level_blocks[i]});
  if (Status status = order::verify(order, int64_t(box)); !status)
    return status.error();
  if (leafCount(reduce) > mostLeaves)
    return Error{"its order has too many leaves"};
  order::Box whole;
  for (int64_t size : reduce.box)
    whole.push_back({0, size});
  order::Program tree = *boxed ? order::program(order, whole) : order::Program();
  for (const order::Box &leaf : tree.leaves) {
    auto &ranges = description.leaves.emplace_back();
    for (const order::Range &range : leaf)
      ranges.push_back({range.begin, range.end});
  }
  description.pops = tree.pops;
  if (host::postfixDepth(description.pops.data(), int64_t(description.pops.size())) > host::maxPostfixDepth)
    return Error{"its order needs too deep a stack"};
  for (size_t i = 0; i < inputs; ++i) {
    const auto first = reduce.strides.begin() + int64_t(i * (kept + box));
    description.keptStrides.emplace_back(first, first + int64_t(kept));
    description.boxStrides.emplace_back(first + int64_t(kept), first + int64_t(kept + box));
  }
  return description;
}

Result<ReduceAddresses> resolveReduce(const artifact::GenericReduceT &reduce, const host::GenericReduce &description,
                                      const AddressSpace &space) {
  const size_t count = reduce.inputs.size();
  const std::vector<int64_t> &bytes = description.body.resultBytes;
  ReduceAddresses addresses;
  for (size_t i = 0; i < count; ++i) {
    Extent extent;
    for (size_t d = 0; d < reduce.kept.size(); ++d)
      extent.walk(reduce.kept[d], description.keptStrides[i][d]);
    for (size_t d = 0; d < reduce.box.size(); ++d)
      extent.walk(reduce.box[d], description.boxStrides[i][d]);
    const Result<uint8_t *> address =
        space.resolve(reduce.inputs[i], space.rankOffset(reduce.rank_offsets, i), extent, bytes[i], AddressSpace::read);
    if (!address)
      return address.error();
    addresses.inputs.push_back(*address);
  }
  auto inits = resolveArrays(reduce.inits, all(count, 1), bytes, AddressSpace::read, space);
  auto outputs = resolveArrays(reduce.outputs, all(count, description.results()), bytes, AddressSpace::write, space);
  if (!inits || !outputs)
    return (!inits ? inits : outputs).error();
  addresses.inits = *inits;
  addresses.outputs = *outputs;
  return addresses;
}

//===-- Scatters by a body ------------------------------------------------------------------------------------------===//

Result<host::GenericScatter> describeScatter(const artifact::GenericScatterT &scatter) {
  const size_t arrays = scatter.inputs.size();
  const auto index = indexOf(scatter.index_type);
  if (arrays == 0 || arrays > mostOperands || !index || !elementCount(scatter.operand_shape) ||
      !elementCount(scatter.indices_shape) || !elementCount(scatter.updates_shape))
    return Error{"its operands and shapes do not go together"};
  Result<host::Body> body = describeBody(*scatter.body, 2 * arrays, arrays);
  if (!body)
    return body.error();
  host::Scatter addressing = addressingOf(scatter, *index);
  addressing.op = host::ScatterOp::assign; // only the addressing is used
  addressing.byElement = true;
  Result<host::PreparedScatter> prepared = host::prepareScatter(addressing);
  if (!prepared)
    return prepared.error();
  host::GenericScatter description{*prepared, {}, *body};
  for (const host::PreparedScatter::Position &position : prepared->positions)
    if (position.scatter) {
      description.all.start.push_back(0);
      description.all.end.push_back(position.size);
    }
  return description;
}

Result<ScatterAddresses> resolveScatter(const artifact::GenericScatterT &scatter, const host::GenericScatter &description,
                                        const AddressSpace &space) {
  const size_t arrays = scatter.inputs.size();
  const std::vector<int64_t> &bytes = description.body.resultBytes;
  const int64_t count = *elementCount(scatter.operand_shape);
  auto inputs = resolveArrays(scatter.inputs, all(arrays, count), bytes, AddressSpace::read, space);
  auto updates = resolveArrays(scatter.updates, all(arrays, *elementCount(scatter.updates_shape)), bytes, AddressSpace::read, space);
  auto outputs = resolveArrays(scatter.outputs, all(arrays, count), bytes, AddressSpace::write, space);
  auto indices = resolveArrays({*scatter.indices}, {*elementCount(scatter.indices_shape)}, {elementBytes(scatter.index_type)},
                               AddressSpace::read, space);
  if (!inputs || !updates || !outputs || !indices)
    return (!inputs ? inputs : !updates ? updates : !outputs ? outputs : indices).error();
  return ScatterAddresses{*inputs, *updates, *outputs, (*indices)[0], count};
}

} // namespace det::rt
