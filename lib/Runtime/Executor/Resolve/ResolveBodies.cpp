// Sorts, and reductions and scatters by bodies.
#include "DescribeWork.h"
#include "ResolveWork.h"

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

void needScratch(ResolvedProgram &program, size_t bytes) { program.threadScratch = std::max<uint64_t>(program.threadScratch, bytes); }

} // namespace

Result<WorkOp> sortWork(const artifact::SortT &sort, const Resolver &resolver, ResolvedProgram &program) {
  Result<host::Sort> description = describeSort(sort);
  if (!description)
    return description.error();
  Result<SortAddresses> addresses = resolveSort(sort, *description, resolver.space);
  if (!addresses)
    return addresses.error();
  auto made = std::make_shared<SortWork>();
  made->sort = *description;
  if (sort.key == artifact::SortKey::body)
    made->sort.body.function = resolver.kernels[sort.body->kernel];
  made->inputs = constants(addresses->inputs);
  made->keys = addresses->keys;
  made->outputs = writable(addresses->outputs);
  needScratch(program, host::sortScratch(made->sort));
  return WorkOp{made};
}

Result<WorkOp> reduceWork(const artifact::GenericReduceT &reduce, const Resolver &resolver, ResolvedProgram &program) {
  Result<host::GenericReduce> description = describeReduce(reduce);
  if (!description)
    return description.error();
  Result<ReduceAddresses> addresses = resolveReduce(reduce, *description, resolver.space);
  if (!addresses)
    return addresses.error();
  auto made = std::make_shared<ReduceWork>();
  made->reduce = *description;
  made->reduce.body.function = resolver.kernels[reduce.body->kernel];
  made->inputs = constants(addresses->inputs);
  made->inits = constants(addresses->inits);
  made->outputs = writable(addresses->outputs);
  needScratch(program, host::genericReduceScratch(made->reduce));
  return WorkOp{made};
}

Result<WorkOp> scatterWork(const artifact::GenericScatterT &scatter, const Resolver &resolver, ResolvedProgram &program) {
  Result<host::GenericScatter> description = describeScatter(scatter);
  if (!description)
    return description.error();
  Result<ScatterAddresses> addresses = resolveScatter(scatter, *description, resolver.space);
  if (!addresses)
    return addresses.error();
  auto made = std::make_shared<ScatterWork>();
  made->scatter = *description;
  made->scatter.body.function = resolver.kernels[scatter.body->kernel];
  made->inputs = constants(addresses->inputs);
  made->updates = constants(addresses->updates);
  made->outputs = writable(addresses->outputs);
  made->indices = addresses->indices;
  made->elements = size_t(addresses->elements);
  needScratch(program, host::genericScatterScratch(made->scatter));
  return WorkOp{made};
}

} // namespace det::rt
