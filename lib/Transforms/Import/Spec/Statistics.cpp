// Batch normalisation and random numbers.
#include "Spec.h"

using namespace mlir;

namespace det::import::spec {
namespace {

/// `feature_index` names a dim of the operand, and operands `first` .. `last` have one element per feature.
LogicalResult features(const Spec &s, unsigned first, unsigned last, ArrayRef<StringRef> labels) {
  auto index = s.integer("feature_index");
  if (failed(index) || failed(s.kind("I1", "an operand", s.in(), Float)) ||
      failed(s.range("C1", "feature_index", *index, 0, s.in().getRank())))
    return failure();
  Ints expected = {s.shape()[*index]};
  for (unsigned i = first; i <= last; ++i)
    if (failed(s.sameElement("C2", "operands", s.in(), s.in(i))) ||
        failed(s.sameShape(labels[std::min<size_t>(i - first, labels.size() - 1)], "one element per feature, shape", expected,
                           s.shape(i))))
      return failure();
  if (!isa_and_nonnull<FloatAttr>(s.op->getAttr("epsilon")))
    return s.op->emitError() << "'" << s.op->getName() << "' has no readable 'epsilon'";
  return success();
}

LogicalResult batchNormInference(const Spec &s) {
  if (failed(features(s, 1, 4, {"C3", "C4", "C5", "C6"})))
    return failure();
  return s.sameType("C7", "a result of type", s.in(), s.out());
}

LogicalResult batchNormTraining(const Spec &s) {
  if (failed(features(s, 1, 2, {"C3", "C4"})) || failed(s.sameType("C5", "a batch mean of type", s.in(1), s.out(1))) ||
      failed(s.sameType("C6", "a batch variance of type", s.in(1), s.out(2))))
    return failure();
  return s.sameType("C7", "an output of type", s.in(), s.out(0));
}

LogicalResult batchNormGrad(const Spec &s) {
  if (failed(features(s, 1, 3, {"C5", "C4"})) || failed(s.sameType("C3", "a gradient of the output of type", s.in(), s.in(4))) ||
      failed(s.sameType("C3", "a gradient of the operand of type", s.in(), s.out(0))) ||
      failed(s.sameType("C4", "a gradient of the scale of type", s.in(1), s.out(1))))
    return failure();
  return s.sameType("C4", "a gradient of the offset of type", s.in(1), s.out(2));
}

/// The third operand of rng: a constant list of sizes.
LogicalResult shapeOperand(const Spec &s) {
  if (s.in(2).getRank() != 1 || !(kindOf(s.in(2).getElementType()) & Int))
    return s.fail("I3") << "expected a shape of rank 1 of integers, got " << s.in(2);
  if (s.shape(2)[0] != s.out().getRank())
    return s.fail("C3") << "expected a shape of " << s.out().getRank() << " numbers, got " << s.in(2);
  if (s.out().getRank() == 0)
    return success();
  Operation *constant = s.op->getOperand(2).getDefiningOp();
  auto sizes = constant && inputName(constant) == "constant" ? input::ints(constant->getAttr("value")) : std::nullopt;
  if (!sizes)
    return s.fail("I3") << "expected a constant shape";
  return s.sameShape("C3", "a result of shape", *sizes, s.out().getShape());
}

LogicalResult rng(const Spec &s) {
  StringRef distribution = input::word(s.op->getAttr("rng_distribution"));
  if (distribution != "UNIFORM" && distribution != "NORMAL")
    return s.fail("I4") << "expected an 'rng_distribution' of UNIFORM or NORMAL, got '" << distribution << "'";
  for (unsigned i : {0, 1})
    if (failed(s.scalar(i ? "I2" : "I1", "bounds", s.in(i), IntOrBool | Float)) ||
        failed(s.sameElement("C1", "bounds of the result's elements", s.out(), s.in(i))))
      return failure();
  if (distribution == "NORMAL" && failed(s.kind("C2", "a normal distribution", s.out(), Float)))
    return failure();
  return shapeOperand(s);
}

LogicalResult rngBitGenerator(const Spec &s) {
  StringRef algorithm = input::word(s.op->getAttr("rng_algorithm"));
  if (!llvm::is_contained({"DEFAULT", "THREE_FRY", "PHILOX"}, algorithm))
    return s.fail("I1") << "expected an 'rng_algorithm' of DEFAULT, THREE_FRY or PHILOX, got '" << algorithm << "'";
  if (s.in().getRank() != 1 || !s.in().getElementType().isUnsignedInteger(64))
    return s.fail("I2") << "expected a state of rank 1 of 'ui64', got " << s.in();
  if (failed(s.sameType("C1", "a state of type", s.in(), s.out(0))))
    return failure();
  // Two words, of which Philox may have a third; so has the algorithm that det takes by default.
  int64_t words = s.shape()[0];
  if (words != 2 && (words != 3 || algorithm == "THREE_FRY"))
    return s.fail("C2") << "expected a state of " << (algorithm == "THREE_FRY" ? "2" : "2 or 3") << " words for " << algorithm
                        << ", got " << s.in();
  return s.kind("O2", "an output", s.out(1), Int | Float);
}

} // namespace

void addStatisticsChecks(Checks &checks) {
  checks.add("batch_norm_inference", 5, 1, 0, batchNormInference);
  checks.add("batch_norm_training", 3, 3, 0, batchNormTraining);
  checks.add("batch_norm_grad", 5, 3, 0, batchNormGrad);
  checks.add("rng", 3, 1, 0, rng);
  checks.add("rng_bit_generator", 1, 2, 0, rngBitGenerator);
}

} // namespace det::import::spec
