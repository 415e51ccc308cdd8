// Reductions by any region: the simple ones are det.reduce, those that need each other's values det.generic_reduce.
#include "Bodies.h"
#include "Combiners.h"

using namespace mlir;

namespace det::import {

/// An iota of several dims as a broadcast of one line: a view, so that the numbers need no memory.
static Value thin(const Conversion &c, Value value) {
  auto iota = value.getDefiningOp<IotaOp>();
  RankedTensorType type = Conversion::type(value);
  if (!iota || type.getRank() < 2)
    return value;
  int64_t dim = iota.getDim();
  Value line = IotaOp::create(c.b, c.loc(), RankedTensorType::get({type.getDimSize(dim)}, type.getElementType()), 0);
  return BroadcastInDimOp::create(c.b, c.loc(), type, line, ArrayRef<int64_t>{dim});
}

/// A reduction of pairs that belong together.
static LogicalResult reduceGroup(const Conversion &c, ArrayRef<Value> operands, ArrayRef<Value> inits, ArrayRef<int64_t> dims,
                                 bool isFold, ArrayRef<unsigned> group, MutableArrayRef<Value> results) {
  Region &region = c.op->getRegion(0);
  unsigned pairs = operands.size();
  SmallVector<Value> inputs, starts;
  for (unsigned i : group) {
    inputs.push_back(thin(c, operands[i]));
    starts.push_back(inits[i]);
  }
  SmallVector<unsigned> arguments = argumentsOf(group, pairs);
  ArrayRef<unsigned> left = ArrayRef(arguments).take_front(group.size());
  inputs = inTypesOf(c, inputs, region, left);
  starts = inTypesOf(c, starts, region, left);
  SmallVector<int64_t> shape, reduced(dims);
  for (auto [i, size] : llvm::enumerate(Conversion::type(operands[0]).getShape()))
    if (!llvm::is_contained(dims, static_cast<int64_t>(i)))
      shape.push_back(size);
  if (dims.empty()) {
    // Nothing to reduce: a dim of one element.
    SmallVector<int64_t> longer(shape);
    longer.push_back(1);
    reduced.push_back(shape.size());
    for (Value &input : inputs)
      input = c.make("det.reshape", input, RankedTensorType::get(longer, Conversion::type(input).getElementType()));
  }
  SmallVector<Type> types;
  for (Value input : inputs)
    types.push_back(RankedTensorType::get(shape, Conversion::type(input).getElementType()));
  OrderAttr order = isFold ? foldOrder(getElementTypeOrSelf(types[0]), true) : OrderAttr();
  auto made = GenericReduceOp::create(c.b, c.loc(), types, inputs, starts, reduced, order);
  if (failed(convertBody(c, region, arguments, group, made.getBody())))
    return failure();
  for (auto [i, result] : llvm::zip_equal(group, made.getOutputs()))
    results[i] = inTypeOf(c, result, c.resultType(i));
  return success();
}

FailureOr<SmallVector<Value>> reduceBy(const Conversion &c, ArrayRef<Value> operands, ArrayRef<Value> inits,
                                       ArrayRef<int64_t> dims, bool isFold) {
  unsigned pairs = operands.size();
  Region &region = c.op->getRegion(0);
  Operation *end = region.hasOneBlock() ? regionReturn(region) : nullptr;
  if (!end || region.getNumArguments() != 2 * pairs || end->getNumOperands() != pairs || c.op->getNumResults() != pairs)
    return c.op->emitError() << "'" << c.op->getName() << "' expected a region with two arguments and one result per operand";
  SmallVector<Value> results(pairs);
  for (const SmallVector<unsigned> &group : groupResults(region, pairs)) {
    unsigned i = group[0];
    std::optional<Combiner> combiner = group.size() == 1 ? matchCombiner(region, i, pairs) : std::nullopt;
    if (!combiner || *combiner == Combiner::Assign) {
      if (failed(reduceGroup(c, operands, inits, dims, isFold, group, results)))
        return failure();
      continue;
    }
    Value operand = operands[i], init = inTypeOf(c, inits[i], operand.getType());
    if (dims.empty()) {
      // Nothing to reduce: the operand joined with init.
      Value spread = BroadcastInDimOp::create(c.b, c.loc(), Conversion::type(operand), init, ArrayRef<int64_t>());
      results[i] =
          inTypeOf(c, c.make(("det." + combinerOp(*combiner)).str(), {spread, operand}, operand.getType()), c.resultType(i));
      continue;
    }
    OrderAttr order = isFold ? foldOrder(getElementTypeOrSelf(operand.getType()), false) : OrderAttr();
    results[i] = ReduceOp::create(c.b, c.loc(), c.resultType(i), *combiner, operand, init, dims, order);
  }
  return results;
}

} // namespace det::import
