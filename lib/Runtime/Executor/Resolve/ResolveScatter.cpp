// Scatters: descriptions to prepared operations.
#include "ResolveWork.h"
#include "ScatterAddressing.h"

#include <algorithm>

namespace det::rt {

namespace {

std::optional<host::ScatterOp> scatterOpOf(artifact::Combiner combiner, ElementType type) {
  switch (combiner) {
  case artifact::Combiner::add:
    return host::ScatterOp::add;
  case artifact::Combiner::mul:
    return host::ScatterOp::mul;
  case artifact::Combiner::max:
    return isUnsigned(type) ? host::ScatterOp::maxUnsigned : host::ScatterOp::max;
  case artifact::Combiner::min:
    return isUnsigned(type) ? host::ScatterOp::minUnsigned : host::ScatterOp::min;
  case artifact::Combiner::and_:
    return host::ScatterOp::bitAnd;
  case artifact::Combiner::or_:
    return host::ScatterOp::bitOr;
  case artifact::Combiner::assign:
    return host::ScatterOp::assign;
  case artifact::Combiner::xor_:
    return host::ScatterOp::bitXor;
  }
  return std::nullopt;
}

} // namespace

Result<ScatterOp> Resolver::scatter(const artifact::ScatterT &scatter, bool serial, ResolvedProgram &program) const {
  const bool assigns = scatter.combiner == artifact::Combiner::assign;
  const auto op = scatterOpOf(scatter.combiner, scatter.type);
  const auto element = elementOf(scatter.type, assigns);
  const auto index = indexOf(scatter.index_type);
  const auto operandCount = elementCount(scatter.operand_shape), indexCount = elementCount(scatter.indices_shape),
             updateCount = elementCount(scatter.updates_shape);
  if (!op || !element || !index || !operandCount || !indexCount || !updateCount)
    return Error{"its shapes, types or combiner do not go together"};
  if (assigns && !scatter.join_operand)
    return Error{"an overwriting scatter without an operand means nothing"};
  host::Scatter description = addressingOf(scatter, *index);
  description.op = *op;
  description.type = *element;
  if (scatter.operand_layout != noLayout) {
    const Placed &layout = plan.layouts[scatter.operand_layout];
    description.operandGlobal = layout.shape();
    description.operandStart = starts(layout.box(space.rank));
  }
  // Scatter dims: the update dims that are neither window dims nor batching dims. The n-th update dim outside the window
  // belongs to the n-th indices dim without the index vector.
  const auto contains = [](const std::vector<int64_t> &list, int64_t dim) {
    return std::find(list.begin(), list.end(), dim) != list.end();
  };
  std::vector<int64_t> scatterDims;
  int64_t indicesDim = 0;
  for (int64_t d = 0; d < int64_t(scatter.updates_shape.size()); ++d) {
    if (contains(scatter.update_window_dims, d))
      continue;
    indicesDim += indicesDim == scatter.index_vector_dim;
    if (!contains(scatter.indices_batching_dims, indicesDim++))
      scatterDims.push_back(d);
  }
  if (scatter.updates_layout != noLayout) {
    const Region box = plan.layouts[scatter.updates_layout].box(space.rank);
    if (box.size() != scatter.updates_shape.size())
      return Error{"the layout of its updates has another rank"};
    for (int64_t d : scatterDims)
      description.updatesStart.push_back(box[d].begin);
  } else {
    description.updatesStart = scatter.box_starts;
    if (description.updatesStart.empty())
      description.updatesStart.assign(scatterDims.size(), 0);
  }
  if (description.updatesStart.size() != scatterDims.size())
    return Error{"it has " + std::to_string(scatterDims.size()) + " scatter dims and " +
                 std::to_string(description.updatesStart.size()) + " starts"};
  description.blocks = scatter.blocks;
  Result<host::PreparedScatter> prepared = host::prepareScatter(description);
  if (!prepared)
    return prepared.error();

  ScatterOp made{std::move(*prepared), {}, nullptr, nullptr, nullptr, nullptr, 0};
  for (const auto &node : scatter.nodes) {
    if (node->starts.size() != scatterDims.size())
      return Error{"a node has " + std::to_string(node->starts.size()) + " dims"};
    host::ScatterNode global{node->starts, node->ends};
    for (size_t d = 0; d < scatterDims.size(); ++d) {
      if (node->starts[d] < 0 || node->ends[d] < node->starts[d] || node->ends[d] > scatter.updates_shape[scatterDims[d]])
        return Error{"a node leaves the local updates"};
      global.start[d] += description.updatesStart[d];
      global.end[d] += description.updatesStart[d];
    }
    made.nodes.push_back(std::move(global));
  }
  // Without any update the operand is the result.
  if (made.nodes.empty() && scatter.join_operand)
    made.nodes.push_back({description.updatesStart, description.updatesStart});
  if (made.nodes.size() > 1 && scatter.join_operand && !assigns)
    return Error{"several nodes cannot each join the operand"};
  const int64_t bytes = elementBytes(scatter.type);
  made.nodeBytes = assigns ? 0 : *operandCount * bytes;
  const int64_t results = assigns ? 1 : int64_t(made.nodes.size());
  if (scatter.join_operand) {
    const Result<uint8_t *> operand = space.resolve(*scatter.operand, 0, Extent::dense(*operandCount), bytes, AddressSpace::read);
    if (!operand)
      return operand.error();
    made.operand = *operand;
  }
  const Result<uint8_t *> indices =
      space.resolve(*scatter.indices, 0, Extent::dense(*indexCount), elementBytes(scatter.index_type), AddressSpace::read);
  const Result<uint8_t *> updates = space.resolve(*scatter.updates, 0, Extent::dense(*updateCount), bytes, AddressSpace::read);
  const Result<uint8_t *> result =
      space.resolve(*scatter.result, 0, Extent::dense(*operandCount * results), bytes, AddressSpace::write);
  if (!indices || !updates || !result)
    return (!indices ? indices : !updates ? updates : result).error();
  made.indices = *indices;
  made.updates = *updates;
  made.result = *result;
  const int64_t rows = serial ? made.scatter.rows : (made.scatter.rows + teamSize - 1) / teamSize;
  program.threadScratch = std::max<uint64_t>(program.threadScratch, host::scatterScratch(made.scatter, rows));
  return made;
}

} // namespace det::rt
