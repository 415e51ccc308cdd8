// Operations whose bits depend on evaluation order: reduce, products, scatter.
#include "Combiners.h"
#include "Converters.h"

using namespace mlir;

namespace det::import {
namespace {

/// One reduction per operand; each must combine its own pair of values.
LogicalResult reduce(const Conversion &c) {
  unsigned pairs = c.op->getNumOperands() / 2;
  FailureOr<input::Ints> dims = c.ints("dimensions");
  if (failed(dims))
    return failure();
  if (pairs == 0 || c.op->getNumOperands() % 2 || c.op->getNumResults() != pairs || c.op->getNumRegions() != 1)
    return c.op->emitError() << "'" << c.op->getName() << "' expected as many operands as inits, and one region";
  llvm::sort(*dims);
  SmallVector<Value> results;
  for (unsigned i = 0; i < pairs; ++i) {
    std::optional<Combiner> combiner = matchCombiner(c.op->getRegion(0), i, pairs);
    if (!combiner || *combiner == Combiner::Assign)
      return refuse(c.op, "its region is not one of add, multiply, maximum, minimum, and, or, xor of its two "
                          "arguments; rewrite the reduction with these");
    Value operand = c.operand(i), init = c.operand(pairs + i);
    if (dims->empty()) {
      // Nothing to reduce: the operand joined with init.
      Value spread = BroadcastInDimOp::create(c.b, c.loc(), c.type(i), init, ArrayRef<int64_t>());
      results.push_back(c.make(("det." + combinerOp(*combiner)).str(), {spread, operand}, c.resultType(i)));
    } else {
      results.push_back(ReduceOp::create(c.b, c.loc(), c.resultType(i), *combiner, operand, init, *dims, OrderAttr()));
    }
  }
  return c.replace(results);
}

/// Products are true products in the operands' types: what asks for less is refused.
LogicalResult checkPrecision(const Conversion &c) {
  Attribute algorithm = c.op->getAttr("algorithm");
  if (!algorithm)
    return success(); // DEFAULT, HIGH and HIGHEST are the same here
  StringRef text = input::text(algorithm);
  auto field = [&](StringRef name) {
    StringRef rest = text.substr(text.find(name)).split('=').second;
    return rest.take_until([](char ch) { return ch == ',' || ch == '>'; }).trim();
  };
  for (auto [name, element] : {std::pair<StringRef, Type>{"lhs_precision_type", c.type(0).getElementType()},
                               {"rhs_precision_type", c.type(1).getElementType()}}) {
    std::string expected;
    llvm::raw_string_ostream(expected) << element;
    if (field(name) != expected)
      return refuse(c.op, "its algorithm asks for " + field(name) + " operands, the graph has " + expected +
                              "; products are exact in the operands' types, so use precision=HIGHEST or no algorithm");
  }
  if (field("lhs_component_count") != "1" || field("rhs_component_count") != "1" || field("num_primitive_operations") != "1")
    return refuse(c.op, "its algorithm splits operands into several components; use precision=HIGHEST or no algorithm");
  return success();
}

LogicalResult dotGeneral(const Conversion &c) {
  auto dims = input::Fields::read(c.op->getAttr("dot_dimension_numbers"), "dot");
  if (!dims)
    return c.bad("dot_dimension_numbers");
  if (failed(checkPrecision(c)))
    return failure();
  return c.replace(DotOp::create(c.b, c.loc(), c.resultType(), c.operand(0), c.operand(1), dims->list("lhs_batching_dimensions"),
                                 dims->list("rhs_batching_dimensions"), dims->list("lhs_contracting_dimensions"),
                                 dims->list("rhs_contracting_dimensions"), OrderAttr())
                       .getResult());
}

/// The older product: the last dim of the left side with the first of the right one.
LogicalResult dot(const Conversion &c) {
  if (failed(checkPrecision(c)))
    return failure();
  if (c.type(0).getRank() < 1 || c.type(1).getRank() < 1)
    return c.op->emitError() << "'" << c.op->getName() << "' expected operands of rank 1 or 2";
  return c.replace(DotOp::create(c.b, c.loc(), c.resultType(), c.operand(0), c.operand(1), ArrayRef<int64_t>(),
                                 ArrayRef<int64_t>(), {c.type(0).getRank() - 1}, {int64_t(0)}, OrderAttr())
                       .getResult());
}

LogicalResult scatter(const Conversion &c) {
  if (c.op->getNumOperands() != 3 || c.op->getNumRegions() != 1)
    return refuse(c.op, "expected one operand to scatter into; scatter each operand by itself");
  auto dims = input::Fields::read(c.op->getAttr("scatter_dimension_numbers"), "scatter");
  if (!dims)
    return c.bad("scatter_dimension_numbers");
  std::optional<Combiner> combiner = matchCombiner(c.op->getRegion(0), 0, 1);
  if (!combiner)
    return refuse(c.op, "its region is not the update, nor one of add, multiply, maximum, minimum, and, or, xor of its "
                        "two arguments");
  return c.replace(ScatterOp::create(c.b, c.loc(), c.resultType(), *combiner, c.operand(0), c.operand(1), c.operand(2),
                                     dims->list("update_window_dims"), dims->list("inserted_window_dims"),
                                     dims->list("input_batching_dims"), dims->list("scatter_indices_batching_dims"),
                                     dims->list("scatter_dims_to_operand_dims"), dims->value("index_vector_dim"), OrderAttr())
                       .getResult());
}

} // namespace

void addReductionConversions(Conversions &table) {
  table.add("reduce", -1, reduce);
  table.add("dot_general", 2, dotGeneral);
  table.add("dot", 2, dot);
  table.add("scatter", -1, scatter);
}

} // namespace det::import
