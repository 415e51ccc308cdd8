// The structural hash of an expression.
#include "det/Order/Hash.h"

#include <algorithm>
#include <map>
#include <openssl/evp.h>

namespace det::order {

namespace {

template <class F> std::string numbers(const Box &box, F f) {
  std::string text = "[";
  for (size_t d = 0; d < box.size(); ++d)
    text += (d ? "," : "") + std::to_string(f(d));
  return text + "]";
}

/// The leaf as it is hashed: fold, lanes32, mma<hopper_16>.
std::string leafWord(const Order &order) { return order.leaf == Leaf::Lanes32 ? "lanes32" : leafName(order); }

/// Hashes by shape: nodes of equal sizes that lie at multiples of their own blocks have equal
/// hashes.
class ShapeHasher {
public:
  ShapeHasher(const Order &order, std::string_view terms) : order(order), terms(terms) {}

  std::string node(const std::vector<int64_t> &sizes, size_t level) {
    if (auto it = known.find({sizes, level}); it != known.end())
      return it->second;
    std::string hash = compute(sizes, level);
    known.emplace(std::pair(sizes, level), hash);
    return hash;
  }

private:
  std::string compute(const std::vector<int64_t> &sizes, size_t level) {
    if (level == order.levels.size())
      return hashLeaf(order, terms, wholeBox(sizes)).hash;
    auto [dim, block] = order.levels[level];
    if (sizes[dim] <= block)
      return node(sizes, level + 1); // T(1) is no node of its own
    int64_t h = block * pow2(ceilDiv(sizes[dim], block) - 1);
    std::vector<int64_t> left = sizes, right = sizes;
    left[dim] = h;
    right[dim] -= h;
    Box a = wholeBox(left), b = wholeBox(right);
    b[dim] = {h, sizes[dim]};
    return hashJoin(order, {a, node(left, level)}, {b, node(right, level)}).hash;
  }

  const Order &order;
  std::string_view terms;
  std::map<std::pair<std::vector<int64_t>, size_t>, std::string> known;
};

} // namespace

std::string digest(std::string_view text) {
  unsigned char bytes[EVP_MAX_MD_SIZE];
  unsigned length = 0;
  EVP_Digest(text.data(), text.size(), bytes, &length, EVP_sha256(), nullptr);
  static const char hex[] = "0123456789abcdef";
  std::string out;
  for (int i = 0; i < 16; ++i) {
    out += hex[bytes[i] >> 4];
    out += hex[bytes[i] & 15];
  }
  return out;
}

HashedNode hashLeaf(const Order &order, std::string_view terms, const Box &box) {
  return {box, digest("leaf " + leafWord(order) + " " + std::string(terms) + " " + order.acc + " " +
                      numbers(box, [&](size_t d) { return box[d].size(); }))};
}

HashedNode hashJoin(const Order &order, const HashedNode &left, const HashedNode &right) {
  const Box &a = left.box, &b = right.box;
  Box hull;
  for (size_t d = 0; d < a.size(); ++d)
    hull.push_back({std::min(a[d].begin, b[d].begin), std::max(a[d].end, b[d].end)});
  std::string place = numbers(a, [&](size_t d) { return b[d].begin - a[d].begin; });
  return {hull, digest("join " + order.acc + " " + place + " " + left.hash + " " + right.hash)};
}

HashedNode hashNode(const Order &order, std::string_view terms, const Box &box) {
  std::vector<int64_t> sizes;
  for (Range r : box)
    sizes.push_back(r.size());
  return {box, ShapeHasher(order, terms).node(sizes, 0)};
}

std::string hashRoot(const std::optional<HashedNode> &root, std::string_view result, bool init) {
  std::string place = root ? numbers(root->box, [&](size_t d) { return root->box[d].begin; }) : "[]";
  return digest("root " + place + (init ? " init " : " bare ") + std::string(result) + " " + (root ? root->hash : "nothing"));
}

std::string orderHash(const Order &order, std::span<const int64_t> sizes, std::string_view terms, std::string_view result,
                      bool init) {
  Box box = wholeBox(sizes);
  return hashRoot(isEmpty(box) ? std::nullopt : std::optional(hashNode(order, terms, box)), result, init);
}

} // namespace det::order
