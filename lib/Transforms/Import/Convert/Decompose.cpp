// Converts what a formula makes.
#include "Decompose.h"

using namespace mlir;

namespace det::import {

LogicalResult decompose(const Conversion &c, Decomposition make) {
  Operation *before = c.op->getPrevNode(), *after = c.op->getNextNode();
  Block *block = c.op->getBlock();
  Maker m{OpBuilder(c.op), c.loc()};
  SmallVector<Term> terms;
  if (failed(make(m, terms)))
    return failure();
  const auto &conversions = c.conversions;
  Meshes &meshes = c.meshes;
  SmallVector<Value> values = llvm::map_to_vector(terms, [](const Term &term) { return term.value; });
  if (failed(c.replace(values)))
    return failure();
  auto begin = before ? std::next(Block::iterator(before)) : block->begin();
  auto end = after ? Block::iterator(after) : block->end();
  for (Operation &op : llvm::make_early_inc_range(llvm::make_range(begin, end)))
    if (isInputOp(&op) && failed(convertOp(&op, conversions, meshes)))
      return failure();
  return success();
}

} // namespace det::import
