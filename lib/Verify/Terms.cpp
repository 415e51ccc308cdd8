// Terms of dots and convolutions.
#include "Terms.h"

#include <algorithm>

namespace det::verify {

namespace {

/// Places are looked up once: terms are asked for one by one.
class DotTerms : public Terms {
public:
  DotTerms(const Graph &graph, const Op &op)
      : Terms(graph, op), lb(op.list("lhs_batching")), rb(op.list("rhs_batching")), lc(op.list("lhs_contracting")),
        rc(op.list("rhs_contracting")) {
    addFree(a.size(), lb, lc, freeA);
    addFree(b.size(), rb, rc, freeB);
  }

  std::optional<Term> at(const Index &output, const Index &point) const override {
    Term term{Index(a.size()), Index(b.size())};
    size_t next = 0;
    for (size_t i = 0; i < lb.size(); ++i, ++next)
      term.a.at(lb[i]) = term.b.at(rb[i]) = output.at(next);
    for (size_t i = 0; i < lc.size(); ++i) {
      term.a.at(lc[i]) = point.at(i);
      term.b.at(rc[i]) = point.at(i);
    }
    for (int64_t dim : freeA)
      term.a[dim] = output.at(next++);
    for (int64_t dim : freeB)
      term.b[dim] = output.at(next++);
    return term;
  }

private:
  static void addFree(size_t rank, const Index &batching, const Index &contracting, Index &free) {
    for (int64_t dim = 0; dim < static_cast<int64_t>(rank); ++dim)
      if (std::find(batching.begin(), batching.end(), dim) == batching.end() &&
          std::find(contracting.begin(), contracting.end(), dim) == contracting.end())
        free.push_back(dim);
  }

  const Index &lb, &rb, &lc, &rc;
  Index freeA, freeB; ///< dims of each operand that the output has
};

class ConvolutionTerms : public Terms {
public:
  ConvolutionTerms(const Graph &graph, const Op &op)
      : Terms(graph, op), as(op.list("lhs_spatial")), bs(op.list("rhs_spatial")), cs(op.list("result_spatial")),
        strides(op.list("strides")), low(op.list("low")), dilationA(op.list("lhs_dilation")), dilationB(op.list("rhs_dilation")),
        reversal(op.list("reversal")), batchA(op.number("lhs_batch")), featureA(op.number("lhs_feature")),
        batchC(op.number("result_batch")), featureC(op.number("result_feature")), inputB(op.number("rhs_input_feature")),
        outputB(op.number("rhs_output_feature")), featureGroups(op.number("feature_groups")),
        batchGroups(op.number("batch_groups")) {}

  std::optional<Term> at(const Index &output, const Index &point) const override {
    Term term{Index(a.size()), Index(b.size())};
    int64_t batch = output.at(batchC), feature = output.at(featureC);
    bool featureFirst = isFeatureFirst();
    int64_t inner = point.at(featureFirst ? 0 : as.size());
    for (size_t i = 0; i < as.size(); ++i) {
      int64_t window = point.at(featureFirst ? i + 1 : i), size = b.at(bs[i]);
      int64_t place = output.at(cs[i]) * strides[i] - low[i] + window * dilationB[i];
      int64_t dilation = dilationA[i];
      if (place < 0 || place % dilation || place / dilation >= a.at(as[i]))
        return std::nullopt;
      term.a[as[i]] = place / dilation;
      term.b[bs[i]] = reversal[i] ? size - 1 - window : window;
    }
    int64_t features = b.at(outputB), perGroup = b.at(inputB);
    int64_t group = feature / (features / std::max(featureGroups, batchGroups));
    term.a[batchA] = batch + (batchGroups > 1 ? group * (a.at(batchA) / batchGroups) : 0);
    term.a[featureA] = inner + (featureGroups > 1 ? group * perGroup : 0);
    term.b[inputB] = inner;
    term.b[outputB] = feature;
    return term;
  }

private:
  /// A weight gradient's box begins with the input feature, which is the batch (docs/order.md).
  bool isFeatureFirst() const { return featureA < batchA; }

  const Index &as, &bs, &cs, &strides, &low, &dilationA, &dilationB, &reversal;
  const int64_t batchA, featureA, batchC, featureC, inputB, outputB, featureGroups, batchGroups;
};

} // namespace

std::unique_ptr<Terms> termsOf(const Graph &graph, const Op &op) {
  if (op.name == "dot")
    return std::make_unique<DotTerms>(graph, op);
  return std::make_unique<ConvolutionTerms>(graph, op);
}

} // namespace det::verify
