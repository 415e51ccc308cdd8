// A product, a launch of rows and a product of those as one launch.
#include "../../Executor/Resolve/DescribeProduct.h"
#include "PrepareEntries.h"

#include "det/Device/AttentionShape.h"

namespace det::rt::cuda {

namespace {

AttentionSteps stepsOf(const host::Product &product, DeviceMemory &memory) {
  const device::ProductSteps made =
      device::stepsOf(product, {{0, int64_t(product.leaves.size()), product.pops.back()}}, attentionDepth);
  return {memory.uploadAll(made.steps), uint32_t(made.steps.size()), 0};
}

} // namespace

Result<LaunchWords> resolveLaunch(const artifact::LaunchT &launch, const std::vector<int64_t> &params, const AddressSpace &space) {
  LaunchWords words{{}, params};
  for (size_t i = 0; i < launch.buffers.size(); ++i) {
    const Result<uint8_t *> address = space.resolveStart(launch.buffers[i], space.rankOffset(launch.rank_offsets, i));
    if (!address)
      return Error{"buffer " + std::to_string(i) + ": " + address.error().message};
    words.buffers.push_back(addressOf(*address));
  }
  for (const artifact::RankParam &param : launch.rank_params)
    words.params[param.index()] += param.scale() * space.boxStart(param.layout(), param.dim());
  return words;
}

Launches prepareAttention(std::span<const std::unique_ptr<artifact::EntryT>> entries, const LoadedPlan &plan, const AddressSpace &space,
                          DeviceMemory &memory) {
  const artifact::FusionT &fusion = *entries.front()->fusion;
  const auto bad = [](const std::string &what) { return Error{"it is to be done at once with the entries behind it, which have " + what}; };
  const bool isThree = fusion.entries == 3;
  if ((fusion.entries != 2 && !isThree) || entries.size() < fusion.entries)
    return bad("another number");
  const auto *first = entries[0]->action.AsProduct(), *second = isThree ? entries[2]->action.AsProduct() : nullptr;
  const auto *launch = entries[1]->action.AsLaunch();
  if (!first || !launch || (isThree && !second))
    return bad("another kind");
  if (launch->kernel >= plan.plan.kernel_lanes.size() || plan.plan.kernel_lanes[launch->kernel] != 32)
    return bad("a kernel that does not work on rows");
  // First whether memory has the sizes and strides that the shape counts with.
  const auto resolve = [&](const artifact::ProductT &product) -> Result<ProductAddresses> {
    const auto description = device::describeProduct(product);
    return description ? resolveProduct(product, *description, space) : bad("a product of other types");
  };
  const Result<ProductAddresses> at = resolve(*first), then = second ? resolve(*second) : at;
  if (!at || !then)
    return (!at ? at : then).error();
  const Result<device::AttentionShape> shape = device::shapeAttention(*first, *launch, second, fusion);
  if (!shape)
    return bad(shape.error().message);
  const Result<LaunchWords> words = resolveLaunch(*launch, shape->params, space);
  if (!words)
    return words.error();
  if (words->buffers[fusion.input] != addressOf(at->c))
    return bad("a launch that reads other rows");
  AttentionRecord record{};
  record.first = operandRecord(shape->firstShape, addressOf(at->a), addressOf(at->b), 4, memory);
  record.firstSteps = stepsOf(shape->first, memory);
  record.params = memory.uploadAll(words->params);
  std::copy(words->buffers.begin(), words->buffers.end(), record.buffer);
  record.rowTiles = uint32_t(blocksFor(shape->firstShape.m, shape->tile.rows));
  record.pitch = shape->pitch;
  if (second) {
    const DevicePointer rows = addressOf(shape->exchanged ? then->b : then->a), other = addressOf(shape->exchanged ? then->a : then->b);
    if (words->buffers[fusion.output] != rows)
      return bad("a product that multiplies other rows");
    if (other == rows)
      return bad("a product of the rows with themselves, which other blocks have");
    record.second = operandRecord(shape->secondShape, rows, other, 4, memory);
    setResults(record.second, shape->secondShape, addressOf(then->c), 4, memory);
    record.secondSteps = stepsOf(shape->second, memory);
    record.kept = fusion.keeps ? rows : 0;
  }
  std::vector<DeviceLaunch> launches;
  if (Status status = addBlocks(launches, device::attentionKernel(fusion), record, shape->firstShape.batches * record.rowTiles, attentionThreads,
                                shape->sharedBytes);
      !status)
    return status.error();
  return launches;
}

} // namespace det::rt::cuda
