// Leaves and trees of orders as code.
#include "KernelTree.h"

#include "det/Order/Box.h"

using namespace mlir;

namespace det {

Value joinLanes(KernelCode &code, const KernelJoin &join, ValueRange accumulators) {
  Value lanes = accumulators[0];
  if (accumulators.size() == 2)
    lanes = join(code, lanes, accumulators[1]);
  return code.machine.joinHalves(code, join, lanes);
}

Value joinStatic(KernelCode &code, const KernelJoin &join, int64_t first, int64_t count, function_ref<Value(int64_t)> value) {
  if (count == 1)
    return value(first);
  int64_t left = order::pow2(count - 1);
  Value a = joinStatic(code, join, first, left, value);
  return join(code, a, joinStatic(code, join, first + left, count - left, value));
}

Value countPops(KernelCode &code, Value index, Value count) {
  OpBuilder &b = code.builder;
  Value next = code.add(index, code.i64(1));
  Value isLast = code.compare(arith::CmpIPredicate::eq, next, count);
  Value inside = mlir::math::CountTrailingZerosOp::create(b, code.loc, next);
  return code.select(isLast, mlir::math::CtPopOp::create(b, code.loc, index), inside);
}

} // namespace det
