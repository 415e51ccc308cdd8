// batch_norm_inference, batch_norm_training and batch_norm_grad, by the formulas of the StableHLO specification.
//
// Everything is computed in f32 (f64 if the operand is f64) and rounded once at the end, so half precision loses nothing on
// the way. Sums are reductions with an order like any other.
#include "Decompose.h"

using namespace mlir;

namespace det::import {
namespace {

/// What the three operations share.
class BatchNorm {
public:
  BatchNorm(const Conversion &c, Maker &m, int64_t feature, double epsilon) : c(c), m(m), feature(feature), epsilon(epsilon) {
    Type element = c.type().getElementType();
    compute = element.isF64() ? element : Type(c.b.getF32Type());
    shape = llvm::to_vector(c.type().getShape());
    for (int64_t dim = 0; dim < int64_t(shape.size()); ++dim)
      if (dim != feature)
        others.push_back(dim);
  }

  Term operand(unsigned i) { return Term{c.operand(i), &m}.convert(compute); }
  /// A value per feature, everywhere.
  Term spread(Term perFeature) { return perFeature.broadcast(shape, {feature}); }
  Term sum(Term x) { return import::sum(x, others); }
  /// Elements of one feature.
  double count() const {
    double count = 1;
    for (int64_t dim : others)
      count *= double(shape[dim]);
    return count;
  }
  Term mean(Term x) {
    Term total = sum(x);
    return total / total.like(count());
  }
  Term variance(Term variance) { return spread(variance) + epsilon; }
  Term deviation(Term variance) { return this->variance(variance).call("sqrt"); }
  Term normalized(Term x, Term mean, Term variance) { return (x - spread(mean)) / deviation(variance); }
  Term inference(Term x, Term scale, Term offset, Term mean, Term variance) {
    return spread(scale) * normalized(x, mean, variance) + spread(offset);
  }
  Term result(Term x, unsigned i) { return x.convert(c.resultType(i).getElementType()); }

private:
  const Conversion &c;
  Maker &m;
  int64_t feature;
  double epsilon;
  Type compute;
  SmallVector<int64_t> shape, others;
};

/// Reads the attributes and makes the formula.
LogicalResult normalize(const Conversion &c, llvm::function_ref<void(BatchNorm &, SmallVectorImpl<Term> &)> formula) {
  auto epsilon = c.op->getAttrOfType<FloatAttr>("epsilon");
  FailureOr<int64_t> feature = c.integer("feature_index");
  if (!epsilon)
    return c.bad("epsilon");
  if (failed(feature) || *feature >= c.type().getRank())
    return c.bad("feature_index");
  return decompose(c, [&](Maker &m, SmallVectorImpl<Term> &results) {
    BatchNorm norm(c, m, *feature, epsilon.getValueAsDouble());
    formula(norm, results);
    for (auto [i, term] : llvm::enumerate(results))
      term = norm.result(term, i);
    return success();
  });
}

LogicalResult inference(const Conversion &c) {
  return normalize(c, [](BatchNorm &n, SmallVectorImpl<Term> &results) {
    results.push_back(n.inference(n.operand(0), n.operand(1), n.operand(2), n.operand(3), n.operand(4)));
  });
}

LogicalResult training(const Conversion &c) {
  return normalize(c, [](BatchNorm &n, SmallVectorImpl<Term> &results) {
    Term x = n.operand(0), mean = n.mean(x), centered = x - n.spread(mean), variance = n.mean(centered * centered);
    results.append({n.inference(x, n.operand(1), n.operand(2), mean, variance), mean, variance});
  });
}

LogicalResult gradient(const Conversion &c) {
  return normalize(c, [](BatchNorm &n, SmallVectorImpl<Term> &results) {
    Term x = n.operand(0), scale = n.operand(1), mean = n.operand(2), variance = n.operand(3), grad = n.operand(4);
    Term centered = x - n.spread(mean), deviation = n.deviation(variance);
    Term count = x.like(n.count()), gradSum = n.sum(grad);
    Term i4 = n.spread(n.sum(grad * centered)) * centered;
    Term i6 = grad * count - n.spread(gradSum) - i4 / n.variance(variance);
    Term gradScale = n.sum(grad * (centered / deviation));
    results.append({n.spread(scale) / deviation / count * i6, gradScale, gradSum});
  });
}

} // namespace

void addNormalizationConversions(Conversions &table) {
  table.add("batch_norm_inference", 5, inference);
  table.add("batch_norm_training", 3, training);
  table.add("batch_norm_grad", 5, gradient);
}

} // namespace det::import
