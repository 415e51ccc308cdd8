// What the reducing families share.
#include "Accumulate.h"

using namespace mlir;

namespace det::reference {

rt::Result<order::Order> orderOf(OrderedOpInterface op) {
  OrderAttr attr = op.getFixedOrder();
  if (!attr)
    return rt::Error{"expected an order, got none; run det-order first"};
  order::Order order = toModel(attr);
  if (rt::Status status = order::verify(order, op.getBoxSizes().size()); !status)
    return status.error();
  if (order.leaf == order::Leaf::Mma && !tensorCoreOf(order, op))
    return rt::Error{"expected a product of two operands that a tensor core of a known model reads, got leaf " + order::leafName(order) +
                     " over " + op.getTerms()};
  return order;
}

Join joinOf(Combiner combiner, Type element) {
  switch (combiner) {
  case Combiner::Add:
    return element.isInteger(1) ? Join::Or : Join::Add;
  case Combiner::Mul:
    return element.isInteger(1) ? Join::And : Join::Mul;
  case Combiner::Max:
    return Join::Max;
  case Combiner::Min:
    return Join::Min;
  case Combiner::And:
    return Join::And;
  case Combiner::Or:
    return Join::Or;
  case Combiner::Xor:
    return Join::Xor;
  case Combiner::Assign:
  case Combiner::Body: // a body joins itself
    return Join::Right;
  }
  return Join::Add;
}

} // namespace det::reference
