// reduce, and scatter: operations whose regions join values.
#include "Bodies.h"
#include "Combiners.h"

using namespace mlir;

namespace det::import {
namespace {

LogicalResult reduce(const Conversion &c) {
  unsigned pairs = c.op->getNumOperands() / 2;
  FailureOr<input::Ints> dims = c.ints("dimensions");
  if (failed(dims))
    return failure();
  if (pairs == 0 || c.op->getNumOperands() % 2 || c.op->getNumResults() != pairs || c.op->getNumRegions() != 1)
    return c.op->emitError() << "'" << c.op->getName() << "' expected as many operands as inits, and one region";
  llvm::sort(*dims);
  SmallVector<Value> operands(c.op->getOperands().take_front(pairs)), inits(c.op->getOperands().drop_front(pairs));
  FailureOr<SmallVector<Value>> results = reduceBy(c, operands, inits, *dims, /*isFold=*/false);
  if (failed(results))
    return failure();
  return c.replace(*results);
}

LogicalResult scatter(const Conversion &c) {
  unsigned count = c.op->getNumResults();
  if (count == 0 || c.op->getNumOperands() != 2 * count + 1 || c.op->getNumRegions() != 1)
    return c.op->emitError() << "'" << c.op->getName() << "' expected as many operands, updates and results, and one region";
  auto dims = input::Fields::read(c.op->getAttr("scatter_dimension_numbers"), "scatter");
  if (!dims)
    return c.bad("scatter_dimension_numbers");
  Region &region = c.op->getRegion(0);
  Operation *end = region.hasOneBlock() ? regionReturn(region) : nullptr;
  if (!end || region.getNumArguments() != 2 * count || end->getNumOperands() != count)
    return c.op->emitError() << "'" << c.op->getName() << "' expected a region with two arguments and one result per operand";
  ValueRange operands = c.op->getOperands().take_front(count), updates = c.op->getOperands().take_back(count);
  Value indices = c.operand(count);
  SmallVector<Value> results(count);
  for (const SmallVector<unsigned> &group : groupResults(region, count)) {
    unsigned i = group[0];
    std::optional<Combiner> combiner = group.size() == 1 ? matchCombiner(region, i, count) : std::nullopt;
    if (combiner) {
      // Narrow floats accumulate in f32 and are rounded once; an element without an update survives both ways.
      Type element = Conversion::type(operands[i]).getElementType();
      if (*combiner != Combiner::Assign)
        element = wideElement(element);
      Value into = inTypeOf(c, operands[i], element);
      Value made = ScatterOp::create(c.b, c.loc(), into.getType(), *combiner, into, indices, inTypeOf(c, updates[i], element),
                                     dims->list("update_window_dims"), dims->list("inserted_window_dims"),
                                     dims->list("input_batching_dims"), dims->list("scatter_indices_batching_dims"),
                                     dims->list("scatter_dims_to_operand_dims"), dims->value("index_vector_dim"), OrderAttr());
      results[i] = inTypeOf(c, made, c.resultType(i));
      continue;
    }
    SmallVector<unsigned> arguments = argumentsOf(group, count);
    SmallVector<Value> into, from;
    for (unsigned j : group) {
      into.push_back(operands[j]);
      from.push_back(updates[j]);
    }
    into = inTypesOf(c, into, region, ArrayRef(arguments).take_front(group.size()));
    from = inTypesOf(c, from, region, ArrayRef(arguments).drop_front(group.size()));
    auto made = GenericScatterOp::create(c.b, c.loc(), ValueRange(into).getTypes(), into, indices, from,
                                         dims->list("update_window_dims"), dims->list("inserted_window_dims"),
                                         dims->list("input_batching_dims"), dims->list("scatter_indices_batching_dims"),
                                         dims->list("scatter_dims_to_operand_dims"), dims->value("index_vector_dim"));
    if (failed(convertBody(c, region, arguments, group, made.getBody())))
      return failure();
    for (auto [j, result] : llvm::zip_equal(group, made.getOutputs()))
      results[j] = inTypeOf(c, result, c.resultType(j));
  }
  return c.replace(results);
}

} // namespace

void addReductionConversions(Conversions &table) {
  table.add("reduce", -1, reduce);
  table.add("scatter", -1, scatter);
}

} // namespace det::import
