// The tree of an order and its hash.
#include "Order.h"

#include "Artifact.h"
#include "Fault.h"

#include <bit>
#include <map>

namespace det::verify {

Ordered::Ordered(const nlohmann::json &op)
    : value(op.at("value")), name(op.at("name")), kind(op.at("kind")), combiner(op.at("combiner")), leaf(op.at("leaf")), acc(op.at("acc")),
      terms(op.at("terms")), result(op.at("result")), hash(op.at("hash")), level(op.at("level")), box(op.at("box")),
      init(op.at("init")) {
  for (const auto &at : op.at("levels")) {
    levels.push_back({at.at(0), at.at(1)});
    auto [dim, block] = levels.back();
    require(dim >= 0 && dim < static_cast<int64_t>(box.size()) && block > 0 && std::has_single_bit(static_cast<uint64_t>(block)), name,
            ": has a level (", dim, ", ", block, ") outside its box");
  }
}

std::optional<std::pair<Box, Box>> operandsOf(const Ordered &order, const Box &node) {
  for (auto [dim, block] : order.levels) {
    int64_t first = node[dim].begin / block, count = (node[dim].end + block - 1) / block - first;
    if (count < 2)
      continue;
    int64_t edge = (first + static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(count - 1)))) * block;
    Box left = node, right = node;
    left[dim].end = right[dim].begin = edge;
    return {{left, right}};
  }
  return std::nullopt;
}

static void addLeaves(const Ordered &order, const Box &node, Leaves &leaves) {
  if (auto operands = operandsOf(order, node)) {
    addLeaves(order, operands->first, leaves);
    addLeaves(order, operands->second, leaves);
    ++leaves.joins.back();
    return;
  }
  leaves.boxes.push_back(node);
  leaves.joins.push_back(0);
}

Leaves leavesOf(const Ordered &order, const Box &node) {
  Leaves leaves;
  if (volume(node))
    addLeaves(order, node, leaves);
  return leaves;
}

static std::string listText(const Index &numbers) {
  std::string text = "[";
  for (int64_t number : numbers)
    text += (text.size() > 1 ? "," : "") + std::to_string(number);
  return text + "]";
}

Node join(const Ordered &order, const Node &left, const Node &right) {
  Node joined;
  Index apart;
  for (size_t dim = 0; dim < left.box.size(); ++dim) {
    const Range &a = left.box[dim], &b = right.box[dim];
    apart.push_back(b.begin - a.begin);
    joined.box.push_back({std::min(a.begin, b.begin), std::max(a.end, b.end)});
  }
  joined.hash = digest("join " + order.acc + " " + listText(apart) + " " + left.hash + " " + right.hash);
  return joined;
}

/// One step per shape of node: where a node lies is no part of its hash.
static std::string hashOf(const Ordered &order, const Box &box, std::map<Index, std::string> &known) {
  Index sizes;
  for (const Range &range : box)
    sizes.push_back(range.size());
  // Only what lies at multiples of its blocks splits as its shape says.
  Index key = sizes;
  for (auto [dim, block] : order.levels)
    key.push_back(box[dim].begin % block);
  if (auto found = known.find(key); found != known.end())
    return found->second;
  std::string hash;
  if (auto operands = operandsOf(order, box)) {
    const auto &[left, right] = *operands;
    hash = join(order, {left, hashOf(order, left, known)}, {right, hashOf(order, right, known)}).hash;
  } else {
    hash = digest("leaf " + (order.leaf == "lanes<32>" ? std::string("lanes32") : order.leaf) + " " + order.terms + " " + order.acc + " " + listText(sizes));
  }
  return known[key] = hash;
}

Node nodeOf(const Ordered &order, const Box &box) {
  std::map<Index, std::string> known;
  return {box, hashOf(order, box, known)};
}

std::string rootHash(const Ordered &order, const std::optional<Node> &root, bool init) {
  Index starts;
  if (root)
    for (const Range &range : root->box)
      starts.push_back(range.begin);
  return digest("root " + listText(starts) + " " + (init ? "init" : "bare") + " " + order.result + " " +
                (root ? root->hash : std::string("nothing")));
}

} // namespace det::verify
