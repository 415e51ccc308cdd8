// The terms of a product: which elements of its operands the graph multiplies for a point of a sum's box.
#ifndef DET_LIB_VERIFY_TERMS_H
#define DET_LIB_VERIFY_TERMS_H

#include "Graph.h"
#include <memory>

namespace det::verify {

/// A term: an element of each operand.
struct Term {
  Index a, b;
};

/// What the graph says about the terms of a dot's or a convolution's output.
class Terms {
public:
  Terms(const Graph &graph, const Op &op) : op(op), a(graph.type(op.in[0]).shape), b(graph.type(op.in[1]).shape) {}
  virtual ~Terms() = default;
  /// The term of an output at a point of the box; nothing where an operand has no such element.
  virtual std::optional<Term> at(const Index &output, const Index &point) const = 0;

protected:
  const Op &op;
  const Index &a, &b; ///< shapes of the operands
};

/// Those of a dot or a convolution of the graph, which must outlive them.
std::unique_ptr<Terms> termsOf(const Graph &graph, const Op &op);

} // namespace det::verify

#endif // DET_LIB_VERIFY_TERMS_H
