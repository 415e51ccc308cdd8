// Trees from orders.
#include "Tree.h"

namespace det::probe {

Tree::Tree(const Ordered &order, const Box &node) : lanes(order.leaf == "lanes<32>"), terms(verify::volume(node)) {
  verify::Leaves all = verify::leavesOf(order, node);
  Index sizes;
  for (const Range &range : node)
    sizes.push_back(range.size());
  joins = all.joins;
  for (const Box &box : all.boxes) {
    std::vector<int64_t> &leaf = leaves.emplace_back();
    Index own;
    for (const Range &range : box)
      own.push_back(range.size());
    for (int64_t at = 0, count = verify::volume(box); at < count; ++at) {
      Index point = verify::elementAt(own, at);
      for (size_t dim = 0; dim < point.size(); ++dim)
        point[dim] += box[dim].begin - node[dim].begin;
      leaf.push_back(verify::positionOf(sizes, point));
    }
  }
}

int64_t Tree::meeting(int64_t a, int64_t b, const std::function<bool(int64_t)> &counts) const {
  // Values are counts of terms: the first that has both is where they meet.
  struct Part {
    int64_t count = 0;
    bool a = false, b = false;
  };
  std::optional<int64_t> met;
  auto together = [&](const Part &left, const Part &right) {
    Part both{left.count + right.count, left.a || right.a, left.b || right.b};
    if (!met && both.a && both.b)
      met = both.count;
    return both;
  };
  evaluate<Part>(
      [&](int64_t term) {
        return std::optional(Part{counts(term), term == a, term == b});
      },
      [&](const std::optional<Part> &acc, const Part &term) { return acc ? together(*acc, term) : term; }, together);
  return met.value_or(0);
}

std::optional<reference::Join> joinOf(const std::string &combiner, const std::string &type) {
  using reference::Join;
  const bool boolean = type == "i1";
  if (combiner == "add")
    return boolean ? Join::Or : Join::Add;
  if (combiner == "mul")
    return boolean ? Join::And : Join::Mul;
  if (combiner == "max")
    return Join::Max;
  if (combiner == "min")
    return Join::Min;
  if (combiner == "and" || combiner == "and_")
    return Join::And;
  if (combiner == "or" || combiner == "or_")
    return Join::Or;
  if (combiner == "xor" || combiner == "xor_")
    return Join::Xor;
  if (combiner == "assign")
    return Join::Right;
  return std::nullopt;
}

} // namespace det::probe
