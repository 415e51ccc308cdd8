// Sorts, and reductions and scatters by bodies.
#include "ResolveWork.h"
#include "ScatterAddressing.h"

#include "det/Order/Program.h"
#include "det/Runtime/Host/GenericReduce.h"
#include "det/Runtime/Host/GenericScatter.h"
#include "det/Runtime/Host/Postfix.h"
#include "det/Runtime/Host/Sort.h"

#include <cstring>

namespace det::rt {

namespace {

struct SortWork : Work {
  host::Sort sort;
  std::vector<const void *> inputs;
  const void *keys = nullptr;
  std::vector<void *> outputs;

  void run(host::Team &team, const Scratch &scratch) const override {
    const Share share = shareOf(sort.rows(), 1, team);
    if (share.begin < share.end)
      host::runSort(sort, inputs.data(), keys, outputs.data(), share.begin, share.end, scratch.thread);
  }
};

struct ReduceWork : Work {
  host::GenericReduce reduce;
  std::vector<const void *> inputs, inits;
  std::vector<void *> outputs;

  void run(host::Team &team, const Scratch &scratch) const override {
    const Share share = shareOf(reduce.results(), host::genericReduceGrain(reduce), team);
    if (share.begin < share.end)
      host::runGenericReduce(reduce, inputs.data(), inits.data(), outputs.data(), share.begin, share.end, scratch.thread);
  }
};

struct ScatterWork : Work {
  host::GenericScatter scatter;
  std::vector<const void *> inputs, updates;
  const void *indices;
  std::vector<void *> outputs;
  size_t elements;

  void run(host::Team &team, const Scratch &scratch) const override {
    if (team.rank != 0) // updates come one after the other
      return;
    for (size_t i = 0; i < outputs.size(); ++i)
      if (outputs[i] != inputs[i])
        std::memcpy(outputs[i], inputs[i], elements * size_t(scatter.body.resultBytes[i]));
    host::runGenericScatter(scatter, indices, updates.data(), outputs.data(), scratch.thread);
  }
};

std::vector<void *> writable(const std::vector<uint8_t *> &pointers) { return {pointers.begin(), pointers.end()}; }

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

} // namespace

Result<WorkOp> sortWork(const artifact::SortT &sort, const Resolver &resolver, ResolvedProgram &program) {
  auto made = std::make_shared<SortWork>();
  const auto count = elementCount({sort.outer, sort.size, sort.inner});
  if (!count)
    return Error{"its sizes are out of range"};
  host::Sort &description = made->sort;
  description.elementBytes.assign(sort.element_bytes.begin(), sort.element_bytes.end());
  description.outer = sort.outer;
  description.size = sort.size;
  description.inner = sort.inner;
  description.key = static_cast<host::SortKey>(sort.key);
  description.keyBytes = sort.key_bytes;
  description.descending = sort.descending;
  const size_t arrays = sort.inputs.size();
  if (sort.key == artifact::SortKey::body) {
    Result<host::Body> body = resolveBody(*sort.body, 2 * arrays, 1, resolver);
    if (!body)
      return body.error();
    description.body = *body;
  }
  if (Status status = host::checkSort(description); !status)
    return status.error();
  const std::vector<int64_t> counts(arrays, *count);
  auto read = resolveArrays(sort.inputs, counts, description.elementBytes, AddressSpace::read, resolver);
  auto written = resolveArrays(sort.outputs, counts, description.elementBytes, AddressSpace::write, resolver);
  if (!read || !written)
    return (!read ? read : written).error();
  if (sort.key != artifact::SortKey::body) {
    auto keys = resolveArrays({*sort.keys}, {*count}, {description.keyBytes}, AddressSpace::read, resolver);
    if (!keys)
      return keys.error();
    made->keys = (*keys)[0];
  }
  made->inputs = constants(*read);
  made->outputs = writable(*written);
  program.threadScratch = std::max<uint64_t>(program.threadScratch, host::sortScratch(description));
  return WorkOp{made};
}

Result<WorkOp> reduceWork(const artifact::GenericReduceT &reduce, const Resolver &resolver, ResolvedProgram &program) {
  auto made = std::make_shared<ReduceWork>();
  host::GenericReduce &description = made->reduce;
  const size_t inputs = reduce.inputs.size(), kept = reduce.kept.size(), box = reduce.box.size();
  const auto results = elementCount(reduce.kept), boxed = elementCount(reduce.box);
  if (inputs == 0 || inputs > mostOperands || box > 16 || !results || !boxed || reduce.strides.size() != inputs * (kept + box))
    return Error{"its operands, sizes and strides do not go together"};
  Result<host::Body> body = resolveBody(*reduce.body, 2 * inputs, inputs, resolver);
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

  std::vector<int64_t> bytes(reduce.body->result_bytes.begin(), reduce.body->result_bytes.end());
  for (size_t i = 0; i < inputs; ++i) {
    const auto first = reduce.strides.begin() + int64_t(i * (kept + box));
    description.keptStrides.emplace_back(first, first + int64_t(kept));
    description.boxStrides.emplace_back(first + int64_t(kept), first + int64_t(kept + box));
    Extent extent;
    for (size_t d = 0; d < kept; ++d)
      extent.walk(reduce.kept[d], description.keptStrides[i][d]);
    for (size_t d = 0; d < box; ++d)
      extent.walk(reduce.box[d], description.boxStrides[i][d]);
    const Result<uint8_t *> address = resolver.space.resolve(reduce.inputs[i], resolver.space.rankOffset(reduce.rank_offsets, i),
                                                             extent, bytes[i], AddressSpace::read);
    if (!address)
      return address.error();
    made->inputs.push_back(*address);
  }
  auto inits = resolveArrays(reduce.inits, std::vector<int64_t>(inputs, 1), bytes, AddressSpace::read, resolver);
  auto written = resolveArrays(reduce.outputs, std::vector<int64_t>(inputs, *results), bytes, AddressSpace::write, resolver);
  if (!inits || !written)
    return (!inits ? inits : written).error();
  made->inits = constants(*inits);
  made->outputs = writable(*written);
  program.threadScratch = std::max<uint64_t>(program.threadScratch, host::genericReduceScratch(description));
  return WorkOp{made};
}

Result<WorkOp> scatterWork(const artifact::GenericScatterT &scatter, const Resolver &resolver, ResolvedProgram &program) {
  auto made = std::make_shared<ScatterWork>();
  const size_t arrays = scatter.inputs.size();
  const auto index = indexOf(scatter.index_type);
  const auto count = elementCount(scatter.operand_shape), indexCount = elementCount(scatter.indices_shape),
             updateCount = elementCount(scatter.updates_shape);
  if (arrays == 0 || arrays > mostOperands || !index || !count || !indexCount || !updateCount)
    return Error{"its operands and shapes do not go together"};
  Result<host::Body> body = resolveBody(*scatter.body, 2 * arrays, arrays, resolver);
  if (!body)
    return body.error();
  host::Scatter description = addressingOf(scatter, *index);
  description.op = host::ScatterOp::assign; // only the addressing is used
  description.byElement = true;
  Result<host::PreparedScatter> prepared = host::prepareScatter(description);
  if (!prepared)
    return prepared.error();
  made->scatter.targets = *prepared;
  made->scatter.body = *body;
  for (const host::PreparedScatter::Position &position : prepared->positions)
    if (position.scatter) {
      made->scatter.all.start.push_back(0);
      made->scatter.all.end.push_back(position.size);
    }
  const std::vector<int64_t> &bytes = body->resultBytes;
  auto inputs = resolveArrays(scatter.inputs, std::vector<int64_t>(arrays, *count), bytes, AddressSpace::read, resolver);
  auto updates = resolveArrays(scatter.updates, std::vector<int64_t>(arrays, *updateCount), bytes, AddressSpace::read, resolver);
  auto outputs = resolveArrays(scatter.outputs, std::vector<int64_t>(arrays, *count), bytes, AddressSpace::write, resolver);
  auto indices =
      resolveArrays({*scatter.indices}, {*indexCount}, {elementBytes(scatter.index_type)}, AddressSpace::read, resolver);
  if (!inputs || !updates || !outputs || !indices)
    return (!inputs ? inputs : !updates ? updates : !outputs ? outputs : indices).error();
  made->inputs = constants(*inputs);
  made->updates = constants(*updates);
  made->outputs = writable(*outputs);
  made->indices = (*indices)[0];
  made->elements = size_t(*count);
  program.threadScratch = std::max<uint64_t>(program.threadScratch, host::genericScatterScratch(made->scatter));
  return WorkOp{made};
}

} // namespace det::rt
