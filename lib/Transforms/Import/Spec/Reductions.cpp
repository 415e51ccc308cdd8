// Operations that combine or order elements by a region: reduce, map, sort, top_k.
#include "Spec.h"

using namespace mlir;

namespace det::import::spec {
namespace {

LogicalResult reduce(const Spec &s) {
  unsigned n = s.numOut();
  if (n == 0 || s.numIn() != 2 * n)
    return s.fail("C3") << "expected as many operands, inits and results";
  auto dims = s.ints("dimensions");
  if (failed(dims))
    return failure();
  SmallVector<RankedTensorType> inputs;
  for (unsigned i = 0; i < n; ++i) {
    inputs.push_back(s.in(i));
    if (failed(s.sameShape("C1", "operands of shape", s.shape(0), s.shape(i))) ||
        failed(s.scalar("I2", "inits", s.in(n + i), Any)) || failed(s.sameElement("C2", "inits", s.in(i), s.in(n + i))))
      return failure();
  }
  if (failed(s.range("C4", "dimensions", *dims, 0, s.in().getRank())) || failed(s.unique("C5", "dimensions", *dims)) ||
      failed(s.combiner("C6", 0, inputs)))
    return failure();
  Ints expected;
  for (auto [i, size] : llvm::enumerate(s.shape()))
    if (!llvm::is_contained(*dims, int64_t(i)))
      expected.push_back(size);
  for (unsigned i = 0; i < n; ++i) {
    auto body = cast<RankedTensorType>(s.op->getRegion(0).getArgument(i).getType());
    if (failed(s.sameShape("C7", "results of shape", expected, s.out(i).getShape())) ||
        failed(s.sameElement("C8", "results", body, s.out(i))))
      return failure();
  }
  return success();
}

LogicalResult map(const Spec &s) {
  if (s.numIn() == 0)
    return s.fail("C2") << "expected at least one operand";
  auto dims = s.ints("dimensions");
  if (failed(dims))
    return failure();
  SmallVector<Type> arguments;
  for (unsigned i = 0; i < s.numIn(); ++i) {
    if (failed(s.sameShape("C1", "operands of the result's shape", s.out().getShape(), s.shape(i))))
      return failure();
    arguments.push_back(RankedTensorType::get({}, s.in(i).getElementType()));
  }
  for (int64_t i = 0; i < s.in().getRank(); ++i)
    if (int64_t(dims->size()) != s.in().getRank() || (*dims)[i] != i)
      return s.fail("C3") << "expected 'dimensions' to be all " << s.in().getRank() << " dims in order, got " << list(*dims);
  if (int64_t(dims->size()) != s.in().getRank())
    return s.fail("C3") << "expected 'dimensions' to be empty for scalars, got " << list(*dims);
  return s.region("C4", 0, arguments, RankedTensorType::get({}, s.out().getElementType()));
}

LogicalResult sort(const Spec &s) {
  if (s.numIn() == 0 || s.numIn() != s.numOut())
    return s.fail("C1") << "expected as many results as operands, and at least one";
  auto dim = s.integer("dimension", -1);
  if (failed(dim))
    return failure();
  SmallVector<Type> arguments;
  for (unsigned i = 0; i < s.numIn(); ++i) {
    if (failed(s.sameType("C2", "results of type", s.in(i), s.out(i))) ||
        failed(s.sameShape("C3", "operands of shape", s.shape(0), s.shape(i))))
      return failure();
    arguments.append(2, RankedTensorType::get({}, s.in(i).getElementType()));
  }
  if (failed(s.range("C4", "dimension", *dim, -s.in().getRank(), s.in().getRank())))
    return failure();
  return s.region("C5", 0, arguments, RankedTensorType::get({}, IntegerType::get(s.op->getContext(), 1)));
}

LogicalResult topK(const Spec &s) {
  auto k = s.integer("k");
  if (failed(k))
    return failure();
  if (s.in().getRank() < 1 || *k < 0 || *k > s.shape().back())
    return s.fail("") << "expected 'k' of at most the last dim of " << s.in() << ", got " << *k;
  Ints expected(s.shape());
  expected.back() = *k;
  if (failed(s.sameShape("", "values of shape", expected, s.out(0).getShape())) ||
      failed(s.sameElement("", "values", s.in(), s.out(0))))
    return failure();
  return s.sameType("", "indices of type", RankedTensorType::get(expected, IntegerType::get(s.op->getContext(), 32)), s.out(1));
}

} // namespace

void addReductionChecks(Checks &checks) {
  checks.add("reduce", -1, -1, 1, reduce);
  checks.add("map", -1, 1, 1, map);
  checks.add("sort", -1, -1, 1, sort);
  checks.add("chlo.top_k topk", 1, 2, 0, topK);
}

} // namespace det::import::spec
