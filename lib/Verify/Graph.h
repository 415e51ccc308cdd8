// The graph of the certificate: values, ops, and where elements come from.
#ifndef DET_LIB_VERIFY_GRAPH_H
#define DET_LIB_VERIFY_GRAPH_H

#include "Order.h"
#include <map>

namespace det::verify {

inline constexpr uint32_t none = UINT32_MAX;

struct Type {
  std::string element;
  Index shape;
};

/// A body: ops with inputs (ops, or -1, -2, ... for arguments), and results.
struct Body {
  struct Op {
    std::string does;
    std::vector<int> inputs;
  };
  std::vector<Op> ops;
  std::vector<int> results;

  /// What a result computes, as one hash.
  std::string expression(int result) const;
};

struct Op {
  std::string name, does;
  std::vector<uint32_t> in, out;
  std::map<std::string, Index, std::less<>> places;
  Body body;                                 ///< of a sort, a generic reduction or scatter
  std::vector<uint32_t> condition, inside;   ///< of a loop: arguments of its condition and of its body
  uint32_t predicate = none;
  std::vector<uint32_t> next;                ///< of a loop: what its body yields

  const Index &list(std::string_view place) const;
  int64_t number(std::string_view place) const { return list(place).at(0); }
};

/// An element of a value.
struct Element {
  uint32_t value;
  Index index;
  bool operator==(const Element &) const = default;
};

class Graph {
public:
  /// Reads `ordered` of a certificate; throws where its hashes do not hold.
  explicit Graph(const nlohmann::json &ordered);

  std::vector<Type> types;             ///< by value
  std::vector<Op> ops;
  std::vector<uint32_t> results;
  std::vector<std::string> argumentNames, resultNames;
  std::map<uint32_t, Ordered> ordered; ///< by value

  /// True for a sum that has no terms and no init: it is zero.
  bool isSumOfNothing(uint32_t value) const {
    auto sum = ordered.find(value);
    return sum != ordered.end() && volume(sum->second.box) == 0 && !sum->second.init;
  }

  /// The op that makes a value; null for arguments, also those of loops.
  const Op *maker(uint32_t value) const { return makers.at(value) == none ? nullptr : &ops[makers[value]]; }
  const Type &type(uint32_t value) const;

  /// Where an element comes from when ops that only move elements are followed upward: equal origins, equal bits. The elements of a
  /// constant that are all equal are one, without an index.
  Element origin(Element element) const;
  /// The same for what lies behind a use of a kernel: follows broadcasts and reshapes only, as far as `until`.
  bool isViewOf(uint32_t value, uint32_t until) const;

private:
  void skipConstraints();
  std::optional<Element> stepUp(const Element &element) const;
  std::vector<uint32_t> makers;
};

} // namespace det::verify

#endif // DET_LIB_VERIFY_GRAPH_H
