// Terms of dots and convolutions.
#include "Terms.h"

#include <algorithm>

namespace det::verify {

namespace {

class DotTerms : public Terms {
public:
  using Terms::Terms;
  std::optional<Term> at(const Index &output, const Index &point) const override {
    const Index &lb = op.list("lhs_batching"), &rb = op.list("rhs_batching");
    const Index &lc = op.list("lhs_contracting"), &rc = op.list("rhs_contracting");
    Term term{Index(a.size(), -1), Index(b.size(), -1)};
    size_t next = 0;
    for (size_t i = 0; i < lb.size(); ++i, ++next)
      term.a.at(lb[i]) = term.b.at(rb[i]) = output.at(next);
    for (size_t i = 0; i < lc.size(); ++i) {
      term.a.at(lc[i]) = point.at(i);
      term.b.at(rc[i]) = point.at(i);
    }
    for (Index *free : {&term.a, &term.b})
      for (int64_t &at : *free)
        if (at < 0)
          at = output.at(next++);
    return term;
  }
};

class ConvolutionTerms : public Terms {
public:
  using Terms::Terms;
  std::optional<Term> at(const Index &output, const Index &point) const override {
    const Index &as = op.list("lhs_spatial"), &bs = op.list("rhs_spatial"), &cs = op.list("result_spatial");
    Term term{Index(a.size()), Index(b.size())};
    int64_t batch = output.at(op.number("result_batch")), feature = output.at(op.number("result_feature"));
    bool featureFirst = isFeatureFirst();
    int64_t inner = point.at(featureFirst ? 0 : as.size());
    for (size_t i = 0; i < as.size(); ++i) {
      int64_t window = point.at(featureFirst ? i + 1 : i), size = b.at(bs[i]);
      int64_t place = output.at(cs[i]) * op.list("strides")[i] - op.list("low")[i] + window * op.list("rhs_dilation")[i];
      int64_t dilation = op.list("lhs_dilation")[i];
      if (place < 0 || place % dilation || place / dilation >= a.at(as[i]))
        return std::nullopt;
      term.a[as[i]] = place / dilation;
      term.b[bs[i]] = op.list("reversal")[i] ? size - 1 - window : window;
    }
    int64_t features = b.at(op.number("rhs_output_feature")), perGroup = b.at(op.number("rhs_input_feature"));
    int64_t featureGroups = op.number("feature_groups"), batchGroups = op.number("batch_groups");
    int64_t group = feature / (features / std::max(featureGroups, batchGroups));
    term.a[op.number("lhs_batch")] = batch + (batchGroups > 1 ? group * (a.at(op.number("lhs_batch")) / batchGroups) : 0);
    term.a[op.number("lhs_feature")] = inner + (featureGroups > 1 ? group * perGroup : 0);
    term.b[op.number("rhs_input_feature")] = inner;
    term.b[op.number("rhs_output_feature")] = feature;
    return term;
  }

private:
  /// A weight gradient's box begins with the input feature, which is the batch (docs/order.md).
  bool isFeatureFirst() const { return op.number("lhs_feature") < op.number("lhs_batch"); }
};

} // namespace

std::unique_ptr<Terms> termsOf(const Graph &graph, const Op &op) {
  if (op.name == "dot")
    return std::make_unique<DotTerms>(graph, op);
  return std::make_unique<ConvolutionTerms>(graph, op);
}

} // namespace det::verify
